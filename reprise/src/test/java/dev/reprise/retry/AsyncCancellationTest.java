package dev.reprise.retry;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryEvent;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.MonotonicClock;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ruling 16: a call whose future was completed from outside is done at once, and nothing starts afterwards. */
class AsyncCancellationTest {
    private static final IOException E1 = new IOException("first");

    private final VirtualClock clock = VirtualClock.manual();
    private final AtomicInteger attempts = new AtomicInteger();
    private final RetryBudget costs = RetryBudget.costs(100, 5, 10);
    private final RecordingListener events = new RecordingListener();

    private Retry retry(Duration delay) {
        return Retry.with(Schedule.fixedDelay(delay).attempts(Integer.MAX_VALUE))
                .budget(costs)
                .clock(clock)
                .listener(events)
                .executor(Runnable::run);
    }

    /** A value that counts how often it was closed. */
    private static final class Closeable implements AutoCloseable {
        final AtomicInteger closed = new AtomicInteger();
        final AtomicBoolean flagged = new AtomicBoolean();

        @Override
        public void close() {
            closed.incrementAndGet();
            flagged.set(Thread.currentThread().isInterrupted());
        }
    }

    /** All the ways in which somebody else can complete a future, after which the call must be over. */
    private static <T> List<Consumer<CompletableFuture<T>>> endings(T value) {
        return List.of(
                future -> future.cancel(true),
                future -> future.cancel(false),
                future -> future.complete(value),
                future -> future.completeExceptionally(new TimeoutException("outside")),
                future -> future.obtrudeValue(value),
                future -> future.obtrudeException(new TimeoutException("outside")),
                future -> future.completeAsync(() -> value, Runnable::run),
                future -> future.completeAsync(
                        () -> {
                            throw new IllegalStateException("outside");
                        },
                        Runnable::run));
    }

    @Test
    @Tag("BR-009")
    void cancel_duringTheWait_leavesNoTimerAndNoFurtherAttempt() {
        List<Tried<?>> gaveUp = new ArrayList<>();
        CompletableFuture<String> result = retry(ofSeconds(10))
                .onGiveUp(gaveUp::add)
                .callAsync(() -> {
                    attempts.incrementAndGet();
                    return failedFuture(E1);
                });
        clock.advance(ofSeconds(1));
        assertThat(costs.balance()).isEqualTo(95);

        assertThat(result.cancel(true)).isTrue();

        assertThat(result).isCancelled();
        assertThat(clock.timers()).isZero();
        assertThat(costs.balance()).isEqualTo(100);
        clock.advance(ofSeconds(60));
        assertThat(attempts).hasValue(1);
        assertThat(events.names()).containsExactly("retry.attempt_failed", "retry.cancelled");
        assertThat(gaveUp).hasSize(1);
        assertThat(gaveUp.get(0).decision()).isEqualTo(Decision.CANCELLED);
        assertThat(gaveUp.get(0).failure()).isSameAs(E1);
        assertThat(gaveUp.get(0).totalDelay()).isEqualTo(ofSeconds(1));
    }

    @Test
    @Tag("BR-009")
    void endedFromOutside_inAnyWayDuringTheWait_isOver() {
        for (Consumer<CompletableFuture<String>> ending : AsyncCancellationTest.<String>endings("outside")) {
            attempts.set(0);
            CompletableFuture<String> result = retry(ofSeconds(10)).callAsync(() -> {
                attempts.incrementAndGet();
                return failedFuture(E1);
            });
            ending.accept(result);

            assertThat(result).isDone();
            assertThat(clock.timers()).isZero();
            clock.advance(ofSeconds(60));
            assertThat(attempts).hasValue(1);
            assertThat(costs.balance()).isEqualTo(100);
        }
    }

    @Test
    @Tag("BR-010")
    void endedFromOutside_inAnyWayWhileAnAttemptRuns_cancelsItsStage() {
        for (Consumer<CompletableFuture<String>> ending : AsyncCancellationTest.<String>endings("outside")) {
            CompletableFuture<String> stage = new CompletableFuture<>();
            CompletableFuture<String> result =
                    retry(ZERO).attemptTimeout(ofSeconds(1)).callAsync(() -> stage);
            ending.accept(result);

            assertThat(result).isDone();
            assertThat(stage).isCancelled();
            assertThat(clock.timers()).isZero();
        }
        assertThat(events.names()).containsOnly("retry.cancelled").hasSize(8);
    }

