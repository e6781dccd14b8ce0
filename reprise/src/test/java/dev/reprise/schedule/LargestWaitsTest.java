package dev.reprise.schedule;

import static java.time.Duration.ofNanos;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Sums of many waits at once, against the same waits one by one. */
class LargestWaitsTest {

    @Test
    void sum_randomSchedules_isThatOfTheSingleWaits() {
        Trees.each(trees -> {
            Schedule node = BoundedSchedule.unwrapped(trees.next());
            long number = trees.nextInt(150);
            long least = trees.nextInt(2) == 0 ? 0 : trees.nextLength().toNanos();
            long limit = trees.nextInt(2) == 0
                    ? Nanos.FOREVER
                    : Nanos.multiply(number, trees.nextLength().toNanos());
            long expected = 0;
            for (long n = 1; n <= number; n++) {
                expected = Nanos.add(expected, Math.max(least, largest(node, n)));
            }
            assertThat(new LargestWaits(new Outline(node)).sum(number, least, limit))
                    .as("%d waits of %s, each at least %d, up to %d", number, node, least, limit)
                    .isEqualTo(Math.min(expected, limit));
        });
    }

    @Test
    void sum_linesThatCross_isExactFarBeyondTheCrossing() {
        // 10, 11, … until 3, 6, … has caught up after five, and nothing above 1000
        Schedule crossing = Schedule.linear(ofNanos(10), ofNanos(1))
                .intersect(Schedule.fixedRate(ofNanos(3)))
                .capped(ofNanos(1000));
        long expected = 0;
        for (long n = 1; n <= 5000; n++) {
            expected += Math.min(1000, Math.max(9 + n, 3 * n));
        }
        assertThat(new LargestWaits(new Outline(crossing)).sum(5000, 0, Nanos.FOREVER))
                .isEqualTo(expected);
    }

    /** The largest n-th wait, whatever came before, as the reference has it. */
    private static long largest(Schedule node, long n) {
        return switch (Kind.of(node)) {
            case IMMEDIATE, TIMES -> 0;
            case FIXED_DELAY -> Nanos.of(((Schedule.FixedDelay) node).delay());
            case ALIGNED -> Nanos.of(((Schedule.Aligned) node).period());
            case FIXED_RATE -> Nanos.multiply(n, Nanos.of(((Schedule.FixedRate) node).period()));
            case LINEAR -> {
                Schedule.Linear linear = (Schedule.Linear) node;
                yield Nanos.add(Nanos.of(linear.initial()), Nanos.multiply(n - 1, Nanos.of(linear.step())));
            }
            case DELAYS ->
                ((Schedule.Delays) node)
                        .delays().stream().limit(n).mapToLong(Nanos::of).max().orElse(0);
            case EXPONENTIAL -> {
                Schedule.Exponential exponential = (Schedule.Exponential) node;
                yield Growth.power(Nanos.of(exponential.base()), exponential.factor(), cap(node), n - 1);
            }
            case FIBONACCI -> {
                long before = 0;
                long number = 1;
                for (long i = 1; i < n; i++) {
                    long next = Nanos.add(before, number);
                    before = number;
                    number = next;
                }
                yield Math.min(cap(node), Nanos.multiply(Nanos.of(((Schedule.Fibonacci) node).base()), number));
            }
            case DECORRELATED -> {
                long wait = Nanos.of(((Schedule.Decorrelated) node).base());
                for (long i = 0; i < n; i++) wait = Nanos.multiply(wait, 3);
                // after sixty triplings it is taken for granted that the cap is reached
                yield n > 60 ? cap(node) : Math.min(wait, cap(node));
            }
            case JITTERED -> {
                double high = ((Schedule.Jittered) node).jitter().high();
                yield (long) Math.min((double) largest(Kind.first(node), n) * high, (double) cap(node));
            }
            case CAPPED -> Math.min(largest(Kind.first(node), n), Nanos.of(((Schedule.Capped) node).cap()));
            case LIMITED, UP_TO, WAITING_AT_MOST -> largest(Kind.first(node), n);
            default -> Math.max(largest(Kind.first(node), n), largest(Kind.second(node), n));
        };
    }

    /** What a jitter around the node must not exceed. */
    private static long cap(Schedule node) {
        return switch (Kind.of(node)) {
            case EXPONENTIAL -> Outline.cap(((Schedule.Exponential) node).cap());
            case FIBONACCI -> Outline.cap(((Schedule.Fibonacci) node).cap());
            case DECORRELATED -> Nanos.of(((Schedule.Decorrelated) node).cap());
            case CAPPED -> Math.min(cap(Kind.first(node)), Nanos.of(((Schedule.Capped) node).cap()));
            case LIMITED, JITTERED, UP_TO, WAITING_AT_MOST -> cap(Kind.first(node));
            default -> Nanos.FOREVER;
        };
    }
}
