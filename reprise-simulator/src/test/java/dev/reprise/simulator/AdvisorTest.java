package dev.reprise.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Schedule;
import dev.reprise.simulator.Advice.Choice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AdvisorTest {
    private static final Duration S = Duration.ofSeconds(1);

    @Test
    void unbeaten_keepsWhatNoOtherBeats_bestSuccessFirst() {
        Choice cheap = choice("cheap", 0.7, 1.0, S);
        Choice good = choice("good", 0.9, 1.2, S);
        Choice worse = choice("worse", 0.9, 1.3, S);
        Choice quick = choice("quick", 0.8, 1.3, Duration.ZERO);
        Choice never = choice("never", 0.7, 1.0, Schedule.FOREVER);

        assertThat(Advice.unbeaten(List.of(cheap, worse, good, never, quick))).containsExactly(good, quick, cheap);
    }

    @Test
    void unbeaten_same_keepsTheFirst() {
        Choice first = choice("first", 0.90001, 1.2001, null);
        Choice second = choice("second", 0.90002, 1.2, null);

        assertThat(Advice.unbeaten(List.of(first, second))).containsExactly(first);
    }

    private static Choice choice(String name, double success, double load, @Nullable Duration recovery) {
        return new Choice(new Policy(name, Schedule.once(), BudgetText.parse("unlimited")), success, load, recovery);
    }

    @Test
    void advise_collapse_neverAdvisesWhatTipsOver() {
        List<Double> progress = new ArrayList<>();
        Scenario scenario = Scenario.builtIn("collapse");
        Advice advice = Advisor.advise(scenario, 1, (policy, fraction) -> progress.add(fraction));

        assertThat(advice.tried()).isGreaterThan(100);
        assertThat(advice.best()).isNotEmpty().allSatisfy(choice -> {
            assertThat(choice.load()).isLessThan(1.1);
            assertThat(choice.recovery()).isLessThan(Duration.ofSeconds(10));
        });
        assertThat(progress).isSorted().last().isEqualTo(1.0);
        assertThat(advice.comparison().policies())
                .containsExactlyElementsOf(
                        advice.best().stream().map(Choice::policy).toList());
    }

    @Test
    void table_textsAreReadBack() {
        Advice advice = new Advice(
                Scenario.builtIn("flaky"),
                9,
                List.of(new Choice(
                        new Policy("x", Schedule.times(3), BudgetText.parse("ratio(0.1, 1, 10)")), 0.99, 1.2, null)));

        assertThat(advice.table()).isEqualTo("""
                        flaky: 1 of 9 policies that no other one beats
                        success   load  recovery  schedule  budget
                         99.0 %  1.20×         –  times(3)  ratio(0.1, 1, 10)
                        """);
        assertThat(advice.java())
                .isEqualTo("Retry.with(BoundedSchedule.parse(\"times(3)\")).budget(RetryBudget.ratio(0.1, 1, 10))\n");
    }

    @Test
    void grid_everyPolicy_canBeWrittenInAFile() {
        for (Policy policy : Advisor.grid(Scenario.builtIn("flaky").policies().get(0))) {
            assertThat(BoundedSchedule.parse(policy.schedule().toString())).isEqualTo(policy.schedule());
            assertThat(BudgetText.parse(policy.budget().toString())).isEqualTo(policy.budget());
        }
    }

    @Test
    void advise_seeds_invalid_saysWhy() {
        assertThatThrownBy(() -> Advisor.advise(Scenario.builtIn("flaky"), 0, Progress.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid advice: seeds (0) must be from 1 to 100.");
    }
}
