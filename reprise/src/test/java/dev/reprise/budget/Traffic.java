package dev.reprise.budget;

import dev.reprise.budget.RetryBudget.Cause;
import dev.reprise.budget.RetryBudget.Grant;
import org.jspecify.annotations.Nullable;

/** What calls do to a budget, in the order that a call does it. */
final class Traffic {
    private Traffic() {}

    static boolean asks(RetryBudget budget) {
        return budget.tryAcquire(Cause.FAILURE) != null;
    }

    /** How many of so many askers get a retry. */
    static int granted(RetryBudget budget, int askers) {
        int granted = 0;
        for (int i = 0; i < askers; i++) {
            granted += asks(budget) ? 1 : 0;
        }
        return granted;
    }

    static void firsts(RetryBudget budget, int calls) {
        for (int i = 0; i < calls; i++) {
            budget.onFirstAttempt();
        }
    }

    /** One call after the other begins and asks for one retry; how many got it. */
    static int firstsAsking(RetryBudget budget, int calls) {
        int granted = 0;
        for (int i = 0; i < calls; i++) {
            budget.onFirstAttempt();
            granted += asks(budget) ? 1 : 0;
        }
        return granted;
    }

    /** A whole call whose first attempts fail, and how it ended. */
    static String call(RetryBudget budget, int attempts, int failures) {
        budget.onFirstAttempt();
        Grant grant = null;
        for (int attempt = 1; ; attempt++) {
            if (attempt > failures) {
                budget.onSuccess(grant);
                return "succeeded";
            }
            budget.onRetryableFailure();
            if (attempt == attempts) {
                return "exhausted";
            }
            grant = budget.tryAcquire(Cause.FAILURE);
            if (grant == null) {
                return "throttled";
            }
        }
    }

    static @Nullable Grant grant(RetryBudget budget) {
        return budget.tryAcquire(Cause.FAILURE);
    }
}
