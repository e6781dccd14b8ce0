package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainBatchTest {
    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void batch_conformanceCases_allAnsweredRight(@TempDir Path folder) throws IOException {
        List<String> cases = cases();
        Path file = Files.write(folder.resolve("cases.jsonl"), cases);

        Ran ran = Ran.here("explain", "--batch", file.toString());

        assertThat(ran.status()).isZero();
        List<String> answers = ran.out().lines().toList();
        assertThat(answers).hasSameSizeAs(cases).hasSize(298);
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            wrong.addAll(differences(JSON.readTree(cases.get(i)), JSON.readTree(answers.get(i))));
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void batch_dash_readsStandardInputAndSkipsBlankLines() {
        Ran ran = Ran.here(false, """
                {"id": 7, "kind": "nextAfter", "schedule": "times(3)", "attempt": 3, "elapsed_ns": 1}

                {"id": ["any"], "schedule": "linear(1s).attempts(2)"}
                """, "explain", "--batch", "-");

        assertThat(ran.out()).isEqualTo("""
                        {"id":7,"at_ns":null}
                        {"id":["any"],"schedule":"linear(1s).attempts(2)","maximumAttempts":2,"starts_ns":[1000000000],"then":"stop","maximumTotalDelay_ns":1000000000,"worstCase_1s_ns":3000000000}
                        """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "[1] | null | a case must be a JSON object",
                "{\"id\": \"a\"} | \"a\" | schedule must be a string",
                "{\"id\": 1, \"schedule\": 5} | 1 | schedule must be a string",
                "{\"schedule\": \"once()\", \"kind\": \"walk\"} | null | kind ('walk') must be run or nextAfter",
                "{\"schedule\": \"once()\", \"decisions\": 0} | null | decisions must be an integer from 1 to 1000000",
                "{\"schedule\": \"once()\", \"decisions\": 1.5} | null | decisions must be an integer from 1 to 1000000",
                "{\"schedule\": \"once()\", \"draw\": 2} | null | draw must be a number from 0 to 1",
                "{\"schedule\": \"once()\", \"lasts_ns\": 2} | null | lasts_ns must be an array of nanoseconds",
                "{\"schedule\": \"once()\", \"lasts_ns\": [-1]} | null | lasts_ns must be an integer from 0 to 9223372036854775807",
                "{\"schedule\": \"once()\", \"lasts_ns\": [9223372036854775808]} | null | lasts_ns must be an integer from 0 to 9223372036854775807",
                "{\"schedule\": \"once()\", \"kind\": \"nextAfter\"} | null | attempt must be an integer from 1 to 2147483647",
                "{\"schedule\": \"once()\", \"kind\": \"nextAfter\", \"attempt\": 1} | null | elapsed_ns must be an integer from 0 to 9223372036854775807",
            })
    void batch_wrongCase_isAnsweredWithAnErrorAndTheBatchGoesOn(String line, String id, String message) {
        Ran ran = Ran.here(false, line + "\n{\"id\":2,\"schedule\":\"once()\"}\n", "explain", "--batch", "-");

        assertThat(ran.status()).isZero();
        assertThat(ran.out().lines().toList())
                .hasSize(2)
                .startsWith("{\"id\":" + id + ",\"error\":\"" + message + "\"}")
                .last()
                .asString()
                .startsWith("{\"id\":2,\"schedule\":\"once()\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {"no json", "{\"id\":1", "{\"id\":1} x", "{'id':1}", "\u0000", "{\"id\":1,\"schedule\":\"\t\"}"})
    void batch_lineIsNotJson_hasNoId(String line) throws IOException {
        String answer = Ran.here(false, line, "explain", "--batch", "-").out();

        assertThat(JSON.readTree(answer).get("id").isNull()).isTrue();
        assertThat(JSON.readTree(answer).get("error").textValue()).startsWith("not JSON: ");
        assertThat(answer.lines()).hasSize(1);
    }

    @Test
    void batch_scheduleIsWrong_givesTheParserMessage() throws IOException {
        String answer = Ran.here(false, "{\"id\": 3, \"schedule\": \"fixedDelay(10)\"}", "explain", "--batch", "-")
                .out();

        JsonNode read = JSON.readTree(answer);
        assertThat(read.get("id").intValue()).isEqualTo(3);
        assertThat(read.get("error").textValue()).contains("fixedDelay(10)", "^");
    }

    @Test
    void batch_hugeNesting_isAnsweredToo() throws IOException {
        String deep = "{\"id\": 1, \"schedule\": \"" + "once().union(".repeat(20_000) + "\"}";
        String deepJson = "[".repeat(20_000);
        String answers = Ran.here(false, deep + "\n" + deepJson, "explain", "--batch", "-")
                .out();

        for (String answer : answers.lines().toList()) {
            assertThat(JSON.readTree(answer).has("error")).isTrue();
        }
        assertThat(answers.lines()).hasSize(2);
    }

    private static List<String> cases() throws IOException {
        try (InputStream file = ExplainBatchTest.class.getResourceAsStream("/schedules.jsonl")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        }
    }

    /** Every answer has what the case expects; the n-th start may be n ns off, or 1e-9 of itself beyond 2^53 ns. */
    private static List<String> differences(JsonNode expected, JsonNode answer) {
        boolean run = expected.get("kind").textValue().equals("run");
        Stream<String> fields = run
                ? Stream.of("id", "schedule", "then", "maximumAttempts", "maximumTotalDelay_ns", "worstCase_1s_ns")
                : Stream.of("id", "at_ns");
        List<String> wrong = new ArrayList<>(fields.filter(
                        field -> !java.util.Objects.equals(number(expected.get(field)), number(answer.get(field))))
                .map(field -> expected + " but " + field + " of " + answer)
                .toList());
        if (run && !startsAgree(expected.get("starts_ns"), answer.get("starts_ns"))) {
            wrong.add(expected + " but starts of " + answer);
        }
        return wrong;
    }

    /** 1 and 1L are different nodes and the same number. */
    private static Object number(JsonNode node) {
        return node != null && node.isIntegralNumber() ? node.bigIntegerValue() : node;
    }

    private static boolean startsAgree(JsonNode expected, JsonNode actual) {
        if (expected.size() != actual.size()) {
            return false;
        }
        for (int n = 0; n < expected.size(); n++) {
            double want = expected.get(n).doubleValue();
            double tolerance = want > 0x1p53 ? want * 1e-9 : n + 1;
            if (Math.abs(want - actual.get(n).doubleValue()) > tolerance) {
                return false;
            }
        }
        return true;
    }

    @Test
    void differences_wrongAnswer_isFound() throws IOException {
        ObjectNode expected = (ObjectNode) JSON.readTree(cases().get(0));
        JsonNode answer = JSON.readTree(ScheduleJson.answer(
                expected.deepCopy().put("schedule", "fixedDelay(2s)").toString(),
                new Explanation(12, List.of(), null, null)));

        assertThat(differences(expected, answer)).hasSize(2);
    }
}
