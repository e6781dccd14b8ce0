package dev.reprise.retry;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Decision;
import dev.reprise.Operation;
import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.AttemptTimeoutException;
import dev.reprise.time.Deadline;
import dev.reprise.time.TimedOutException;
import dev.reprise.time.Watchdog;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AttemptTimeoutTest {
    private static final IOException E1 = new IOException("first");

    private final VirtualClock clock = VirtualClock.automatic();
    private final AtomicInteger attempts = new AtomicInteger();
    private final ExecutorService pool = Executors.newCachedThreadPool();

    private Retry retry(int attempts, Duration delay, Duration limit) {
        return Retry.with(Schedule.fixedDelay(delay).attempts(attempts))
                .budget(RetryBudget.unlimited())
                .clock(clock)
                .executor(Runnable::run)
                .attemptTimeout(limit);
    }

    @AfterEach
    void noFlagIsLeft() {
        pool.shutdownNow();
        assertThat(Thread.interrupted()).isFalse();
        assertThat(clock.timers()).isZero();
    }

    /** Counts its closings, and whether they were disturbed. */
    private static final class Closeable implements AutoCloseable {
        final AtomicInteger closed = new AtomicInteger();
        final AtomicBoolean flagged = new AtomicBoolean();

        @Override
        public void close() {
            flagged.set(Thread.currentThread().isInterrupted());
            closed.incrementAndGet();
        }
    }

    // On the caller's thread.

    @Test
    void tried_everyAttemptHangs_eachIsInterruptedAtItsLimit() {
        Tried<String> tried = retry(3, ofSeconds(1), ofMillis(100)).tried(() -> {
            attempts.incrementAndGet();
            clock.sleep(ofSeconds(60).toNanos());
            return "late";
        });

        assertThat(attempts).hasValue(3);
        assertThat(tried.decision()).isEqualTo(Decision.EXHAUSTED);
        assertThat(tried.elapsed()).isEqualTo(ofMillis(2300));
        assertThat(tried.failure())
                .isInstanceOf(AttemptTimeoutException.class)
                .hasMessage("Attempt timed out after 100ms.")
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(((TimedOutException) tried.failure()).limit()).isEqualTo(ofMillis(100));
    }

    @Test
    void call_endsAtItsLimit_isInTimeAndOneNanosecondLaterIsNot() throws Exception {
        assertThat(retry(1, ZERO, ofMillis(100)).callInterruptibly(() -> {
                    clock.sleep(ofMillis(100).toNanos());
                    return "value";
                }))
                .isEqualTo("value");
        assertThatThrownBy(() -> retry(1, ZERO, ofMillis(100)).callInterruptibly(() -> {
                    clock.sleep(ofMillis(100).toNanos() + 1);
                    return "value";
                }))
                .isInstanceOf(AttemptTimeoutException.class);
    }

    @Test
    @Tag("BR-046")
    void tried_bodyIgnoresInterrupts_nextAttemptWaitsForItAndItsValueIsClosed() {
        AtomicInteger running = new AtomicInteger();
        List<Closeable> made = new ArrayList<>();
        List<Duration> starts = new ArrayList<>();
        AtomicInteger signalled = new AtomicInteger();
        Tried<Closeable> tried = retry(3, ZERO, ofMillis(100)).tried(() -> {
            assertThat(running.incrementAndGet()).as("attempts at once").isEqualTo(1);
            starts.add(clock.elapsed());
            if (deaf(ofMillis(300))) signalled.incrementAndGet();
            Closeable late = new Closeable();
            made.add(late);
            running.decrementAndGet();
            return late;
        });

        assertThat(starts).containsExactly(ZERO, ofMillis(300), ofMillis(600));
        assertThat(tried.attempts()).isEqualTo(3);
        assertThat(signalled).hasValue(3);
        assertThat(tried.failure()).isInstanceOf(AttemptTimeoutException.class).hasNoCause();
        assertThat(made).hasSize(3).allSatisfy(late -> {
            assertThat(late.closed).hasValue(1);
            assertThat(late.flagged).isFalse();
        });
    }

    /** Sleeps on whatever interrupts it, and forgets them; says whether there was one. */
    private boolean deaf(Duration duration) {
        boolean interrupted = false;
        long end = clock.nanoTime() + duration.toNanos();
        while (clock.nanoTime() < end) {
            try {
                clock.sleep(end - clock.nanoTime());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        return interrupted;
    }

    @Test
    void call_errorAfterTheLimit_isThatError() {
        AssertionError error = new AssertionError("on purpose");
        assertThatThrownBy(() -> retry(3, ZERO, ofMillis(100)).call(() -> {
                    attempts.incrementAndGet();
                    deaf(ofMillis(300));
                    throw error;
                }))
                .isSameAs(error);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void call_failsLate_isTheTimeoutWithThatAsItsCause() {
        assertThatThrownBy(() -> retry(1, ZERO, ofMillis(100)).call(() -> {
                    deaf(ofMillis(300));
                    throw E1;
                }))
                .isInstanceOf(AttemptTimeoutException.class)
                .hasCause(E1);
        assertThatThrownBy(() -> retry(1, ZERO, ofMillis(100)).call(() -> {
                    throw E1;
                }))
                .isSameAs(E1);
    }

    /** The limit has passed, but its timer has not: the interrupt that ended the attempt was somebody else's. */
    @Test
    void tried_interruptedFromOutsideAfterTheLimit_isCancelled() {
        InterruptedException outside = new InterruptedException("from outside");
        Retry retry = retry(3, ZERO, ofMillis(100));
        Operation<String, InterruptedException> lateAndInterrupted = () -> {
            attempts.incrementAndGet();
            clock.jump(ofMillis(101));
            throw outside;
        };
        Tried<String> tried = retry.tried(lateAndInterrupted);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(tried.decision()).isEqualTo(Decision.CANCELLED);
        assertThat(tried.failure()).isSameAs(outside);

        Tried<String> async = retry.triedAsync(() -> completedFuture(lateAndInterrupted.call()))
                .join();
        assertThat(async.decision()).isEqualTo(Decision.CANCELLED);
        assertThatThrownBy(() -> Watchdog.of(ofMillis(100)).clock(clock).call(lateAndInterrupted))
                .isSameAs(outside);
        assertThat(attempts).hasValue(3);
    }

    @Test
    void tried_flagSetFromOutsideDuringATimedOutAttempt_isKeptAndEndsTheCall() {
        Tried<String> tried = retry(3, ZERO, ofMillis(100)).tried(() -> {
            attempts.incrementAndGet();
            Thread.currentThread().interrupt(); // before the limit
            clock.jump(ofMillis(101));
            return "late";
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(tried.decision()).isEqualTo(Decision.CANCELLED);
        assertThat(attempts).hasValue(1);
    }

    @Test
    @Tag("BR-048")
    void tried_totalOfTenSecondsAndAttemptsOfEight_secondDoesNotFit() {
        for (boolean async : new boolean[] {false, true}) {
            VirtualClock time = async ? VirtualClock.manual() : VirtualClock.automatic();
            Retry retry = retry(9, ofSeconds(1), ofSeconds(8)).clock(time).within(ofSeconds(10));
            Tried<String> tried = async
                    ? time.join(retry.triedAsync(CompletableFuture::new))
                    : retry.tried(() -> {
                        time.sleep(Long.MAX_VALUE);
                        return "never";
                    });

            assertThat(tried.attempts()).isEqualTo(1);
            assertThat(tried.decision()).isEqualTo(Decision.EXPIRED);
            assertThat(tried.elapsed()).isEqualTo(ofSeconds(8));
            assertThat(tried.failure()).isInstanceOf(AttemptTimeoutException.class);
        }
    }

    @Test
    @Tag("BR-048")
    void tried_secondAttemptStarts_isCutToTheTimeLeft() {
        for (boolean async : new boolean[] {false, true}) {
            attempts.set(0);
            VirtualClock time = async ? VirtualClock.manual() : VirtualClock.automatic();
            Retry retry = retry(9, ofSeconds(1), ofSeconds(8)).clock(time).within(ofSeconds(5));
            Tried<String> tried = async
                    ? time.join(retry.triedAsync(
                            () -> attempts.incrementAndGet() == 1 ? failedFuture(E1) : new CompletableFuture<>()))
                    : retry.tried(() -> {
                        if (attempts.incrementAndGet() == 1) throw E1;
                        time.sleep(Long.MAX_VALUE);
                        return "never";
                    });

            assertThat(tried.attempts()).isEqualTo(2);
            assertThat(tried.decision()).isEqualTo(Decision.EXPIRED);
            assertThat(tried.elapsed()).isEqualTo(ofSeconds(5));
            assertThat(((TimedOutException) tried.failure()).limit()).isEqualTo(ofSeconds(4));
        }
    }

    @Test
    @Tag("BR-051")
    void tried_deadlinePassedBefore_firstAttemptRunsUncutAndIsTheOnlyOne() {
        Deadline passed = Deadline.after(ZERO, clock);
        Retry retry = retry(9, ZERO, ofSeconds(8)).deadline(passed);
        Tried<String> tried = retry.tried(() -> {
            attempts.incrementAndGet();
            clock.sleep(ofSeconds(7).toNanos());
            throw E1;
        });

        assertThat(tried.failure()).isSameAs(E1);
        assertThat(tried.decision()).isEqualTo(Decision.EXPIRED);
        assertThat(retry.call(() -> "value")).isEqualTo("value");
        assertThat(retry.triedAsync(() -> failedFuture(E1)).join().decision()).isEqualTo(Decision.EXPIRED);
        assertThat(attempts).hasValue(1);
    }

    @Test
    @Tag("BR-047")
    void tried_totalLimit_noAttemptStartsAfterIt() {
        for (boolean async : new boolean[] {false, true}) {
            VirtualClock time = async ? VirtualClock.manual() : VirtualClock.automatic();
            List<Duration> starts = new ArrayList<>();
            Retry retry = Retry.with(Schedule.immediate().attempts(Integer.MAX_VALUE))
                    .budget(RetryBudget.unlimited())
                    .executor(Runnable::run)
                    .clock(time)
                    .within(ofMillis(500));
            Tried<String> tried = async
                    ? time.join(retry.triedAsync(() -> {
                        starts.add(time.elapsed());
                        CompletableFuture<String> stage = new CompletableFuture<>();
                        var unused = time.schedule(ofMillis(200).toNanos(), () -> stage.completeExceptionally(E1));
                        return stage;
                    }))
                    : retry.tried(() -> {
                        starts.add(time.elapsed());
                        time.sleep(ofMillis(200).toNanos());
                        throw E1;
                    });

            assertThat(tried.decision()).isEqualTo(Decision.EXPIRED);
            assertThat(starts).containsExactly(ZERO, ofMillis(200));
        }
    }

    // On an executor.

    @Test
    void callOnAttemptExecutor_afterwards_itsThreadIsInsideNoCall() throws Exception {
        ExecutorService single = Executors.newSingleThreadExecutor();
        try {
            Retry retry = retry(1, ZERO, ZERO).clock(VirtualClock.manual()).attemptTimeout(ofMillis(50), single);
            assertThat(retry.call(() -> "value")).isEqualTo("value");

            Retry other = retry(2, ZERO, ofMillis(50));
            Tried<String> tried = single.submit(() -> other.<String>tried(() -> {
                        throw E1;
                    }))
                    .get(10, SECONDS);
            assertThat(tried.decision()).isEqualTo(Decision.EXHAUSTED);
        } finally {
            single.shutdownNow();
        }
    }

    @Test
    void callOnAttemptExecutor_attemptOutlastsItsLimit_isInterruptedAndLeft() throws Exception {
        VirtualClock manual = VirtualClock.manual();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Closeable late = new Closeable();
        Closeable good = new Closeable();
        Retry retry = retry(2, ZERO, ZERO).clock(manual).attemptTimeout(ofMillis(50), pool);
        CompletableFuture<Closeable> calling = CompletableFuture.supplyAsync(
                () -> retry.call(() -> {
                    if (attempts.incrementAndGet() == 2) return good;
                    running.countDown();
                    try {
                        Thread.sleep(20_000);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        interrupted.countDown();
                    }
                    return late;
                }),
                pool);
        assertThat(running.await(10, SECONDS)).isTrue();
        manual.advance(ofMillis(50));
        Closeable value = calling.get(10, SECONDS);

        assertThat(value).isSameAs(good);
        assertThat(interrupted.await(10, SECONDS)).isTrue();
        pool.shutdown();
        assertThat(pool.awaitTermination(10, SECONDS)).isTrue();
        assertThat(late.closed).hasValue(1);
        assertThat(late.flagged).isFalse();
        assertThat(good.closed).hasValue(0);
    }

    @Test
    void callOnAttemptExecutor_anyFailure_isTheSameInstance() {
        List<Throwable> failures = List.of(
                E1,
                new CompletionException("wrapper", E1),
                new ExecutionException("wrapper", E1),
                new CancellationException("on purpose"),
                new AssertionError("on purpose"));
        for (Throwable failure : failures) {
            Retry retry = retry(1, ZERO, ofSeconds(1)).attemptTimeout(ofSeconds(1), pool);
            Throwable thrown = catchThrowable(() -> retry.call(() -> {
                throw failure;
            }));

            assertThat(thrown).isSameAs(failure);
            assertThat(thrown.getSuppressed()).isEmpty();
        }
        assertThat(retry(1, ZERO, ofSeconds(1))
                        .attemptTimeout(ofSeconds(1), pool)
                        .<String, RuntimeException>call(() -> null))
                .isNull();
    }

    @Test
    void callOnAttemptExecutor_rejects_isAFailedAttempt() {
        RejectedExecutionException rejection = new RejectedExecutionException("full");
        assertThatThrownBy(() -> retry(3, ZERO, ZERO)
                        .attemptTimeout(ofSeconds(1), task -> {
                            throw rejection;
                        })
                        .call(() -> "value"))
                .isSameAs(rejection);
    }

    @Test
    void callOnAttemptExecutor_dropsTheTask_timesOutAndNeverRunsIt() {
        List<Runnable> dropped = new ArrayList<>();
        VirtualClock manual = VirtualClock.manual();
        CompletableFuture<Tried<String>> tried = CompletableFuture.supplyAsync(
                () -> retry(2, ZERO, ZERO)
                        .clock(manual)
                        .attemptTimeout(ofSeconds(1), dropped::add)
                        .tried(() -> "value " + attempts.incrementAndGet()),
                pool);
        manual.awaitTimers(1);
        manual.advance(ofSeconds(1));
        manual.awaitTimers(1);
        manual.advance(ofSeconds(1));

        assertThat(tried.join().failure()).isInstanceOf(AttemptTimeoutException.class);
        dropped.forEach(Runnable::run);
        assertThat(attempts).hasValue(0);
    }

    @Test
    void callOnAttemptExecutor_thatRunsAtOnce_isLikeTheCallersThread() {
        Executor here = Runnable::run;
        Tried<String> tried = retry(2, ZERO, ZERO)
                .attemptTimeout(ofMillis(100), here)
                .tried(() -> {
                    attempts.incrementAndGet();
                    clock.sleep(ofSeconds(1).toNanos());
                    return "late";
                });

        assertThat(tried.failure()).isInstanceOf(AttemptTimeoutException.class);
        assertThat(attempts).hasValue(2);
        assertThat(tried.elapsed()).isEqualTo(ofMillis(200));
    }

    @Test
    @Tag("BR-051")
    void callOnAttemptExecutor_threadInterruptedBefore_firstAttemptRunsAndSeesTheFlag() {
        Thread.currentThread().interrupt();
        Retry retry = retry(3, ZERO, ZERO).attemptTimeout(ofSeconds(1), pool);
        boolean seen = retry.call(() -> Thread.currentThread().isInterrupted());
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        Tried<String> tried = retry.tried(() -> {
            attempts.incrementAndGet();
            throw E1;
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(seen).isTrue();
        assertThat(tried.failure()).isSameAs(E1);
        assertThat(tried.decision()).isEqualTo(Decision.CANCELLED);
        assertThat(attempts).hasValue(1);
    }

    @Test
    @Tag("BR-003")
    void callOnAttemptExecutor_callerInterruptedMeanwhile_leavesTheAttemptWithTheFlagSet() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        CompletableFuture<String> seen = new CompletableFuture<>();
        Thread calling = new Thread(() -> {
            Tried<String> tried = retry(3, ZERO, ZERO)
                    .attemptTimeout(ofSeconds(60), pool)
                    .tried(() -> {
                        attempts.incrementAndGet();
                        running.countDown();
                        try {
                            Thread.sleep(20_000);
                        } finally {
                            interrupted.countDown();
                        }
                        return "late";
                    });
            seen.complete(tried.decision() + " " + Thread.currentThread().isInterrupted());
        });
        calling.start();
        assertThat(running.await(10, SECONDS)).isTrue();
        calling.interrupt();

        assertThat(seen.get(10, SECONDS)).isEqualTo("cancelled true");
        assertThat(interrupted.await(10, SECONDS)).isTrue();
        assertThat(attempts).hasValue(1);
        calling.join();
    }

    // Asynchronous.

    @Test
    void triedAsync_everyStageHangs_eachIsCancelledAtItsLimit() {
        VirtualClock manual = VirtualClock.manual();
        List<CompletableFuture<String>> stages = new ArrayList<>();
        RecordingListener events = new RecordingListener();
        CompletableFuture<Tried<String>> result = retry(3, ofSeconds(1), ofMillis(100))
                .clock(manual)
                .listener(events)
                .triedAsync(() -> {
                    stages.add(new CompletableFuture<>());
                    return stages.get(stages.size() - 1);
                });
        Tried<String> tried = manual.join(result);

        assertThat(tried.elapsed()).isEqualTo(ofMillis(2300));
        assertThat(tried.decision()).isEqualTo(Decision.EXHAUSTED);
        assertThat(tried.failure())
                .isInstanceOf(AttemptTimeoutException.class)
                .hasMessage("Attempt timed out after 100ms.");
        assertThat(stages).hasSize(3).allMatch(CompletableFuture::isCancelled);
        assertThat(manual.timers()).isZero();
        assertThat(events.names())
                .containsExactly(
                        "retry.attempt_failed", "retry.attempt_failed", "retry.attempt_failed", "retry.exhausted");
    }

    @Test
    void callAsync_completesAtItsLimit_isInTimeAndOneNanosecondLaterIsNot() {
        for (int late = 0; late <= 1; late++) {
            VirtualClock manual = VirtualClock.manual();
            long lasts = ofMillis(100).toNanos() + late;
            CompletableFuture<String> result = retry(1, ZERO, ofMillis(100))
                    .clock(manual)
                    .callAsync(() -> {
                        CompletableFuture<String> stage = new CompletableFuture<>();
                        var unused = manual.schedule(lasts, () -> stage.complete("value"));
                        return stage;
                    });

            Object outcome = manual.join(result.<Object>handle((value, failure) -> failure == null ? value : failure));
            if (late == 0) assertThat(outcome).isEqualTo("value");
            else assertThat(outcome).isInstanceOf(AttemptTimeoutException.class);
        }
    }

    /** The limit is that of the attempt, not of the stage: what the operation does before it returns one counts. */
    @Test
    void callAsync_operationBlocksBeyondItsLimit_hasTimedOut() {
        Closeable late = new Closeable();
        AssertionError error = new AssertionError("on purpose");
        Retry retry = retry(1, ZERO, ofMillis(100));
        CompletableFuture<Closeable> stage = new CompletableFuture<>();

        assertThatThrownBy(() -> retry.callAsync(() -> {
                            deaf(ofMillis(200));
                            return completedFuture(late);
                        })
                        .join())
                .hasCauseInstanceOf(AttemptTimeoutException.class);
        assertThat(late.closed).hasValue(1);
        assertThatThrownBy(() -> retry.callAsync(() -> {
                            deaf(ofMillis(200));
                            return stage;
                        })
                        .join())
                .hasCauseInstanceOf(AttemptTimeoutException.class);
        assertThat(stage).isCancelled();
        assertThatThrownBy(() -> retry.callAsync(() -> {
                            deaf(ofMillis(200));
                            throw E1;
                        })
                        .join())
                .hasCauseInstanceOf(AttemptTimeoutException.class)
                .hasRootCause(E1);
        assertThatThrownBy(() -> retry.callAsync(() -> {
                            deaf(ofMillis(200));
                            throw error;
                        })
                        .join())
                .hasCause(error);
    }

    @Test
    @Tag("BR-046")
    void callAsync_lateValue_neverReplacesTheResultAndIsClosed() {
        VirtualClock manual = VirtualClock.manual();
        List<CompletableFuture<Closeable>> stages = new ArrayList<>();
        Closeable late = new Closeable();
        Closeable good = new Closeable();
        CompletableFuture<Closeable> result = retry(2, ZERO, ofMillis(100))
                .clock(manual)
                .callAsync(() -> {
                    stages.add(new CompletableFuture<>() {
                        @Override
                        public boolean cancel(boolean mayInterruptIfRunning) {
                            return false;
                        }
                    });
                    return stages.get(stages.size() - 1);
                });
        manual.advance(ofMillis(100));
        assertThat(stages).hasSize(2);
        assertThat(stages.get(0).complete(late)).isTrue();
        assertThat(result).isNotDone();
        assertThat(stages.get(1).complete(good)).isTrue();

        assertThat(result).isCompletedWithValue(good);
        assertThat(late.closed).hasValue(1);
        assertThat(good.closed).hasValue(0);
    }

    @Test
    void callOn_attemptOutlastsItsLimit_isInterruptedOnItsThread() {
        VirtualClock time = VirtualClock.automatic();
        CompletableFuture<String> result = retry(2, ofSeconds(1), ofMillis(100))
                .clock(time)
                .callOn(Runnable::run, () -> {
                    if (attempts.incrementAndGet() == 2) return "value";
                    time.sleep(ofSeconds(60).toNanos());
                    return "late";
                });

        assertThat(time.join(result)).isEqualTo("value");
        assertThat(time.elapsed()).isEqualTo(ofMillis(1100));
    }

    // Timers.

    @Test
    @Tag("slow")
    @Tag("BR-024")
    void timers_of100000FinishedCalls_areGoneAtOnce() {
        VirtualClock manual = VirtualClock.manual();
        Duration hour = Duration.ofHours(1);
        Retry retry = retry(1, ZERO, hour).clock(manual);
        List<CompletableFuture<String>> stages = new ArrayList<>();
        List<CompletableFuture<String>> results = new ArrayList<>();
        for (int i = 0; i < 25_000; i++) {
            results.add(retry.callAsync(() -> completedFuture("value")));
            results.add(retry.callAsync(() -> failedFuture(E1)));
            results.add(retry.callOn(Runnable::run, () -> "value"));
            CompletableFuture<String> stage = new CompletableFuture<>();
            stages.add(stage);
            results.add(retry.callAsync(() -> stage));
        }
        assertThat(manual.timers()).isEqualTo(25_000);
        for (int i = 0; i < stages.size(); i++) {
            if (i % 2 == 0) stages.get(i).complete("value");
            else stages.get(i).completeExceptionally(E1);
        }

        assertThat(manual.timers()).isZero();
        assertThat(results).hasSize(100_000).allMatch(CompletableFuture::isDone);
    }

    @Test
    @Tag("BR-012")
    void call_closedByInterruptFromOurOwnTimeout_isRetriedAsATimeout() throws Exception {
        String value = retry(2, ZERO, ofMillis(100)).call(() -> {
            if (attempts.incrementAndGet() == 2) return "value";
            assertThat(deaf(ofMillis(200))).isTrue();
            throw new ClosedByInterruptException();
        });

        assertThat(value).isEqualTo("value");
    }
}
