package dev.reprise.budget;

import static dev.reprise.budget.Faults.plain;
import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Throttles as gRPC does (gRFC A6): failures take tokens, successes give a part of one back, and retries wait for better times while
 * half of them or fewer are left. Asking takes nothing, so there is nothing to refund.
 */
final class TokenBudget implements Kind {
    /** One token, in the thousandths that are counted, so that a ratio such as 0.1 adds up exactly. */
    private static final long TOKEN = 1000;

    private final Settings settings;
    private final Purse tokens;
    private final long gain;
    private final long half;

    TokenBudget(Settings settings) {
        this.settings = settings;
        this.tokens = new Purse(settings.max * TOKEN, settings.max * TOKEN);
        this.gain = Math.round(settings.ratio * TOKEN);
        this.half = settings.max * TOKEN / 2;
    }

    /** {@code ratio} is kept as the nearest thousandth. */
    record Settings(int max, double ratio) {
        Settings {
            Faults faults = new Faults();
            faults.range("max", max, 3, TOKEN_LIMIT);
            faults.range("ratio", ratio, 0.001, TOKEN_LIMIT);
            faults.throwIfAny();
            ratio = Math.round(ratio * TOKEN) / (double) TOKEN;
        }

        String explain() {
            BigDecimal gain = BigDecimal.valueOf(ratio);
            BigDecimal failing = gain.movePointRight(2).divide(gain.add(BigDecimal.ONE), 1, RoundingMode.HALF_UP);
            return "Retries go out while more than " + plain(max / 2.0) + " of " + max
                    + " tokens are left; a retryable failure takes 1, a success gives " + plain(ratio)
                    + " back. From full, retries follow the first " + (max - 1) / 2
                    + " failures in a row and no later one, so a full outage adds no load. It bites when more than about "
                    + plain(failing) + "% of attempts fail for long. First attempts are never limited.";
        }

        @Override
        public String toString() {
            return "tokens(max " + max + ", ratio " + plain(ratio) + ")";
        }
    }

    @Override
    public void onFirstAttempt() {}

    @Override
    public void onSuccess(@Nullable Grant last) {
        tokens.add(gain);
    }

    @Override
    public void onRetryableFailure() {
        tokens.drain(TOKEN);
    }

    @Override
    public @Nullable Grant tryAcquire(Cause cause) {
        requireNonNull(cause, "cause");
        return tokens.held() > half ? Token.GRANT : null;
    }

    @Override
    public void refund(Grant grant) {
        Token.require(grant);
    }

    @Override
    public double balance() {
        return tokens.held() / (double) TOKEN;
    }

    @Override
    public boolean isLike(RetryBudget other) {
        return other instanceof TokenBudget like && settings.equals(like.settings);
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
