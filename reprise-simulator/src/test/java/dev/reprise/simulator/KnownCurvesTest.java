package dev.reprise.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.retry.RetryNesting;
import dev.reprise.schedule.Schedule;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where theory knows the answer, the simulation gives it. */
class KnownCurvesTest {
    private static final BudgetText UNLIMITED = BudgetText.parse("unlimited");

    /**
     * A call succeeds unless all its attempts fail, and the n-th attempt is made when n − 1 have failed. A budget of 10 % adds a tenth
     * whatever fails.
     */
    @ParameterizedTest
    @CsvSource({
        "0.2, 0.886, 1.106, 1", "0.2, 0.886, 1.106, 2", "0.2, 0.886, 1.106, 3",
        "0.5, 0.555, 1.107, 1", "0.5, 0.555, 1.107, 2", "0.5, 0.555, 1.107, 3"
    })
    void flaky_independentFailures_successAndLoadAreGeometric(
            double f, double budgetedSuccess, double budgetedLoad, long seed) {
        Report report = Simulation.run(flaky(f, seed));
        Totals once = report.outcome("no retries").totals();
        Totals four = report.outcome("four attempts").totals();
        Totals budgeted = report.outcome("four attempts, 10% budget").totals();

        assertThat(once.calls()).isEqualTo(60_000);
        assertThat(once.load()).isEqualTo(1.0);
        assertThat(once.success()).isCloseTo(1 - f, within(0.01));
        assertThat(four.success()).isCloseTo(1 - Math.pow(f, 4), within(0.005));
        assertThat(four.load()).isCloseTo((1 - Math.pow(f, 4)) / (1 - f), within(0.02));
        assertThat(budgeted.success()).isCloseTo(budgetedSuccess, within(0.01));
        assertThat(budgeted.load()).isCloseTo(budgetedLoad, within(0.005));
    }

    private static Scenario flaky(double f, long seed) {
        String text = Scenario.builtInText("flaky").replace("failure = 0.2", "failure = " + f);
        return Scenario.parse("flaky.toml", text).withSeed(seed);
    }

    /** Seed 13, 16 or 19 do not tip over: the surge is only just long enough. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void collapse_withoutBudget_neverComesBack_withTheStandardOneItDoes(long seed) {
        Report report = Simulation.run(Scenario.builtIn("collapse").withSeed(seed));
        Outcome bare = report.outcome("three attempts");
        Outcome budgeted = report.outcome("three attempts, standard budget");

        assertThat(inTheLast20Seconds(bare, Measure.GOODPUT) / inTheLast20Seconds(bare, Measure.OFFERED))
                .isLessThan(0.5);
        assertThat(inTheLast20Seconds(bare, Measure.ATTEMPTS) / inTheLast20Seconds(bare, Measure.OFFERED))
                .isGreaterThan(2);
        assertThat(bare.totals().recovery()).isEqualTo(Schedule.FOREVER);

        assertThat(inTheLast20Seconds(budgeted, Measure.SUCCESS)).isGreaterThan(97);
        assertThat(inTheLast20Seconds(budgeted, Measure.GOODPUT))
                .isCloseTo(inTheLast20Seconds(budgeted, Measure.OFFERED), within(2.0));
        assertThat(inTheLast20Seconds(budgeted, Measure.LOAD)).isCloseTo(1.0, within(0.03));
        assertThat(budgeted.totals().recovery()).isLessThan(Duration.ofSeconds(10));
    }

    private static double inTheLast20Seconds(Outcome outcome, Measure measure) {
        return outcome.mean(measure, Duration.ofSeconds(60), Duration.ofSeconds(80));
    }

    @Test
    void layers_withoutNestingRuleAndBudgets_multiplyExactly() {
        for (int layers = 1; layers <= 6; layers++) {
            Totals totals = layered(layers, UNLIMITED, BudgetScope.LAYER, RetryNesting.ALLOW, 20);

            assertThat(totals.attempts())
                    .as(layers + " layers")
                    .isEqualTo(Math.round(Math.pow(3, layers)) * totals.calls());
        }
    }

    @Test
    void layers_withTheNestingRule_doNotMultiply() {
        for (int layers = 1; layers <= 6; layers++) {
            Totals totals = layered(layers, UNLIMITED, BudgetScope.LAYER, RetryNesting.SINGLE_ATTEMPT, 20);

            assertThat(totals.attempts()).as(layers + " layers").isEqualTo(3 * totals.calls());
        }
    }

    /** SEMANTICS of the budget: 20 % in each layer multiply to 1.2^k, one budget for all stays 1.2; nothing in reserve. */
    @Test
    void layers_withBudgets_stayUnderTheirBound() {
        BudgetText tenth = BudgetText.parse("ratio(0.2, 0, 0)");
        for (int layers = 1; layers <= 5; layers++) {
            Totals each = layered(layers, tenth, BudgetScope.LAYER, RetryNesting.ALLOW, 2000);
            Totals one = layered(layers, tenth, BudgetScope.CLIENT, RetryNesting.ALLOW, 2000);

            assertThat(each.load()).as(layers + " budgets").isCloseTo(Math.pow(1.2, layers), within(0.02));
            assertThat(one.load()).as("one for " + layers).isCloseTo(1.2, within(0.005));
        }
    }

    private static Totals layered(int layers, BudgetText budget, BudgetScope scope, RetryNesting nesting, int calls) {
        Scenario scenario = Scenario.parse("dead.toml", """
                        duration = "10s"
                        [clients]
                        count = 1
                        arrivals = "fixed"
                        rate = %s
                        [server]
                        failure = 1.0
                        [[policy]]
                        name = "x"
                        schedule = "once()"
                        budget = "unlimited"
                        """.formatted(String.valueOf(calls / 10)))
                .withPolicies(List.of(new Policy("layered", Schedule.times(3), budget, scope, nesting, layers)));
        Totals totals = Simulation.run(scenario).outcomes().get(0).totals();
        assertThat(totals.calls()).isEqualTo(calls);
        assertThat(totals.successes()).isZero();
        return totals;
    }
}
