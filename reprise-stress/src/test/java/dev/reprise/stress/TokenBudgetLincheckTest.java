package dev.reprise.stress;

import dev.reprise.budget.RetryBudget;
import dev.reprise.budget.RetryBudget.Cause;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** Failures and successes, at the bottom, at half and at the top. */
public class TokenBudgetLincheckTest {
    private final RetryBudget budget = RetryBudget.tokens(3, 1.25);

    /** Takes a token. */
    @Operation
    public void failure() {
        budget.onRetryableFailure();
    }

    /** Gives one and a quarter. */
    @Operation
    public void success() {
        budget.onSuccess(null);
    }

    /** Takes nothing. */
    @Operation
    public boolean acquire() {
        return budget.tryAcquire(Cause.FAILURE) != null;
    }

    /** In thousandths. */
    @Operation
    public int balance() {
        return (int) Math.round(budget.balance() * 1000);
    }

    /** The same in order. */
    public static class Specification {
        private int thousandths = 3000;

        /** Takes a token. */
        public void failure() {
            thousandths = Math.max(0, thousandths - 1000);
        }

        /** Gives one and a quarter. */
        public void success() {
            thousandths = Math.min(3000, thousandths + 1250);
        }

        /** Takes nothing. */
        public boolean acquire() {
            return thousandths > 1500;
        }

        /** In thousandths. */
        public int balance() {
            return thousandths;
        }
    }

    @Test
    void everyInterleaving_isAnOrder() {
        Exploration.explored(Specification.class).check(TokenBudgetLincheckTest.class);
    }

    @Test
    void onTheMachine_isAnOrder() {
        Exploration.run(Specification.class).check(TokenBudgetLincheckTest.class);
    }
}
