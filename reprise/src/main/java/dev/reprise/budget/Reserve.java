package dev.reprise.budget;

import dev.reprise.time.MonotonicClock;

/**
 * Tokens that come with time: one every {@code step} nanoseconds, at most {@code capacity} of them.
 *
 * <p>The whole state is one instant, the <em>zero time</em>: when the reserve would have been empty if nothing had been taken since.
 * What has passed since then, up to the span {@code capacity * step}, is what it holds, and taking a token moves zero on by a step.
 * So nothing is refilled, and no rate is multiplied by a time. (The generic cell rate algorithm of ATM networks.)
 *
 * <p>Zero only ever moves forwards, so a clock that steps back cannot make a token: there is just nothing until the clock has caught up.
 * Instants are compared by difference, so the clock may wrap around.
 */
final class Reserve extends PaddedWord {
    private final MonotonicClock clock;
    private final long step;
    private final long span;

    /** A full reserve. */
    Reserve(int capacity, long step, MonotonicClock clock) {
        super(clock.nanoTime() - capacity * step);
        this.clock = clock;
        this.step = step;
        this.span = capacity * step;
    }

    MonotonicClock clock() {
        return clock;
    }

    /** Takes one token, or nothing and answers false. */
    boolean take() {
        long now = clock.nanoTime();
        while (true) {
            long zero = get();
            long idle = Math.min(now - zero, span);
            if (idle < step) {
                return false;
            }
            if (replace(zero, now - idle + step)) {
                return true;
            }
        }
    }

    /** Tokens now, parts of one included. */
    double held() {
        long idle = Math.max(0, Math.min(clock.nanoTime() - get(), span));
        return (double) idle / step;
    }
}
