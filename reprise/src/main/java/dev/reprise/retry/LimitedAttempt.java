package dev.reprise.retry;

import dev.reprise.Operation;
import dev.reprise.internal.CallScope;
import dev.reprise.time.AttemptTimeoutException;
import dev.reprise.time.MonotonicClock;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An attempt with a limit. On the calling thread it is interrupted when its time is up, and the next one waits for it to
 * return; on an executor it is interrupted and left, and the next one may overlap with it.
 */
final class LimitedAttempt {
    private LimitedAttempt() {}

    static <T extends @Nullable Object> T run(
            Policy policy, long limitNanos, Operation<? extends T, ?> operation, CallScope scope) throws Throwable {
        Executor executor = policy.attemptExecutor;
        return executor == null
                ? here(policy.clock, limitNanos, operation, scope)
                : elsewhere(policy.clock, limitNanos, operation, scope, executor);
    }

    /** One that ends at its limit has ended in time. */
    @SuppressWarnings("NullAway") // the value is null only where T allows it, or where something was thrown
    private static <T extends @Nullable Object> T here(
            MonotonicClock clock, long limitNanos, Operation<? extends T, ?> operation, CallScope scope)
            throws Throwable {
        long start = clock.nanoTime();
        CallScope.Watch watch = scope.watch();
        MonotonicClock.Cancellable timer = null;
        T value = null;
        Throwable failure = null;
        try {
            timer = clock.schedule(limitNanos, watch);
            value = operation.call();
        } catch (Throwable thrown) {
            failure = thrown;
        }
        boolean interrupted = watch.end();
        boolean late = interrupted || clock.nanoTime() - start > limitNanos;
        if (timer != null) timer.cancel();
        // An interrupt that was not ours means what it says, late or not.
        boolean left = failure instanceof InterruptedException && !interrupted;
        if (failure instanceof Error || left || (failure != null && !late)) throw failure;
        if (!late) return value;
        LateValue.drop(value);
        throw new AttemptTimeoutException(Duration.ofNanos(limitNanos), failure);
    }

    private static <T extends @Nullable Object> T elsewhere(
            MonotonicClock clock,
            long limitNanos,
            Operation<? extends T, ?> operation,
            CallScope scope,
            Executor executor)
            throws Throwable {
        // A flag that is set already is the operation's to see, and no reason not to wait for it.
        boolean flagged = Thread.interrupted();
        Left<T> attempt = new Left<>(operation, scope, flagged);
        MonotonicClock.Cancellable timer = null;
        try {
            timer = clock.schedule(
                    limitNanos, () -> attempt.leave(new AttemptTimeoutException(Duration.ofNanos(limitNanos), null)));
            executor.execute(attempt);
            return attempt.await().outcome();
        } finally {
            if (timer != null) timer.cancel();
            if (flagged) Thread.currentThread().interrupt();
        }
    }

    private record Ended<T extends @Nullable Object>(
            T value, @Nullable Throwable failure) {
        T outcome() throws Throwable {
            if (failure != null) throw failure;
            return value;
        }
    }

    /** An attempt on another thread that may be left; what it then returns is dropped. */
    private static final class Left<T extends @Nullable Object> implements Runnable {
        private final AtomicReference<@Nullable Ended<T>> ended = new AtomicReference<>();
        private final CountDownLatch hasEnded = new CountDownLatch(1);
        private final Operation<? extends T, ?> operation;
        private final @Nullable Object deadline;
        private final int depth;
        private final @Nullable Object budget;
        private final boolean flagged;
        private volatile CallScope.@Nullable Watch watch;

        Left(Operation<? extends T, ?> operation, CallScope scope, boolean flagged) {
            this.operation = operation;
            this.deadline = scope.deadline();
            this.depth = scope.depth();
            this.budget = scope.budget();
            this.flagged = flagged;
        }

        @Override
        public void run() {
            CallScope scope = CallScope.current();
            CallScope.Watch mine = scope.watch();
            watch = mine;
            // Left before it began: then it never begins, for the watch may have been missed.
            Ended<T> outcome = ended.get();
            if (outcome == null) {
                if (flagged) mine.run();
                outcome = call(scope);
            }
            boolean unused = mine.end();
            if (!end(outcome)) LateValue.drop(outcome.value);
        }

        @SuppressWarnings("NullAway") // the value is null only where T allows it, or where something was thrown
        private Ended<T> call(CallScope scope) {
            Object outerDeadline = scope.deadline();
            int outerDepth = scope.depth();
            Object outerBudget = scope.budget();
            scope.set(deadline, depth, budget);
            try {
                return new Ended<>(operation.call(), null);
            } catch (Throwable thrown) {
                return new Ended<>(null, thrown);
            } finally {
                scope.set(outerDeadline, outerDepth, outerBudget);
            }
        }

        private boolean end(Ended<T> outcome) {
            boolean first = ended.compareAndSet(null, outcome);
            if (first) hasEnded.countDown();
            return first;
        }

        @SuppressWarnings("NullAway") // there is no value
        void leave(Throwable reason) {
            if (!end(new Ended<>(null, reason))) return;
            CallScope.Watch running = watch;
            if (running != null) running.run();
        }

        /** How it ended; when the waiting thread is interrupted before that, it is left. */
        @SuppressWarnings("NullAway") // ended is there when it has ended
        Ended<T> await() {
            try {
                hasEnded.await();
            } catch (InterruptedException interrupted) {
                // The flag says cancelled; the operation's own failure is not to be had any more.
                Thread.currentThread().interrupt();
                leave(new CancellationException("Interrupted while the attempt was running"));
            }
            return ended.get();
        }
    }
}
