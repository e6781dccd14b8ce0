package dev.reprise.simulator;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What came out of a whole run, what was still under way at its end included.
 *
 * @param calls calls begun
 * @param attempts requests sent to the servers
 * @param successes calls that ended well
 * @param throttled calls, of any layer, that ended because the budget refused
 * @param expired calls, of any layer, that ended because the deadline was too near
 * @param peakAttempts the most attempts a second in any bucket
 * @param median the median time of the calls that ended well, at most 0.8 % too high as the other percentiles
 * @param p90 the 90th percentile of the same
 * @param p99 the 99th percentile
 * @param p999 the 99.9th percentile
 * @param longest the longest
 * @param recovery from the end of the last disturbance until the success of the calls begun stays above 95 % of what it was before
 *     the first; {@link dev.reprise.schedule.Schedule#FOREVER} when it never does, null when nothing was disturbed. For calls
 *     that come together: until the last one has ended
 */
public record Totals(
        long calls,
        long attempts,
        long successes,
        long throttled,
        long expired,
        double peakAttempts,
        Duration median,
        Duration p90,
        Duration p99,
        Duration p999,
        Duration longest,
        @Nullable Duration recovery) {
    /** Attempts for each call; 1 is no retry. */
    public double load() {
        return calls == 0 ? 1 : (double) attempts / calls;
    }

    /** From 0 to 1. */
    public double success() {
        return calls == 0 ? 1 : (double) successes / calls;
    }

    /** Requests beyond each call's first. */
    public long retries() {
        return attempts - calls;
    }
}
