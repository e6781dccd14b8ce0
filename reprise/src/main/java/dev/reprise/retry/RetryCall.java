package dev.reprise.retry;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryEvent;
import dev.reprise.internal.CallScope;
import dev.reprise.schedule.Stepper;
import dev.reprise.time.Deadline;
import dev.reprise.time.TimedOutException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One call under a policy: decides what follows each attempt, and never waits. This is the only place that knows the order
 * of checks; the drivers differ in how they run an attempt and how they wait. For one thread at a time.
 */
final class RetryCall implements Attempt {
    /** By name, since the module java.net.http need not be there. */
    private static final Set<String> HTTP_TIMEOUTS =
            Set.of("java.net.http.HttpTimeoutException", "java.net.http.HttpConnectTimeoutException");

    final Policy policy;

    /** Null for a nested call: another retry around it does the retrying, and it makes no call of a budget. */
    private final @Nullable RetryBudget budget;

    private final @Nullable Deadline deadline;
    private final @Nullable Timeline timeline;
    private @Nullable Stepper stepper;
    private RetryBudget.@Nullable Grant grant;
    private int number;
    private long delayNanos;

    private RetryCall(
            Policy policy,
            @Nullable RetryBudget budget,
            @Nullable Deadline deadline,
            @Nullable Timeline timeline,
            @Nullable Stepper stepper) {
        this.policy = policy;
        this.budget = budget;
        this.deadline = deadline;
        this.timeline = timeline;
        this.stepper = stepper;
    }

    /** A call that is about to make its first attempt; {@code site} is the class of the operation. */
    static RetryCall begin(Policy policy, RetryBudget budget, Class<?> site, CallScope scope, boolean reports) {
        Deadline deadline = nearest(policy, (Deadline) scope.deadline());
        boolean timed = policy.timed || reports || deadline != null;
        Timeline timeline = timed ? new Timeline(policy.clock, reports || !policy.onGiveUp.isEmpty()) : null;
        Stepper stepper = policy.countsCalls() ? policy.schedule.start(policy.generator(site)) : null;
        boolean nested = isNested(policy, scope);
        if (!nested && scope.budget() != budget) deposit(budget);
        return new RetryCall(policy, nested ? null : budget, deadline, timeline, stepper);
    }

    /** A call of a carefree policy whose first attempt has just ended, the deposit made. */
    static RetryCall afterFirstAttempt(Policy policy, RetryBudget budget, boolean nested) {
        RetryCall call = new RetryCall(policy, nested ? null : budget, null, null, null);
        call.number = 1;
        return call;
    }

    private static @Nullable Deadline nearest(Policy policy, @Nullable Deadline ambient) {
        Deadline own =
                nearer(policy.deadline, policy.within == null ? null : Deadline.after(policy.within, policy.clock));
        return nearer(own, ambient);
    }

    private static @Nullable Deadline nearer(@Nullable Deadline one, @Nullable Deadline other) {
        if (one == null || other == null) return one == null ? other : one;
        return other.remaining().compareTo(one.remaining()) < 0 ? other : one;
    }

    static boolean isNested(Policy policy, CallScope scope) {
        return scope.depth() > 0 && policy.nesting == RetryNesting.SINGLE_ATTEMPT;
    }

    /** A call inside an attempt of another makes none: when it may not retry, or when they share a budget. */
    static void deposit(RetryBudget budget) {
        try {
            budget.onFirstAttempt();
        } catch (RuntimeException fault) {
            Complaint.about("A budget threw in onFirstAttempt", fault);
        }
    }

    /** The last grant is null when there were no retries. */
    static void succeed(RetryBudget budget, RetryBudget.@Nullable Grant last) {
        try {
            budget.onSuccess(last);
        } catch (RuntimeException fault) {
            Complaint.about("A budget threw in onSuccess", fault);
        }
    }

    /** What the classifier of values says: accept without one, and stop when it fails to say anything. */
    @SuppressWarnings("CatchingUnchecked") // a lambda may throw what it does not declare
    static <T extends @Nullable Object> Verdict judge(@Nullable ResultClassifier<? super T> results, T value) {
        if (results == null) return Verdict.accept();
        try {
            return orStop(results.classify(value), "A result classifier");
        } catch (Exception fault) {
            Complaint.about("A result classifier threw", fault);
            return Verdict.stop();
        }
    }

    @SuppressWarnings("ReferenceEquality")
    private static Verdict orStop(@Nullable Verdict verdict, String who) {
        if (verdict != null) return verdict;
        Complaint.about(who + " returned null");
        return Verdict.stop();
    }

    /** An attempt begins. */
    void attemptBegins() {
        number++;
        if (timeline != null) timeline.attemptBegins();
    }

    /** The attempt returned a value, which got this verdict. */
    Decision returned(@Nullable Object value, Verdict verdict, boolean cancelled) {
        return decided(null, value, verdict, cancelled);
    }

    /** The attempt threw. */
    Decision threw(Throwable failure, boolean cancelled) {
        return decided(failure, null, null, cancelled);
    }

