package dev.reprise.budget;

import static dev.reprise.budget.Traffic.asks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.budget.RetryBudget.Cause;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TokenBudgetTest {
    private static void refused(int max, double ratio, String message) {
        assertThatThrownBy(() -> RetryBudget.tokens(max, ratio))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid budget: " + message + ".");
    }

    @Test
    void tokens_invalid_saysWhy() {
        refused(2, 0, "max (2) must be between 3 and 65536; ratio (0) must be between 0.001 and 65536");
        refused(
                65537,
                Double.NaN,
                "max (65537) must be between 3 and 65536; ratio (NaN) must be between 0.001 and 65536");
        refused(10, 0.0009, "ratio (0.0009) must be between 0.001 and 65536");
        refused(10, 65536.5, "ratio (65536.5) must be between 0.001 and 65536");
        refused(10, -1, "ratio (-1) must be between 0.001 and 65536");
    }

    @Test
    void tokens_bounds_areLegal() {
        assertThat(RetryBudget.tokens(3, 0.001)).hasToString("tokens(max 3, ratio 0.001)");
        assertThat(RetryBudget.tokens(RetryBudget.TOKEN_LIMIT, RetryBudget.TOKEN_LIMIT))
                .hasToString("tokens(max 65536, ratio 65536)");
        assertThat(RetryBudget.tokens(65536, 1).balance()).isEqualTo(65536);
    }

    @Test
    void ratio_isRoundedToThousandths() {
        assertThat(RetryBudget.tokens(10, 0.12345)).hasToString("tokens(max 10, ratio 0.123)");
        assertThat(RetryBudget.tokens(10, 0.0015)).hasToString("tokens(max 10, ratio 0.002)");
    }

    @Test
    void oddMaximum_allowsAboveHalf() {
        RetryBudget budget = RetryBudget.tokens(3, 0.5);
        budget.onRetryableFailure();
        assertThat(asks(budget)).isTrue();
        budget.onRetryableFailure();
        assertThat(asks(budget)).isFalse();
        budget.onSuccess(null);
        assertThat(budget.balance()).isEqualTo(1.5);
        assertThat(asks(budget)).isFalse();
    }

    @Test
    void askingRefundingAndBeginning_changeNothing() {
        RetryBudget budget = RetryBudget.tokens(10, 0.1);
        budget.onRetryableFailure();
        for (int i = 0; i < 100; i++) {
            budget.onFirstAttempt();
            budget.refund(Objects.requireNonNull(budget.tryAcquire(Cause.TIMEOUT)));
        }
        assertThat(budget.balance()).isEqualTo(9);
    }

    @Test
    void success_ratioAboveMax_fillsAtOnce() {
        RetryBudget budget = RetryBudget.tokens(3, 100);
        budget.onRetryableFailure();
        budget.onRetryableFailure();
        budget.onSuccess(null);
        assertThat(budget.balance()).isEqualTo(3);
        // What went past the cap is gone: two failures count from 3, not from 101.
        budget.onRetryableFailure();
        budget.onRetryableFailure();
        assertThat(budget.balance()).isEqualTo(1);
    }

    @Test
    void nullsAndForeignGrants_areNamed() {
        RetryBudget budget = RetryBudget.tokens(10, 0.1);
        assertThatNullPointerException()
                .isThrownBy(() -> assertThat(budget.tryAcquire(null)).isNull())
                .withMessage("cause");
        assertThatNullPointerException().isThrownBy(() -> budget.refund(null)).withMessage("grant");
        assertThatThrownBy(() -> budget.refund(new RetryBudget.Grant() {
                    @Override
                    public String toString() {
                        return "mine";
                    }
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid refund: grant (mine) is not one that this budget gave.");
    }

    @Test
    void explain_saysLoadBurstAndWhenItBites() {
        assertThat(RetryBudget.tokens(10, 0.1).explain())
                .isEqualTo(
                        "Retries go out while more than 5 of 10 tokens are left; a retryable failure takes 1, a success gives 0.1"
                                + " back. From full, retries follow the first 4 failures in a row and no later one, so a full outage adds no"
                                + " load. It bites when more than about 9.1% of attempts fail for long. First attempts are never limited.");
        assertThat(RetryBudget.tokens(3, 1).explain())
                .contains("more than 1.5 of 3 tokens", "the first 1 failures in a row", "about 50% of attempts");
    }
}
