package dev.reprise.schedule;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/** Lengths and instants as a {@code long} of nanoseconds that are never negative and stop growing at "forever". */
final class Nanos {
    /** Forever: 292 years. */
    static final long FOREVER = Long.MAX_VALUE;

    private Nanos() {}

    /** The one conversion from a duration that is not negative; what does not fit is forever. */
    static long of(Duration duration) {
        return isBeyond(duration) ? FOREVER : duration.toNanos();
    }

    /** The duration itself, saturated, where it is not negative. */
    static Duration checked(String field, Duration duration) {
        Problems.ofSchedule()
                .notNegative(field, requireNonNull(duration, field))
                .throwIfAny();
        return saturated(duration);
    }

    static Duration duration(long nanos) {
        return Duration.ofNanos(nanos);
    }

    /** The duration itself, or forever where it is longer than that. */
    static Duration saturated(Duration duration) {
        return isBeyond(duration) ? Schedule.FOREVER : duration;
    }

    private static boolean isBeyond(Duration duration) {
        return duration.compareTo(Schedule.FOREVER) > 0;
    }

    static long add(long a, long b) {
        long sum = a + b;
        return sum < 0 ? FOREVER : sum;
    }

    static long multiply(long a, long b) {
        long product = a * b;
        return Math.multiplyHigh(a, b) != 0 || product < 0 ? FOREVER : product;
    }

    /** A number between the two, at a fraction from 0 to 1 of the way, in plain double arithmetic, truncated. */
    static long spread(double low, double high, double fraction) {
        return (long) (low + fraction * (high - low));
    }

    /** The first multiple of the period at or after the end that is also after the start. */
    static long aligned(long start, long end, long period) {
        if (period == 0) {
            return end;
        }
        long earliest = Math.max(end, add(start, 1));
        long late = earliest % period;
        return late == 0 ? earliest : add(earliest, period - late);
    }
}
