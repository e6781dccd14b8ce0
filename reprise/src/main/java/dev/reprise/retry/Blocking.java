package dev.reprise.retry;

import dev.reprise.Decision;
import dev.reprise.Operation;
import dev.reprise.budget.RetryBudget;
import dev.reprise.internal.CallScope;
import org.jspecify.annotations.Nullable;

/** The blocking driver: attempts run on the calling thread, which sleeps between them. */
final class Blocking {
    private Blocking() {}

    /** What whoever started a call wants to see of it beside its outcome. */
    static final class View<T extends @Nullable Object> {
        private final boolean wantsTried;
        private @Nullable RetryCall call;
        private @Nullable Tried<T> tried;

        private View(boolean wantsTried) {
            this.wantsTried = wantsTried;
        }

        static <T extends @Nullable Object> View<T> ofAttempts() {
            return new View<>(false);
        }

        static <T extends @Nullable Object> View<T> ofOutcome() {
            return new View<>(true);
        }

        /** The attempt that is running. */
        Attempt attempt() {
            if (call == null) throw new IllegalStateException("No attempt is running");
            return call.snapshot();
        }

        /** How the call ended. */
        Tried<T> tried() {
            if (tried == null) throw new IllegalStateException("The call has not ended");
            return tried;
        }
    }

    /**
     * Runs the operation until a decision ends it.
     *
     * @param site the class of what the user passed, which tells the place of the call
     * @param view if it wants the outcome, this method returns it there, and throws nothing but an Error
     * @return the last value; anything, when the view has the outcome
     */
    static <T extends @Nullable Object, X extends Throwable> T drive(
            Policy policy,
            Class<?> site,
            Operation<? extends T, ? extends X> operation,
            @Nullable ResultClassifier<? super T> results,
            @Nullable View<T> view)
            throws X {
        return Blocking.<T, X>valueOf(outcome(policy, site, operation, results, view));
    }

    /**
     * What the call threw, on its way out. An exception that leaves a compiled method is looked up once for each frame that it
     * passes; thrown by what was inlined into the caller, it is mostly a jump to the handler.
     */
    private record Failed(Throwable failure) {}

    /** What the operation threw is an X, or unchecked. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals", "NullAway"}) // null only where T allows it
    private static <T extends @Nullable Object, X extends Throwable> T valueOf(@Nullable Object outcome) throws X {
        if (outcome instanceof Failed failed) throw (X) failed.failure;
        return (T) outcome;
    }

    /** The last value, or that it {@link Failed}. */
    @SuppressWarnings("NullAway") // a value is null only where T allows it, or where it is not returned
    private static <T extends @Nullable Object> @Nullable Object outcome(
            Policy policy,
            Class<?> site,
            Operation<? extends T, ?> operation,
            @Nullable ResultClassifier<? super T> results,
            @Nullable View<T> view) {
        CallScope scope = CallScope.current();
        RetryBudget budget = policy.budgetFor(site);
        if (!policy.carefree || view != null || scope.deadline() != null) {
            RetryCall call = RetryCall.begin(policy, budget, site, scope, view != null && view.wantsTried);
            if (view != null) view.call = call;
            return attempts(policy, budget, scope, operation, results, view, call);
        }

        // As it mostly is: nothing has to be known of the call unless its first attempt fails, so nothing is made.
        boolean nested = RetryCall.isNested(policy, scope);
        Object outerBudget = scope.budget();
        if (!nested && outerBudget != budget) RetryCall.deposit(budget);
        T value = null;
        Throwable failure = null;
        scope.enter(budget);
        try {
            value = operation.call();
        } catch (Throwable thrown) {
            failure = thrown;
        } finally {
            scope.leave(outerBudget);
        }
        Verdict verdict = failure == null ? RetryCall.judge(results, value) : null;
        if (verdict != null && verdict.accepts()) {
            if (!nested) RetryCall.succeed(budget, null);
            return value;
        }
        RetryCall call = RetryCall.afterFirstAttempt(policy, budget, nested);
        Decision decision = decide(policy, call, value, failure, verdict);
        return decision == Decision.AGAIN
                ? attempts(policy, budget, scope, operation, results, null, call)
                : end(call, value, failure, decision, null);
    }

    /** Makes attempts until a decision ends the call. */
    @SuppressWarnings("NullAway") // a value is null only where T allows it, or where it is not returned
    private static <T extends @Nullable Object> @Nullable Object attempts(
            Policy policy,
            RetryBudget budget,
            CallScope scope,
            Operation<? extends T, ?> operation,
            @Nullable ResultClassifier<? super T> results,
            @Nullable View<T> view,
            RetryCall call) {
        Object outerDeadline = scope.deadline();
        Object outerBudget = scope.budget();
        int depth = scope.depth();
        while (true) {
            T value = null;
            Throwable failure = null;
            call.attemptBegins();
            scope.set(call.deadline(), depth + 1, budget);
            try {
                value = policy.attemptTimeout == null
                        ? operation.call()
                        : LimitedAttempt.run(policy, call.attemptLimitNanos(), operation, scope);
            } catch (Throwable thrown) {
                failure = thrown;
            } finally {
                scope.set(outerDeadline, depth, outerBudget);
            }
            Verdict verdict = failure == null ? RetryCall.judge(results, value) : null;
            Decision decision = decide(policy, call, value, failure, verdict);
            if (decision != Decision.AGAIN) return end(call, value, failure, decision, view);
        }
    }

    /** What follows an attempt: {@code AGAIN} when the wait is over, or why not. */
    @SuppressWarnings("NullAway") // a verdict is there where there is no failure
    private static Decision decide(
            Policy policy,
            RetryCall call,
            @Nullable Object value,
            @Nullable Throwable failure,
            @Nullable Verdict ofValue) {
        boolean interrupted = Thread.currentThread().isInterrupted();
        Decision decision =
                failure == null ? call.returned(value, ofValue, interrupted) : call.threw(failure, interrupted);
        return decision == Decision.AGAIN ? await(policy, call) : decision;
    }

    /** Waits as long as was decided: {@code AGAIN}, or why not. */
    static Decision await(Policy policy, RetryCall call) {
        if (Thread.currentThread().isInterrupted()) return call.cancelledWhileWaiting();
        if (call.delayNanos() > 0) {
            try {
                policy.clock.sleep(call.delayNanos());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return call.cancelledWhileWaiting();
            }
        }
        return call.waited();
    }

    private static <T extends @Nullable Object> @Nullable Object end(
            RetryCall call, T value, @Nullable Throwable failure, Decision decision, @Nullable View<T> view) {
        boolean wantsTried = view != null && view.wantsTried;
        if (wantsTried || call.hasAudienceAtEnd()) {
            Tried<T> tried = call.end(value, failure, decision);
            if (view != null && wantsTried) view.tried = tried;
        }
        if (failure == null) return value;
        if (!wantsTried || failure instanceof Error) return new Failed(failure);
        if (failure instanceof InterruptedException) Thread.currentThread().interrupt();
        return value;
    }
}
