package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.Faults;
import dev.reprise.testing.VirtualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scenarios of budgets that need whole calls. */
class BudgetedCallsTest {
    private final VirtualClock clock = VirtualClock.automatic();

    private Retry attempts(int attempts, RetryBudget budget) {
        return Retry.explicit(Schedule.times(attempts), (failure, attempt) -> Verdict.retry(), budget)
                .clock(clock);
    }

    private static int attemptsOf(Retry retry) {
        return retry.tried(Faults.failWith(new IOException("down"))).attempts();
    }

    @Test
    void tokens_threeCallsAllFailing_throttledSoonerAndSooner() {
        RetryBudget tokens = RetryBudget.tokens(4, 0.5);
        Retry retry = attempts(5, tokens);
        int[] attempts = {2, 1, 1};
        double[] left = {2, 1, 0};
        for (int call = 0; call < 3; call++) {
            Tried<Object> tried = retry.tried(Faults.failWith(new IOException("unavailable")));
            assertThat(tried.attempts()).isEqualTo(attempts[call]);
            assertThat(tried.decision()).isEqualTo(Decision.THROTTLED);
            assertThat(tokens.balance()).isEqualTo(left[call]);
        }
    }

    @Test
    void tokens_failTwiceThenSucceed_balanceOfSeedD() {
        RetryBudget tokens = RetryBudget.tokens(10, 0.1);
        Object unused = attempts(4, tokens).tried(Faults.failTimes(2, new IOException("unavailable")));
        assertThat(tokens.balance()).isCloseTo(8.1, within(1e-9));
    }

    @Test
    void tokens_cancelledOrLateCallers_changeNothing() {
        RetryBudget tokens = RetryBudget.tokens(4, 0.5);
        for (int i = 0; i < 6; i++) {
            Thread.currentThread().interrupt();
            assertThat(attemptsOf(attempts(5, tokens))).isEqualTo(1);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(attemptsOf(attempts(5, tokens).within(Duration.ZERO))).isEqualTo(1);
        }
        assertThat(tokens.balance()).isEqualTo(4);
    }

    @Test
    void costs_paidAndGivenBack() {
        RetryBudget costs = RetryBudget.costs(100, 5, 10);
        Retry retry = attempts(3, costs);
        Object unused = retry.tried(() -> "V");
        assertThat(costs.balance()).isEqualTo(100);
        unused = retry.tried(Faults.failTimes(1, new IOException("x")));
        assertThat(costs.balance()).isEqualTo(100);
        unused = retry.tried(Faults.failTimes(2, new IOException("x")));
        assertThat(costs.balance()).isEqualTo(95);

        RetryBudget fresh = RetryBudget.costs(100, 5, 10);
        assertThat(attempts(3, fresh)
                        .tried(Faults.failWith(new IOException("x")))
                        .decision())
                .isEqualTo(Decision.EXHAUSTED);
        assertThat(fresh.balance()).isEqualTo(90);
    }

    @Test
    void costs_emptied_throttled() {
        RetryBudget costs = RetryBudget.costs(10, 5, 5);
        Tried<Object> tried = attempts(5, costs).tried(Faults.failWith(new IOException("x")));
        assertThat(tried.attempts()).isEqualTo(3);
        assertThat(tried.decision()).isEqualTo(Decision.THROTTLED);
        assertThat(costs.balance()).isZero();
    }

    @Test
    @Tag("BR-086")
    void costs_hundredCallsAllFailing_fiveRetriesInTotal() {
        Retry retry = attempts(3, RetryBudget.costs(5, 1, 1));
        int attempts = 0;
        for (int call = 0; call < 100; call++) attempts += attemptsOf(retry);
        assertThat(attempts).isEqualTo(105);
    }

    @Test
    @Tag("BR-087")
    void costs_cancelledInBackoffOrClassifierThrows_levelUnchanged() {
        RetryBudget costs = RetryBudget.costs(50, 5, 5);
        Retry waiting = Retry.explicit(
                        Schedule.fixedDelay(Duration.ofSeconds(1)).attempts(2),
                        (failure, attempt) -> Verdict.retry(),
                        costs)
                .clock(clock)
                .onRetry(info -> Thread.currentThread().interrupt());
        Retry broken = waiting.classifier((failure, attempt) -> {
            throw new IllegalStateException("classifier");
        });
        for (int i = 0; i < 100; i++) {
            assertThat(attemptsOf(waiting)).isEqualTo(1);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(attemptsOf(broken)).isEqualTo(1);
        }
        assertThat(costs.balance()).isEqualTo(50);
    }

    private int seenByDependency(RetryBudget outer, RetryBudget inner) {
        AtomicInteger seen = new AtomicInteger();
        Retry outside = attempts(5, outer);
        Retry inside = attempts(5, inner);
        for (int call = 0; call < 100; call++) {
            Object unused = outside.tried(() -> inside.call(() -> {
                seen.incrementAndGet();
                throw new IllegalStateException("down");
            }));
        }
        return seen.get();
    }

    @Test
    @Tag("BR-088")
    void twoLayers_budgetsMultiplyNoMoreThanTheyAllow() {
        RetryBudget shared = RetryBudget.ratio(0.2, 0, 0, 1_000_000);
        assertThat(seenByDependency(shared, shared)).isEqualTo(120);
        assertThat(seenByDependency(RetryBudget.ratio(0.2, 0, 0, 1_000_000), RetryBudget.ratio(0.2, 0, 0, 1_000_000)))
                .isEqualTo(144);
        assertThat(seenByDependency(RetryBudget.unlimited(), RetryBudget.unlimited()))
                .isEqualTo(2500);
    }
}
