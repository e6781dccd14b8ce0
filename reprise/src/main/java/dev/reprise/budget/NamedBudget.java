package dev.reprise.budget;

import static java.util.Objects.requireNonNull;

import dev.reprise.time.MonotonicClock;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A budget that everybody in the process who knows its name shares. Names are kept for the life of the process. */
final class NamedBudget implements RetryBudget {
    private static final ConcurrentMap<String, NamedBudget> BY_NAME = new ConcurrentHashMap<>();

    private final String name;
    private final RetryBudget budget;

    private NamedBudget(String name, RetryBudget budget) {
        this.name = name;
        this.budget = budget;
    }

    static NamedBudget of(String name) {
        return lookUp(name, () -> new RatioBudget(RatioSettings.STANDARD, MonotonicClock.system()));
    }

    static NamedBudget of(String name, RetryBudget settings) {
        requireNonNull(settings, "settings");
        if (settings == PerCallSiteBudget.INSTANCE) {
            throw new IllegalArgumentException(
                    "Invalid budget: settings (perCallSite()) must be one budget, since a name is for all call sites.");
        }
        NamedBudget named = lookUp(name, () -> settings);
        if (!named.isLike(settings)) {
            throw new IllegalArgumentException("Invalid budget: name (" + name + ") already stands for " + named.budget
                    + ", not for " + settings + named.lookingAlike(settings) + ".");
        }
        return named;
    }

    private static NamedBudget lookUp(String name, Supplier<RetryBudget> whenNew) {
        if (requireNonNull(name, "name").isBlank()) {
            throw new IllegalArgumentException("Invalid budget: name (" + name + ") must not be blank.");
        }
        NamedBudget known = BY_NAME.get(name);
        if (known != null) {
            return known;
        }
        NamedBudget made = new NamedBudget(name, whenNew.get());
        NamedBudget first = BY_NAME.putIfAbsent(name, made);
        return first == null ? made : first;
    }

    private boolean isLike(RetryBudget settings) {
        return settings == this || settings.equals(budget) || (budget instanceof Kind kind && kind.isLike(settings));
    }

    /** What to say of settings that differ in nothing that is printed. */
    private String lookingAlike(RetryBudget settings) {
        if (!settings.toString().equals(budget.toString())) {
            return "";
        }
        return settings instanceof RatioBudget ? " on another clock" : ", which is not equal to it";
    }

    @Override
    public void onFirstAttempt() {
        budget.onFirstAttempt();
    }

    @Override
    public void onSuccess(@Nullable Grant last) {
        budget.onSuccess(last);
    }

    @Override
    public void onRetryableFailure() {
        budget.onRetryableFailure();
    }

    @Override
    public @Nullable Grant tryAcquire(Cause cause) {
        return budget.tryAcquire(cause);
    }

    @Override
    public void refund(Grant grant) {
        budget.refund(grant);
    }

    @Override
    public double balance() {
        return budget.balance();
    }

    @Override
    public String explain() {
        return "Shared by all calls that name it " + name + ". " + budget.explain();
    }

    @Override
    public String toString() {
        return "named(" + name + ", " + budget + ")";
    }
}
