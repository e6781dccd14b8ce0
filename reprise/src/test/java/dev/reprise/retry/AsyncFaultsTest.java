package dev.reprise.retry;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryListener;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.AttemptTimeoutException;
import dev.reprise.time.MonotonicClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One fault at each place where code of others is called: the future never stays pending. */
class AsyncFaultsTest {
    private static final IOException E1 = new IOException("first");

    private final VirtualClock clock = VirtualClock.manual();
    private final AtomicInteger attempts = new AtomicInteger();

    private Retry retry(Duration delay) {
        return retry(delay, clock);
    }

    private Retry retry(Duration delay, MonotonicClock clock) {
        return Retry.with(Schedule.fixedDelay(delay).attempts(3))
                .budget(RetryBudget.unlimited())
                .clock(clock)
                .executor(Runnable::run);
    }

    private CompletionStage<String> failsTwice() {
        return attempts.incrementAndGet() < 3 ? failedFuture(E1) : completedFuture("value");
    }

    private String failsTwiceBlocking() throws IOException {
        if (attempts.incrementAndGet() < 3) throw E1;
        return "value";
    }

    /** What it was, or what it failed with, bare; in real time, since faults move work to the common pool. */
    private static Object outcomeOf(CompletableFuture<?> future) throws Exception {
        return future.<Object>handle((value, failure) -> failure == null ? value : failure)
                .get(10, TimeUnit.SECONDS);
    }

    /** Moves the time on until the future is done. */
    private Object joined(CompletableFuture<?> future) {
        return clock.join(future.<Object>handle((value, failure) -> failure == null ? value : failure));
    }

    private static List<Throwable> faults() {
        return List.of(new IllegalStateException("on purpose"), new AssertionError("on purpose"), new Mute());
    }

