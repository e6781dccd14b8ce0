package dev.reprise.schedule;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * The largest wait that a schedule can give in its first n decisions, whatever came before, and the sum of those. It never
 * falls, and from some n on it moves along a straight line, so the sum of thousands of millions is a matter of a few.
 */
final class LargestWaits {
    /** Nodes looked at before it becomes coarse; about a second. */
    private static final long PATIENCE = 1L << 27;

    /** Decisions looked at one by one where a slope is no whole number, so that values are rounded. */
    private static final int EXACT = 1 << 16;

    /** How much longer each coarse part of a sum is than all before it: a 64th. */
    private static final int COARSE = 64;

    /** Decorrelated waits have reached their cap by then, or are zero. */
    private static final int TRIPLINGS = 60;

    private final Outline outline;
    private final long[] caps;
    private final long[][] tables;
    private final long[] values;

    /** By how much the values grow with each n. */
    private final double[] slopes;

    /** For how many n from here on the slopes hold. */
    private long length;

    LargestWaits(Outline outline) {
        this.outline = outline;
        caps = new long[outline.size()];
        tables = new long[outline.size()][];
        values = new long[outline.size()];
        slopes = new double[outline.size()];
        for (int node = outline.size() - 1; node >= 0; node--) {
            caps[node] = outline.cap(node, caps);
            tables[node] = table(node);
        }
    }

    /** The sum over n from 1 to the number, where each is at least the least, or the limit when that is exceeded. */
    long sum(long number, long least, long limit) {
        long patience = PATIENCE / outline.size();
        long total = 0;
        long n = 1;
        for (long steps = 0; n <= number && total < limit; steps++) {
            long value = Math.max(least, at(n));
            long many = Math.min(length, number - n + 1);
            if (steps > patience) {
                many = Math.min(number - n + 1, Math.max(1, n / COARSE));
                total = Nanos.add(total, Nanos.multiply(many, Math.max(least, at(n + many - 1))));
            } else if (slopes[0] == 0) {
                total = Nanos.add(total, Nanos.multiply(many, value));
            } else if (steps < EXACT && slopes[0] != Math.rint(slopes[0])) {
                total = Nanos.add(total, value);
                many = 1;
            } else {
                many = values[0] < least ? Math.min(many, stepsTo(least)) : many;
                total = Nanos.add(total, values[0] < least ? Nanos.multiply(many, least) : rising(value, many));
            }
            n += many;
        }
        return Math.min(total, limit);
    }

    private long stepsTo(long value) {
        return 1 + (long) ((double) (value - values[0]) / slopes[0]);
    }

    private long rising(long value, long many) {
        BigInteger pairs =
                BigInteger.valueOf(many).multiply(BigInteger.valueOf(many - 1)).shiftRight(1);
        BigInteger sum = new BigDecimal(slopes[0])
                .multiply(new BigDecimal(pairs))
                .add(BigDecimal.valueOf(value).multiply(BigDecimal.valueOf(many)))
                .setScale(0, RoundingMode.CEILING)
                .unscaledValue();
        // the values of a slope that is no whole number have been rounded down
        sum = slopes[0] == Math.rint(slopes[0]) ? sum : sum.add(BigInteger.valueOf(many));
        return sum.min(BigInteger.valueOf(Nanos.FOREVER)).longValueExact();
    }

    private long at(long n) {
        length = Long.MAX_VALUE;
        for (int node = outline.size() - 1; node >= 0; node--) {
            slopes[node] = 0;
            values[node] = value(node, n);
        }
        return values[0];
    }

    private long[] table(int node) {
        Schedule schedule = outline.nodes[node];
        return switch (outline.kinds[node]) {
            case EXPONENTIAL -> Compiler.table((Schedule.Exponential) schedule);
            case FIBONACCI -> Compiler.table((Schedule.Fibonacci) schedule);
            case DELAYS -> {
                long[] largest = Compiler.table((Schedule.Delays) schedule);
                for (int i = 1; i < largest.length; i++) {
                    largest[i] = Math.max(largest[i - 1], largest[i]);
                }
                yield largest;
            }
            default -> Program.NO_SLOTS;
        };
    }

    private long value(int node, long n) {
        Schedule schedule = outline.nodes[node];
        int first = node + 1;
        return switch (outline.kinds[node]) {
            case IMMEDIATE, TIMES -> 0;
            case FIXED_DELAY -> Nanos.of(((Schedule.FixedDelay) schedule).delay());
            case ALIGNED -> Nanos.of(((Schedule.Aligned) schedule).period());
            case FIXED_RATE -> {
                long period = Nanos.of(((Schedule.FixedRate) schedule).period());
                yield line(node, Nanos.multiply(n, period), (double) period, Nanos.FOREVER);
            }
            case LINEAR -> {
                Schedule.Linear linear = (Schedule.Linear) schedule;
                long step = Nanos.of(linear.step());
                long wait = Nanos.add(Nanos.of(linear.initial()), Nanos.multiply(n - 1, step));
                yield line(node, wait, (double) step, Nanos.FOREVER);
            }
            case EXPONENTIAL, FIBONACCI, DELAYS -> growing(node, n);
            case DECORRELATED -> tripled(node, n);
            case JITTERED -> {
                double high = ((Schedule.Jittered) schedule).jitter().high();
                double wait = Math.min(((double) values[first]) * high, (double) caps[first]);
                yield line(node, (long) wait, slopes[first] * high, caps[first]);
            }
            case CAPPED -> {
                long cap = Nanos.of(((Schedule.Capped) schedule).cap());
                yield line(node, Math.min(values[first], cap), slopes[first], cap);
            }
            case LIMITED, UP_TO, WAITING_AT_MOST -> {
                slopes[node] = slopes[first];
                yield values[first];
            }
            default -> larger(node, first, outline.second(node));
        };
    }

    /** A value that grows until it reaches the cap. */
    private long line(int node, long value, double slope, long cap) {
        if (value < cap && slope > 0) {
            slopes[node] = slope;
            holdsFor((double) (cap - value) / slope);
        }
        return value;
    }

    private void holdsFor(double steps) {
        length = Math.min(length, Nanos.add((long) steps, 1));
    }

    private long growing(int node, long n) {
        long[] table = tables[node];
        if (table.length > 0) {
            length = n < table.length ? 1 : length;
            return table[(int) Math.min(n, table.length) - 1];
        }
        if (!(outline.nodes[node] instanceof Schedule.Exponential exponential)) {
            return 0;
        }
        long wait = Growth.power(Nanos.of(exponential.base()), exponential.factor(), caps[node], n - 1);
        length = wait < caps[node] ? 1 : length;
        return wait;
    }

    private long tripled(int node, long n) {
        long wait = Nanos.of(((Schedule.Decorrelated) outline.nodes[node]).base());
        if (n > TRIPLINGS) {
            return caps[node];
        }
        for (int i = 0; i < n; i++) {
            wait = Nanos.multiply(wait, 3);
        }
        length = 1;
        return Math.min(wait, caps[node]);
    }

    private long larger(int node, int one, int other) {
        boolean isOne = values[one] > values[other] || (values[one] == values[other] && slopes[one] >= slopes[other]);
        int most = isOne ? one : other;
        int least = isOne ? other : one;
        slopes[node] = slopes[most];
        if (slopes[least] > slopes[most]) {
            holdsFor((double) (values[most] - values[least]) / (slopes[least] - slopes[most]));
        }
        return values[most];
    }
}