    @Test
    void cancel_whileAnAttemptRuns_isToldWithTheTimeItRan() {
        List<Tried<?>> gaveUp = new ArrayList<>();
        CompletableFuture<String> result = retry(ZERO).onGiveUp(gaveUp::add).callAsync(() -> new CompletableFuture<>());
        clock.advance(ofMillis(300));
        assertThat(result.cancel(true)).isTrue();

        assertThat(events.events(RetryEvent.Cancelled.class).stream().map(RetryEvent::elapsed))
                .containsExactly(ofMillis(300));
        assertThat(gaveUp).hasSize(1);
        assertThat(gaveUp.get(0).decision()).isEqualTo(Decision.CANCELLED);
        assertThat(gaveUp.get(0).elapsed()).isEqualTo(ofMillis(300));
    }

    /** While the operation has not even returned its stage there is nothing to cancel yet. */
    @Test
    void cancel_byTheOperationThatThenReturnsAStage_cancelsTheStage() {
        AtomicReference<CompletableFuture<String>> self = new AtomicReference<>();
        List<Tried<?>> gaveUp = new ArrayList<>();
        CompletableFuture<String> stage = new CompletableFuture<>();
        self.set(retry(ofSeconds(1)).onGiveUp(gaveUp::add).callAsync(() -> {
            if (attempts.incrementAndGet() == 1) return failedFuture(E1);
            assertThat(self.get().cancel(true)).isTrue();
            return stage;
        }));
        clock.advance(ofSeconds(1));

        assertThat(stage).isCancelled();
        assertThat(gaveUp).hasSize(1);
        assertThat(gaveUp.get(0).attempts()).isEqualTo(2);
    }

    @Test
    void cancel_byABlockingOperationThatThenReturns_isToldOnceAndItsValueClosed() {
        List<Runnable> tasks = new ArrayList<>();
        AtomicReference<CompletableFuture<Closeable>> self = new AtomicReference<>();
        List<Tried<?>> gaveUp = new ArrayList<>();
        Closeable late = new Closeable();
        self.set(retry(ZERO).onGiveUp(gaveUp::add).callOn(tasks::add, () -> {
            assertThat(self.get().cancel(true)).isTrue();
            return late;
        }));
        tasks.remove(0).run();

        assertThat(late.closed).hasValue(1);
        assertThat(tasks).isEmpty();
        assertThat(gaveUp).hasSize(1);
        assertThat(gaveUp.get(0).decision()).isEqualTo(Decision.CANCELLED);
        assertThat(gaveUp.get(0).failure()).isInstanceOf(CancellationException.class);
        assertThat(events.names()).containsExactly("retry.cancelled");
    }

    @Test
    void endedFromOutside_saysWhetherItWasTheFirst() {
        CompletableFuture<String> result = retry(ZERO).callAsync(() -> new CompletableFuture<>());
        assertThat(result.completeExceptionally(E1)).isTrue();
        assertThat(result.completeExceptionally(E1)).isFalse();
        assertThat(result.complete("late")).isFalse();
        assertThat(result.cancel(true)).isFalse();
        assertThat(result).isCompletedExceptionally();

        IOException instead = new IOException("instead");
        result.obtrudeException(instead);
        assertThatThrownBy(result::join).hasCause(instead);
    }

    @Test
    void obtrude_whenTheCallHasEnded_changesTheFutureAlone() {
        CompletableFuture<String> result = retry(ZERO).callAsync(() -> completedFuture("value"));
        result.obtrudeValue("outside");

        assertThat(result).isCompletedWithValue("outside");
        assertThat(events.names()).containsExactly("retry.succeeded");
    }

    @Test
    void orTimeout_whileAnAttemptRuns_cancelsItsStage() throws Exception {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<String> result = retry(ZERO).callAsync(() -> stage);
        CompletableFuture<String> same = result.orTimeout(1, MILLISECONDS);

        assertThatThrownBy(() -> same.get(10, SECONDS)).hasCauseInstanceOf(TimeoutException.class);
        assertThatThrownBy(() -> stage.get(10, SECONDS)).isInstanceOf(CancellationException.class);
        CompletableFuture<String> another = new CompletableFuture<>();
        assertThat(retry(ZERO)
                        .callAsync(() -> another)
                        .completeOnTimeout("late", 1, MILLISECONDS)
                        .get(10, SECONDS))
                .isEqualTo("late");
        assertThatThrownBy(() -> another.get(10, SECONDS)).isInstanceOf(CancellationException.class);
    }

