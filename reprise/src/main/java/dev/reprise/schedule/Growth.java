package dev.reprise.schedule;

import java.util.Arrays;

/**
 * The waits of {@code exponential} and {@code fibonacci}: each computed from its number alone, so that no rounded value is
 * ever multiplied on, and kept in a table where that ends soon.
 */
final class Growth {
    private static final int LONGEST_TABLE = 128;

    /** The largest n whose Fibonacci number fits a long. */
    private static final int FIBONACCI_NUMBERS = 92;

    /** Relative error of a double power times a double, generously. */
    private static final double POWER_ERROR = 1e-15;

    /** Splits a double of 53 bits into two halves (Dekker 1971). */
    private static final double SPLITTER = (1 << 27) + 1;

    private static final double TWO_TO_THE_63 = 0x1p63;

    private Growth() {}

    /** min(cap, floor(base * factor^k)) for k = 0, 1, … until it stays the same; empty when that would be too long. */
    static long[] exponential(long base, double factor, long cap) {
        long[] waits = new long[LONGEST_TABLE];
        boolean isSame = base == 0 || factor == 1;
        for (int k = 0; k < LONGEST_TABLE; k++) {
            waits[k] = power(base, factor, cap, k);
            if (isSame || waits[k] == cap) {
                return Arrays.copyOf(waits, k + 1);
            }
        }
        return Program.NO_SLOTS;
    }

    /**
     * min(cap, floor(base * factor^k)) for any k, in bounded time and without garbage. A double decides, unless it is too
     * near to a whole number, or too large, to be sure of the last nanosecond.
     */
    static long power(long base, double factor, long cap, long k) {
        if (k == 0) {
            return Math.min(base, cap);
        }
        double power = (double) base * Math.pow(factor, (double) k);
        double error = power * POWER_ERROR;
        if (power - error > (double) cap || power == Double.POSITIVE_INFINITY) {
            return cap;
        }
        long least = (long) (power - error);
        boolean isSure = error < 0.25 && least == (long) (power + error);
        return Math.min(cap, isSure ? least : precisePower(base, factor, k));
    }

    /**
     * The same without a cap, by squaring with twice the digits of a double: high + low. Whenever the result is a whole
     * number below 2^63, every power on the way has at most 63 bits, so that it is exact.
     */
    private static long precisePower(long base, double factor, long k) {
        double high = (double) base;
        double low = (double) (base - (long) high);
        double squareHigh = factor;
        double squareLow = 0;
        for (long rest = k; rest > 0; rest >>= 1) {
            if ((rest & 1) == 1) {
                double product = high * squareHigh;
                double error = productError(high, squareHigh, product) + (high * squareLow + low * squareHigh);
                high = product + error;
                low = error - (high - product);
            }
            if (rest > 1) {
                double square = squareHigh * squareHigh;
                double error = productError(squareHigh, squareHigh, square) + 2 * squareHigh * squareLow;
                squareHigh = square + error;
                squareLow = error - (squareHigh - square);
            }
        }
        return high >= TWO_TO_THE_63 ? Nanos.FOREVER : floor(high, low);
    }

    /** What a product of two doubles lost to rounding, exactly. */
    private static double productError(double a, double b, double product) {
        double aHigh = a * SPLITTER - (a * SPLITTER - a);
        double bHigh = b * SPLITTER - (b * SPLITTER - b);
        double aLow = a - aHigh;
        double bLow = b - bHigh;
        return aLow * bLow - (((product - aHigh * bHigh) - aLow * bHigh) - aHigh * bLow);
    }

    private static long floor(double high, double low) {
        long whole = (long) Math.floor(high);
        return whole + (long) Math.floor((high - Math.floor(high)) + low);
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
