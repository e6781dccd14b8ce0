package dev.reprise.schedule;

import java.math.BigInteger;

/**
 * How an instant moves from decision to decision while nothing special happens: {@code value + first·j + second·j(j-1)/2}
 * for the j-th decision from now. A fixed wait moves by a fixed step, a linear one by steps that grow.
 *
 * @param value the instant now, in nanoseconds
 * @param first by how much it moves next
 * @param second by how much that grows each time
 */
record Line(long value, long first, long second) {
    static final Line FOREVER = constant(Nanos.FOREVER);

    static Line constant(long value) {
        return new Line(value, 0, 0);
    }

    boolean isConstant() {
        return first == 0 && second == 0;
    }

    /** Fails with an {@link ArithmeticException} where a long is too short, as all of these. */
    Line plus(Line other) {
        return new Line(
                Math.addExact(value, other.value),
                Math.addExact(first, other.first),
                Math.addExact(second, other.second));
    }

    Line minus(Line other) {
        return new Line(
                Math.subtractExact(value, other.value),
                Math.subtractExact(first, other.first),
                Math.subtractExact(second, other.second));
    }

    Line plus(long length) {
        return new Line(Math.addExact(value, length), first, second);
    }

    /** The same line one decision later. */
    Line next() {
        return new Line(Math.addExact(value, first), Math.addExact(first, second), second);
    }

    long at(long j) {
        return exact(j).longValueExact();
    }

    private BigInteger exact(long j) {
        BigInteger count = BigInteger.valueOf(j);
        BigInteger pairs = count.multiply(BigInteger.valueOf(j - 1)).shiftRight(1);
        return BigInteger.valueOf(value)
                .add(count.multiply(BigInteger.valueOf(first)))
                .add(pairs.multiply(BigInteger.valueOf(second)));
    }

    /** The sum of the first j values. */
    BigInteger sum(long j) {
        BigInteger count = BigInteger.valueOf(j);
        BigInteger pairs = count.multiply(BigInteger.valueOf(j - 1)).shiftRight(1);
        BigInteger triples = pairs.multiply(BigInteger.valueOf(j - 2)).divide(BigInteger.valueOf(3));
        return count.multiply(BigInteger.valueOf(value))
                .add(pairs.multiply(BigInteger.valueOf(first)))
                .add(triples.multiply(BigInteger.valueOf(second)));
    }

    /** For how many decisions from now on, at most the limit, it is not negative. */
    long notNegativeFor(long limit) {
        if (value < 0 || limit == 0) {
            return 0;
        }
        // where it falls: to the end, or to the bottom from which it rises again
        long last = limit - 1;
        if (second >= 0) {
            last = first >= 0 ? 0 : second == 0 ? last : Math.min(last, -(first / second) + 1);
        }
        if (exact(last).signum() >= 0) {
            return limit;
        }
        long good = 0;
        long bad = last;
        while (bad - good > 1) {
            long middle = good + (bad - good) / 2;
            if (exact(middle).signum() >= 0) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        return bad;
    }
}
