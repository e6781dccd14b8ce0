package dev.reprise.stress;

import dev.reprise.budget.RetryBudget;
import dev.reprise.budget.RetryBudget.Cause;
import dev.reprise.budget.RetryBudget.Grant;
import java.util.Objects;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** Costs taken and given back, at both ends. */
public class CostBudgetLincheckTest {
    private final RetryBudget budget = RetryBudget.costs(5, 2, 3);
    private final Grant grant = Objects.requireNonNull(budget.tryAcquire(Cause.FAILURE));

    /** Takes 2 or nothing. */
    @Operation
    public boolean acquire() {
        return budget.tryAcquire(Cause.FAILURE) != null;
    }

    /** Takes 3 or nothing. */
    @Operation
    public boolean acquireAfterTimeout() {
        return budget.tryAcquire(Cause.TIMEOUT) != null;
    }

    /** Gives 2 back. */
    @Operation
    public void refund() {
        budget.refund(grant);
    }

    /** Gives 1 back. */
    @Operation
    public void success() {
        budget.onSuccess(null);
    }

    /** In units. */
    @Operation
    public int balance() {
        return (int) budget.balance();
    }

    /** The same in order. */
    public static class Specification {
        private int units = 3;

        /** Takes 2 or nothing. */
        public boolean acquire() {
            return take(2);
        }

        /** Takes 3 or nothing. */
        public boolean acquireAfterTimeout() {
            return take(3);
        }

        private boolean take(int cost) {
            if (units < cost) {
                return false;
            }
            units -= cost;
            return true;
        }

        /** Gives 2 back. */
        public void refund() {
            units = Math.min(5, units + 2);
        }

        /** Gives 1 back. */
        public void success() {
            units = Math.min(5, units + 1);
        }

        /** In units. */
        public int balance() {
            return units;
        }
    }

    @Test
    void everyInterleaving_isAnOrder() {
        Exploration.explored(Specification.class).check(CostBudgetLincheckTest.class);
    }

    @Test
    void onTheMachine_isAnOrder() {
        Exploration.run(Specification.class).check(CostBudgetLincheckTest.class);
    }
}