    private Decision decided(
            @Nullable Throwable failure, @Nullable Object value, @Nullable Verdict verdict, boolean cancelled) {
        if (timeline != null) timeline.attemptEnds();
        delayNanos = 0;
        Decision decision = decide(failure, verdict, cancelled);
        if (timeline != null) timeline.record(number, delayNanos, failure);
        if (timeline != null) report(decision, failure, value);
        return decision;
    }

    /** The order of checks, numbered as in the reference of semantics. */
    private Decision decide(@Nullable Throwable failure, @Nullable Verdict ofValue, boolean cancelled) {
        // 0. A value that is accepted.
        if (ofValue != null && ofValue.accepts()) {
            if (budget != null) succeed(budget, grant);
            return Decision.SUCCEEDED;
        }
        // 1. The caller has left. A failure that says so is as good as the flag.
        if (cancelled || failure instanceof InterruptedException) return Decision.CANCELLED;
        // 2. Another retry around this one does the retrying.
        RetryBudget asked = budget;
        if (asked == null) return Decision.NESTED;
        // 3. Not worth it; or worth it, but too late, of which the budget hears nothing.
        Verdict verdict = failure == null ? ofValue : classify(failure);
        if (verdict == null || verdict.stops()) return Decision.STOPPED;
        if (deadline != null && deadline.hasPassed()) return Decision.EXPIRED;
        tellOfRetryableFailure(asked);
        if (verdict.forbidsRepeating()) return Decision.STOPPED;
        // 4. The schedule.
        long at = next(verdict);
        if (at == Stepper.STOP) return Decision.EXHAUSTED;
        long wait = Math.max(0, at - now());
        // 5. The time left: for the wait, and for an attempt as long as the last one.
        if (deadline != null && !fits(wait, deadline)) return Decision.EXPIRED;
        // 6. The budget.
        grant = acquire(asked, failure);
        if (grant == null) return Decision.THROTTLED;
        // 7. Again.
        delayNanos = wait;
        return Decision.AGAIN;
    }

    private long next(Verdict verdict) {
        Stepper steps = stepper();
        long start = timeline == null ? 0 : timeline.start();
        long end = now();
        if (!verdict.demandsWait()) return steps.next(start, end);
        long demanded = Math.min(verdict.demandedNanos(), policy.retryAfterCapNanos);
        if (demanded < verdict.demandedNanos() && timeline != null) timeline.capped(verdict.demandedNanos());
        return steps.next(start, end, demanded, verdict.replaces());
    }

    private Stepper stepper() {
        Stepper steps = stepper;
        if (steps == null) {
            // Whoever counts calls started it at the beginning; the system's randomness asks for no name.
            steps = policy.schedule.start(policy.generator(RetryCall.class));
            stepper = steps;
        }
        return steps;
    }

    /** The end of the attempt; for a schedule that does not look at the time, and nobody else does, always 0. */
    private long now() {
        return timeline == null ? 0 : timeline.end();
    }

    private boolean fits(long wait, Deadline deadline) {
        long left = Policy.nanos(deadline.remaining());
        return wait < left && (timeline == null || timeline.lastDuration() <= left - wait);
    }

    @SuppressWarnings("CatchingUnchecked") // a lambda may throw what it does not declare
    private Verdict classify(Throwable failure) {
        if (failure instanceof Error) return Verdict.stop();
        // By index, since an iterator would be one more object for each failure.
        for (int i = 0; i < policy.stopOn.size(); i++) {
            if (policy.stopOn.get(i).isInstance(failure)) return Verdict.stop();
        }
        try {
            Verdict verdict = orStop(policy.classifier.classify(failure, this), "A classifier");
            if (!verdict.accepts()) return verdict;
            Complaint.about("A classifier accepted a failure", failure);
        } catch (Exception fault) {
            Complaint.about("A classifier threw", fault);
        }
        return Verdict.stop();
    }

    private static void tellOfRetryableFailure(RetryBudget budget) {
        try {
            budget.onRetryableFailure();
        } catch (RuntimeException fault) {
            Complaint.about("A budget threw in onRetryableFailure", fault);
        }
    }

    private static RetryBudget.@Nullable Grant acquire(RetryBudget budget, @Nullable Throwable failure) {
        try {
            return budget.tryAcquire(isTimeout(failure) ? RetryBudget.Cause.TIMEOUT : RetryBudget.Cause.FAILURE);
        } catch (RuntimeException fault) {
            Complaint.about("A budget threw in tryAcquire", fault);
            return null;
        }
    }

    /** The failures that cost the other side most: it may still be at work on them. */
    private static boolean isTimeout(@Nullable Throwable thrown) {
        if (thrown == null) return false;
        Throwable failure = StandardClassifier.unwrapped(thrown);
        return failure instanceof TimedOutException
                || failure instanceof TimeoutException
                || failure instanceof SocketTimeoutException
                || (failure instanceof IOException
                        && HTTP_TIMEOUTS.contains(failure.getClass().getName()));
    }

    /** The wait that was decided, in nanoseconds; 0 unless the decision was {@code AGAIN}. */
    long delayNanos() {
        return delayNanos;
    }

