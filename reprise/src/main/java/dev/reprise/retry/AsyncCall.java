package dev.reprise.retry;

import dev.reprise.Decision;
import dev.reprise.Operation;
import dev.reprise.budget.RetryBudget;
import dev.reprise.internal.CallScope;
import dev.reprise.time.AttemptTimeoutException;
import dev.reprise.time.MonotonicClock;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous driver: no thread is blocked between attempts, and none of its own runs user code.
 *
 * <p>At any moment a call either has one driver, the thread that runs an attempt or decides, or is parked, on a stage that
 * will complete or on a wait. Whoever ends the parking takes the call over by one compare-and-set of {@link #parked}, so
 * that a completion, a timeout and a cancellation that meet have one winner. A driver that finds its stage complete already
 * goes on in its loop, so that no number of attempts deepens the stack.
 */
final class AsyncCall<T extends @Nullable Object> {
    private static final int DRIVEN = 0;

    private final Policy policy;
    private final RetryBudget budget;
    private final int depth;
    private final RetryCall call;
    private final Operation<?, ?> operation;
    private final @Nullable ResultClassifier<? super T> results;
    private final boolean wantsTried;
    private final Executor executor;
    private final AsyncResult<@Nullable Object> result = new AsyncResult<>(this);

    /**
     * {@link #DRIVEN}; or the number of the {@link #parking}; or that number negated while it is being entered, which only
     * the driver and the parking itself may end.
     */
    private final AtomicInteger parked = new AtomicInteger(DRIVEN);

    private int parkings;
    private @Nullable Parking parking;

    /** Interrupts the blocking attempt that is running, if any. */
    private volatile CallScope.@Nullable Watch blockingAttempt;

    private @Nullable T lastValue;
    private @Nullable Throwable lastFailure;

    private AsyncCall(
            Policy policy,
            Class<?> site,
            Operation<?, ?> operation,
            @Nullable ResultClassifier<? super T> results,
            boolean wantsTried,
            Executor executor) {
        CallScope scope = CallScope.current();
        this.policy = policy;
        this.budget = policy.budgetFor(site);
        this.depth = scope.depth();
        this.call = RetryCall.begin(policy, budget, site, scope, wantsTried);
        this.operation = operation;
        this.results = results;
        this.wantsTried = wantsTried;
        this.executor = executor;
    }

    /** Attempts that return stages, the first on the calling thread. */
    static <T extends @Nullable Object> CompletableFuture<T> call(
            Policy policy,
            Operation<? extends CompletionStage<? extends T>, ?> operation,
            @Nullable ResultClassifier<? super T> results) {
        AsyncCall<T> call = new AsyncCall<>(policy, operation.getClass(), operation, results, false, policy.executor);
        call.drive(call::startStage);
        return call.future();
    }

    /** The same, completing with how the call ended. */
    static <T extends @Nullable Object> CompletableFuture<Tried<T>> tried(
            Policy policy,
            Operation<? extends CompletionStage<? extends T>, ?> operation,
            @Nullable ResultClassifier<? super T> results) {
        AsyncCall<T> call = new AsyncCall<>(policy, operation.getClass(), operation, results, true, policy.executor);
        call.drive(call::startStage);
        return call.future();
    }

    /** Blocking attempts, all of them on the executor. */
    static <T extends @Nullable Object> CompletableFuture<T> callOn(
            Policy policy, Executor executor, Class<?> site, Operation<? extends T, ?> operation) {
        AsyncCall<T> call = new AsyncCall<>(policy, site, operation, null, false, executor);
        call.pause(0, call::runBlocking);
        return call.future();
    }

    /** It completes with what {@link #wantsTried} says. */
    @SuppressWarnings("unchecked")
    private <R extends @Nullable Object> CompletableFuture<R> future() {
        return (CompletableFuture<R>) result;
    }

    // Driving.

    /** How an attempt is made: its outcome, or null when the call is parked until there is one. */
    private interface Attempting {
        @Nullable
        Outcome attempt();
    }

    private record Outcome(@Nullable Object value, @Nullable Throwable failure) {}

    /** As the driver, makes attempts until the call is parked or has ended. */
    private void drive(Attempting attempting) {
        try {
            while (!result.isDone()) {
                call.attemptBegins();
                Outcome outcome = attempting.attempt();
                if (outcome == null || !goOn(outcome, true, attempting)) return;
            }
            leave(call.cancelledWhileWaiting());
        } catch (Throwable broken) {
            // An Error of a classifier, or a fault of our own: whatever it is, the future must not stay pending.
            end(null, broken, Decision.STOPPED);
        }
    }

    /** As the driver, takes over from a parking. */
    private void takeOver(Outcome outcome, Attempting attempting) {
        try {
            if (goOn(outcome, false, attempting)) drive(attempting);
        } catch (Throwable broken) {
            end(null, broken, Decision.STOPPED);
        }
    }

    /** As the driver, after an attempt: whether the next one may start right here and now. */
    @SuppressWarnings({"unchecked", "NullAway"}) // the value is the operation's; null only where T allows it
    private boolean goOn(Outcome outcome, boolean here, Attempting attempting) {
        T value = (T) outcome.value;
        Throwable failure = outcome.failure;
        if (failure == null && result.isDone()) {
            LateValue.drop(value);
            leave(call.cancelledWhileRunning());
            return false;
        }
        lastValue = value;
        lastFailure = failure;
        Decision decision = failure == null
                ? call.returned(value, RetryCall.judge(results, value), result.isDone())
                : call.threw(failure, result.isDone());
        if (decision == Decision.AGAIN && result.isDone()) decision = call.cancelledWhileWaiting();
        if (decision == Decision.AGAIN && here && call.delayNanos() == 0) decision = call.waited();
        else if (decision == Decision.AGAIN) {
            pause(call.delayNanos(), attempting);
            return false;
        }
        if (decision == Decision.AGAIN) return true;
        end(value, failure, decision);
        return false;
    }

    private void resume(Attempting attempting) {
        Decision decision = call.number() == 0 ? Decision.AGAIN : call.waited();
        if (decision == Decision.AGAIN) drive(attempting);
        else end(lastValue, lastFailure, decision);
    }

    /** Ends a call whose future was completed from outside. */
    private void leave(Decision decision) {
        Throwable failure = lastFailure;
        end(lastValue, failure == null ? new CancellationException("The call was cancelled") : failure, decision);
    }

    @SuppressWarnings("NullAway") // it completes with null only where T allows it
    private void end(@Nullable T value, @Nullable Throwable failure, Decision decision) {
        parking = null;
        Tried<T> tried = wantsTried || call.hasAudienceAtEnd() ? call.end(value, failure, decision) : null;
        boolean told;
        if (failure != null && (!wantsTried || failure instanceof Error)) told = result.settleExceptionally(failure);
        else told = result.settle(wantsTried ? tried : value);
        if (!told) LateValue.drop(value);
    }

    // Attempts.

    private @Nullable Object inScope(CallScope scope, Operation<?, ?> work) throws Throwable {
        Object outerDeadline = scope.deadline();
        int outerDepth = scope.depth();
        Object outerBudget = scope.budget();
        scope.set(call.deadline(), depth + 1, budget);
        try {
            return work.call();
        } finally {
            scope.set(outerDeadline, outerDepth, outerBudget);
        }
    }

    @SuppressWarnings("NullAway") // an operation may return null
    private Outcome runBlocking() {
        CallScope scope = CallScope.current();
        CallScope.Watch watch = scope.watch();
        blockingAttempt = watch;
        try {
            // Whoever completed the result before may have missed the watch.
            if (result.isDone()) return new Outcome(null, new CancellationException("The call was cancelled"));
            return new Outcome(inScope(scope, () -> runLimited(scope)), null);
        } catch (Throwable thrown) {
            return new Outcome(null, thrown);
        } finally {
            blockingAttempt = null;
            boolean unused = watch.end();
        }
    }

    private @Nullable Object runLimited(CallScope scope) throws Throwable {
        return policy.attemptTimeout == null
                ? operation.call()
                : LimitedAttempt.<@Nullable Object>run(policy, call.attemptLimitNanos(), operation, scope);
    }

    private @Nullable Outcome startStage() {
        RunningStage running = new RunningStage(++parkings);
        enter(running);
        try {
            Object returned = inScope(CallScope.current(), operation);
            if (!(returned instanceof CompletionStage<?> stage)) {
                throw new NullPointerException("The operation returned null instead of a stage");
            }
            running.start(stage);
        } catch (Throwable thrown) {
            running.giveUp(StandardClassifier.unwrapped(thrown));
        }
        if (parked.compareAndSet(-running.number, running.number)) {
            if (result.isDone()) abandoned();
            return null;
        }
        running.stop();
        return running.outcome();
    }

    // Parking.

    /** What the call is parked on. It is settled once, by whoever comes first. */
    private abstract static class Parking extends AtomicBoolean {
        private static final long serialVersionUID = 1L;
        final int number;

        Parking(int number) {
            this.number = number;
        }

        boolean settle() {
            return compareAndSet(false, true);
        }

        /** The future was completed from outside. */
        abstract void cancel();
    }

    private void enter(Parking next) {
        parking = next;
        parked.set(-next.number);
    }

    /** Whether the call was parked on this, and is the caller's to drive now. */
    private boolean takeOverFrom(Parking ended) {
        return parked.compareAndSet(ended.number, DRIVEN);
    }

    /** Somebody else completed the future. If the call is parked it ends here; else its driver will see. */
    void abandoned() {
        CallScope.Watch running = blockingAttempt;
        if (running != null) running.run();
        int number = parked.get();
        if (number <= DRIVEN || !parked.compareAndSet(number, DRIVEN)) return;
        Parking left = parking;
        if (left != null) left.cancel();
    }

    /** A stage that is not complete yet. */
    private final class RunningStage extends Parking implements BiFunction<Object, Throwable, @Nullable Void> {
        private static final long serialVersionUID = 1L;
        private transient @Nullable CompletionStage<?> stage;
        private transient MonotonicClock.@Nullable Cancellable timer;
        private transient @Nullable Object value;
        private transient @Nullable Throwable failure;
        private transient boolean left;

        RunningStage(int number) {
            super(number);
        }

        void start(CompletionStage<?> started) {
            stage = started;
            CompletionStage<?> unused = started.handle(this);
            if (policy.attemptTimeout == null || get()) return;
            long limit = call.attemptLimitNanos();
            timer = policy.clock.schedule(
                    limit, () -> giveUp(new AttemptTimeoutException(Duration.ofNanos(limit), null)));
        }

        /** The stage completed, on whatever thread. */
        @Override
        @SuppressWarnings("NullAway") // a stage completes with null for what it has not
        public @Nullable Void apply(@Nullable Object completed, @Nullable Throwable thrown) {
            if (!settle()) {
                LateValue.drop(completed);
                return null;
            }
            value = completed;
            failure = thrown == null ? null : StandardClassifier.unwrapped(thrown);
            if (parked.compareAndSet(-number, DRIVEN)) return null;
            if (takeOverFrom(this)) proceed();
            else LateValue.drop(completed);
            return null;
        }

        /** Its time is up, or it never began. Says so from the timer's thread too, so that others do the rest. */
        void giveUp(Throwable reason) {
            if (!settle()) return;
            failure = reason;
            left = true;
            if (parked.compareAndSet(-number, DRIVEN)) return;
            if (takeOverFrom(this)) handOver(this::proceed);
        }

        private void proceed() {
            stop();
            takeOver(outcome(), AsyncCall.this::startStage);
        }

        Outcome outcome() {
            return new Outcome(value, failure);
        }

        /** Takes its timer away; and cancels the stage, if that has not completed. */
        void stop() {
            if (timer != null) timer.cancel();
            if (left) cancelStage();
        }

        private void cancelStage() {
            if (stage == null) return;
            try {
                boolean unused = stage.toCompletableFuture().cancel(true);
            } catch (RuntimeException uncancellable) {
                // A stage need not be a future. It goes on, and what it brings is dropped.
            }
        }

        @Override
        void cancel() {
            if (settle()) left = true;
            stop();
            leave(call.cancelledWhileRunning());
        }
    }

    /** A wait, or a way to the executor. */
    private final class Pause extends Parking implements Runnable {
        private static final long serialVersionUID = 1L;
        private final transient Attempting next;
        private transient volatile MonotonicClock.@Nullable Cancellable timer;

        Pause(int number, Attempting next) {
            super(number);
            this.next = next;
        }

        /** On the timer's thread, where nothing of the user's may run. */
        void over() {
            try {
                executor.execute(this);
            } catch (Throwable rejected) {
                handOver(() -> refused("The executor", rejected));
            }
        }

        /** On the executor. */
        @Override
        public void run() {
            if (settle() && takeOverFrom(this)) resume(next);
        }

        void refused(String who, Throwable rejected) {
            Complaint.about(who + " took no further attempt", rejected);
            if (!settle() || !takeOverFrom(this)) return;
            Throwable failure = call.number() == 0 ? rejected : lastFailure;
            end(lastValue, failure, call.cancelledWhileWaiting());
        }

        @Override
        void cancel() {
            boolean unused = settle();
            MonotonicClock.Cancellable waiting = timer;
            if (waiting != null) waiting.cancel();
            leave(call.cancelledWhileWaiting());
        }
    }

    /** As the driver: lets the call go on that much later, on the executor. */
    private void pause(long nanos, Attempting next) {
        Pause pause = new Pause(++parkings, next);
        parking = pause;
        parked.set(pause.number);
        // From here on the call may be anybody's; this thread only knows the pause.
        if (nanos == 0) {
            pause.over();
        } else {
            try {
                pause.timer = policy.clock.schedule(nanos, pause::over);
            } catch (Throwable rejected) {
                pause.refused("The timer", rejected);
                return;
            }
            // Cancelled before the timer was known.
            MonotonicClock.Cancellable waiting = pause.timer;
            if (pause.get() && waiting != null) waiting.cancel();
        }
        if (result.isDone()) abandoned();
    }

    /** Runs on the executor what may tell listeners, and elsewhere when that refuses; anything but the timer's thread. */
    private void handOver(Runnable work) {
        try {
            executor.execute(work);
        } catch (Throwable rejected) {
            Complaint.about("The executor took no work", rejected);
            ForkJoinPool.commonPool().execute(work);
        }
    }
}