    /** A fault that cannot even say what it is. */
    private static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new UnsupportedOperationException("mute");
        }
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> void sneak(Throwable failure) throws X {
        throw (X) failure;
    }

    // Timer and executor.

    @Test
    @Tag("BR-040")
    void callAsync_timerRejects_isTheLastFailureAndLogged() throws Exception {
        for (Throwable fault : List.of(new RejectedExecutionException("closed"), new OutOfMemoryError("on purpose"))) {
            attempts.set(0);
            RecordingListener events = new RecordingListener();
            CostOf grants = new CostOf();
            MonotonicClock broken = new Forwarding(clock) {
                @Override
                public Cancellable schedule(long nanos, Runnable task) {
                    AsyncFaultsTest.<RuntimeException>sneak(fault);
                    return super.schedule(nanos, task);
                }
            };
            try (Complaints complaints = Complaints.heard()) {
                CompletableFuture<String> result = retry(ofSeconds(1), broken)
                        .listener(events)
                        .budget(grants.budget)
                        .callAsync(this::failsTwice);

                assertThat(outcomeOf(result)).isSameAs(E1);
                assertThat(complaints.messages()).contains("The timer took no further attempt: " + fault);
                assertThat(complaints.faults()).contains(fault);
            }
            assertThat(attempts).hasValue(1);
            assertThat(events.names()).containsExactly("retry.attempt_failed", "retry.cancelled");
            grants.assertNoneTaken();
        }
    }

    @Test
    @Tag("BR-040")
    void callAsync_executorRejectsAfterTheWait_isTheLastFailureAndLogged() throws Exception {
        for (Throwable fault : List.of(new RejectedExecutionException("closed"), new OutOfMemoryError("on purpose"))) {
            attempts.set(0);
            RecordingListener events = new RecordingListener();
            CostOf grants = new CostOf();
            try (Complaints complaints = Complaints.heard()) {
                CompletableFuture<Tried<String>> result = retry(ofSeconds(1))
                        .executor(task -> AsyncFaultsTest.<RuntimeException>sneak(fault))
                        .listener(events)
                        .budget(grants.budget)
                        .triedAsync(this::failsTwice);
                clock.advance(ofSeconds(1));

                Tried<String> tried = result.get(10, TimeUnit.SECONDS);
                assertThat(tried.failure()).isSameAs(E1);
                assertThat(tried.decision()).isEqualTo(Decision.CANCELLED);
                assertThat(tried.totalDelay()).isEqualTo(ofSeconds(1));
                assertThat(complaints.faults()).contains(fault);
            }
            assertThat(attempts).hasValue(1);
            assertThat(events.names()).containsExactly("retry.attempt_failed", "retry.cancelled");
            grants.assertNoneTaken();
        }
    }

    @Test
    @Tag("BR-040")
    void callOn_executorRejectsTheFirstAttempt_isTheRejection() throws Exception {
        RejectedExecutionException rejection = new RejectedExecutionException("closed");
        List<Tried<?>> gaveUp = new ArrayList<>();
        MonotonicClock running = VirtualClock.manual(77_000_000_000L);
        CompletableFuture<String> result = retry(ofSeconds(1), running)
                .onGiveUp(gaveUp::add)
                .callOn(
                        task -> {
                            throw rejection;
                        },
                        this::failsTwiceBlocking);

        assertThat(outcomeOf(result)).isSameAs(rejection);
        assertThat(attempts).hasValue(0);
        assertThat(gaveUp).hasSize(1);
        assertThat(gaveUp.get(0).attempts()).isZero();
        assertThat(gaveUp.get(0).decision()).isEqualTo(Decision.CANCELLED);
        assertThat(gaveUp.get(0).totalDelay()).isEqualTo(ZERO);
        assertThat(gaveUp.get(0).elapsed()).isEqualTo(ZERO);
    }

    @Test
    @Tag("BR-040")
    void callOn_poolShutDownDuringTheWait_isTheLastFailure() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CompletableFuture<String> result = retry(ofSeconds(1)).callOn(pool, this::failsTwiceBlocking);
        clock.awaitTimers(1);
        pool.shutdown();
        clock.advance(ofSeconds(1));

        assertThat(outcomeOf(result)).isSameAs(E1);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void callAsync_executorRejectsWhenTheAttemptTimedOut_endsWithTheTimeoutAndIsLogged() throws Exception {
        CompletableFuture<String> stage = new CompletableFuture<>();
        try (Complaints complaints = Complaints.heard()) {
            CompletableFuture<String> result = retry(ofSeconds(1))
                    .attemptTimeout(ofMillis(100))
                    .executor(task -> {
                        throw new RejectedExecutionException("closed");
                    })
                    .callAsync(() -> stage);
            clock.advance(ofMillis(100));
            clock.awaitTimers(1);
            clock.advance(ofSeconds(1));

            assertThat(outcomeOf(result)).isInstanceOf(AttemptTimeoutException.class);
            assertThat(complaints.messages())
                    .contains("The executor took no work: java.util.concurrent.RejectedExecutionException: closed");
        }
        assertThat(stage).isCancelled();
    }

    @Test
    void callAsync_timerOfTheAttemptRejects_isAFailedAttempt() throws Exception {
        RejectedExecutionException rejection = new RejectedExecutionException("closed");
        MonotonicClock broken = new Forwarding(clock) {
            @Override
            public Cancellable schedule(long nanos, Runnable task) {
                throw rejection;
            }
        };
        CompletableFuture<String> result =
                retry(ofSeconds(1), broken).attemptTimeout(ofMillis(100)).callAsync(this::failsTwice);

        assertThat(outcomeOf(result)).isSameAs(rejection);
    }

    @Test
    void callAsync_cancelledBeforeTheTimerOfTheWaitIsKnown_leavesNoTimer() {
        AtomicReference<CompletableFuture<String>> self = new AtomicReference<>();
        MonotonicClock cancelling = new Forwarding(clock) {
            @Override
            public Cancellable schedule(long nanos, Runnable task) {
                Cancellable timer = super.schedule(nanos, task);
                if (self.get() != null) assertThat(self.get().cancel(true)).isTrue();
                return timer;
            }
        };
        self.set(retry(ofSeconds(1), cancelling).callAsync(this::failsTwice));
        clock.advance(ofSeconds(1));

        assertThat(self.get()).isCancelled();
        assertThat(attempts).hasValue(2);
        assertThat(clock.timers()).isZero();
    }

    @Test
    void callAsync_timerCannotBeCancelled_changesNothingAndIsLogged() throws Exception {
        for (Throwable fault : faults()) {
            MonotonicClock broken = new Forwarding(clock) {
                @Override
                public Cancellable schedule(long nanos, Runnable task) {
                    Cancellable timer = super.schedule(nanos, task);
                    return () -> {
                        timer.cancel();
                        AsyncFaultsTest.<RuntimeException>sneak(fault);
                    };
                }
            };
            Retry retry = retry(ofSeconds(1), broken).attemptTimeout(ofMillis(100));
            attempts.set(0);
            try (Complaints complaints = Complaints.heard()) {
                assertThat(joined(retry.callAsync(this::failsTwice))).isEqualTo("value");
                if (!(fault instanceof Mute)) assertThat(complaints.faults()).contains(fault);
            }

            CompletableFuture<String> stage = new CompletableFuture<>();
            CompletableFuture<String> result = retry.callAsync(() -> stage);
            assertThat(stage.complete("later")).isTrue();
            assertThat(outcomeOf(result)).isEqualTo("later");

            CompletableFuture<String> cancelled = retry.callAsync(() -> new CompletableFuture<>());
            assertThat(cancelled.cancel(true)).isTrue();
            CompletableFuture<String> waiting = retry.callAsync(() -> failedFuture(E1));
            assertThat(waiting.cancel(true)).isTrue();
            assertThat(clock.timers()).isZero();
        }
    }

    /** Whichever reading of the clock fails, the caller hears of it; a failed attempt already had stays the better story. */
    @Test
    void callAsync_clockThrowsAtAnyReading_isNeverPending() throws Exception {
        for (Throwable fault : faults()) {
            for (int broken = 1; broken <= 30; broken++) {
                VirtualClock time = VirtualClock.manual();
                int last = broken;
                AtomicInteger readings = new AtomicInteger();
                MonotonicClock faulty = new Forwarding(time) {
                    @Override
                    public long nanoTime() {
                        if (readings.incrementAndGet() == last) AsyncFaultsTest.<RuntimeException>sneak(fault);
                        return super.nanoTime();
                    }
                };
                Retry retry = retry(ofSeconds(1), faulty)
                        .within(ofSeconds(60))
                        .attemptTimeout(ofSeconds(1))
                        .listener(event -> {});
                attempts.set(0);
                Object async = told(time, () -> retry.callAsync(this::failsTwice));
                readings.set(0);
                attempts.set(0);
                Object blocking = told(time, () -> retry.callOn(Runnable::run, this::failsTwiceBlocking));
                readings.set(0);
                CompletableFuture<String> pending = new CompletableFuture<>();
                Object late = told(
                        time,
                        () -> retry.callAsync(() -> {
                            var unused = time.schedule(10, () -> pending.completeExceptionally(E1));
                            return pending.isDone() ? new CompletableFuture<>() : pending;
                        }));

                for (Object outcome : List.of(async, blocking, late)) {
                    // Compared here, since one of the faults cannot be printed.
                    boolean isExpected = outcome == fault || outcome == E1 || outcome == "value";
                    if (outcome == late) isExpected |= outcome instanceof AttemptTimeoutException;
                    assertThat(isExpected)
                            .as("reading %s: %s", broken, outcome.getClass())
                            .isTrue();
                }
            }
        }
    }

    /** The outcome, also when it was thrown instead of put into the future. */
    private static Object told(VirtualClock time, Supplier<CompletableFuture<String>> call) {
        CompletableFuture<String> future;
        try {
            future = call.get();
        } catch (Throwable thrown) {
            return thrown;
        }
        return time.join(future.<Object>handle((value, failure) -> failure == null ? value : failure));
    }

    // Classifiers.

    @Test
    void callAsync_classifierThrows_isTheAttemptsFailureAndLogged() throws Exception {
        for (Throwable fault : List.of(new IllegalStateException("on purpose"), new Mute())) {
            for (boolean later : new boolean[] {false, true}) {
                try (Complaints complaints = Complaints.heard()) {
                    CompletableFuture<String> result = retry(ofSeconds(1))
                            .classifier((failure, attempt) -> {
                                if (attempt.number() == (later ? 2 : 1)) AsyncFaultsTest.<RuntimeException>sneak(fault);
                                return Verdict.retry();
                            })
                            .callAsync(() -> failedFuture(E1));

                    assertThat(joined(result)).isSameAs(E1);
                    if (!(fault instanceof Mute))
                        assertThat(complaints.faults()).contains(fault);
                }
            }
        }
    }

    @Test
    void callAsync_classifierThrowsAnError_isThatError() throws Exception {
        AssertionError fault = new AssertionError("on purpose");
        for (boolean later : new boolean[] {false, true}) {
            Retry retry = retry(ofSeconds(1)).classifier((failure, attempt) -> {
                if (attempt.number() == (later ? 2 : 1)) throw fault;
                return Verdict.retry();
            });
            CompletableFuture<String> pending = new CompletableFuture<>();

            assertThat(joined(retry.callAsync(() -> failedFuture(E1)))).isSameAs(fault);
            assertThat(joined(retry.triedAsync(() -> failedFuture(E1)))).isSameAs(fault);
            assertThat(joined(retry.callOn(Runnable::run, () -> {
                        throw E1;
                    })))
                    .isSameAs(fault);
            CompletableFuture<String> result = retry.callAsync(() -> pending);
            assertThat(pending.completeExceptionally(E1)).isTrue();
            assertThat(joined(result)).isSameAs(fault);
        }
    }

    @Test
    @Tag("BR-036")
    void callAsync_resultClassifierThrows_isTheValueAndLogged() throws Exception {
        NullPointerException fault = new NullPointerException("on purpose");
        AssertionError error = new AssertionError("on purpose");
        try (Complaints complaints = Complaints.heard()) {
            CompletableFuture<Tried<String>> result = retry(ZERO).triedAsync(() -> completedFuture("value"), value -> {
                throw fault;
            });

            assertThat(result.join().value()).isEqualTo("value");
            assertThat(result.join().decision()).isEqualTo(Decision.STOPPED);
            assertThat(complaints.faults()).contains(fault);
        }
        assertThat(outcomeOf(retry(ZERO).callAsync(() -> completedFuture("value"), value -> {
                    throw error;
                })))
                .isSameAs(error);
    }

    @Test
    void callAsync_failureThatDecidesForItselfThrows_isThatFailure() throws Exception {
        class Undecided extends IOException implements Retryable {
            private static final long serialVersionUID = 1L;

            @Override
            public Verdict retryVerdict() {
                throw new IllegalStateException("on purpose");
            }
        }
        Undecided failure = new Undecided();

        assertThat(outcomeOf(retry(ZERO).callAsync(() -> failedFuture(failure))))
                .isSameAs(failure);
    }

    // Listeners.

    @Test
    @Tag("BR-063")
    void callAsync_listenersThrow_runGoesOnAsIfTheyHadNot() throws Exception {
        for (Throwable fault : faults()) {
            attempts.set(0);
            List<Tried<?>> gaveUp = new ArrayList<>();
            RecordingListener events = new RecordingListener();
            RetryListener throwing = event -> AsyncFaultsTest.<RuntimeException>sneak(fault);
            try (Complaints complaints = Complaints.heard()) {
                Retry retry = retry(ofSeconds(1))
                        .listener(throwing)
                        .listener(events)
                        .onRetry(info -> AsyncFaultsTest.<RuntimeException>sneak(fault))
                        .onGiveUp(tried -> AsyncFaultsTest.<RuntimeException>sneak(fault))
                        .onGiveUp(gaveUp::add);

                assertThat(joined(retry.callAsync(this::failsTwice))).isEqualTo("value");
                assertThat(events.names())
                        .containsExactly("retry.attempt_failed", "retry.attempt_failed", "retry.succeeded");
                assertThat(joined(retry.callAsync(() -> failedFuture(E1)))).isSameAs(E1);
                assertThat(joined(retry.callOn(Runnable::run, () -> {
                            throw E1;
                        })))
                        .isSameAs(E1);
                assertThat(gaveUp).hasSize(2);
                if (!(fault instanceof Mute)) assertThat(complaints.faults()).contains(fault);
            }
        }
    }

    // Budgets.

    @Test
    void callAsync_budgetThrows_isARefusalAndLogged() throws Exception {
        for (String method : List.of("onFirstAttempt", "onSuccess", "onRetryableFailure", "tryAcquire", "refund")) {
            attempts.set(0);
            RuntimeException fault = new IllegalStateException("on purpose");
            Retry retry = retry(ofSeconds(1)).budget(new FaultyBudget(method, fault));
            try (Complaints complaints = Complaints.heard()) {
                Object outcome = joined(retry.callAsync(this::failsTwice));

                assertThat(outcome).as(method).isEqualTo(method.equals("tryAcquire") ? E1 : "value");
                CompletableFuture<String> waiting = retry.callAsync(() -> failedFuture(E1));
                waiting.cancel(true);
                assertThat(waiting).as(method).isDone();
                assertThat(complaints.messages()).contains("A budget threw in " + method + ": " + fault);
            }
        }
    }

    @Test
    void callAsync_budgetThrowsAnError_isNeverPending() throws Exception {
        for (String method : List.of("onFirstAttempt", "onSuccess", "onRetryableFailure", "tryAcquire")) {
            attempts.set(0);
            Error fault = new AssertionError("on purpose");
            Retry retry = retry(ofSeconds(1)).budget(new FaultyBudget(method, fault));

            assertThat(told(clock, () -> retry.callAsync(this::failsTwice)))
                    .as(method)
                    .isSameAs(fault);
        }
    }

    // Stages.

    @Test
    void callAsync_stageThrowsFromHandle_isAFailedAttempt() throws Exception {
        for (Throwable fault : List.of(new IllegalStateException("on purpose"), new AssertionError("on purpose"))) {
            CompletableFuture<String> inner = new CompletableFuture<>();
            CompletableFuture<String> result = retry(ZERO)
                    .attemptTimeout(ofSeconds(1))
                    .callAsync(() -> attempts.incrementAndGet() % 2 == 1
                            ? Stages.broken(inner, "handle", fault)
                            : completedFuture("value"));

            if (fault instanceof Error) assertThat(outcomeOf(result)).isSameAs(fault);
            else assertThat(outcomeOf(result)).isEqualTo("value");
            assertThat(inner).isCancelled();
            assertThat(clock.timers()).isZero();
            attempts.set(0);
        }
    }

    @Test
    void callAsync_stageThatIsNoFutureTimesOut_isLeft() throws Exception {
        for (Throwable fault : List.of(new UnsupportedOperationException(), new NoSuchMethodError("on purpose"))) {
            CompletableFuture<Closed> inner = new CompletableFuture<>();
            CompletableFuture<Closed> result =
                    retry(ofSeconds(1)).attemptTimeout(ofMillis(100)).callAsync(() -> Stages.bare(inner, fault));

            assertThat(joined(result)).isInstanceOf(AttemptTimeoutException.class);
            Closed late = new Closed(null);
            assertThat(inner.complete(late)).isTrue();
            assertThat(late.times).hasPositiveValue();

            CompletableFuture<Closed> again = new CompletableFuture<>();
            CompletableFuture<Closed> cancelled = retry(ZERO).callAsync(() -> Stages.bare(again, fault));
            assertThat(cancelled.cancel(true)).isTrue();
            assertThat(cancelled).isCancelled();
        }
    }

    /** Counts its closings, and then throws. */
    private static final class Closed implements AutoCloseable {
        final AtomicInteger times = new AtomicInteger();
        private final Throwable fault;

        Closed(Throwable fault) {
            this.fault = fault;
        }

        @Override
        public void close() {
            times.incrementAndGet();
            if (fault != null) AsyncFaultsTest.<RuntimeException>sneak(fault);
        }
    }

    @Test
    void callAsync_lateValueThrowsWhenClosed_isLogged() throws Exception {
        for (Throwable fault : List.of(new IOException("on purpose"), new AssertionError("on purpose"))) {
            try (Complaints complaints = Complaints.heard()) {
                CompletableFuture<Closed> stage = new CompletableFuture<>() {
                    @Override
                    public boolean cancel(boolean mayInterruptIfRunning) {
                        return false;
                    }
                };
                CompletableFuture<Closed> result = retry(ZERO).callAsync(() -> stage);
                assertThat(result.cancel(true)).isTrue();
                Closed late = new Closed(fault);
                assertThat(stage.complete(late)).isTrue();

                assertThat(late.times).hasValue(1);
                assertThat(complaints.faults()).contains(fault);

                Closed blocking = new Closed(fault);
                CompletableFuture<CompletableFuture<Closed>> self = new CompletableFuture<>();
                Retry retry = retry(ZERO);
                List<Runnable> tasks = new ArrayList<>();
                CompletableFuture<Closed> on = retry.callOn(tasks::add, () -> {
                    assertThat(self.join().cancel(true)).isTrue();
                    return blocking;
                });
                self.complete(on);
                tasks.remove(0).run();
                assertThat(on).isCancelled();
                assertThat(blocking.times).hasValue(1);
            }
        }
    }

    @Test
    @Tag("BR-039")
    void callAsync_stopsForAnyReason_isNeverANullSuccess() throws Exception {
        Retry retry = retry(ofSeconds(1));
        CompletableFuture<String> expired = retry.within(ofMillis(1)).callAsync(() -> failedFuture(E1));
        CompletableFuture<String> exhausted = retry.callAsync(() -> failedFuture(E1));
        CompletableFuture<String> interrupted =
                retry.callAsync(() -> failedFuture(new ExecutionException(new InterruptedException())));

        assertThat(joined(expired)).isSameAs(E1);
        assertThat(joined(exhausted)).isSameAs(E1);
        assertThat(joined(interrupted)).isInstanceOf(InterruptedException.class);
    }

    @Test
    @Tag("BR-112")
    void triedAsync_everyAttemptAsksForAnother_endsAtTheLimit() {
        Retry retry = Retry.explicit(
                        Schedule.fixedDelay(ofSeconds(1)).upTo(ofSeconds(10)).attempts(Integer.MAX_VALUE),
                        Classifier.standard(),
                        RetryBudget.unlimited())
                .clock(clock)
                .executor(Runnable::run);
        Tried<Integer> tried = clock.join(
                retry.triedAsync(() -> completedFuture(attempts.incrementAndGet()), value -> Verdict.retry()));

        assertThat(tried.decision()).isEqualTo(Decision.EXHAUSTED);
        assertThat(tried.attempts()).isEqualTo(11);
        assertThat(tried.value()).isEqualTo(11);
        assertThat(tried.elapsed()).isEqualTo(ofSeconds(10));
    }

    /** A clock in which one method can be replaced. */
    private static class Forwarding implements MonotonicClock {
        private final MonotonicClock clock;

        Forwarding(MonotonicClock clock) {
            this.clock = clock;
        }

        @Override
        public long nanoTime() {
            return clock.nanoTime();
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
            clock.sleep(nanos);
        }

        @Override
        public Cancellable schedule(long nanos, Runnable task) {
            return clock.schedule(nanos, task);
        }
    }

    /** A budget from which it can be seen that each grant was given back. */
    private static final class CostOf {
        final RetryBudget budget = RetryBudget.costs(100, 5, 10);

        void assertNoneTaken() {
            assertThat(budget.balance()).isEqualTo(100);
        }
    }

    /** An unlimited budget that throws from one of its methods. */
    private record FaultyBudget(String method, Throwable fault) implements RetryBudget {
        private void maybe(String called) {
            if (method.equals(called)) AsyncFaultsTest.<RuntimeException>sneak(fault);
        }

        @Override
        public void onFirstAttempt() {
            maybe("onFirstAttempt");
        }

        @Override
        public void onSuccess(Grant last) {
            maybe("onSuccess");
        }

        @Override
        public void onRetryableFailure() {
            maybe("onRetryableFailure");
        }

        @Override
        public Grant tryAcquire(Cause cause) {
            maybe("tryAcquire");
            return RetryBudget.unlimited().tryAcquire(cause);
        }

        @Override
        public void refund(Grant grant) {
            maybe("refund");
        }

        @Override
        public double balance() {
            return 1;
        }

        @Override
        public String explain() {
            return "Throws from " + method;
        }
    }
}