    /** The wait is over; {@code AGAIN}, or {@code EXPIRED} when the deadline passed meanwhile. */
    Decision waited() {
        if (timeline != null) timeline.waited();
        if (deadline == null || !deadline.hasPassed()) return Decision.AGAIN;
        giveUpWaiting(Decision.EXPIRED);
        return Decision.EXPIRED;
    }

    /** The caller left during the wait, or there is nobody left to wait. */
    Decision cancelledWhileWaiting() {
        if (timeline != null) timeline.waited();
        giveUpWaiting(Decision.CANCELLED);
        return Decision.CANCELLED;
    }

    /** The caller left while an attempt was running, which nobody waits for any more. */
    Decision cancelledWhileRunning() {
        if (timeline != null) {
            timeline.attemptEnds();
            tell(timeline.endingEvent(Decision.CANCELLED, policy.label, number));
        }
        return Decision.CANCELLED;
    }

    private void giveUpWaiting(Decision decision) {
        refund();
        if (timeline != null) tell(timeline.endingEvent(decision, policy.label, number));
    }

    /** Gives back the grant of a retry that never starts. */
    void refund() {
        RetryBudget.Grant unused = grant;
        grant = null;
        if (unused == null || budget == null) return;
        try {
            budget.refund(unused);
        } catch (RuntimeException fault) {
            Complaint.about("A budget threw in refund", fault);
        }
    }

    private void report(Decision decision, @Nullable Throwable failure, @Nullable Object value) {
        if (timeline == null) return;
        if (!policy.listeners.isEmpty()) {
            timeline.events(decision, policy, number, delayNanos, failure, value)
                    .forEach(this::tell);
        }
        if (decision == Decision.AGAIN && !policy.onRetry.isEmpty()) tellProgress(failure, value);
    }

    private void tellProgress(@Nullable Throwable failure, @Nullable Object value) {
        int maximum = policy.maximumAttempts;
        RetryInfo info = new RetryInfo(
                number,
                number + 1,
                maximum,
                maximum - number,
                Duration.ofNanos(delayNanos),
                totalDelay(),
                failure,
                value);
        policy.onRetry.forEach(callback -> tell("An onRetry callback", () -> callback.accept(info)));
    }

    private void tell(RetryEvent event) {
        policy.listeners.forEach(listener -> tell("A listener", () -> listener.onEvent(event)));
    }

    /** What a listener throws changes nothing, so not even an Error of its own may end the call. */
    @SuppressWarnings("CatchingUnchecked")
    private static void tell(String who, Runnable telling) {
        try {
            telling.run();
        } catch (Throwable fault) {
            Complaint.about(who + " threw", fault);
        }
    }

    /** How the call ended, told to whoever wanted to know of a failure. */
    <T extends @Nullable Object> Tried<T> end(@Nullable T value, @Nullable Throwable failure, Decision decision) {
        Tried<T> tried = new Tried<>(
                value,
                failure,
                decision,
                number,
                timeline == null ? Duration.ZERO : Duration.ofNanos(timeline.end()),
                totalDelay(),
                timeline == null ? List.of() : timeline.history());
        if (decision != Decision.SUCCEEDED && !(failure instanceof Error)) {
            policy.onGiveUp.forEach(callback -> tell("An onGiveUp callback", () -> callback.accept(tried)));
        }
        return tried;
    }

    /** Whether somebody wants what {@link #end} makes. */
    boolean hasAudienceAtEnd() {
        return !policy.onGiveUp.isEmpty();
    }

    private Duration totalDelay() {
        return timeline == null ? Duration.ZERO : Duration.ofNanos(timeline.totalDelay());
    }

    /** The limit of the coming attempt in nanoseconds, cut to the time left unless that is nothing. */
    long attemptLimitNanos() {
        long limit = policy.attemptTimeoutNanos;
        if (deadline == null || limit == Long.MAX_VALUE) return limit;
        long left = Policy.nanos(deadline.remaining());
        return left > 0 ? Math.min(limit, left) : limit;
    }

    /** The nearer of the call's deadline and the one around it. */
    @Nullable
    Deadline deadline() {
        return deadline;
    }

    /** This attempt for good: the call itself counts on. */
    Attempt snapshot() {
        return new NumberedAttempt(number, policy.maximumAttempts, policy.label, deadline);
    }

    private record NumberedAttempt(
            int number,
            int maximumAttempts,
            @Nullable String label,
            @Nullable Deadline deadline) implements Attempt {
        @Override
        public Optional<Duration> timeLeft() {
            return Optional.ofNullable(deadline).map(Deadline::remaining);
        }

        @Override
        public String toString() {
            return text(number, maximumAttempts, label);
        }
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public int maximumAttempts() {
        return policy.maximumAttempts;
    }

    @Override
    public @Nullable String label() {
        return policy.label;
    }

    @Override
    public Optional<Duration> timeLeft() {
        return deadline == null ? Optional.empty() : Optional.of(deadline.remaining());
    }

    @Override
    public String toString() {
        return text(number, policy.maximumAttempts, policy.label);
    }

    private static String text(int number, int maximumAttempts, @Nullable String label) {
        return "attempt " + number + " of " + maximumAttempts + (label == null ? "" : " of " + label);
    }
}
