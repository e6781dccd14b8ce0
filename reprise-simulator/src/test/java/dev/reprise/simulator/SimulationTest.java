package dev.reprise.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.schedule.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
    private static final String ONE_CALL = """
            duration = "1s"
            [clients]
            count = 1
            arrivals = "together"
            """;

    @ParameterizedTest
    @ValueSource(strings = {"collapse", "startup"})
    void run_sameSeed_sameReport_otherSeed_anotherOne(String name) {
        Scenario scenario = Scenario.builtIn(name);
        String first = Simulation.run(scenario).csv();

        assertThat(Simulation.run(scenario).csv()).isEqualTo(first);
        assertThat(Simulation.run(scenario.withSeed(99)).csv()).isNotEqualTo(first);
    }

    @Test
    void run_everyPolicy_meetsTheSameArrivals() {
        List<Outcome> outcomes = Simulation.run(Scenario.builtIn("outage")).outcomes();

        for (Outcome outcome : outcomes) {
            assertThat(outcome.curve(Measure.OFFERED)).isEqualTo(outcomes.get(0).curve(Measure.OFFERED));
        }
    }

    @Test
    void run_order_doesNotMatter() {
        Scenario scenario = Scenario.builtIn("outage");
        List<Policy> reversed = new ArrayList<>(scenario.policies());
        Collections.reverse(reversed);
        Report there = Simulation.run(scenario);
        Report back = Simulation.run(scenario.withPolicies(reversed));

        for (Policy policy : reversed) {
            assertThat(back.outcome(policy.name()).totals())
                    .isEqualTo(there.outcome(policy.name()).totals());
        }
    }

    @Test
    void run_hopsAndService_addUp() {
        Totals totals = totals(ONE_CALL + """
                [network]
                hop = "3ms"
                [server]
                service-time = "20ms"
                per-concurrent = "4ms"
                """ + policy("once()", "unlimited"));

        assertThat(totals.successes()).isOne();
        assertThat(totals.longest()).isCloseTo(Duration.ofMillis(30), Duration.ofMillis(1));
    }

    @Test
    void run_waits_areTheSchedules() {
        Totals totals = totals(ONE_CALL + """
                [server]
                [[server.outage]]
                from = "0s"
                until = "700ms"
                """ + policy("exponential(100ms).attempts(4)", "unlimited"));

        assertThat(totals.attempts()).isEqualTo(4);
        assertThat(totals.longest()).isCloseTo(Duration.ofMillis(700), Duration.ofMillis(6));
    }

    @Test
    void run_timeout_endsTheAttemptButNotTheWork() {
        Outcome outcome = outcome(ONE_CALL + """
                timeout = "100ms"
                [server]
                service-time = "450ms"
                """ + policy("times(3)", "unlimited"));

        assertThat(outcome.totals().attempts()).isEqualTo(3);
        assertThat(outcome.totals().successes()).isZero();
        assertThat(outcome.mean(Measure.IN_PROGRESS, Duration.ofMillis(300), Duration.ofMillis(350)))
                .isEqualTo(3);
        assertThat(outcome.mean(Measure.IN_PROGRESS, Duration.ofMillis(700), Duration.ofMillis(800)))
                .isZero();
    }

    @Test
    void run_answerAtTheVeryTimeout_isInTime() {
        Totals totals = totals(ONE_CALL + """
                timeout = "100ms"
                [server]
                service-time = "100ms"
                """ + policy("once()", "unlimited"));

        assertThat(totals.successes()).isOne();
    }

    @Test
    void run_silentOutage_isEndedByTheTimeout() {
        Totals totals = totals(ONE_CALL + """
                timeout = "200ms"
                [server]
                [[server.outage]]
                from = "0s"
                until = "300ms"
                kind = "silent"
                """ + policy("times(3)", "unlimited"));

        assertThat(totals.attempts()).isEqualTo(3);
        assertThat(totals.longest()).isCloseTo(Duration.ofMillis(400), Duration.ofMillis(4));
    }

    @Test
    void run_deadline_endsTheCallBeforeItsAttempts() {
        Totals totals = totals(ONE_CALL + """
                deadline = "350ms"
                [server]
                failure = 1.0
                """ + policy("fixedDelay(100ms).attempts(10)", "unlimited"));

        assertThat(totals.attempts()).isEqualTo(4);
        assertThat(totals.expired()).isOne();
    }

    @Test
    void run_deadline_cutsTheTimeout() {
        Outcome outcome = outcome(ONE_CALL + """
                timeout = "400ms"
                deadline = "300ms"
                [server]
                service-time = "5s"
                """ + policy("times(10)", "unlimited"));

        assertThat(outcome.totals().attempts()).isOne();
        assertThat(outcome.totals().expired()).isOne();
        assertThat(outcome.totals().recovery()).isEqualTo(Duration.ofMillis(300));
    }

    @Test
    void run_deadline_holdsForInnerLayersToo() {
        Totals totals = totals(
                ONE_CALL + """
                deadline = "350ms"
                layers = 3
                [server]
                failure = 1.0
                """ + policy("fixedDelay(100ms).attempts(10)", "unlimited") + "nesting = \"allow\"\n");

        assertThat(totals.attempts()).isEqualTo(4);
        assertThat(totals.expired()).isEqualTo(3);
    }

    @Test
    void run_overload_refusesAndSaysWhenToComeBack() {
        Outcome outcome = outcome("""
                duration = "2s"
                [clients]
                count = 4
                arrivals = "together"
                [server]
                service-time = "300ms"
                capacity = 1
                queue = 1
                retry-after = "1s"
                """ + policy("times(2)", "unlimited"));

        assertThat(outcome.totals().attempts()).isEqualTo(6);
        assertThat(outcome.totals().successes()).isEqualTo(4);
        assertThat(outcome.totals().longest()).isCloseTo(Duration.ofMillis(1600), Duration.ofMillis(10));
    }

    @Test
    void run_severalServers_takeTurns() {
        Totals totals = totals("""
                duration = "1s"
                [clients]
                count = 4
                arrivals = "together"
                [server]
                count = 2
                service-time = "100ms"
                capacity = 1
                """ + policy("once()", "unlimited"));

        assertThat(totals.longest()).isCloseTo(Duration.ofMillis(200), Duration.ofMillis(2));
    }

    @Test
    void run_slowdown_multipliesTheServiceTime() {
        Totals totals = totals(ONE_CALL + """
                [server]
                service-time = "10ms"
                [[server.slowdown]]
                from = "0s"
                until = "500ms"
                factor = 7.5
                """ + policy("once()", "unlimited"));

        assertThat(totals.longest()).isCloseTo(Duration.ofMillis(75), Duration.ofMillis(1));
    }

    @Test
    void run_budget_isEachClientsOwnOrEveryones() {
        String scenario = """
                duration = "1s"
                [clients]
                count = 30
                arrivals = "together"
                [server]
                failure = 1.0
                """ + policy("times(5)", "ratio(0.0, 0.001, 3)");

        assertThat(totals(scenario).retries()).isEqualTo(90);
        assertThat(totals(scenario + "share = \"everyone\"\n").retries()).isEqualTo(3);
        assertThat(totals(scenario + "share = \"everyone\"\n").throttled()).isEqualTo(30);
    }

    @Test
    void run_budgetBalance_isTheRealOne() {
        Outcome outcome = outcome(ONE_CALL + "[server]\nfailure = 1.0\n" + policy("times(4)", "ratio(0.0, 0.001, 10)"));

        double[] balance = outcome.curve(Measure.BALANCE);
        assertThat(balance[0]).isCloseTo(7, within(0.01));
        assertThat(outcome(ONE_CALL + "[server]\n" + policy("once()", "unlimited"))
                        .curve(Measure.BALANCE))
                .containsOnly(Double.NaN);
    }

    @Test
    void run_jitter_differsBetweenClients() {
        Outcome outcome = outcome("""
                duration = "2s"
                bucket = "10ms"
                [clients]
                count = 1000
                arrivals = "together"
                [server]
                [[server.outage]]
                from = "0s"
                until = "1ms"
                """ + policy("fixedDelay(1s).jittered().attempts(2)", "unlimited"));

        double[] retries = outcome.curve(Measure.RETRIES);
        for (int bucket = 1; bucket < 100; bucket++) {
            assertThat(retries[bucket] * 0.01).as("bucket " + bucket).isBetween(1.0, 30.0);
        }
    }

    @Test
    void run_recovery_isMeasuredFromTheEndOfTheDisturbance() {
        Outcome outcome = outcome("""
                duration = "20s"
                bucket = "1s"
                [clients]
                count = 100
                arrivals = "fixed"
                rate = 1
                [server]
                [[server.outage]]
                from = "5s"
                until = "8s"
                [[server.outage]]
                from = "9s"
                until = "12s"
                """ + policy("fixedDelay(1s).attempts(4)", "unlimited"));

        assertThat(outcome.totals().recovery()).isEqualTo(Duration.ZERO);
        assertThat(outcome.curve(Measure.SUCCESS)[5]).isEqualTo(100);
        assertThat(outcome.curve(Measure.GOODPUT)[5]).isZero();
        assertThat(outcome.curve(Measure.GOODPUT)[12]).isEqualTo(400);
    }

    @Test
    void run_waitForEver_ends() {
        Totals totals =
                totals(ONE_CALL + "[server]\nfailure = 1.0\n" + policy("fixedDelay(forever).attempts(2)", "unlimited"));

        assertThat(totals.attempts()).isOne();
        assertThat(totals.successes()).isZero();
    }

    @Test
    void run_progress_growsToOne() {
        List<Double> heard = new ArrayList<>();
        Report report = Simulation.run(Scenario.builtIn("collapse"), (policy, fraction) -> heard.add(fraction));

        assertThat(heard).isSorted().hasSizeGreaterThan(100);
        assertThat(heard.get(heard.size() - 1)).isEqualTo(1.0);
        assertThat(report.outcomes()).hasSize(4);
    }

    @Test
    void herd_withoutJitter_meetsAgainAndAgain_withItEverybodyIsServed() {
        Report report = Simulation.run(Scenario.builtIn("herd"));

        assertThat(report.outcome("no jitter").totals().success()).isLessThan(0.5);
        assertThat(report.outcome("full jitter").totals().success()).isEqualTo(1.0);
        assertThat(report.outcome("full jitter").totals().recovery())
                .isLessThan(report.outcome("equal jitter").totals().recovery());
    }

    @Test
    void outage_longerBackoff_savesMoreForLess() {
        Report report = Simulation.run(Scenario.builtIn("outage"));
        Totals shorter = report.outcome("backoff, no budget").totals();
        Totals longer = report.outcome("longer backoff, no budget").totals();
        Totals budgeted = report.outcome("backoff, standard budget").totals();

        assertThat(longer.success()).isGreaterThan(shorter.success());
        assertThat(longer.load()).isLessThan(shorter.load());
        assertThat(budgeted.load()).isLessThan(1.25);
    }

    @Test
    void startup_onlyPatienceHelps() {
        Report report = Simulation.run(Scenario.builtIn("startup"));

        assertThat(report.outcome("three quick attempts").totals().success()).isLessThan(0.7);
        assertThat(report.outcome("backoff to 5s").totals().success()).isGreaterThan(0.99);
        assertThat(report.outcome("backoff to 5s, standard budget").totals().success())
                .isLessThan(0.75);
    }

    private static String policy(String schedule, String budget) {
        return """
                [[policy]]
                name = "it"
                schedule = "%s"
                budget = "%s"
                """.formatted(schedule, budget);
    }

    private static Totals totals(String toml) {
        return outcome(toml).totals();
    }

    private static Outcome outcome(String toml) {
        return Simulation.run(Scenario.parse("test.toml", toml)).outcomes().get(0);
    }

    @Test
    void outcome_mean_emptyStretch_isNoNumber() {
        Outcome outcome = outcome(ONE_CALL + "[server]\n" + policy("once()", "unlimited"));

        assertThat(outcome.mean(Measure.OFFERED, Duration.ofSeconds(5), Schedule.FOREVER))
                .isNaN();
    }
}
