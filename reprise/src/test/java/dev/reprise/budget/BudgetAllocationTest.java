package dev.reprise.budget;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.reprise.budget.RetryBudget.Cause;
import dev.reprise.budget.RetryBudget.Grant;
import dev.reprise.time.MonotonicClock;
import java.lang.management.ManagementFactory;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BudgetAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Stream<RetryBudget> budgets() {
        HandClock clock = new HandClock();
        return Stream.of(
                RetryBudget.ratio(0.2, 1, 10, 10, clock),
                RetryBudget.ratio(0, 1e6, 1_000_000, 1, MonotonicClock.system()),
                RetryBudget.tokens(10, 0.1),
                RetryBudget.costs(100, 5, 10),
                RetryBudget.unlimited(),
                RetryBudget.named("allocation", RetryBudget.costs(10, 1, 1)),
                RetryBudget.perCallSite(),
                RetryBudget.perCallSite().at(BudgetAllocationTest.class, clock));
    }

    @ParameterizedTest
    @MethodSource("budgets")
    void everyOperation_allocatesNothing(RetryBudget budget) {
        HandClock clock = new HandClock();
        long least = Long.MAX_VALUE;
        // The first rounds load classes and compile; the measurement itself may be disturbed, so the best of several
        // counts.
        for (int round = 0; round < 10; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            use(budget, clock);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
    }

    /** 10,000 calls: nine in ten succeed at once, the others ask for retries, in turn successful, cancelled and refused. */
    private static void use(RetryBudget policy, MonotonicClock clock) {
        for (int call = 0; call < 10_000; call++) {
            RetryBudget budget = policy.at(BudgetAllocationTest.class, clock);
            budget.onFirstAttempt();
            Grant grant = null;
            for (int retry = 0; call % 10 == 0 && retry < 3; retry++) {
                budget.onRetryableFailure();
                grant = budget.tryAcquire(retry == 1 ? Cause.TIMEOUT : Cause.FAILURE);
                if (grant != null && call % 20 == 0) {
                    budget.refund(grant);
                    grant = null;
                }
            }
            budget.onSuccess(grant);
        }
    }
}
