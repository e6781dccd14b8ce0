package dev.reprise.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.reprise.budget.RetryBudget.Cause;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class UnlimitedBudgetTest {
    private final RetryBudget budget = RetryBudget.unlimited();

    @Test
    void everyRetry_isGranted() {
        for (int i = 0; i < 1000; i++) {
            assertThat(Traffic.call(budget, 5, 5)).isEqualTo("exhausted");
        }
        budget.onSuccess(null);
        budget.refund(Objects.requireNonNull(budget.tryAcquire(Cause.TIMEOUT)));
        assertThat(budget.balance()).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void unlimited_isOneConstant() {
        assertThat(RetryBudget.unlimited()).isSameAs(budget).hasToString("unlimited()");
        assertThat(budget.at(String.class, new HandClock())).isSameAs(budget);
        assertThat(budget.explain()).startsWith("Allows every retry.");
    }

    @Test
    void nulls_areNamed() {
        assertThatNullPointerException()
                .isThrownBy(() -> assertThat(budget.tryAcquire(null)).isNull())
                .withMessage("cause");
        assertThatNullPointerException().isThrownBy(() -> budget.refund(null)).withMessage("grant");
    }
}
