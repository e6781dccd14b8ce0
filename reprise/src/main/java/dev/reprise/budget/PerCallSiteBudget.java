package dev.reprise.budget;

import static java.util.Objects.requireNonNull;

import dev.reprise.time.MonotonicClock;
import org.jspecify.annotations.Nullable;

/**
 * A standard budget for each class of operation and each clock.
 *
 * <p>The budgets hang on the class itself, in a {@link ClassValue}, so they go when the class goes. Used without {@link #at}, it is the
 * one budget of all who do not say where they are.
 */
enum PerCallSiteBudget implements RetryBudget {
    INSTANCE;

    /** Every call in production comes here: one look-up that allocates nothing. */
    private static final ClassValue<RatioBudget> ON_SYSTEM_CLOCK = new ClassValue<>() {
        @Override
        protected RatioBudget computeValue(Class<?> site) {
            return new RatioBudget(RatioSettings.STANDARD, MonotonicClock.system());
        }
    };

    private static final ClassValue<BudgetsByClock> ON_OTHER_CLOCKS = new ClassValue<>() {
        @Override
        protected BudgetsByClock computeValue(Class<?> site) {
            return new BudgetsByClock();
        }
    };

    @Override
    public RetryBudget at(Class<?> site, MonotonicClock clock) {
        requireNonNull(site, "site");
        requireNonNull(clock, "clock");
        return clock == MonotonicClock.system()
                ? ON_SYSTEM_CLOCK.get(site)
                : ON_OTHER_CLOCKS.get(site).budget(clock);
    }

    private static RetryBudget nowhere() {
        return ON_SYSTEM_CLOCK.get(PerCallSiteBudget.class);
    }

    @Override
    public void onFirstAttempt() {
        nowhere().onFirstAttempt();
    }

    @Override
    public void onSuccess(@Nullable Grant last) {
        nowhere().onSuccess(last);
    }

    @Override
    public void onRetryableFailure() {
        nowhere().onRetryableFailure();
    }

    @Override
    public @Nullable Grant tryAcquire(Cause cause) {
        return nowhere().tryAcquire(cause);
    }

    @Override
    public void refund(Grant grant) {
        nowhere().refund(grant);
    }

    @Override
    public double balance() {
        return nowhere().balance();
    }

    @Override
    public String explain() {
        return "One budget for each call site, each on its own. " + RatioSettings.STANDARD.explain();
    }

    @Override
    public String toString() {
        return "perCallSite()";
    }
}
