package dev.reprise.retry;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.Deadline;
import dev.reprise.time.MonotonicClock;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AsyncCallTest {
    private static final IOException E1 = new IOException("first");
    private static final IOException E2 = new IOException("second");

    private final VirtualClock clock = VirtualClock.manual();
    private final AtomicInteger attempts = new AtomicInteger();

    /** On the test's own thread, whatever waits are over. */
    private Retry retry(int attempts, Duration delay) {
        return Retry.with(Schedule.fixedDelay(delay).attempts(attempts))
                .budget(RetryBudget.unlimited())
                .clock(clock)
                .executor(Runnable::run);
    }

    /** The failure itself, not what a future makes of it. */
    private static Throwable failureOf(CompletableFuture<?> future) {
        assertThat(future).isCompletedExceptionally();
        return future.handle((value, failure) -> failure).join();
    }

    @Test
    void callAsync_completedStage_isDoneWithoutAnExecutor() {
        CompletableFuture<String> result = retry(3, ofSeconds(1))
                .executor(task -> {
                    throw new AssertionError("no other thread is needed");
                })
                .callAsync(() -> completedFuture("value"));

        assertThat(result).isCompletedWithValue("value");
        assertThat(clock.timers()).isZero();
    }

    @Test
    void callAsync_pendingStages_waitInBetweenWithoutAThread() {
        Deque<CompletableFuture<String>> stages = new ArrayDeque<>();
        CompletableFuture<String> result = retry(3, ofSeconds(1)).callAsync(() -> {
            stages.add(new CompletableFuture<>());
            return stages.getLast();
        });

        assertThat(stages.getLast().completeExceptionally(E1)).isTrue();
        assertThat(clock.timers()).isEqualTo(1);
        assertThat(clock.waits()).isZero();
        clock.advance(ofMillis(999));
        assertThat(stages).hasSize(1);
        clock.advance(ofMillis(1));
        assertThat(stages).hasSize(2);
        assertThat(stages.getLast().complete("value")).isTrue();

        assertThat(result).isCompletedWithValue("value");
        assertThat(clock.timers()).isZero();
    }

    @Test
    @Tag("BR-001")
    void callAsync_laterAttemptThrows_countsAsAFailedStage() {
        CompletableFuture<String> result = retry(3, ZERO).callAsync(() -> switch (attempts.incrementAndGet()) {
            case 1 -> failedFuture(E1);
            case 2 -> throw E2;
            default -> completedFuture("value");
        });

        assertThat(result).isCompletedWithValue("value");
        assertThat(attempts).hasValue(3);
    }

    @Test
    @Tag("BR-001")
    void callAsync_laterAttemptThrowsWhatStops_isTheOutcome() {
        FileNotFoundException permanent = new FileNotFoundException("on purpose");
        CompletableFuture<String> result = retry(3, ZERO).callAsync(() -> switch (attempts.incrementAndGet()) {
            case 1 -> failedFuture(E1);
            default -> throw permanent;
        });

        assertThat(failureOf(result)).isSameAs(permanent);
        assertThat(attempts).hasValue(2);
    }

    @Test
    @Tag("BR-006")
    void callAsync_wrappedFailures_areSeenBareByEverybody() {
        List<CompletionStage<String>> stages = List.of(
                supplyAsync(() -> {
                    throw new CompletionException(E1);
                }),
                failedFuture(E1),
                CompletableFuture.<String>failedFuture(E1)
                        .thenApply(String::trim)
                        .thenApply(String::trim));
        for (CompletionStage<String> stage : stages) {
            attempts.set(0);
            List<Throwable> judged = new ArrayList<>();
            RecordingListener events = new RecordingListener();
            CompletableFuture<String> result = retry(2, ZERO)
                    .classifier((failure, attempt) -> {
                        judged.add(failure);
                        return failure instanceof IOException ? Verdict.retry() : Verdict.stop();
                    })
                    .listener(events)
                    .callAsync(() -> {
                        attempts.incrementAndGet();
                        return stage;
                    });

            clock.join(result.handle((value, failure) -> value));
            assertThat(failureOf(result)).isSameAs(E1);
            assertThat(judged).containsExactly(E1, E1);
            assertThat(attempts).hasValue(2);
            assertThat(events.names())
                    .containsExactly("retry.attempt_failed", "retry.attempt_failed", "retry.exhausted");
        }
    }

    @Test
    @Tag("BR-006")
    void callAsync_wrapperWithoutACause_isItself() {
        CompletionException bare = new CompletionException("no cause", null);
        CompletableFuture<String> result = retry(2, ZERO).callAsync(() -> failedFuture(bare));

        assertThat(result.handle((value, failure) -> failure).join()).isSameAs(bare);
    }

    @Test
    @Tag("BR-008")
    void callAsync_200000CompletedFailures_doNotDeepenTheStack() {
        int all = 200_000;
        AtomicInteger deepest = new AtomicInteger();
        CompletableFuture<String> result = retry(all, ZERO).callAsync(() -> {
            if (attempts.incrementAndGet() % 50_000 == 1) {
                deepest.accumulateAndGet(new Throwable().getStackTrace().length, Math::max);
            }
            return attempts.get() < all ? failedFuture(E1) : completedFuture("value");
        });

        assertThat(result).isCompletedWithValue("value");
        assertThat(attempts).hasValue(all);
        assertThat(deepest.get()).isLessThan(new Throwable().getStackTrace().length + 20);
    }

    @Test
    @Tag("BR-008")
    void callOn_200000FailuresOnAnExecutorThatRunsAtOnce_doNotDeepenTheStack() {
        int all = 200_000;
        CompletableFuture<String> result = retry(all, ZERO).callOn(Runnable::run, () -> {
            if (attempts.incrementAndGet() < all) throw E1;
            return "value";
        });

        assertThat(result).isCompletedWithValue("value");
    }

    @Test
    @Tag("BR-008")
    void callAsync_pendingStagesCompletedByTheNextAttempt_doNotDeepenTheStack() {
        int all = 50_000;
        Queue<Runnable> later = new ConcurrentLinkedQueue<>();
        CompletableFuture<String> result = retry(all, ZERO).executor(later::add).callAsync(() -> {
            CompletableFuture<String> stage = new CompletableFuture<>();
            if (attempts.incrementAndGet() < all) later.add(() -> stage.completeExceptionally(E1));
            else later.add(() -> stage.complete("value"));
            return stage;
        });
        for (Runnable next = later.poll(); next != null; next = later.poll()) next.run();

        assertThat(result).isCompletedWithValue("value");
        assertThat(attempts).hasValue(all);
    }

    @Test
    @Tag("BR-038")
    void callAsync_nullValue_isASuccess() {
        assertThat(retry(3, ZERO).<String>callAsync(() -> {
                    attempts.incrementAndGet();
                    return completedFuture(null);
                }))
                .isCompletedWithValue(null);
        assertThat(attempts).hasValue(1);
    }

    @Test
    @Tag("BR-038")
    void callAsync_nullStage_isAFailedAttemptThatSaysWhy() {
        CompletableFuture<String> result = retry(3, ZERO).callAsync(() -> {
            attempts.incrementAndGet();
            return null;
        });

        assertThat(failureOf(result))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("The operation returned null instead of a stage");
        assertThat(attempts).hasValue(1);
    }

    @Test
    @Tag("BR-036")
    void callAsync_attemptFails_resultClassifierIsNotAsked() {
        CompletableFuture<String> result = retry(2, ZERO)
                .callAsync(() -> failedFuture(E1), value -> value.isEmpty() ? Verdict.retry() : Verdict.accept());

        assertThat(failureOf(result)).isSameAs(E1);
    }

    @Test
    @Tag("BR-061")
    void triedAsync_lastValueRejected_isTheValueAndExhausted() {
        CompletableFuture<Tried<String>> result = retry(3, ofSeconds(1))
                .triedAsync(
                        () -> {
                            attempts.incrementAndGet();
                            return completedFuture("bad");
                        },
                        ResultClassifier.retryIf("bad"::equals));
        Tried<String> tried = clock.join(result);

        assertThat(tried.value()).isEqualTo("bad");
        assertThat(tried.decision()).isEqualTo(Decision.EXHAUSTED);
        assertThat(tried.succeeded()).isFalse();
        assertThat(tried.attempts()).isEqualTo(3);
        assertThat(tried.totalDelay()).isEqualTo(ofSeconds(2));
        assertThat(tried.elapsed()).isEqualTo(ofSeconds(2));
    }

    @Test
    @Tag("BR-061")
    void callAsync_lastValueRejected_isReturned() {
        assertThat(retry(3, ZERO).callAsync(() -> completedFuture("bad"), ResultClassifier.retryIf("bad"::equals)))
                .isCompletedWithValue("bad");
    }

    @Test
    @Tag("BR-062")
    void callAsync_badValueFailureGoodValue_tellsOfEachOnce() {
        RecordingListener events = new RecordingListener();
        CompletableFuture<String> result = retry(3, ofSeconds(1))
                .listener(events)
                .callAsync(
                        () -> switch (attempts.incrementAndGet()) {
                            case 1 -> completedFuture("bad");
                            case 2 -> failedFuture(E1);
                            default -> completedFuture("good");
                        },
                        ResultClassifier.retryIf("bad"::equals));

        assertThat(clock.join(result)).isEqualTo("good");
        assertThat(events.names()).containsExactly("retry.attempt_failed", "retry.attempt_failed", "retry.succeeded");
        assertThat(events.events()).extracting("attempt").containsExactly(1, 2, 3);
        assertThat(events.events())
                .extracting("decision")
                .containsExactly(Decision.AGAIN, Decision.AGAIN, Decision.SUCCEEDED);
    }

    @Test
    @Tag("BR-025")
    void callAsync_error_isTheSameErrorAfterOneAttempt() {
        for (Error error : List.of(new OutOfMemoryError("on purpose"), new LinkageError(), new AssertionError())) {
            attempts.set(0);
            assertThat(failureOf(retry(5, ZERO).retryIf(failure -> true).callAsync(() -> {
                        attempts.incrementAndGet();
                        return failedFuture(error);
                    })))
                    .isSameAs(error);
            assertThat(failureOf(retry(5, ZERO).retryIf(failure -> true).triedAsync(() -> {
                        attempts.incrementAndGet();
                        throw error;
                    })))
                    .isSameAs(error);
            assertThat(failureOf(retry(5, ZERO).retryIf(failure -> true).callOn(Runnable::run, () -> {
                        attempts.incrementAndGet();
                        throw error;
                    })))
                    .isSameAs(error);
            assertThat(attempts).hasValue(3);
        }
    }

    @Test
    @Tag("BR-044")
    void callAsync_stageCancelledBySomethingInside_stopsAfterOneAttempt() {
        CancellationException cancelled = new CancellationException("from inside");
        CompletableFuture<Tried<String>> result = retry(5, ZERO).triedAsync(() -> {
            attempts.incrementAndGet();
            return failedFuture(cancelled);
        });

        assertThat(result.join().failure()).isSameAs(cancelled);
        assertThat(result.join().decision()).isEqualTo(Decision.STOPPED);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void callAsync_callersInterruptFlag_isNotLookedAt() {
        Thread.currentThread().interrupt();
        CompletableFuture<String> result = retry(3, ZERO)
                .callAsync(() -> attempts.incrementAndGet() < 3 ? failedFuture(E1) : completedFuture("value"));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(result).isCompletedWithValue("value");
    }

    @Test
    void callAsync_attemptFailsWithInterruptedException_isCancelled() {
        InterruptedException interrupted = new InterruptedException("on purpose");
        CompletableFuture<Tried<String>> result =
                retry(3, ZERO).retryIf(failure -> true).triedAsync(() -> failedFuture(interrupted));

        assertThat(result.join().decision()).isEqualTo(Decision.CANCELLED);
        assertThat(result.join().failure()).isSameAs(interrupted);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    @Tag("BR-050")
    void triedAsync_waitIsAllThatIsLeft_isExpiredAtOnceAndOneNanosecondLessIsNot() {
        for (int less = 0; less <= 1; less++) {
            attempts.set(0);
            Duration wait = ofSeconds(3).minusNanos(less);
            Retry bounded = retry(2, wait).deadline(Deadline.after(ofSeconds(3), clock));
            CompletableFuture<Tried<String>> result = bounded.triedAsync(() -> {
                attempts.incrementAndGet();
                return failedFuture(E1);
            });

            Tried<String> tried = clock.join(result);
            assertThat(tried.failure()).isSameAs(E1);
            assertThat(tried.attempts()).isEqualTo(1 + less);
            assertThat(tried.decision()).isEqualTo(less == 0 ? Decision.EXPIRED : Decision.EXHAUSTED);
        }
    }

    @Test
    @Tag("BR-047")
    void triedAsync_deadlinePassesWhileTheExecutorIsBusy_isExpiredAfterTheWait() {
        Queue<Runnable> later = new ConcurrentLinkedQueue<>();
        CompletableFuture<Tried<String>> result = retry(Integer.MAX_VALUE, ofMillis(100))
                .within(ofMillis(500))
                .executor(later::add)
                .triedAsync(() -> {
                    attempts.incrementAndGet();
                    return failedFuture(E1);
                });
        clock.advance(ofMillis(100));
        clock.advance(ofMillis(400)); // the pool gets round to it only now
        later.remove().run();

        assertThat(result.join().decision()).isEqualTo(Decision.EXPIRED);
        assertThat(result.join().failure()).isSameAs(E1);
        assertThat(result.join().totalDelay()).isEqualTo(ofMillis(500));
        assertThat(attempts).hasValue(1);
    }

    @Test
    @Tag("BR-053")
    void callAsync_laterAttempts_runOnTheExecutorWithItsContext() {
        ThreadLocal<String> context = new ThreadLocal<>();
        List<String> seen = new ArrayList<>();
        CompletableFuture<Tried<String>> result = retry(3, ofMillis(10))
                .executor(task -> {
                    context.set("bound");
                    task.run();
                    context.remove();
                })
                .triedAsync(() -> {
                    seen.add(context.get());
                    return failedFuture(E1);
                });

        assertThat(clock.join(result).attempts()).isEqualTo(3);
        assertThat(seen).containsExactly(null, "bound", "bound");
    }

    @Test
    @Tag("BR-053")
    void callOn_allAttempts_runOnTheExecutorWithItsContext() {
        ThreadLocal<String> context = new ThreadLocal<>();
        List<String> seen = new ArrayList<>();
        CompletableFuture<String> result = retry(3, ofMillis(10))
                .callOn(
                        task -> {
                            context.set("bound");
                            task.run();
                            context.remove();
                        },
                        () -> {
                            seen.add(context.get());
                            throw E1;
                        });

        clock.join(result.handle((value, failure) -> failure));
        assertThat(seen).containsExactly("bound", "bound", "bound");
    }

    @Test
    @Tag("BR-054")
    void callAsync_secondAttemptBlocks_doesNotHoldUpAnotherCall() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            Retry soon =
                    Retry.with(Schedule.fixedDelay(ofMillis(5)).attempts(2)).executor(pool);
            AtomicInteger blocked = new AtomicInteger();
            CompletableFuture<String> slow = soon.callAsync(() -> {
                if (blocked.incrementAndGet() == 1) throw E1;
                assertThat(release.await(20, TimeUnit.SECONDS)).isTrue();
                return completedFuture("slow");
            });
            CompletableFuture<String> quick =
                    soon.callAsync(() -> attempts.incrementAndGet() == 1 ? failedFuture(E1) : completedFuture("quick"));

            assertThat(quick.get(10, TimeUnit.SECONDS)).isEqualTo("quick");
            assertThat(slow).isNotDone();
            release.countDown();
            assertThat(slow.get(10, TimeUnit.SECONDS)).isEqualTo("slow");
        } finally {
            release.countDown();
            pool.shutdownNow();
        }
    }

    @Test
    @Tag("BR-054")
    void callOn_singleThreadAndANestedCallThere_doesNotDeadlock() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            Retry retry = Retry.with(Schedule.fixedDelay(ofMillis(1)).attempts(3))
                    .nesting(RetryNesting.ALLOW)
                    .budget(RetryBudget.unlimited())
                    .executor(pool);
            CompletableFuture<String> result = CompletableFuture.supplyAsync(
                            () -> retry.callAsync(() -> {
                                if (attempts.incrementAndGet() % 3 != 0) throw E1;
                                return retry.callOn(pool, () -> "value " + attempts.incrementAndGet());
                            }),
                            pool)
                    .thenCompose(future -> future);

            assertThat(result.get(10, TimeUnit.SECONDS)).isEqualTo("value 4");
        } finally {
            pool.shutdownNow();
        }
    }

    /** Ruling 17, with executors that run on the calling thread: it would be the timer's. */
    @Test
    @Tag("BR-054")
    void callAsync_executorThatRunsAtOnce_neverRunsUserCodeOnTheTimerThread() throws Exception {
        Thread timer = timerThread();
        ThreadPoolExecutor callerRuns = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), new ThreadPoolExecutor.CallerRunsPolicy());
        CountDownLatch release = new CountDownLatch(1);
        callerRuns.execute(() -> {
            try {
                var unused = release.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            for (ExecutorLike executor : List.<ExecutorLike>of(Runnable::run, callerRuns::execute)) {
                Queue<Thread> seen = new ConcurrentLinkedQueue<>();
                Retry retry = Retry.with(Schedule.fixedDelay(ofMillis(1)).attempts(3))
                        .attemptTimeout(ofMillis(1))
                        .executor(executor::execute)
                        .classifier((failure, attempt) -> {
                            seen.add(Thread.currentThread());
                            return Verdict.retry();
                        })
                        .listener(event -> seen.add(Thread.currentThread()));
                CompletableFuture<String> timedOut = retry.callAsync(() -> {
                    seen.add(Thread.currentThread());
                    return new CompletableFuture<>();
                });
                CompletableFuture<String> failed = retry.callOn(executor::execute, () -> {
                    seen.add(Thread.currentThread());
                    throw E1;
                });

                assertThat(timedOut.handle((value, failure) -> true).get(10, TimeUnit.SECONDS))
                        .isTrue();
                assertThat(failed.handle((value, failure) -> true).get(10, TimeUnit.SECONDS))
                        .isTrue();
                assertThat(seen).hasSizeGreaterThan(10).doesNotContain(timer);
            }
        } finally {
            release.countDown();
            callerRuns.shutdownNow();
        }
    }

    private interface ExecutorLike {
        void execute(Runnable task);
    }

    private static Thread timerThread() throws Exception {
        CompletableFuture<Thread> timer = new CompletableFuture<>();
        var unused = MonotonicClock.system().schedule(0, () -> timer.complete(Thread.currentThread()));
        return timer.get(10, TimeUnit.SECONDS);
    }

    @Test
    void callOn_blockingWork_returnsItsValueAndTakesNoThreadWhileWaiting() {
        Queue<Runnable> later = new ConcurrentLinkedQueue<>();
        CompletableFuture<String> result = retry(2, ofSeconds(1)).callOn(later::add, () -> {
            if (attempts.incrementAndGet() == 1) throw E1;
            return "value";
        });

        assertThat(attempts).hasValue(0);
        later.remove().run();
        assertThat(later).isEmpty();
        assertThat(clock.timers()).isEqualTo(1);
        clock.advance(ofSeconds(1));
        later.remove().run();
        assertThat(result).isCompletedWithValue("value");
    }

    @Test
    void runOn_actionThatFailsOnce_completesWithNull() {
        CompletableFuture<Void> result = retry(2, ofSeconds(1)).runOn(Runnable::run, () -> {
            if (attempts.incrementAndGet() == 1) throw E1;
        });

        assertThat(clock.join(result)).isNull();
        assertThat(attempts).hasValue(2);
    }

    @Test
    void callOn_wrapperThrown_isTheOutcomeAsItWasThrown() {
        CompletionException wrapper = new CompletionException(new FileNotFoundException("on purpose"));
        UncheckedIOException unchecked = new UncheckedIOException(E1);

        assertThat(retry(1, ZERO)
                        .callOn(Runnable::run, () -> {
                            throw wrapper;
                        })
                        .handle((value, failure) -> failure)
                        .join())
                .isSameAs(wrapper);
        assertThat(failureOf(retry(1, ZERO).callOn(Runnable::run, () -> {
                    throw unchecked;
                })))
                .isSameAs(unchecked);
    }

    @Test
    void triedAsync_history_hasEachAttempt() {
        CompletableFuture<Tried<String>> result = retry(3, ofSeconds(1)).triedAsync(() -> failedFuture(E1));

        Tried<String> tried = clock.join(result);
        assertThat(tried.history()).extracting(Tried.Entry::number).containsExactly(1, 2, 3);
        assertThat(tried.history()).extracting(Tried.Entry::start).containsExactly(ZERO, ofSeconds(1), ofSeconds(2));
        assertThat(tried.history()).extracting(Tried.Entry::delay).containsExactly(ofSeconds(1), ofSeconds(1), ZERO);
    }

    @Test
    void callAsync_customStage_needsNoFuture() {
        CompletableFuture<String> inner = new CompletableFuture<>();
        CompletableFuture<String> result = retry(3, ZERO)
                .attemptTimeout(ofSeconds(1))
                .callAsync(() -> Stages.bare(inner, new UnsupportedOperationException()));
        assertThat(inner.complete("value")).isTrue();

        assertThat(result).isCompletedWithValue("value");
        assertThat(clock.timers()).isZero();
    }
}
