package dev.reprise.simulator;

import static java.util.Objects.requireNonNull;

import dev.reprise.retry.RetryNesting;
import dev.reprise.schedule.BoundedSchedule;

/**
 * How the clients retry.
 *
 * <p>With three layers, {@code times(3)}, no budget and {@link RetryNesting#ALLOW} one call to a dead dependency is 27
 * requests; with {@link RetryNesting#SINGLE_ATTEMPT} it is 3.
 *
 * @param name what the report calls it; must not be blank
 * @param schedule the schedule of every layer
 * @param budget the kind of budget
 * @param scope who shares one budget
 * @param nesting what an inner layer does
 * @param layers how many layers of code in one client retry around each other; from 1 to 8
 */
public record Policy(
        String name, BoundedSchedule schedule, BudgetText budget, BudgetScope scope, RetryNesting nesting, int layers) {
    static final int MOST_LAYERS = 8;

    /** @throws IllegalArgumentException naming every argument that is out of range */
    public Policy {
        requireNonNull(schedule, "schedule");
        requireNonNull(budget, "budget");
        requireNonNull(scope, "scope");
        requireNonNull(nesting, "nesting");
        new Problems("policy")
                .rule(!name.isBlank(), "name", '"' + name + '"', "not be blank")
                .rule(layers >= 1 && layers <= MOST_LAYERS, "layers", layers, "be from 1 to " + MOST_LAYERS)
                .orThrow();
    }

    /**
     * One layer with a budget for each client.
     *
     * @param name what the report calls it; must not be blank
     * @param schedule when to go again
     * @param budget the kind of budget
     */
    public Policy(String name, BoundedSchedule schedule, BudgetText budget) {
        this(name, schedule, budget, BudgetScope.LAYER, RetryNesting.SINGLE_ATTEMPT, 1);
    }
}
