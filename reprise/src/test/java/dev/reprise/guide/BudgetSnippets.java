package dev.reprise.guide;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.Faults;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.MonotonicClock;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The code of the guide to budgets, asserted. */
class BudgetSnippets {
    private final MonotonicClock clock = VirtualClock.automatic();
    private final Retry policy = Retry.with(Schedule.times(3)).clock(clock);

    @Test
    void shared() {
        Retry charge = policy.budget(RetryBudget.named("guide.payments.example.com"));
        Retry refund = policy.budget(RetryBudget.named("guide.payments.example.com"));
        for (int i = 0; i < 5; i++) {
            assertThat(charge.tried(Faults.failWith(new IOException())).attempts())
                    .isEqualTo(3);
        }
        assertThat(refund.tried(Faults.failWith(new IOException())).decision()).isNotEqualTo(Decision.SUCCEEDED);
    }

    @Test
    void kinds() {
        RetryBudget ratio = RetryBudget.ratio(0.2, 1, 10);
        RetryBudget tokens = RetryBudget.tokens(10, 0.1);
        RetryBudget costs = RetryBudget.costs(500, 5, 10);
        assertThat(ratio.explain()).isNotEmpty();
        assertThat(tokens.balance()).isEqualTo(10);
        assertThat(costs.balance()).isEqualTo(500);
    }

    @Test
    void outage() {
        RetryBudget budget = RetryBudget.ratio(0.2, 1, 10, 10, clock);
        Retry retry = Retry.with(Schedule.fixedDelay(ofMillis(1)).attempts(3))
                .budget(budget)
                .clock(clock);
        int attempts = 0;
        for (int call = 0; call < 1000; call++) {
            attempts += retry.tried(Faults.failWith(new IOException())).attempts();
        }
        // 1000 first attempts, a fifth of them again, the reserve of ten, and what it refills in a quarter of a second.
        assertThat(attempts).isBetween(1200, 1211);
    }
}
