package dev.reprise.retry;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualClock;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class InterruptTest {
    private static final IOException E1 = new IOException("first");

    private final VirtualClock clock = VirtualClock.manual();
    private final AtomicInteger attempts = new AtomicInteger();
    private final RetryBudget costs = RetryBudget.costs(100, 5, 10);

    private Retry retry(int attempts, Duration delay) {
        return Retry.with(Schedule.fixedDelay(delay).attempts(attempts))
                .budget(costs)
                .clock(clock);
    }

    @AfterEach
    void noFlagIsLeft() {
        assertThat(Thread.interrupted()).isFalse();
    }

    private Object failing() throws IOException {
        attempts.incrementAndGet();
        throw E1;
    }

    @Test
    @Tag("BR-003")
    void call_interruptedDuringTheWait_throwsTheLastFailureWithTheFlagSet() throws Exception {
        RecordingListener events = new RecordingListener();
        Retry inner = retry(3, ofSeconds(10)).nesting(RetryNesting.ALLOW).listener(events);
        Retry outer = retry(5, ofSeconds(10));
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread calling = new Thread(() -> {
            thrown.complete(catchThrowable(() -> outer.call(() -> inner.call(this::failing))));
            flag.complete(Thread.currentThread().isInterrupted());
        });
        calling.start();
        clock.awaitWaits(1);
        clock.advance(ofMillis(100));
        calling.interrupt();

        assertThat(thrown.get(10, SECONDS)).isSameAs(E1);
        assertThat(flag.get(10, SECONDS)).isTrue();
        assertThat(attempts).hasValue(1);
        assertThat(clock.elapsed()).isEqualTo(ofMillis(100));
        assertThat(events.names()).containsExactly("retry.attempt_failed", "retry.cancelled");
        assertThat(costs.balance()).isEqualTo(100);
    }

    @Test
    @Tag("BR-021")
    void tried_interruptedDuringTheWait_hasTheLastFailureAndWhatWasWaited() throws Exception {
        CompletableFuture<Tried<Object>> tried = new CompletableFuture<>();
        Thread calling = new Thread(() -> tried.complete(retry(3, ofSeconds(10)).tried(this::failing)));
        calling.start();
        clock.awaitWaits(1);
        clock.advance(ofSeconds(4));
        calling.interrupt();

        assertThat(tried.get(10, SECONDS).failure()).isSameAs(E1);
        assertThat(tried.join().decision()).isEqualTo(Decision.CANCELLED);
        assertThat(tried.join().totalDelay()).isEqualTo(ofSeconds(4));
        assertThat(tried.join().elapsed()).isEqualTo(ZERO);
    }

    @Test
    @Tag("BR-004")
    void call_interruptedBeforeTheFirstWait_isExactlyOneAttempt() {
        for (Duration delay : List.of(ZERO, ofSeconds(1))) {
            attempts.set(0);
            assertThatThrownBy(() -> retry(5, delay).call(() -> {
                        Thread.currentThread().interrupt();
                        return failing();
                    }))
                    .isSameAs(E1);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(attempts).hasValue(1);
            assertThat(clock.sleeps()).isEmpty();
        }
    }

    @Test
    @Tag("BR-051")
    void call_interruptedBefore_firstAttemptRunsAndIsTheOnlyOne() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> retry(5, ZERO).call(() -> {
                    assertThat(Thread.currentThread().isInterrupted()).isTrue();
                    return failing();
                }))
                .isSameAs(E1);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(attempts).hasValue(1);
    }

    @Test
    @Tag("BR-012")
    void callInterruptibly_attemptThrowsInterruptedException_isThatAfterOneAttempt() {
        InterruptedException interrupted = new InterruptedException("on purpose");
        Retry everything = retry(5, ZERO).retryIf(failure -> true);
        assertThatThrownBy(() -> everything.callInterruptibly(() -> {
                    attempts.incrementAndGet();
                    throw interrupted;
                }))
                .isSameAs(interrupted);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        Tried<Object> tried = everything.tried(() -> {
            attempts.incrementAndGet();
            throw interrupted;
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(tried.failure()).isSameAs(interrupted);
        assertThat(tried.decision()).isEqualTo(Decision.CANCELLED);
        assertThat(attempts).hasValue(2);
    }

    @Test
    @Tag("BR-012")
    void call_attemptThrowsClosedByInterrupt_isThatAfterOneAttemptOnEveryDriver() throws Exception {
        Retry everything = retry(5, ZERO).retryIf(failure -> true).executor(Runnable::run);
        ClosedByInterruptException closed = new ClosedByInterruptException();
        assertThatThrownBy(() -> everything.call(() -> {
                    attempts.incrementAndGet();
                    Thread.currentThread().interrupt();
                    throw closed;
                }))
                .isSameAs(closed);
        assertThat(Thread.interrupted()).isTrue();

        CompletableFuture<Object> onPool = everything.callOn(Runnable::run, () -> {
            attempts.incrementAndGet();
            Thread.currentThread().interrupt();
            throw closed;
        });
        assertThat(Thread.interrupted()).isTrue();
        assertThatThrownBy(onPool::join).hasCause(closed);
        assertThat(attempts).hasValue(2);
    }

    /** The flag that stays set would let every further attempt of this thread fail at once. */
    @Test
    @Tag("BR-004")
    void callOn_poolShutDownNow_doesNotRunThroughTheRemainingAttempts() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<Object> result = retry(Integer.MAX_VALUE, ZERO)
                .retryIf(failure -> true)
                .callOn(pool, () -> {
                    attempts.incrementAndGet();
                    running.countDown();
                    try {
                        Thread.sleep(20_000);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    throw E1;
                });
        assertThat(running.await(10, SECONDS)).isTrue();
        pool.shutdownNow();

        assertThatThrownBy(() -> result.get(10, SECONDS)).hasCause(E1);
        assertThat(attempts).hasValue(1);
    }

    @Test
    @Tag("BR-043")
    void tried_interruptedWhileTheAttemptIgnoresIt_isTheSameWhateverTheDelay() throws Exception {
        FileNotFoundException last = new FileNotFoundException("final");
        for (Duration delay : List.of(ZERO, ofSeconds(1))) {
            for (Object outcome : List.of("value", E1, last)) {
                attempts.set(0);
                Tried<Object> tried = retry(5, delay).tried(() -> {
                    attempts.incrementAndGet();
                    Thread.currentThread().interrupt();
                    if (outcome instanceof IOException failure) throw failure;
                    return outcome;
                });

                assertThat(Thread.interrupted()).isTrue();
                assertThat(attempts).hasValue(1);
                if (outcome instanceof IOException) assertThat(tried.failure()).isSameAs(outcome);
                else assertThat(tried.value()).isEqualTo(outcome);
                assertThat(tried.decision())
                        .isEqualTo(outcome instanceof IOException ? Decision.CANCELLED : Decision.SUCCEEDED);
            }
        }
        assertThat(costs.balance()).isEqualTo(100);
    }

    @Test
    @Tag("BR-042")
    void call_thirdAttemptInterruptsItsThread_isExactlyThree() {
        Retry retry = retry(Integer.MAX_VALUE, ZERO).budget(RetryBudget.unlimited());
        for (int round = 0; round < 1000; round++) {
            attempts.set(0);
            assertThatThrownBy(() -> retry.call(() -> {
                        if (attempts.get() == 2) Thread.currentThread().interrupt();
                        return failing();
                    }))
                    .isSameAs(E1);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(attempts).hasValue(3);
        }
    }

    @Test
    @Tag("BR-068")
    void call_endlessWithoutDelay_stopsSoonAfterAnInterruptOrACancellation() throws Exception {
        Retry endless =
                Retry.with(Schedule.immediate().attempts(Integer.MAX_VALUE)).budget(RetryBudget.unlimited());
        CountDownLatch underWay = new CountDownLatch(2000);
        Thread calling = new Thread(() -> {
            var unused = endless.tried(() -> {
                underWay.countDown();
                throw E1;
            });
        });
        calling.start();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            CountDownLatch alsoUnderWay = new CountDownLatch(2000);
            CompletableFuture<Object> later = endless.callOn(pool, () -> {
                alsoUnderWay.countDown();
                throw E1;
            });
            assertThat(underWay.await(20, SECONDS)).isTrue();
            assertThat(alsoUnderWay.await(20, SECONDS)).isTrue();
            calling.interrupt();
            assertThat(later.cancel(true)).isTrue();

            calling.join(20_000);
            assertThat(calling.isAlive()).isFalse();
            assertThat(pool.submit(() -> Thread.currentThread().isInterrupted()).get(20, SECONDS))
                    .isFalse();
        } finally {
            pool.shutdownNow();
        }
    }

    /**
     * Attempts that end around their limit, where the end and the interrupt meet: half of the rounds have fired, half not, and
     * the flag is clear after each. In real time; an attempt spins instead of sleeping, so that nothing else clears the flag.
     */
    @Test
    @Tag("slow")
    void attemptTimeout_attemptsThatEndAroundTheirLimit_leaveTheCallersThreadClear() {
        Tally tally = new Tally();
        Random random = new Random(20_240_602);
        for (int round = 0; round < 20_000; round++) {
            tally.count(around(random).tried(spinning(random)));
            assertThat(Thread.currentThread().isInterrupted())
                    .as("round %s", round)
                    .isFalse();
        }
        tally.assertBoth();
    }

    @Test
    @Tag("slow")
    void attemptTimeout_attemptsThatEndAroundTheirLimit_leaveThePoolsThreadsClear() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Tally tally = new Tally();
        Random random = new Random(20_240_603);
        AtomicInteger flagged = new AtomicInteger();
        try {
            for (int round = 0; round < 20_000; round++) {
                Retry retry = Retry.with(Schedule.times(1))
                        .budget(RetryBudget.unlimited())
                        .attemptTimeout(
                                LIMIT,
                                task -> pool.execute(() -> {
                                    task.run();
                                    if (Thread.currentThread().isInterrupted()) flagged.incrementAndGet();
                                }));
                tally.count(retry.tried(spinning(random)));
                assertThat(Thread.currentThread().isInterrupted())
                        .as("round %s", round)
                        .isFalse();
            }
            pool.shutdown();
            assertThat(pool.awaitTermination(20, SECONDS)).isTrue();
            assertThat(flagged).hasValue(0);
            tally.assertBoth();
        } finally {
            pool.shutdownNow();
        }
    }

    private static final Duration LIMIT = Duration.ofNanos(100_000);

    private static Retry around(Random random) {
        // Of two nested ones each takes back only its own.
        Retry retry = Retry.with(Schedule.times(1)).budget(RetryBudget.unlimited());
        return random.nextBoolean() ? retry.attemptTimeout(LIMIT) : retry.attemptTimeout(LIMIT.minusNanos(20_000));
    }

    private static dev.reprise.Operation<String, RuntimeException> spinning(Random random) {
        long lasts = LIMIT.toNanos() - 50_000 + random.nextInt(100_000);
        return () -> {
            long start = System.nanoTime();
            while (System.nanoTime() - start < lasts) Thread.onSpinWait();
            return "value";
        };
    }

    /** So that the rounds are known to have been on both sides of the limit. */
    private static final class Tally {
        private int inTime;
        private int late;

        void count(Tried<String> tried) {
            if (tried.succeeded()) inTime++;
            else late++;
        }

        void assertBoth() {
            assertThat(inTime).isPositive();
            assertThat(late).isPositive();
        }
    }
}
