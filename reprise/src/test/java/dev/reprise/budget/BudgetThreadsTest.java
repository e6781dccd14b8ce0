package dev.reprise.budget;

import static dev.reprise.budget.Traffic.asks;
import static dev.reprise.budget.Traffic.granted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CanIgnoreReturnValue;
import dev.reprise.budget.RetryBudget.Cause;
import dev.reprise.budget.RetryBudget.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Totals that must come out exactly, whatever the threads do to each other. */
class BudgetThreadsTest {
    private final HandClock clock = new HandClock();

    /** The sum of what each thread counts; they begin together. */
    @CanIgnoreReturnValue
    private static long sum(int threads, IntSupplier work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier together = new CyclicBarrier(threads);
            List<Future<Integer>> counts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                counts.add(pool.submit(() -> {
                    together.await();
                    return work.getAsInt();
                }));
            }
            long sum = 0;
            for (Future<Integer> count : counts) {
                sum += count.get();
            }
            return sum;
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void ratio_eightThreads_grantExactlyWhatWasEarnedAndReserved() throws Exception {
        RetryBudget budget = RetryBudget.ratio(0.2, 1, 10, 1_000_000, clock);
        long granted = sum(8, () -> {
            int mine = 0;
            for (int i = 0; i < 200_000; i++) {
                budget.onFirstAttempt();
                mine += asks(budget) ? 1 : 0;
                mine += i % 4 == 0 && asks(budget) ? 1 : 0;
            }
            return mine;
        });
        assertThat(granted).isEqualTo(320_010);
        assertThat(budget.balance()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16})
    void ratio_threadsFillItAllTheTime_neverGrantsMoreThanTheCap(int threads) throws Exception {
        RetryBudget budget = RetryBudget.ratio(10, 0, 0, 10, clock);
        sum(threads, () -> {
            for (int i = 0; i < 20_000; i++) {
                budget.onFirstAttempt();
                double balance = budget.balance();
                if (!(balance >= 0 && balance <= 10)) {
                    throw new AssertionError("balance " + balance);
                }
                if (ThreadLocalRandom.current().nextInt(4) == 0) {
                    int unused = granted(budget, 3);
                }
            }
            return 0;
        });
        Traffic.firsts(budget, 1);
        assertThat(budget.balance()).isEqualTo(10);
        assertThat(granted(budget, 1000)).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16})
    void reserve_threadsShareARunningClock_grantWhatTimeBrought(int threads) throws Exception {
        HandClock running = new HandClock(Long.MAX_VALUE - 2_000_000);
        RetryBudget budget = RetryBudget.ratio(0, 1e6, 1_000_000, 1, running);
        assertThat(granted(budget, 1_000_000)).isEqualTo(1_000_000);
        long start = running.nanoTime();
        AtomicInteger turn = new AtomicInteger();
        // 1000 ns bring one token; the clock passes its wrap-around on the way, and each thread may see it late.
        long granted = sum(threads, () -> {
            int mine = 0;
            for (int i = 0; i < 10_000; i++) {
                int now = turn.incrementAndGet();
                if (now <= 5_000) {
                    running.set(start + now * 1000L);
                }
                mine += asks(budget) ? 1 : 0;
            }
            return mine;
        });
        running.set(start + 5_000 * 1000L);
        assertThat(granted + granted(budget, 1_000_000)).isEqualTo(5_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 16})
    void ratio_refundsAmongAsks_loseAndMakeNothing(int threads) throws Exception {
        RetryBudget budget = RetryBudget.ratio(0, 1, 1000, 1000, clock);
        long kept = sum(threads, () -> {
            int mine = 0;
            for (int i = 0; i < 20_000; i++) {
                Grant grant = budget.tryAcquire(Cause.FAILURE);
                if (grant != null && i % 1000 != 0) {
                    budget.refund(grant);
                } else if (grant != null) {
                    mine++;
                }
            }
            return mine;
        });
        assertThat(kept).isEqualTo(20L * threads);
        assertThat(budget.balance()).isEqualTo(1000.0 - kept);
        assertThat(granted(budget, 2000)).isEqualTo((int) (1000 - kept));
    }

    @Test
    void tokens_sixteenThreads_countToTheThousandth() throws Exception {
        RetryBudget budget = RetryBudget.tokens(65536, 0.251);
        sum(16, () -> {
            for (int i = 0; i < 1000; i++) {
                budget.onRetryableFailure();
                budget.onRetryableFailure();
                budget.onSuccess(null);
                budget.onRetryableFailure();
            }
            return 0;
        });
        // 48,000 failures and 16,000 successes, never full and never empty on the way except at the very first.
        assertThat(budget.balance()).isEqualTo(65536 - 48_000 + 16_000 * 0.251);
    }

    @Test
    void tokens_outageOnManyThreads_stopsAtZero() throws Exception {
        RetryBudget budget = RetryBudget.tokens(1000, 1);
        sum(8, () -> {
            for (int i = 0; i < 10_000; i++) {
                budget.onRetryableFailure();
            }
            return 0;
        });
        assertThat(budget.balance()).isZero();
        budget.onSuccess(null);
        assertThat(budget.balance()).isEqualTo(1);
    }

    @Test
    @Tag("BR-087")
    void costs_sixtyFourThreads_doNotDrift() throws Exception {
        RetryBudget budget = RetryBudget.costs(10_000, 5, 10);
        sum(64, () -> {
            for (int i = 0; i < 1000; i++) {
                Grant grant = Objects.requireNonNull(budget.tryAcquire(i % 2 == 0 ? Cause.FAILURE : Cause.TIMEOUT));
                if (i % 3 == 0) {
                    budget.refund(grant);
                } else {
                    budget.onSuccess(grant);
                }
            }
            return 0;
        });
        assertThat(budget.balance()).isEqualTo(10_000);
        // A retry that is spent for good takes its cost, to the unit.
        long granted = sum(64, () -> granted(budget, 20));
        assertThat(granted).isEqualTo(1280);
        assertThat(budget.balance()).isEqualTo(10_000 - 1280 * 5);
    }

    @Test
    @Tag("BR-111")
    void costs_sixtyFourThreadsReportFailures_exactlyTwentyPass() throws Exception {
        for (int round = 0; round < 50; round++) {
            RetryBudget budget = RetryBudget.costs(20, 1, 1);
            assertThat(sum(64, () -> granted(budget, 4))).isEqualTo(20);
            assertThat(budget.balance()).isZero();
        }
    }
}
