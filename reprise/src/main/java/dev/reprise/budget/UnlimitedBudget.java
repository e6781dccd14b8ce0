package dev.reprise.budget;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** Refuses nothing and counts nothing. */
enum UnlimitedBudget implements RetryBudget {
    INSTANCE;

    @Override
    public void onFirstAttempt() {}

    @Override
    public void onSuccess(@Nullable Grant last) {}

    @Override
    public void onRetryableFailure() {}

    @Override
    public Grant tryAcquire(Cause cause) {
        requireNonNull(cause, "cause");
        return Token.GRANT;
    }

    @Override
    public void refund(Grant grant) {
        Token.require(grant);
    }

    @Override
    public double balance() {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public String explain() {
        return "Allows every retry. In a full outage the load is that of all attempts of all calls; nothing but the schedules bounds it.";
    }

    @Override
    public String toString() {
        return "unlimited()";
    }
}
