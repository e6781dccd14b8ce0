package dev.reprise.budget;

import static java.util.Objects.requireNonNull;

import dev.reprise.time.MonotonicClock;
import org.jspecify.annotations.Nullable;

/**
 * Tokens earned by first attempts, and a reserve that comes with time.
 *
 * <p>Two words, each exact by itself, and exact together: the answers are those of some order of the calls one after the other. A call
 * that goes on to the reserve has seen too little earned. It takes effect at that moment, or, when another took from the reserve after it,
 * right behind that one, where too little was earned as well; and what the reserve refuses for one reading of the clock it would refuse
 * later too, since its zero time only moves forwards. Lincheck explores this in the stress tests.
 */
final class RatioBudget implements Kind {
    /** One token, in the thousandths that the earned word counts. */
    private static final long TOKEN = 1000;

    private final RatioSettings settings;
    final Purse earned;
    final @Nullable Reserve reserve;
    private final long deposit;

    RatioBudget(RatioSettings settings, MonotonicClock clock) {
        this.settings = settings;
        this.earned = new Purse(settings.earnedCapacity() * TOKEN, 0);
        this.reserve = settings.reserveCapacity() == 0
                ? null
                : new Reserve(settings.reserveCapacity(), settings.nanosPerToken(), clock);
        this.deposit = settings.thousandthsPerCall();
    }

    @Override
    public void onFirstAttempt() {
        earned.add(deposit);
    }

    @Override
    public void onSuccess(@Nullable Grant last) {}

    @Override
    public void onRetryableFailure() {}

    @Override
    public @Nullable Grant tryAcquire(Cause cause) {
        requireNonNull(cause, "cause");
        if (earned.take(TOKEN)) {
            return Token.GRANT;
        }
        return reserve != null && reserve.take() ? Token.GRANT : null;
    }

    @Override
    public void refund(Grant grant) {
        Token.require(grant);
        earned.add(TOKEN);
    }

    /** The two words are read one after the other: while others write, a sum that was never there at one instant. */
    @Override
    public double balance() {
        double inReserve = reserve == null ? 0 : reserve.held();
        return earned.held() / (double) TOKEN + inReserve;
    }

    /** The same numbers, and the same clock where there is a reserve to read it. */
    @Override
    public boolean isLike(RetryBudget other) {
        return other instanceof RatioBudget like
                && settings.equals(like.settings)
                && (reserve == null
                        || reserve.clock() == requireNonNull(like.reserve).clock());
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
