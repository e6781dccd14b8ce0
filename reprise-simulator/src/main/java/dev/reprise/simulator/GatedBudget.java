package dev.reprise.simulator;

import dev.reprise.budget.RetryBudget;
import org.jspecify.annotations.Nullable;

/**
 * A real budget that does not hear of the one attempt which each layer makes before the run, to know what it is to be inside
 * it.
 */
final class GatedBudget implements RetryBudget {
    private final RetryBudget budget;
    private boolean open;

    GatedBudget(RetryBudget budget) {
        this.budget = budget;
    }

    void open() {
        open = true;
    }

    @Override
    public void onFirstAttempt() {
        if (open) {
            budget.onFirstAttempt();
        }
    }

    @Override
    public void onSuccess(@Nullable Grant last) {
        if (open) {
            budget.onSuccess(last);
        }
    }

    @Override
    public void onRetryableFailure() {
        budget.onRetryableFailure();
    }

    @Override
    public @Nullable Grant tryAcquire(Cause cause) {
        return budget.tryAcquire(cause);
    }

    @Override
    public void refund(Grant grant) {
        budget.refund(grant);
    }

    @Override
    public double balance() {
        return budget.balance();
    }

    @Override
    public String explain() {
        return budget.explain();
    }
}
