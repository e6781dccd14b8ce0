package dev.reprise.budget;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Takes what a retry costs and gives it back when that retry succeeds, as the AWS SDKs' standard retryer does. What a failed retry took
 * is lost, and calls that succeed at once pay it back unit by unit.
 */
final class CostBudget implements Kind {
    private final Settings settings;
    private final Purse units;
    private final Price retry;
    private final Price timeout;

    CostBudget(Settings settings) {
        this.settings = settings;
        this.units = new Purse(settings.capacity, settings.capacity);
        this.retry = new Price(settings.retryCost);
        this.timeout = new Price(settings.timeoutCost);
    }

    record Settings(int capacity, int retryCost, int timeoutCost) {
        private static final int MOST = 1_000_000;

        Settings {
            Faults faults = new Faults();
            faults.range("capacity", capacity, 1, MOST);
            // A retry that costs more than there can be would never be granted. A bad capacity is one fault, not three.
            int dearest = faults.clean() ? capacity : MOST;
            faults.range("retryCost", retryCost, 1, dearest);
            faults.range("timeoutCost", timeoutCost, 1, dearest);
            faults.throwIfAny();
        }

        String explain() {
            return "A retry takes " + retryCost + " of " + capacity + " units, one after a timeout " + timeoutCost
                    + ", and is refused when fewer are left. From full, at most " + capacity / retryCost
                    + " retries go out without a success (" + capacity / timeoutCost
                    + " after timeouts); then a full outage adds no load. A success gives back what its last retry took, or 1 when it"
                    + " needed none, so it bites when for each retry that fails fewer than " + retryCost
                    + " calls succeed at once. First attempts are never limited.";
        }

        @Override
        public String toString() {
            return "costs(capacity " + capacity + ", retry " + retryCost + ", timeout " + timeoutCost + ")";
        }
    }

    /** The grant of this budget, made once for each cause, so granting allocates nothing. Compared by identity. */
    private static final class Price implements Grant {
        private final long units;

        Price(long units) {
            this.units = units;
        }

        @Override
        public String toString() {
            return units + " units";
        }
    }

    @Override
    public void onFirstAttempt() {}

    @Override
    public void onSuccess(@Nullable Grant last) {
        units.add(last == null ? 1 : unitsOf(last));
    }

    @Override
    public void onRetryableFailure() {}

    @Override
    public @Nullable Grant tryAcquire(Cause cause) {
        Price price = requireNonNull(cause, "cause") == Cause.TIMEOUT ? timeout : retry;
        return units.take(price.units) ? price : null;
    }

    @Override
    public void refund(Grant grant) {
        units.add(unitsOf(requireNonNull(grant, "grant")));
    }

    private long unitsOf(Grant grant) {
        if (grant == retry) {
            return retry.units;
        }
        if (grant == timeout) {
            return timeout.units;
        }
        throw Token.foreign(grant);
    }

    @Override
    public double balance() {
        return units.held();
    }

    @Override
    public boolean isLike(RetryBudget other) {
        return other instanceof CostBudget like && settings.equals(like.settings);
    }

    @Override
    public String explain() {
        return settings.explain();
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
