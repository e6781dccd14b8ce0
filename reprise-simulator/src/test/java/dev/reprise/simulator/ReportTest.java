package dev.reprise.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.schedule.Schedule;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportTest {
    private static final Report REPORT = Simulation.run(Scenario.builtIn("collapse"));

    @Test
    void table_hasALineForEachPolicy() {
        List<String> lines = REPORT.table().lines().toList();

        assertThat(lines).hasSize(6);
        assertThat(lines.get(0)).isEqualTo("collapse: Five seconds of surge, and it never comes back");
        assertThat(lines.get(1))
                .matches("policy +success +load +peak attempts/s +median +p99 +throttled +expired +recovery");
        assertThat(lines.get(3)).matches("three attempts +\\d+\\.\\d % +[23]\\.\\d\\d× +.* never");
        assertThat(lines).allSatisfy(line -> assertThat(line).isEqualTo(line.stripTrailing()));
    }

    @Test
    void csv_hasALineForEachPolicyAndBucket_andEveryMeasure() {
        List<String> lines = REPORT.csv().lines().toList();

        assertThat(lines).hasSize(1 + 4 * 80);
        assertThat(lines.get(0))
                .isEqualTo(
                        "policy,seconds,offered_per_s,attempts_per_s,retries_per_s,load,goodput_per_s,success_percent,"
                                + "latency_p50_ms,latency_p99_ms,balance,throttled_per_s,expired_per_s,in_progress");
        assertThat(lines.get(1)).startsWith("no retries,0,");
        assertThat(lines.get(1 + 3 * 80)).startsWith("\"three attempts, standard budget\",0,");
        double calls = REPORT.outcomes().get(0).totals().calls();
        assertThat(Arrays.stream(REPORT.outcomes().get(0).curve(Measure.OFFERED))
                        .sum())
                .isEqualTo(calls);
    }

    @Test
    void csv_quoteInAName_isDoubled() {
        Scenario scenario = Scenario.builtIn("collapse")
                .withPolicies(List.of(new Policy("the \"best\"", Schedule.once(), BudgetText.parse("unlimited"))));

        assertThat(Simulation.run(scenario).csv()).contains("\n\"the \"\"best\"\"\",0,");
    }

    @Test
    void outcome_unknown_saysWhichThereAre() {
        assertThatThrownBy(() -> REPORT.outcome("two attempts"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("No policy is called \"two attempts\": there are no retries, three attempts, "
                        + "three attempts, backoff, three attempts, standard budget.");
    }

    @Test
    void html_namesFromAScenario_cannotLeaveTheirPlace() {
        String bad = "</script><script>alert('x')</script>";
        Scenario scenario = Scenario.builtIn("collapse")
                .withPolicies(List.of(new Policy(bad, Schedule.once(), BudgetText.parse("unlimited"))));
        String html = Simulation.run(scenario).html();

        assertThat(html).doesNotContain("alert('x')</script>").contains("\\u003c/script>\\u003cscript>alert('x')");
    }

    @Test
    void html_loadsNothing() {
        String html = REPORT.html();

        assertThat(html).contains("default-src 'none'");
        assertThat(Pattern.compile("(?:src|href)=\"(?!data:)|@import|url\\(|fetch\\(|XMLHttpRequest")
                        .matcher(html)
                        .find())
                .isFalse();
    }

    @Test
    void html_saysScenarioPoliciesAndLicence() {
        assertThat(REPORT.html())
                .contains(
                        "<li>One client makes 40 calls a second, at random and independently (Poisson).</li>",
                        "<li>From 20s to 25s it is 80 calls a second.</li>",
                        "<li>An attempt is given up after 3s, its request is not.</li>",
                        "<li>The network takes 100ms on average (exponential) each way.</li>",
                        "<li>One server answers after 1s, plus 10ms for each request in progress.</li>",
                        "At most 3 attempts, waiting at most 500ms, 1s before the retries.",
                        "At most 3 attempts, without a wait.",
                        "Each client has its own.",
                        "The MIT License (MIT)");
    }

    @ParameterizedTest
    @CsvSource({"1, 100.0 %", "0, 0.0 %", "0.99999, >99.9 %", "0.00001, <0.1 %", "0.8864, 88.6 %", "0.5, 50.0 %"})
    void percent_neverRoundsToEverythingOrNothing(double share, String text) {
        assertThat(Findings.percent(share)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 ms",
        "PT0.0012S, 1.20 ms",
        "PT0.0123S, 12.3 ms",
        "PT0.123S, 123 ms",
        "PT1.234S, 1.23 s",
        "PT12.34S, 12.3 s",
        "PT123S, 123 s"
    })
    void time_hasThreeDigits(Duration duration, String text) {
        assertThat(Findings.time(duration)).isEqualTo(text);
    }

    @Test
    void words_servers_areSpoken() {
        Scenario scenario = Scenario.builtIn("startup");

        assertThat(Words.scenario(scenario))
                .contains(
                        "200 clients make 0.5 calls a second each, evenly spaced.",
                        "2 servers take turns to answer after 20ms on average (exponential).",
                        "Each works on 8 requests at once; 50 more wait, others are refused (429).",
                        "A refusal says Retry-After 1s.",
                        "From 0s to 20s every request is refused at once.",
                        "From 20s to 30s serving takes 4 times as long.");
        assertThat(Words.policy(Scenario.builtIn("layers").policies().get(5)))
                .contains(
                        "Each client has one for all its layers.",
                        "5 layers retry around each other; each one retries");
    }
}
