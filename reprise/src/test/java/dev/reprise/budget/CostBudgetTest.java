package dev.reprise.budget;

import static dev.reprise.budget.Traffic.call;
import static dev.reprise.budget.Traffic.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.budget.RetryBudget.Cause;
import dev.reprise.budget.RetryBudget.Grant;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CostBudgetTest {
    private static void refused(int capacity, int retryCost, int timeoutCost, String message) {
        assertThatThrownBy(() -> RetryBudget.costs(capacity, retryCost, timeoutCost))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid budget: " + message + ".");
    }

    @Test
    void costs_invalid_saysWhy() {
        refused(
                0,
                0,
                -1,
                "capacity (0) must be between 1 and 1000000; retryCost (0) must be between 1 and 1000000; "
                        + "timeoutCost (-1) must be between 1 and 1000000");
        refused(1_000_001, 5, 5, "capacity (1000001) must be between 1 and 1000000");
        refused(10, 11, 20, "retryCost (11) must be between 1 and 10; timeoutCost (20) must be between 1 and 10");
    }

    @Test
    void costs_bounds_areLegal() {
        assertThat(RetryBudget.costs(1, 1, 1)).hasToString("costs(capacity 1, retry 1, timeout 1)");
        assertThat(RetryBudget.costs(1_000_000, 1_000_000, 1_000_000).balance()).isEqualTo(1_000_000);
    }

    @Test
    void tryAcquire_takesByCause_orRefusesAndChangesNothing() {
        RetryBudget budget = RetryBudget.costs(17, 5, 10);
        assertThat(budget.tryAcquire(Cause.TIMEOUT)).isNotNull().hasToString("10 units");
        assertThat(budget.balance()).isEqualTo(7);
        assertThat(budget.tryAcquire(Cause.TIMEOUT)).isNull();
        assertThat(budget.balance()).isEqualTo(7);
        assertThat(budget.tryAcquire(Cause.FAILURE)).isNotNull().hasToString("5 units");
        assertThat(budget.tryAcquire(Cause.FAILURE)).isNull();
        assertThat(budget.balance()).isEqualTo(2);
    }

    @Test
    void onSuccess_givesBackWhatTheLastRetryTook_orOne() {
        RetryBudget budget = RetryBudget.costs(100, 5, 10);
        Grant failure = budget.tryAcquire(Cause.FAILURE);
        Grant timeout = budget.tryAcquire(Cause.TIMEOUT);
        assertThat(budget.balance()).isEqualTo(85);
        budget.onSuccess(timeout);
        assertThat(budget.balance()).isEqualTo(95);
        budget.onSuccess(null);
        assertThat(budget.balance()).isEqualTo(96);
        budget.onSuccess(failure);
        assertThat(budget.balance()).isEqualTo(100);
    }

    @Test
    @Tag("BR-087")
    void levels_followTheRuleToTheUnit() {
        RetryBudget budget = RetryBudget.costs(100, 5, 10);
        for (int i = 0; i < 1000; i++) {
            assertThat(call(budget, 3, 1)).isEqualTo("succeeded");
        }
        assertThat(budget.balance()).isEqualTo(100);
        for (int i = 0; i < 1000; i++) {
            Grant waiting = Objects.requireNonNull(budget.tryAcquire(i % 2 == 0 ? Cause.FAILURE : Cause.TIMEOUT));
            budget.refund(waiting);
        }
        assertThat(budget.balance()).isEqualTo(100);
        // A call that ends before anything is decided begins, and no more.
        for (int i = 0; i < 1000; i++) {
            budget.onFirstAttempt();
        }
        assertThat(budget.balance()).isEqualTo(100);
        assertThat(granted(budget, 100)).isEqualTo(20);
    }

    @Test
    void nullsAndForeignGrants_areNamed() {
        RetryBudget budget = RetryBudget.costs(100, 5, 10);
        Grant foreign = Objects.requireNonNull(Traffic.grant(RetryBudget.costs(100, 5, 10)));
        assertThatNullPointerException()
                .isThrownBy(() -> assertThat(budget.tryAcquire(null)).isNull())
                .withMessage("cause");
        assertThatNullPointerException().isThrownBy(() -> budget.refund(null)).withMessage("grant");
        assertThatThrownBy(() -> budget.refund(foreign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid refund: grant (5 units) is not one that this budget gave.");
        assertThatThrownBy(() -> budget.onSuccess(foreign)).isInstanceOf(IllegalArgumentException.class);
        assertThat(budget.balance()).isEqualTo(100);
    }

    @Test
    void explain_saysLoadBurstAndWhenItBites() {
        assertThat(RetryBudget.costs(500, 5, 10).explain())
                .isEqualTo(
                        "A retry takes 5 of 500 units, one after a timeout 10, and is refused when fewer are left. From full, at most"
                                + " 100 retries go out without a success (50 after timeouts); then a full outage adds no load. A success gives"
                                + " back what its last retry took, or 1 when it needed none, so it bites when for each retry that fails fewer"
                                + " than 5 calls succeed at once. First attempts are never limited.");
    }
}
