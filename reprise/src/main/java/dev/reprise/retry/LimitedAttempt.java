package dev.reprise.retry;

import dev.reprise.Operation;
import dev.reprise.internal.CallScope;
import dev.reprise.time.AttemptTimeoutException;
import dev.reprise.time.MonotonicClock;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
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
        if (failure instanceof Error || (failure != null && !late)) throw failure;
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
        Left<T> attempt = new Left<>(operation, scope);
        MonotonicClock.Cancellable timer = clock.schedule(
                limitNanos, () -> attempt.leave(new AttemptTimeoutException(Duration.ofNanos(limitNanos), null)));
        try {
            executor.execute(attempt);
            return attempt.outcome.get();
        } catch (ExecutionException thrown) {
            throw thrown.getCause() == null ? thrown : thrown.getCause();
        } catch (InterruptedException interrupted) {
            // The flag says cancelled; the operation's own failure is not to be had any more.
            Thread.currentThread().interrupt();
            CancellationException cancelled = new CancellationException("Interrupted while the attempt was running");
            attempt.leave(cancelled);
            throw cancelled;
        } finally {
            timer.cancel();
        }
    }

    /** An attempt on another thread that may be left; what it then returns is dropped. */
    private static final class Left<T extends @Nullable Object> implements Runnable {
        final CompletableFuture<T> outcome = new CompletableFuture<>();
        private final Operation<? extends T, ?> operation;
        private final @Nullable Object deadline;
        private final int depth;
        private final @Nullable Object budget;
        private volatile CallScope.@Nullable Watch watch;

        Left(Operation<? extends T, ?> operation, CallScope scope) {
            this.operation = operation;
            this.deadline = scope.deadline();
            this.depth = scope.depth();
            this.budget = scope.budget();
        }

        @Override
        public void run() {
            CallScope scope = CallScope.current();
            Object outerDeadline = scope.deadline();
            int outerDepth = scope.depth();
            Object outerBudget = scope.budget();
            CallScope.Watch mine = scope.watch();
            watch = mine;
            // Left before it began: then it never begins, for the watch may have been missed.
            if (outcome.isDone()) {
                boolean unused = mine.end();
                return;
            }
            scope.set(deadline, depth, budget);
            try {
                T value = operation.call();
                if (!outcome.complete(value)) LateValue.drop(value);
            } catch (Throwable thrown) {
                outcome.completeExceptionally(thrown);
            } finally {
                scope.set(outerDeadline, outerDepth, outerBudget);
                boolean unused = mine.end();
            }
        }

        void leave(Throwable reason) {
            if (!outcome.completeExceptionally(reason)) return;
            CallScope.Watch running = watch;
            if (running != null) running.run();
        }
    }
}
