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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
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
    private static final long DRIVEN = 0;

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
    private final AtomicLong parked = new AtomicLong(DRIVEN);

    private long parkings;
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
        call.guarded(() -> call.drive(call::startStage));
        return call.future();
    }

    /** The same, completing with how the call ended. */
    static <T extends @Nullable Object> CompletableFuture<Tried<T>> tried(
            Policy policy,
            Operation<? extends CompletionStage<? extends T>, ?> operation,
            @Nullable ResultClassifier<? super T> results) {
        AsyncCall<T> call = new AsyncCall<>(policy, operation.getClass(), operation, results, true, policy.executor);
        call.guarded(() -> call.drive(call::startStage));
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

    /** {@code interrupted} says that the thread which ran it was interrupted meanwhile, and not by us. */
    private record Outcome(@Nullable Object value, @Nullable Throwable failure, boolean interrupted) {}

    /** As the driver: whatever breaks, an Error of a classifier, a clock, or we, the future must not stay pending. */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (Throwable broken) {
            end(null, broken, Decision.STOPPED);
        }
    }

    /** As the driver, makes attempts until the call is parked or has ended. */
    private void drive(Attempting attempting) {
        while (!result.isDone()) {
            call.attemptBegins();
            lastValue = null;
            Outcome outcome = attempting.attempt();
            if (outcome == null || !goOn(outcome, true, attempting)) return;
        }
        leave(call.cancelledWhileWaiting());
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
        boolean cancelled = outcome.interrupted || result.isDone();
        Decision decision = failure == null
                ? call.returned(value, RetryCall.judge(results, value), cancelled)
                : call.threw(failure, cancelled);
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
        boolean hasOutcome = lastFailure != null || lastValue != null;
        end(lastValue, hasOutcome ? lastFailure : cancelled(), decision);
    }

    private static CancellationException cancelled() {
        return new CancellationException("The call was cancelled");
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
        Thread thread = Thread.currentThread();
        boolean flagged = thread.isInterrupted();
        CallScope.Watch watch = scope.watch();
        blockingAttempt = watch;
        Object value = null;
        Throwable failure = null;
        try {
            // Whoever completed the result before may have missed the watch.
            if (result.isDone()) throw cancelled();
            value = inScope(scope, () -> runLimited(scope));
        } catch (Throwable thrown) {
            failure = thrown;
        }
        blockingAttempt = null;
        boolean unused = watch.end();
        return new Outcome(value, failure, !flagged && thread.isInterrupted());
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
            running.limit();
            Object returned = inScope(CallScope.current(), operation);
            if (!(returned instanceof CompletionStage<?> stage)) {
                throw new NullPointerException("The operation returned null instead of a stage");
            }
            running.start(stage);
        } catch (Throwable thrown) {
            running.threw(StandardClassifier.unwrapped(thrown));
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
        final long number;

        Parking(long number) {
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
        long number = parked.get();
        if (number <= DRIVEN || !parked.compareAndSet(number, DRIVEN)) return;
        Parking left = parking;
        if (left != null) guarded(left::cancel);
    }

    /** A stage that is not complete yet. */
    private final class RunningStage extends Parking implements BiFunction<Object, Throwable, @Nullable Void> {
        private static final long serialVersionUID = 1L;
        private transient @Nullable CompletionStage<?> stage;
        private transient MonotonicClock.@Nullable Cancellable timer;
        private transient long limit;
        private transient boolean timedOut;
        private transient boolean completed;
        private transient @Nullable Object value;
        private transient @Nullable Throwable failure;

        RunningStage(long number) {
            super(number);
        }

        /** Before the attempt, so that of two timers due at its limit the attempt's own comes first. */
        void limit() {
            if (policy.attemptTimeout == null) return;
            limit = call.attemptLimitNanos();
            timer = policy.clock.schedule(limit, this::timeIsUp);
        }

        void start(CompletionStage<?> started) {
            stage = started;
            CompletionStage<?> unused = started.handle(this);
        }

        /** The stage completed, on whatever thread. */
        @Override
        @SuppressWarnings("NullAway") // a stage completes with null for what it has not
        public @Nullable Void apply(@Nullable Object result, @Nullable Throwable thrown) {
            if (!settle()) {
                LateValue.drop(result);
                return null;
            }
            completed = true;
            value = result;
            failure = thrown == null ? null : StandardClassifier.unwrapped(thrown);
            if (parked.compareAndSet(-number, DRIVEN)) return null;
            if (takeOverFrom(this)) proceed();
            else LateValue.drop(result);
            return null;
        }

        /** As the driver: there is no stage to wait for. */
        void threw(Throwable thrown) {
            failure = thrown;
            if (settle()) parked.set(DRIVEN);
        }

        /** On the timer's thread, so that others do the rest. */
        private void timeIsUp() {
            if (!settle()) return;
            timedOut = true;
            if (parked.compareAndSet(-number, DRIVEN)) return;
            leaveTimer(() -> {
                if (takeOverFrom(this)) proceed();
            });
        }

        private void proceed() {
            guarded(() -> {
                stop();
                Attempting next = AsyncCall.this::startStage;
                if (goOn(outcome(), false, next)) drive(next);
            });
        }

        /** What was thrown when the time was up is the cause; but nobody else's Error or interrupt is passed over. */
        Outcome outcome() {
            Throwable thrown = failure;
            if (timedOut && !(thrown instanceof Error || thrown instanceof InterruptedException)) {
                thrown = new AttemptTimeoutException(Duration.ofNanos(limit), thrown);
            }
            return new Outcome(value, thrown, false);
        }

        /** Takes its timer away; and cancels the stage, if that has not completed. */
        void stop() {
            cancelTimer(timer);
            if (completed || stage == null) return;
            try {
                boolean unused = stage.toCompletableFuture().cancel(true);
            } catch (Throwable uncancellable) {
                // A stage need not be a future. It goes on, and what it brings is dropped.
            }
        }

        @Override
        void cancel() {
            boolean unused = settle();
            stop();
            leave(call.cancelledWhileRunning());
        }
    }

    /** A wait, or a way to the executor. */
    private final class Pause extends Parking implements Runnable {
        private static final long serialVersionUID = 1L;
        private final transient Attempting next;
        private transient volatile MonotonicClock.@Nullable Cancellable timer;
        private transient volatile @Nullable Thread timerThread;

        Pause(long number, Attempting next) {
            super(number);
            this.next = next;
        }

        /** On the timer's thread. */
        void due() {
            timerThread = Thread.currentThread();
            try {
                executor.execute(this);
            } catch (Throwable rejected) {
                DefaultExecutor.INSTANCE.execute(() -> refused("The executor", rejected));
            }
        }

        /** On the executor. */
        @Override
        public void run() {
            if (isTimer(timerThread)) DefaultExecutor.INSTANCE.execute(this);
            else if (settle() && takeOverFrom(this)) guarded(() -> resume(next));
        }

        void refused(String who, Throwable rejected) {
            Complaint.about(who + " took no further attempt", rejected);
            if (!settle() || !takeOverFrom(this)) return;
            Throwable failure = call.number() == 0 ? rejected : lastFailure;
            guarded(() -> end(lastValue, failure, call.cancelledWhileWaiting()));
        }

        @Override
        void cancel() {
            boolean unused = settle();
            cancelTimer(timer);
            leave(call.cancelledWhileWaiting());
        }
    }

    /** As the driver: lets the call go on that much later, on the executor. */
    private void pause(long nanos, Attempting next) {
        Pause pause = new Pause(++parkings, next);
        parking = pause;
        parked.set(pause.number);
        // From here on the call may be anybody's; this thread only knows the pause.
        try {
            if (nanos == 0) executor.execute(pause);
            else pause.timer = policy.clock.schedule(nanos, pause::due);
        } catch (Throwable rejected) {
            pause.refused(nanos == 0 ? "The executor" : "The timer", rejected);
            return;
        }
        // Cancelled before the timer was known.
        if (pause.get()) cancelTimer(pause.timer);
        if (result.isDone()) abandoned();
    }

    private static void cancelTimer(MonotonicClock.@Nullable Cancellable timer) {
        if (timer == null) return;
        try {
            timer.cancel();
        } catch (Throwable fault) {
            Complaint.about("A timer could not be cancelled", fault);
        }
    }

    /** Runs on the executor what may tell listeners, and elsewhere when that refuses; anything but the timer's thread. */
    private void leaveTimer(Runnable work) {
        Thread timer = Thread.currentThread();
        try {
            executor.execute(() -> {
                if (isTimer(timer)) DefaultExecutor.INSTANCE.execute(work);
                else work.run();
            });
        } catch (Throwable rejected) {
            DefaultExecutor.INSTANCE.execute(() -> {
                Complaint.about("The executor took no work", rejected);
                work.run();
            });
        }
    }

    /** Whether the executor ran this at once, on the system's timer. What another clock runs things on is its own affair. */
    private boolean isTimer(@Nullable Thread timer) {
        return Thread.currentThread() == timer && policy.clock == MonotonicClock.system();
    }
}
