package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real child processes, all of them silent, under the command in this JVM. */
class RetryCommandTest {
    private static final String TWICE_FAILING = "echo x >> \"$1\"; test $(wc -l < \"$1\") -ge 3 || exit 7";

    @TempDir
    Path folder;

    @Test
    void retry_succeedsAtOnce_saysNothing() {
        assertThat(Ran.here("retry", "--", "true")).isEqualTo(new Ran(0, "", ""));
    }

    @Test
    void retry_failsTwice_tellsEachAttemptAndSucceeds() {
        Ran ran = retry("fixedDelay(10ms).attempts(5)", TWICE_FAILING);

        assertThat(ran.status()).isZero();
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err().lines().toList())
                .hasSize(3)
                .startsWith(
                        "reprise: attempt 1 of 5 failed with exit code 7; next in 10ms",
                        "reprise: attempt 2 of 5 failed with exit code 7; next in 10ms")
                .last()
                .asString()
                .matches("reprise: attempt 3 of 5 succeeded after [0-9.]+m?s");
    }

    @Test
    void retry_neverSucceeds_endsWithTheLastStatus() {
        Ran ran = retry("times(2)", "echo x >> \"$1\"; exit $(wc -l < \"$1\")");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err()).isEqualTo("""
                        reprise: attempt 1 of 2 failed with exit code 1; next in 0s
                        reprise: attempt 2 of 2 failed with exit code 2; giving up: no attempt is left
                        """);
    }

    @Test
    void retry_stopExit_endsAtOnce() {
        Ran ran = Ran.here("retry", "-s", "times(9)", "--stop-exit", "2,64-78", "--", "sh", "-c", "exit 70");

        assertThat(ran.status()).isEqualTo(70);
        assertThat(ran.err())
                .isEqualTo("reprise: attempt 1 of 9 failed with exit code 70;"
                        + " giving up: another attempt would not change that\n");
    }

    @Test
    void retry_retryExit_retriesThoseOnly() {
        Ran ran = retry("times(9)", "echo x >> \"$1\"; exit $(wc -l < \"$1\")", "--retry-exit", "1-2");

        assertThat(ran.status()).isEqualTo(3);
    }

    @Test
    void retry_stopAndRetryExit_stopIsAskedFirst() {
        Ran ran = Ran.here("retry", "-s", "times(9)", "--stop-exit", "3", "--retry-exit", "1-9", "sh", "-c", "exit 3");

        assertThat(ran.status()).isEqualTo(3);
        assertThat(ran.err().lines()).hasSize(1);
    }

    @Test
    void retry_quiet_saysNothing() {
        assertThat(Ran.here("retry", "-q", "-s", "times(3)", "--", "false")).isEqualTo(new Ran(1, "", ""));
    }

    @Test
    void retry_killedBySignal_hasItsNumber() {
        Ran ran = Ran.here("retry", "-s", "once()", "--", "sh", "-c", "kill -KILL $$");

        assertThat(ran.status()).isEqualTo(137);
        assertThat(ran.err()).contains("exit code 137 (SIGKILL)");
    }

    @Test
    void retry_attemptTimeout_endsTheCommandAndItsChildren() throws IOException {
        Ran ran = retry(
                "times(2)",
                "sleep 120 & echo $! >> \"$1\";"
                        + " sh -c 'sleep 120 & echo $! >> \"$0\"; wait' \"$1\"; echo survived >> \"$1\"",
                "--attempt-timeout",
                "1s");

        assertThat(ran.status()).isEqualTo(124);
        assertThat(ran.err()).isEqualTo("""
                        reprise: attempt 1 of 2 timed out after 1s; next in 0s
                        reprise: attempt 2 of 2 timed out after 1s; giving up: no attempt is left
                        """);
        List<String> lines = Files.readAllLines(log());
        assertThat(lines).isNotEmpty().doesNotContain("survived");
        assertThat(lines.stream().map(Long::parseLong).filter(RetryCommandTest::lives))
                .isEmpty();
    }

    /** Whatever the moment: this one starts processes all the time. */
    @Test
    void retry_timeoutWhileProcessesStart_leavesNone() throws IOException {
        Ran ran = retry(
                "times(4)",
                "while :; do sleep 120 & echo $! >> \"$1\"; sleep 0.01; done",
                "--attempt-timeout",
                "200ms");

        assertThat(ran.status()).isEqualTo(124);
        assertThat(Files.readAllLines(log()).stream().map(Long::parseLong).filter(RetryCommandTest::lives))
                .isEmpty();
    }

    @Test
    void retry_commandIgnoresTheRequestToEnd_isKilledAfterTheGrace() throws IOException {
        Ran ran = retry(
                "once()",
                "trap '' TERM; sh -c 'echo $$ >> \"$0\"; while :; do sleep 0.1; done' \"$1\"",
                "--attempt-timeout",
                "1s",
                "--kill-after",
                "200ms");

        assertThat(ran.status()).isEqualTo(124);
        assertThat(lives(Long.parseLong(Files.readString(log()).strip()))).isFalse();
    }

    @Test
    void retry_timeoutIsStopped_endsWithIt() {
        Ran ran = Ran.here(
                "retry", "-s", "times(5)", "--attempt-timeout", "50ms", "--retry-exit", "1-123", "--", "sleep", "120");

        assertThat(ran.status()).isEqualTo(124);
        assertThat(ran.err())
                .isEqualTo("reprise: attempt 1 of 5 timed out after 50ms;"
                        + " giving up: another attempt would not change that\n");
    }

    @Test
    void retry_deadline_givesUpInsteadOfWaiting() {
        Ran ran = Ran.here("retry", "-s", "fixedDelay(1h).attempts(5)", "--deadline", "10s", "--", "false");

        assertThat(ran.status()).isEqualTo(1);
        assertThat(ran.err())
                .isEqualTo("reprise: attempt 1 of 5 failed with exit code 1;"
                        + " giving up: another attempt could not end before the deadline\n");
    }

    @Test
    void retry_eventsJson_oneObjectForEachEvent() throws IOException {
        Ran ran = retry("fixedDelay(1ms).attempts(5)", TWICE_FAILING, "--events", "json");

        assertThat(ran.status()).isZero();
        List<JsonNode> events = new ArrayList<>();
        for (String line : ran.err().lines().toList()) {
            events.add(new JsonMapper().readTree(line));
        }
        assertThat(events)
                .extracting(event -> event.get("event").textValue())
                .containsExactly("retry.attempt_failed", "retry.attempt_failed", "retry.succeeded");
        JsonNode first = events.get(0);
        assertThat(first.get("attempt").intValue()).isEqualTo(1);
        assertThat(first.get("maximumAttempts").intValue()).isEqualTo(5);
        assertThat(first.get("elapsed_ns").longValue()).isPositive();
        assertThat(first.get("decision").textValue()).isEqualTo("again");
        assertThat(first.get("exit").intValue()).isEqualTo(7);
        assertThat(first.get("timedOut").booleanValue()).isFalse();
        assertThat(first.get("nextDelay_ns").longValue()).isEqualTo(1_000_000);
    }

    @Test
    void retry_eventsJsonOfATimeout_saysSo() {
        Ran ran = Ran.here(
                "retry", "-s", "once()", "--attempt-timeout", "50ms", "--events", "json", "--", "sleep", "120");

        assertThat(ran.err().lines().toList())
                .hasSize(2)
                .first()
                .asString()
                .contains("\"decision\":\"exhausted\",\"exit\":124,\"timedOut\":true}");
    }

    @Test
    void retry_noSuchCommand_is127WithoutAnAttempt() {
        assertThat(Ran.here("retry", "--", "no-such-command-here"))
                .isEqualTo(new Ran(127, "", "reprise retry: command not found: no-such-command-here\n"));
        assertThat(Ran.here("retry", "--", "./no/such/file"))
                .isEqualTo(new Ran(127, "", "reprise retry: no such file: ./no/such/file\n"));
        assertThat(Ran.here("retry", "--", "")).isEqualTo(new Ran(127, "", "reprise retry: command not found: \n"));
    }

    @Test
    void retry_notExecutable_is126WithoutAnAttempt() throws IOException {
        String file = Files.writeString(folder.resolve("text"), "true").toString();

        assertThat(Ran.here("retry", "--", file))
                .isEqualTo(new Ran(126, "", "reprise retry: not executable: " + file + "\n"));
        assertThat(Ran.here("retry", "--", folder.toString()))
                .isEqualTo(new Ran(126, "", "reprise retry: is a directory: " + folder + "\n"));
    }

    @Test
    void retry_cannotBeStarted_is126WithTheReason() {
        Ran ran = Ran.here("retry", "--", "true", "x".repeat(3_000_000));

        assertThat(ran.status()).isEqualTo(126);
        assertThat(ran.err()).startsWith("reprise retry: cannot run it: ").hasLineCount(1);
    }

    @Test
    void retry_optionsAfterTheCommand_areItsOwn() {
        assertThat(Ran.here(
                        "retry",
                        "-s",
                        "once()",
                        "sh",
                        "-c",
                        "test \"$1\" = --quiet && test \"$2\" = @x",
                        "sh",
                        "--quiet",
                        "@x"))
                .isEqualTo(new Ran(0, "", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "retry | Missing required parameter: 'COMMAND'",
                "retry -s once() -- | Missing required parameter: 'COMMAND'",
                "retry --attempt-timeout 0s true | --attempt-timeout (0s) must be longer than 0s",
                "retry --attempt-timeout 5 true | --attempt-timeout: '5' is not a duration; write it as 250ms, 1.5s, 1m30s, PT0.25S or forever",
                "retry --deadline soon true | --deadline: 'soon' is not a duration; write it as 250ms, 1.5s, 1m30s, PT0.25S or forever",
                "retry --kill-after x true | --kill-after: 'x' is not a duration; write it as 250ms, 1.5s, 1m30s, PT0.25S or forever",
                "retry --stop-exit 0 true | --stop-exit: '0' must lie between 1 and 255, the smaller first (0 is success)",
                "retry --retry-exit 1- true | --retry-exit: '1-' is neither an exit status nor a range; write them as 2,64-78",
                "retry --events xml true | --events (xml) must be json",
                "retry --events json -q true | --events and --quiet exclude each other",
            })
    void retry_invalid_saysWhy(String line, String message) {
        Ran ran = Ran.here(line.split(" "));

        assertThat(ran.err()).isEqualTo("reprise retry: " + message + "\nTry 'reprise retry --help'.\n");
        assertThat(ran.status()).isEqualTo(2);
    }

    @Test
    void retry_scheduleNeverEnds_saysWhatIsMissing() {
        Ran ran = Ran.here("retry", "-s", "fixedDelay(1s)", "--", "true");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err()).startsWith("reprise retry: --schedule: ").contains("attempts");
    }

    @Test
    void retry_scheduleIsWrong_showsTheColumn() {
        Ran ran = Ran.here("retry", "-s", "fixedDelay(1)", "--", "true");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err())
                .startsWith("reprise retry: --schedule: ")
                .contains("^")
                .doesNotContain("\tat ");
    }

    /** The script's first argument is a file of its own. */
    private Ran retry(String schedule, String script, String... options) {
        List<String> line = new ArrayList<>(List.of("retry", "-s", schedule));
        line.addAll(List.of(options));
        line.addAll(List.of("--", "sh", "-c", script, "sh", log().toString()));
        return Ran.here(line.toArray(String[]::new));
    }

    private Path log() {
        return folder.resolve("log");
    }

    private static boolean lives(long pid) {
        return ProcessHandle.of(pid).filter(ProcessTree::lives).isPresent();
    }
}
