package dev.reprise.simulator;

import static java.util.Objects.requireNonNull;

import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Jitter;
import dev.reprise.schedule.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Tries many policies on one scenario and keeps those that no other one beats.
 *
 * <p>One policy beats another when it is no worse in success, load and time to recover, and better in one of them, as far as the
 * report shows them: a tenth of a percent, a hundredth of a load, a bucket of time. Of several that show the same, the simplest is
 * kept. What is left is a choice between success and load that nobody else can make for you.
 *
 * <pre>{@code
 * Advice advice = Advisor.advise(Scenario.builtIn("outage"));
 * System.out.print(advice.table());
 * }</pre>
 */
public final class Advisor {
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Duration LONG = Duration.ofSeconds(1);
    private static final Duration CAP = Duration.ofSeconds(10);
    private static final List<String> BUDGETS =
            List.of("unlimited", "standard", "ratio(0.1, 1, 10)", "tokens(10, 0.1)");
    private static final int SEEDS = 3;

    private Advisor() {}

    /** Tries with three seeds, without saying how far it is. */
    public static Advice advise(Scenario scenario) {
        return advise(scenario, SEEDS, Progress.NONE);
    }

    /**
     * Tries every policy of the grid: once; two to ten attempts at once, after a fixed delay, and with exponential and decorrelated
     * backoff from 100 ms and from 1 s to at most 10 s, without jitter, with equal and with full jitter; each without a budget and
     * with three. Layers, nesting and who shares a budget are those of the scenario's first policy.
     *
     * <p>A run that tips over with one seed may hold with another, so each policy is run with several, the scenario's and those
     * after it; success and load are their means, the recovery is the longest.
     *
     * @param scenario what happens; its policies are not tried
     * @param seeds how many seeds; from 1 to 100
     * @param progress told as the runs go on, on this thread
     * @throws IllegalArgumentException when the number of seeds is out of range
     */
    public static Advice advise(Scenario scenario, int seeds, Progress progress) {
        requireNonNull(progress, "progress");
        new Problems("advice")
                .rule(seeds >= 1 && seeds <= 100, "seeds", seeds, "be from 1 to 100")
                .orThrow();
        List<Policy> grid = grid(scenario.policies().get(0));
        List<Advice.Choice> choices = new ArrayList<>();
        for (Policy policy : grid) {
            List<Totals> runs = new ArrayList<>();
            for (int seed = 0; seed < seeds; seed++) {
                double done = choices.size() + (double) seed / seeds;
                Scenario seeded = scenario.withSeed(scenario.seed() + seed);
                runs.add(Simulation.run(
                                seeded,
                                policy,
                                part -> progress.advanced(policy.name(), (done + part / seeds) / grid.size()))
                        .totals());
            }
            choices.add(Advice.Choice.of(policy, runs));
        }
        return new Advice(scenario, grid.size(), Advice.unbeaten(choices));
    }

    /** Simplest first. */
    static List<Policy> grid(Policy model) {
        List<Policy> grid = new ArrayList<>();
        for (BoundedSchedule schedule : schedules()) {
            for (String budget : schedule.maximumAttempts() == 1 ? BUDGETS.subList(0, 1) : BUDGETS) {
                grid.add(new Policy(
                        schedule + " / " + budget,
                        schedule,
                        BudgetText.parse(budget),
                        model.scope(),
                        model.nesting(),
                        model.layers()));
            }
        }
        return grid;
    }

    private static Set<BoundedSchedule> schedules() {
        Set<BoundedSchedule> schedules = new LinkedHashSet<>();
        schedules.add(Schedule.once());
        for (int attempts : new int[] {2, 3, 5, 10}) {
            schedules.add(Schedule.times(attempts));
            for (Duration base : List.of(SHORT, LONG)) {
                Schedule exponential = Schedule.exponential(base).capped(CAP);
                schedules.add(Schedule.fixedDelay(base).attempts(attempts));
                schedules.add(exponential.attempts(attempts));
                schedules.add(exponential.jittered(Jitter.equal()).attempts(attempts));
                schedules.add(exponential.jittered(Jitter.full()).attempts(attempts));
                schedules.add(Schedule.decorrelated(base, CAP).attempts(attempts));
            }
        }
        return schedules;
    }
}