    @Test
    void cancel_aDerivedFuture_doesNotEndTheCall() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<String> result = retry(ZERO).callAsync(() -> stage);
        assertThat(result.thenApply(String::trim).cancel(true)).isTrue();
        assertThat(result.copy().cancel(true)).isTrue();
        assertThat(stage.complete("value")).isTrue();

        assertThat(result).isCompletedWithValue("value");
    }

    @Test
    @Tag("BR-041")
    void cancel_attemptIgnoresIt_isDoneAtOnceForWhoeverWaits() throws Exception {
        CompletableFuture<String> deaf = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterruptIfRunning) {
                return false;
            }
        };
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            CompletableFuture<String> result = retry(ZERO).callAsync(() -> deaf);
            Future<String> joined = pool.submit(result::join);
            assertThat(result.cancel(true)).isTrue();

            assertThatThrownBy(() -> joined.get(10, SECONDS)).hasCauseInstanceOf(CancellationException.class);
            assertThat(result).isCancelled();
            assertThat(deaf.complete("late")).isTrue();
            assertThat(result).isCancelled();
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    @Tag("BR-042")
    void cancel_byTheThirdAttempt_isExactlyThreeAttempts() {
        for (int round = 0; round < 1000; round++) {
            attempts.set(0);
            AtomicReference<CompletableFuture<String>> self = new AtomicReference<>();
            List<Runnable> tasks = new ArrayList<>();
            boolean blocking = round % 2 == 0;
            Retry retry = retry(ZERO).budget(RetryBudget.unlimited()).executor(tasks::add);
            self.set(
                    blocking
                            ? retry.callOn(tasks::add, () -> {
                                if (attempts.incrementAndGet() == 3)
                                    assertThat(self.get().cancel(true)).isTrue();
                                throw E1;
                            })
                            : retry.callAsync(() -> {
                                CompletableFuture<String> stage = new CompletableFuture<>();
                                tasks.add(() -> stage.completeExceptionally(E1));
                                if (attempts.incrementAndGet() == 3)
                                    assertThat(self.get().cancel(true)).isTrue();
                                return stage;
                            }));
            while (!tasks.isEmpty()) tasks.remove(0).run();

            assertThat(attempts).hasValue(3);
            assertThat(self.get()).isCancelled();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    @Test
    @Tag("BR-043")
    void cancel_whileAnAttemptRunsAndIgnoresIt_dropsWhatItBringsWhateverTheDelay() {
        for (Duration delay : List.of(ZERO, ofSeconds(1))) {
            for (boolean blocking : new boolean[] {false, true}) {
                Closeable late = new Closeable();
                for (Object outcome : List.of(late, E1, new FileNotFoundException("final"))) {
                    attempts.set(0);
                    CompletableFuture<Object> result =
                            blocking ? cancelledWhileBlocking(delay, outcome) : cancelledWhilePending(delay, outcome);

                    assertThat(result).isCancelled();
                    clock.advance(ofSeconds(10));
                    assertThat(attempts).hasValue(1);
                    assertThat(clock.timers()).isZero();
                }
                assertThat(late.closed).hasValue(1);
                assertThat(late.flagged).isFalse();
            }
        }
    }

    private CompletableFuture<Object> cancelledWhilePending(Duration delay, Object outcome) {
        CompletableFuture<Object> deaf = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterruptIfRunning) {
                return false;
            }
        };
        CompletableFuture<Object> result = retry(delay).callAsync(() -> {
            attempts.incrementAndGet();
            return deaf;
        });
        assertThat(result.cancel(true)).isTrue();
        if (outcome instanceof Throwable failure)
            assertThat(deaf.completeExceptionally(failure)).isTrue();
        else assertThat(deaf.complete(outcome)).isTrue();
        return result;
    }

    private CompletableFuture<Object> cancelledWhileBlocking(Duration delay, Object outcome) {
        List<Runnable> tasks = new ArrayList<>();
        AtomicReference<CompletableFuture<Object>> self = new AtomicReference<>();
        self.set(retry(delay).callOn(tasks::add, () -> {
            attempts.incrementAndGet();
            assertThat(self.get().cancel(true)).isTrue();
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            if (outcome instanceof IOException failure) throw failure;
            return outcome;
        }));
        tasks.remove(0).run();
        assertThat(tasks).isEmpty();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        return self.get();
    }

    @Test
    @Tag("BR-044")
    void cancel_theAttemptsFutureIsCancelledThereby_isNotRetried() {
        List<CompletableFuture<String>> stages = new ArrayList<>();
        CompletableFuture<String> result = retry(ZERO).retryIf(failure -> true).callAsync(() -> {
            stages.add(new CompletableFuture<>());
            return stages.get(stages.size() - 1);
        });
        assertThat(result.cancel(true)).isTrue();

        assertThat(stages).hasSize(1);
        assertThat(stages.get(0)).isCancelled();
        assertThat(events.names()).containsExactly("retry.cancelled");
    }

    @Test
    @Tag("BR-021")
    void cancel_triedAsync_isCancelledAndTheLastFailureIsTold() {
        List<Tried<?>> gaveUp = new ArrayList<>();
        CompletableFuture<Tried<String>> result =
                retry(ofSeconds(1)).onGiveUp(gaveUp::add).triedAsync(() -> failedFuture(E1));
        clock.advance(ofMillis(2500));
        assertThat(result.cancel(true)).isTrue();

        assertThatThrownBy(result::join).isInstanceOf(CancellationException.class);
        assertThat(gaveUp).hasSize(1);
        assertThat(gaveUp.get(0).failure()).isSameAs(E1);
        assertThat(gaveUp.get(0).attempts()).isEqualTo(3);
        assertThat(gaveUp.get(0).totalDelay()).isEqualTo(ofMillis(2500));
    }

    @Test
    void cancel_afterARejectedValue_closesTheValueNobodyGets() {
        Closeable rejected = new Closeable();
        List<Tried<?>> gaveUp = new ArrayList<>();
        CompletableFuture<Closeable> result = retry(ofSeconds(1))
                .onGiveUp(gaveUp::add)
                .callAsync(() -> completedFuture(rejected), value -> Verdict.retry());
        assertThat(rejected.closed).hasValue(0);
        assertThat(result.cancel(true)).isTrue();

        assertThat(rejected.closed).hasValue(1);
        assertThat(gaveUp.get(0).failure()).isNull();
        assertThat(gaveUp.get(0).decision()).isEqualTo(Decision.CANCELLED);
    }

    @Test
    void cancel_whileASecondAttemptRuns_leavesTheReplacedValueAlone() {
        Closeable rejected = new Closeable();
        CompletableFuture<Closeable> running = new CompletableFuture<>();
        CompletableFuture<Closeable> result = retry(ofSeconds(1))
                .callAsync(
                        () -> attempts.incrementAndGet() == 1 ? completedFuture(rejected) : running,
                        value -> Verdict.retry());
        clock.advance(ofSeconds(1));
        assertThat(result.cancel(true)).isTrue();

        assertThat(running).isCancelled();
        assertThat(rejected.closed).hasValue(0);
    }

    @Test
    void cancel_beforeAnyAttempt_isNoneAndNeverRunsOne() {
        List<Runnable> tasks = new ArrayList<>();
        List<Tried<?>> gaveUp = new ArrayList<>();
        CompletableFuture<String> result = retry(ZERO)
                .clock(VirtualClock.manual(99_000_000_000L))
                .onGiveUp(gaveUp::add)
                .callOn(tasks::add, () -> "value " + attempts.incrementAndGet());
        assertThat(result.cancel(true)).isTrue();
        tasks.remove(0).run();

        assertThat(attempts).hasValue(0);
        assertThat(gaveUp).hasSize(1);
        assertThat(gaveUp.get(0).attempts()).isZero();
        assertThat(gaveUp.get(0).decision()).isEqualTo(Decision.CANCELLED);
        assertThat(gaveUp.get(0).failure()).isInstanceOf(CancellationException.class);
        assertThat(gaveUp.get(0).totalDelay()).isEqualTo(ZERO);
        assertThat(costs.balance()).isEqualTo(100);
    }

    @Test
    void cancel_blockingAttempt_isInterruptedAndItsThreadIsClearAfterwards() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            CountDownLatch running = new CountDownLatch(1);
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            CompletableFuture<String> result = retry(ZERO).callOn(pool, () -> {
                running.countDown();
                try {
                    Thread.sleep(20_000);
                } catch (InterruptedException e) {
                    interrupted.complete(true);
                    Thread.currentThread().interrupt();
                }
                return "late";
            });
            assertThat(running.await(10, SECONDS)).isTrue();
            assertThat(result.cancel(true)).isTrue();

            assertThat(interrupted.get(10, SECONDS)).isTrue();
            assertThat(pool.submit(() -> Thread.currentThread().isInterrupted()).get(10, SECONDS))
                    .isFalse();
        } finally {
            pool.shutdownNow();
        }
    }

    /** Cancelled while it waits for the executor to hear of its timeout: the stage is not forgotten. */
    @Test
    void cancel_whenTheTimeoutWaitsForTheExecutor_cancelsTheStageAtOnce() {
        List<Runnable> tasks = new ArrayList<>();
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<String> result =
                retry(ZERO).attemptTimeout(ofMillis(100)).executor(tasks::add).callAsync(() -> stage);
        clock.advance(ofMillis(100));
        assertThat(tasks).hasSize(1);
        assertThat(stage).isNotDone();
        assertThat(result.cancel(true)).isTrue();

        assertThat(stage).isCancelled();
        tasks.remove(0).run();
        assertThat(tasks).isEmpty();
        assertThat(events.names()).containsExactly("retry.cancelled");
    }

    @Test
    void cancel_byAListener_endsTheCallWithoutTheNextAttempt() {
        for (boolean onRetry : new boolean[] {false, true}) {
            attempts.set(0);
            AtomicReference<CompletableFuture<String>> self = new AtomicReference<>();
            Retry retry = retry(ofSeconds(1));
            Runnable cancelling = () -> {
                if (self.get() != null) assertThat(self.get().cancel(true)).isTrue();
            };
            retry = onRetry ? retry.onRetry(info -> cancelling.run()) : retry.listener(event -> cancelling.run());
            self.set(retry.callAsync(() -> {
                attempts.incrementAndGet();
                return failedFuture(E1);
            }));
            clock.advance(ofSeconds(60));

            assertThat(attempts).hasValue(2);
            assertThat(self.get()).isCancelled();
            assertThat(clock.timers()).isZero();
            assertThat(costs.balance()).isEqualTo(95); // the first retry was made, the second given back
            costs.onSuccess(costs.tryAcquire(RetryBudget.Cause.FAILURE));
            for (int i = 0; i < 5; i++) costs.onSuccess(null);
        }
    }

    @Test
    void complete_byWhoeverHearsThatItGaveUp_isTheOutcome() {
        AtomicReference<CompletableFuture<String>> self = new AtomicReference<>();
        self.set(retry(ofSeconds(1))
                .within(ofMillis(1500))
                .onGiveUp(tried -> self.get().complete("instead"))
                .callAsync(() -> failedFuture(E1)));

        assertThat(clock.join(self.get())).isEqualTo("instead");
    }

    @Test
    void attempt_completesAndCancelsTheFutureOfAnotherCall_bothEnd() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<String> one = retry(ofSeconds(1)).callAsync(() -> stage);
        CompletableFuture<String> two = retry(ofSeconds(1)).callAsync(() -> failedFuture(E1));
        CompletableFuture<String> three = retry(ofSeconds(1)).callAsync(() -> {
            assertThat(one.cancel(true)).isTrue();
            assertThat(two.complete("by the third")).isTrue();
            return completedFuture("third");
        });

        assertThat(three).isCompletedWithValue("third");
        assertThat(one).isCancelled();
        assertThat(stage).isCancelled();
        assertThat(two).isCompletedWithValue("by the third");
        assertThat(clock.timers()).isZero();
    }

    @Test
    void attempt_joinsTheFutureOfANestedCall_getsItsOutcome() {
        CompletableFuture<String> result = retry(ZERO).callAsync(() -> {
            Retry inner = retry(ZERO).nesting(RetryNesting.ALLOW);
            return inner.callAsync(() -> attempts.incrementAndGet() < 3 ? failedFuture(E1) : completedFuture("inner"));
        });

        assertThat(result).isCompletedWithValue("inner");
    }

    // Races, in real time.

    /** Completion, timeout and cancellation meet: one of them wins, the stage is done, no timer and no value is left over. */
    @Test
    void race_completionTimeoutAndCancellation_settleOnceAndLeaveNothing() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Random random = new Random(20_240_601);
        try {
            for (int round = 0; round < 3000; round++) {
                VirtualClock time = VirtualClock.manual();
                CompletableFuture<Closeable> stage = new CompletableFuture<>();
                Closeable value = new Closeable();
                Closeable second = new Closeable();
                AtomicInteger started = new AtomicInteger();
                RecordingListener heard = new RecordingListener();
                CompletableFuture<Closeable> result = Retry.with(
                                Schedule.fixedDelay(ZERO).attempts(3))
                        .budget(RetryBudget.unlimited())
                        .clock(time)
                        .listener(heard)
                        .attemptTimeout(ofMillis(1))
                        .executor(pool)
                        .callAsync(() -> started.incrementAndGet() == 1 ? stage : completedFuture(second));
                CyclicBarrier together = new CyclicBarrier(3);
                boolean alsoCancel = random.nextBoolean();
                Future<?> completing = pool.submit(() -> {
                    await(together);
                    return stage.complete(value);
                });
                Future<?> cancelling = pool.submit(() -> {
                    await(together);
                    return alsoCancel && result.cancel(true);
                });
                await(together);
                time.advance(ofMillis(1));
                completing.get(10, SECONDS);
                cancelling.get(10, SECONDS);
                Object outcome = result.<Object>handle((v, failure) -> failure == null ? v : failure)
                        .get(10, SECONDS);

                String context = "round " + round + ": " + outcome + ", " + heard.names();
                assertThat(stage).as(context).isDone();
                assertThat(outcome == value || outcome == second || outcome instanceof CancellationException)
                        .as(context)
                        .isTrue();
                boolean unwanted = outcome != value && !stage.isCompletedExceptionally();
                eventually(context, () -> value.closed.get() == (unwanted ? 1 : 0));
                eventually(context, () -> started.get() == 1 || outcome == second || second.closed.get() == 1);
                eventually(context, () -> time.timers() == 0);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** A cancellation that meets the end of a wait: the attempt it lets begin is the last, and the grant is used or given back. */
    @Test
    void race_cancellationAndTheEndOfAWait_startsNothingAfterwards() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        RetryBudget tokens = RetryBudget.costs(1_000_000, 1, 1);
        AtomicInteger retries = new AtomicInteger();
        try {
            for (int round = 0; round < 3000; round++) {
                VirtualClock time = VirtualClock.manual();
                AtomicInteger started = new AtomicInteger();
                CompletableFuture<Void> over = new CompletableFuture<>();
                CompletableFuture<String> result = Retry.with(
                                Schedule.fixedDelay(ofMillis(1)).attempts(1000))
                        .budget(tokens)
                        .clock(time)
                        .executor(pool)
                        .onGiveUp(tried -> over.complete(null))
                        .callAsync(() -> {
                            if (started.incrementAndGet() > 1) retries.incrementAndGet();
                            return failedFuture(E1);
                        });
                CyclicBarrier together = new CyclicBarrier(2);
                Future<Integer> cancelling = pool.submit(() -> {
                    await(together);
                    assertThat(result.cancel(true)).isTrue();
                    return started.get();
                });
                await(together);
                time.advance(ofMillis(1));
                int seen = cancelling.get(10, SECONDS);
                over.get(10, SECONDS);

                assertThat(result).isCancelled();
                assertThat(started.get()).isBetween(seen, 2);
                // Whoever has just set a timer learns a moment later that the call is over, and takes it out.
                eventually("a timer is left over", () -> time.timers() == 0);
            }
            assertThat(tokens.balance()).isEqualTo(1_000_000 - retries.get());
        } finally {
            pool.shutdownNow();
        }
    }

    /** The interrupt of a cancellation, of a timeout and of the pool's next task: none leaks into the next task. */
    @Test
    void race_cancellationAndTheEndOfABlockingAttempt_leavesThePoolsThreadsClear() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 5000; round++) {
                CountDownLatch running = new CountDownLatch(1);
                Retry retry = Retry.with(Schedule.fixedDelay(ZERO).attempts(2)).budget(costs);
                if (round % 2 == 0) retry = retry.attemptTimeout(Duration.ofNanos(20_000));
                CompletableFuture<String> result = retry.callOn(pool, () -> {
                    running.countDown();
                    return "value";
                });
                running.await();
                result.cancel(true);
                Future<Boolean> flag = pool.submit(() -> Thread.currentThread().isInterrupted());
                Future<Boolean> other = pool.submit(() -> Thread.currentThread().isInterrupted());

                assertThat(flag.get(10, SECONDS)).as("round %s", round).isFalse();
                assertThat(other.get(10, SECONDS)).as("round %s", round).isFalse();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(10, SECONDS);
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private static void eventually(String what, java.util.function.BooleanSupplier condition) throws Exception {
        long start = MonotonicClock.system().nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(MonotonicClock.system().nanoTime() - start).as(what).isLessThan(SECONDS.toNanos(10));
            Thread.onSpinWait();
        }
    }
}
