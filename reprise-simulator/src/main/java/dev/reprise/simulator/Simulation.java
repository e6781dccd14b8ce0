package dev.reprise.simulator;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;

/**
 * Runs a scenario once for each of its policies, on the calling thread and on virtual time.
 *
 * <pre>{@code
 * Report report = Simulation.run(Scenario.builtIn("collapse"));
 * System.out.print(report.table());
 * Files.writeString(Path.of("collapse.html"), report.html());
 * }</pre>
 *
 * @see Advisor
 */
public final class Simulation {
    private Simulation() {}

    /** Runs to the end without saying how far it is. */
    public static Report run(Scenario scenario) {
        return run(scenario, Progress.NONE);
    }

    /**
     * Runs to the end.
     *
     * @param scenario what happens, and the policies
     * @param progress told at the end of each bucket, on this thread; what it throws ends the run
     * @return one outcome for each policy, in the scenario's order
     */
    public static Report run(Scenario scenario, Progress progress) {
        requireNonNull(progress, "progress");
        List<Outcome> outcomes = new ArrayList<>();
        int count = scenario.policies().size();
        for (Policy policy : scenario.policies()) {
            int done = outcomes.size();
            outcomes.add(run(scenario, policy, part -> progress.advanced(policy.name(), (done + part) / count)));
        }
        return new Report(scenario, outcomes);
    }

    static Outcome run(Scenario scenario, Policy policy, DoubleConsumer progress) {
        return new Engine(scenario, policy, progress).run();
    }
}
