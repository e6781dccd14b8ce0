package dev.reprise.stress;

import dev.reprise.budget.RetryBudget;
import dev.reprise.budget.RetryBudget.Cause;
import dev.reprise.budget.RetryBudget.Grant;
import java.util.Objects;

/** Questions to a budget, answered in numbers, as JCStress wants its results. */
final class Asked {
    private Asked() {}

    /** 1 when a retry is granted, 0 when it is refused. */
    static int once(RetryBudget budget) {
        return budget.tryAcquire(Cause.FAILURE) == null ? 0 : 1;
    }

    /** How many more retries are granted until one is refused. */
    static int untilRefused(RetryBudget budget) {
        int granted = 0;
        while (once(budget) == 1) {
            granted++;
        }
        return granted;
    }

    /** The grant of a retry that must be there. */
    static Grant granted(RetryBudget budget) {
        return Objects.requireNonNull(budget.tryAcquire(Cause.FAILURE), "a retry");
    }

    /** The balance in thousandths. */
    static int thousandths(RetryBudget budget) {
        return (int) Math.round(budget.balance() * 1000);
    }
}
