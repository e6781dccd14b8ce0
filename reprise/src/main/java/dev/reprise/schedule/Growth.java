package dev.reprise.schedule;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/**
 * The waits of {@code exponential} and {@code fibonacci} as tables that end where the wait no longer changes, or, where
 * an exponential one grows so slowly that a table would be long, in closed form. A rounded value is never multiplied on.
 */
final class Growth {
    private static final int LONGEST_TABLE = 128;

    /** The largest n whose Fibonacci number fits a long. */
    private static final int FIBONACCI_NUMBERS = 92;

    /** Relative error of a double power times a double, generously. */
    private static final double POWER_ERROR = 1e-15;

    /** Digits that hold every power whose product with a base is a whole number of nanoseconds. */
    private static final MathContext EXACT = new MathContext(120);

    private Growth() {}

    /** min(cap, floor(base * factor^k)) for k = 0, 1, … until it stays the same; empty when that would be too long. */
    static long[] exponential(long base, double factor, long cap) {
        if (base == 0 || factor == 1) {
            return new long[] {Math.min(base, cap)};
        }
        long[] waits = new long[LONGEST_TABLE];
        for (int k = 0; k < LONGEST_TABLE; k++) {
            waits[k] = exactPower(base, factor, cap, k);
            if (waits[k] == cap) {
                return Arrays.copyOf(waits, k + 1);
            }
        }
        return new long[0];
    }

    /** The double nearest to the exact power decides, unless it is too near to the next whole number to be sure. */
    private static long exactPower(long base, double factor, long cap, int k) {
        double power = (double) base * Math.pow(factor, (double) k);
        double error = power * POWER_ERROR;
        if (power - error > (double) cap) {
            return cap;
        }
        long least = (long) (power - error);
        if (error < 0.25 && least == (long) (power + error)) {
            return Math.min(least, cap);
        }
        BigDecimal exact = new BigDecimal(factor).pow(k, EXACT).multiply(BigDecimal.valueOf(base));
        return exact.min(BigDecimal.valueOf(cap)).longValue();
    }

    /** min(cap, floor(base * factor^k)) for any k at once, to the precision of a double. */
    static long power(long base, double factor, long cap, long k) {
        double power = (double) base * Math.pow(factor, (double) k);
        // at least the base, which a double may round down
        return power >= (double) cap ? cap : Math.max((long) power, Math.min(base, cap));
    }

    /** min(cap, base * F(n)) for n = 1, 2, … until it stays the same. */
    static long[] fibonacci(long base, long cap) {
        long[] waits = new long[FIBONACCI_NUMBERS + 1];
        long previous = 0;
        long number = 1;
        for (int i = 0; i < FIBONACCI_NUMBERS; i++) {
            waits[i] = Math.min(cap, Nanos.multiply(base, number));
            if (waits[i] == cap || base == 0) {
                return Arrays.copyOf(waits, i + 1);
            }
            long next = Nanos.add(previous, number);
            previous = number;
            number = next;
        }
        waits[FIBONACCI_NUMBERS] = cap;
        return waits;
    }
}
