package dev.reprise.retry;

import dev.reprise.Decision;
import dev.reprise.Operation;
import dev.reprise.budget.RetryBudget;
import dev.reprise.internal.CallScope;
import dev.reprise.time.AttemptTimeoutException;
import dev.reprise.time.MonotonicClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous driver: no thread is blocked between attempts, and none of its own runs user code.
 *
 * <p>At any moment a call either has one driver, the thread that runs an attempt or decides, or is parked, on a stage that
 * will complete or on a wait. Whoever ends the parking takes the call over by one compare-and-set of {@link #at}, so that a
 * completion, a timeout and a cancellation that meet have one winner. A driver that finds its stage complete already goes on
 * in its loop, so that no number of attempts deepens the stack.
 *
 * <p>Many calls may wait at a time, so a call makes few objects. It is itself what a future of the JDK calls when an attempt
 * has ended; only an attempt that may be left behind, by its timeout or by a stage of somebody's own making, has an object
 * that tells it from the next.
 */
final class AsyncCall<T extends @Nullable Object>
        implements BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Void> {
    /** The driver is about to park the call on the stage of an attempt, which may end before. */
    private static final Object STARTING = new Object();

    private static final VarHandle AT;

    static {
        try {
            AT = MethodHandles.lookup().findVarHandle(AsyncCall.class, "at", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RetryCall call;
    private final RetryBudget budget;
    private final int depth;
    private final Operation<?, ?> operation;
    private final @Nullable ResultClassifier<? super T> results;
    private final boolean wantsTried;
    private final boolean blocking;
    private final Executor executor;
    private final AsyncResult<@Nullable Object> result = new AsyncResult<>(this);

    /**
     * Where the call is. Null: a driver decides. {@link #STARTING}: it starts an attempt, and only the attempt may take over.
     * A {@link CallScope.Watch}: the attempt blocks the driver. Anything else the call is parked on, for anybody to take over:
     * a stage, as it is or as a {@link WatchedStage}, or a {@link Pause}.
     */
    private volatile @Nullable Object at;

    /** How an attempt ended, from whoever saw that to the driver. */
    private @Nullable Object returned;

    private @Nullable Throwable thrown;

    /** Whether the thread that ran it was interrupted meanwhile, and not by us. */
    private boolean interrupted;

    /** How the last attempt ended, for whoever ends the call during the wait after it. */
    private @Nullable T lastValue;

    private @Nullable Throwable lastFailure;

    private AsyncCall(
            Policy policy,
            Class<?> site,
            Operation<?, ?> operation,
            @Nullable ResultClassifier<? super T> results,
            boolean wantsTried,
            boolean blocking,
            Executor executor) {
        CallScope scope = CallScope.current();
        this.budget = policy.budgetFor(site);
        this.depth = scope.depth();
        this.call = RetryCall.begin(policy, budget, site, scope, wantsTried);
        this.operation = operation;
        this.results = results;
        this.wantsTried = wantsTried;
        this.blocking = blocking;
        this.executor = executor;
    }

    /** Attempts that return stages, the first on the calling thread. */
    static <T extends @Nullable Object> CompletableFuture<T> call(
            Policy policy,
            Operation<? extends CompletionStage<? extends T>, ?> operation,
            @Nullable ResultClassifier<? super T> results) {
        AsyncCall<T> call =
                new AsyncCall<>(policy, operation.getClass(), operation, results, false, false, policy.executor);
        call.resume();
        return call.future();
    }

    /** The same, completing with how the call ended. */
    static <T extends @Nullable Object> CompletableFuture<Tried<T>> tried(
            Policy policy,
            Operation<? extends CompletionStage<? extends T>, ?> operation,
            @Nullable ResultClassifier<? super T> results) {
        AsyncCall<T> call =
                new AsyncCall<>(policy, operation.getClass(), operation, results, true, false, policy.executor);
        call.resume();
        return call.future();
    }

    /** Blocking attempts, all of them on the executor. */
    static <T extends @Nullable Object> CompletableFuture<T> callOn(
            Policy policy, Executor executor, Class<?> site, Operation<? extends T, ?> operation) {
        AsyncCall<T> call = new AsyncCall<>(policy, site, operation, null, false, true, executor);
        call.pause(0);
        return call.future();
    }

    /** It completes with what {@link #wantsTried} says. */
    @SuppressWarnings("unchecked")
    private <R extends @Nullable Object> CompletableFuture<R> future() {
        return (CompletableFuture<R>) result;
    }

    // Driving. Whatever breaks, an Error of a classifier, a clock, or we, the future must not stay pending.

    /** As the driver, at the beginning or after a wait. */
    private void resume() {
        try {
            Decision decision = call.number() == 0 ? Decision.AGAIN : call.waited();
            if (decision == Decision.AGAIN) drive();
            else end(lastValue, lastFailure, decision);
        } catch (Throwable broken) {
            end(null, broken, Decision.STOPPED);
        }
    }

    /** As the driver, when the stage of an attempt has ended while the call was parked on it. */
    private void proceed(@Nullable WatchedStage watched) {
        try {
            if (watched != null) watched.conclude();
            if (isRetried()) pause(call.delayNanos());
        } catch (Throwable broken) {
            end(null, broken, Decision.STOPPED);
        }
    }

    /** Makes attempts until the call is parked or has ended. A wait of nothing is none. */
    private void drive() {
        while (!result.isDone()) {
            call.attemptBegins();
            lastValue = null;
            boolean hasEnded = blocking ? runBlocking() : startStage();
            if (!hasEnded || !isRetried()) return;
            if (call.delayNanos() > 0) {
                pause(call.delayNanos());
                return;
            }
            Decision decision = call.waited();
            if (decision != Decision.AGAIN) {
                end(lastValue, lastFailure, decision);
                return;
            }
        }
        leave(call.cancelledWhileWaiting());
    }

    /** After an attempt: whether another one follows; if not, the call ends here. */
    @SuppressWarnings({"unchecked", "NullAway"}) // the value is the operation's; null only where T allows it
    private boolean isRetried() {
        T value = (T) returned;
        Throwable failure = thrown;
        returned = null;
        thrown = null;
        if (failure == null && result.isDone()) {
            LateValue.drop(value);
            leave(call.cancelledWhileRunning());
            return false;
        }
        lastValue = value;
        lastFailure = failure;
        boolean cancelled = interrupted || result.isDone();
        Decision decision = failure == null
                ? call.returned(value, RetryCall.judge(results, value), cancelled)
                : call.threw(failure, cancelled);
        if (decision == Decision.AGAIN && result.isDone()) decision = call.cancelledWhileWaiting();
        if (decision != Decision.AGAIN) end(value, failure, decision);
        return decision == Decision.AGAIN;
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
        Tried<T> tried = wantsTried || call.hasAudienceAtEnd() ? call.end(value, failure, decision) : null;
        boolean told;
        if (failure != null && (!wantsTried || failure instanceof Error)) told = result.settleExceptionally(failure);
        else told = result.settle(wantsTried ? tried : value);
        if (!told) LateValue.drop(value);
    }

    // Attempts. Each answers whether it has ended; if not, the call is parked, and may be anybody's.

    private @Nullable Object operate(CallScope scope) throws Throwable {
        Object outerDeadline = scope.deadline();
        int outerDepth = scope.depth();
        Object outerBudget = scope.budget();
        scope.set(call.deadline(), depth + 1, budget);
        try {
            return blocking && call.policy.attemptTimeout != null
                    ? LimitedAttempt.<@Nullable Object>run(call.policy, call.attemptLimitNanos(), operation, scope)
                    : operation.call();
        } finally {
            scope.set(outerDeadline, outerDepth, outerBudget);
        }
    }

    private boolean runBlocking() {
        CallScope scope = CallScope.current();
        Thread thread = Thread.currentThread();
        boolean flagged = thread.isInterrupted();
        CallScope.Watch watch = scope.watch();
        at = watch;
        try {
            // Whoever completed the result before may have missed the watch.
            if (result.isDone()) throw cancelled();
            returned = operate(scope);
        } catch (Throwable failure) {
            thrown = failure;
        }
        at = null;
        boolean unused = watch.end();
        interrupted = !flagged && thread.isInterrupted();
        return true;
    }

    private boolean startStage() {
        at = STARTING;
        WatchedStage watched = call.policy.attemptTimeout == null ? null : new WatchedStage();
        Object stage = null;
        try {
            if (watched != null) watched.limit();
            stage = operate(CallScope.current());
            if (!(stage instanceof CompletionStage<?> started)) {
                throw new NullPointerException("The operation returned null instead of a stage");
            }
            if (watched == null && started.getClass() != CompletableFuture.class) watched = new WatchedStage();
            if (watched != null) {
                watched.start(started);
            } else if (!hasValue((CompletableFuture<?>) started)) {
                CompletionStage<?> unused = started.handle(this);
            }
        } catch (Throwable failure) {
            Throwable bare = StandardClassifier.unwrapped(failure);
            if (watched == null) ended(null, bare);
            else watched.threw(bare);
        }
        Object parking = watched != null ? watched : stage;
        if (parking != null && AT.compareAndSet(this, STARTING, parking)) {
            if (result.isDone()) abandoned();
            return false;
        }
        if (watched != null) watched.conclude();
        return true;
    }

    /** A future that has a value already need not be asked to tell. */
    private boolean hasValue(CompletableFuture<?> future) {
        if (!future.isDone() || future.isCompletedExceptionally()) return false;
        ended(future.join(), null);
        return true;
    }

    /** The stage of the attempt completed, on whatever thread. A future of the JDK says so once, so it is this attempt's. */
    @Override
    public @Nullable Void apply(@Nullable Object value, @Nullable Throwable failure) {
        ended(value, failure == null ? null : StandardClassifier.unwrapped(failure));
        return null;
    }

    /** Leaves how the attempt ended to the driver; false when that has parked the call and gone. */
    private boolean isLeftToTheDriver(@Nullable Object value, @Nullable Throwable failure) {
        returned = value;
        thrown = failure;
        return takeOverFrom(STARTING);
    }

    /** The attempt has ended, of which there is one at a time. */
    private void ended(@Nullable Object value, @Nullable Throwable failure) {
        if (isLeftToTheDriver(value, failure)) return;
        Object parking = at;
        if (parking instanceof CompletionStage && takeOverFrom(parking)) proceed(null);
        else LateValue.drop(value);
    }

    // Parking.

    /** Whether the call was there, and is the caller's to drive now. */
    private boolean takeOverFrom(Object parking) {
        return AT.compareAndSet(this, parking, null);
    }

    /** Somebody else completed the future. If the call is parked it ends here; else its driver will see. */
    void abandoned() {
        Object left = at;
        if (left instanceof CallScope.Watch attempt) attempt.run();
        else if (left != null && left != STARTING && takeOverFrom(left)) abandon(left);
    }

    /** As the driver, taken over from this. */
    private void abandon(Object parking) {
        try {
            if (parking instanceof Parking ours) {
                leave(ours.abandon());
            } else {
                cancel((CompletionStage<?>) parking);
                leave(call.cancelledWhileRunning());
            }
        } catch (Throwable broken) {
            end(null, broken, Decision.STOPPED);
        }
    }

    /** What the call is parked on, where that is an object of ours. */
    private interface Parking {
        /** As the driver, when nobody waits for it any more: stops it, and tells the call. */
        Decision abandon();
    }

    /** The stage of an attempt that may be left behind: it is settled once, by whoever comes first. */
    private final class WatchedStage extends AtomicBoolean
            implements Parking, BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Void>, Runnable {
        private static final long serialVersionUID = 1L;
        private transient @Nullable CompletionStage<?> stage;
        private transient MonotonicClock.@Nullable Cancellable timer;
        private transient long limit;
        private transient boolean timedOut;
        private transient @Nullable Throwable thrownLate;

        private boolean settle() {
            return compareAndSet(false, true);
        }

        /** Before the attempt, so that of two timers due at its limit the attempt's own comes first. */
        void limit() {
            limit = call.attemptLimitNanos();
            timer = call.policy.clock.schedule(limit, this);
        }

        void start(CompletionStage<?> started) {
            stage = started;
            CompletionStage<?> unused = started.handle(this);
        }

        /** The stage completed, on whatever thread. */
        @Override
        public @Nullable Void apply(@Nullable Object value, @Nullable Throwable failure) {
            if (settle()) ended(value, failure == null ? null : StandardClassifier.unwrapped(failure));
            else LateValue.drop(value);
            return null;
        }

        /** As the driver: the operation threw, or the stage did that was to tell when it completes. */
        void threw(Throwable failure) {
            if (settle()) {
                cancel(stage);
                ended(null, failure);
            } else {
                thrownLate = failure;
            }
        }

        private void ended(@Nullable Object value, @Nullable Throwable failure) {
            if (isLeftToTheDriver(value, failure)) return;
            if (takeOverFrom(this)) proceed(this);
            else LateValue.drop(value);
        }

        /** The time is up. On the timer's thread, so that others do the rest. */
        @Override
        public void run() {
            if (!settle()) return;
            timedOut = true;
            if (takeOverFrom(STARTING)) return;
            leaveTimer(() -> {
                if (takeOverFrom(this)) proceed(this);
            });
        }

        /**
         * As the driver, when it has ended. What was thrown when the time was up is the cause of the timeout; but nobody else's
         * Error or interrupt is passed over.
         */
        void conclude() {
            cancel(timer);
            if (!timedOut) return;
            cancel(stage);
            Throwable late = thrownLate;
            thrown = late instanceof Error || late instanceof InterruptedException
                    ? late
                    : new AttemptTimeoutException(Duration.ofNanos(limit), late);
        }

        @Override
        public Decision abandon() {
            boolean unused = settle();
            cancel(timer);
            cancel(stage);
            return call.cancelledWhileRunning();
        }
    }

    /** A wait, or a way to the executor. */
    private final class Pause implements Parking, Runnable {
        private volatile MonotonicClock.@Nullable Cancellable timer;

        /** The thread of the timer that ended the wait. */
        private volatile @Nullable Thread endedOn;

        /** First by the timer, then on the executor. */
        @Override
        public void run() {
            Thread timerThread = endedOn;
            if (timerThread == null) hurry();
            else if (isTimer(timerThread)) DefaultExecutor.INSTANCE.execute(this);
            else arrive();
        }

        private void hurry() {
            endedOn = Thread.currentThread();
            try {
                executor.execute(this);
            } catch (Throwable rejected) {
                DefaultExecutor.INSTANCE.execute(() -> refused("The executor", rejected));
            }
        }

        void arrive() {
            if (takeOverFrom(this)) resume();
        }

        @Override
        public Decision abandon() {
            cancel(timer);
            return call.cancelledWhileWaiting();
        }

        void refused(String who, Throwable rejected) {
            Complaint.about(who + " took no further attempt", rejected);
            if (!takeOverFrom(this)) return;
            try {
                end(lastValue, call.number() == 0 ? rejected : lastFailure, call.cancelledWhileWaiting());
            } catch (Throwable broken) {
                end(null, broken, Decision.STOPPED);
            }
        }
    }

    /** As the driver: lets the call go on that much later, on the executor. */
    private void pause(long nanos) {
        Pause pause = new Pause();
        at = pause;
        // From here on the call may be anybody's; this thread only knows the pause.
        try {
            if (nanos == 0) executor.execute(pause::arrive);
            else pause.timer = call.policy.clock.schedule(nanos, pause);
        } catch (Throwable rejected) {
            pause.refused(nanos == 0 ? "The executor" : "The timer", rejected);
            return;
        }
        // Cancelled before the timer was known.
        if (at != pause) cancel(pause.timer);
        if (result.isDone()) abandoned();
    }

    private static void cancel(MonotonicClock.@Nullable Cancellable timer) {
        if (timer == null) return;
        try {
            timer.cancel();
        } catch (Throwable fault) {
            Complaint.about("A timer could not be cancelled", fault);
        }
    }

    private static void cancel(@Nullable CompletionStage<?> stage) {
        if (stage == null) return;
        try {
            boolean unused = stage.toCompletableFuture().cancel(true);
        } catch (Throwable uncancellable) {
            // A stage need not be a future. It goes on, and what it brings is dropped.
        }
    }

    /** Runs on the executor what may tell listeners, and elsewhere when that refuses; anything but the timer's thread. */
    private void leaveTimer(Runnable work) {
        Thread timerThread = Thread.currentThread();
        try {
            executor.execute(() -> {
                if (isTimer(timerThread)) DefaultExecutor.INSTANCE.execute(work);
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
    private boolean isTimer(Thread timerThread) {
        return Thread.currentThread() == timerThread && call.policy.clock == MonotonicClock.system();
    }
}
