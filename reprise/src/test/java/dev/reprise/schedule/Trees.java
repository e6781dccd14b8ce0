package dev.reprise.schedule;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Random schedules, the same ones for the same seed. */
final class Trees {
    /** How many of them a law must hold for; mutation tests, which repeat each law for every mutant, make do with fewer. */
    private static final int ENOUGH = Integer.getInteger("reprise.trees", 5_000);

    private static final List<Duration> LENGTHS = Stream.of(
                    "0s", "1ns", "2ns", "999ns", "1us", "1ms", "10ms", "50ms", "100ms", "250ms", "1s", "3s", "7s", "1m",
                    "5m", "5m1s", "1h", "9600h", "forever")
            .map(text -> ((Schedule.FixedDelay) Schedule.parse("fixedDelay(" + text + ")")).delay())
            .toList();

    private final RandomGenerator random;
    private final boolean isRandom;
    private final boolean hasHistory;

    private Trees(long seed, boolean isRandom, boolean hasHistory) {
        this.random = new SplittableRandom(seed);
        this.isRandom = isRandom;
        this.hasHistory = hasHistory;
    }

    /** Schedules of every kind. */
    static Trees ofSeed(long seed) {
        return new Trees(seed, true, true);
    }

    /** The same without anything random. */
    Trees withoutJitter() {
        return new Trees(random.nextLong(), false, hasHistory);
    }

    /** The same without anything that depends on more than the number of attempts so far. */
    Trees withoutHistory() {
        return new Trees(random.nextLong(), isRandom, false);
    }

    /** Checks a law for many seeds, and says which one broke it. */
    static void each(Consumer<Trees> law) {
        for (long seed = 1; seed <= ENOUGH; seed++) {
            try {
                law.accept(ofSeed(seed));
            } catch (AssertionError | RuntimeException broken) {
                throw new AssertionError("seed " + seed + ": " + broken.getMessage(), broken);
            }
        }
    }

    /** A schedule, mostly unbounded. */
    Schedule next() {
        return tree(random.nextInt(5));
    }

    BoundedSchedule nextBounded() {
        return next().attempts(1 + random.nextInt(12));
    }

    Duration nextLength() {
        return random.nextInt(4) > 0
                ? LENGTHS.get(random.nextInt(LENGTHS.size()))
                : Duration.ofNanos(random.nextLong(1L << random.nextInt(1, 50)));
    }

    /** At most that long, sometimes exactly that. */
    long nextNanos(long most) {
        return random.nextInt(4) == 0 || most == 0 ? most : random.nextLong(most);
    }

    int nextInt(int bound) {
        return random.nextInt(bound);
    }

    double nextDouble() {
        return random.nextDouble();
    }

    private Schedule tree(int depth) {
        if (depth == 0 || random.nextInt(6) == 0) {
            return leaf();
        }
        Schedule inside = tree(depth - 1);
        return switch (random.nextInt(9)) {
            case 0, 1 -> inside.union(tree(depth - 1));
            case 2 -> inside.intersect(tree(depth - 1));
            case 3 -> hasHistory ? inside.andThen(tree(depth - 1)) : inside;
            case 4 -> inside.capped(nextLength());
            case 5 -> isRandom ? inside.jittered(jitter()) : inside;
            case 6 -> hasHistory ? inside.upTo(nextLength()) : inside;
            case 7 -> hasHistory ? inside.waitingAtMost(nextLength()) : inside;
            default -> inside.attempts(1 + random.nextInt(9));
        };
    }

    private Schedule leaf() {
        return switch (random.nextInt(11)) {
            case 0 -> Schedule.immediate();
            case 1 -> Schedule.times(1 + random.nextInt(6));
            case 2 ->
                Schedule.delays(Stream.generate(this::nextLength)
                        .limit(random.nextInt(5))
                        .toList());
            case 3 -> Schedule.fixedRate(nextLength());
            case 4 -> Schedule.linear(nextLength());
            case 5 -> Schedule.linear(nextLength(), nextLength());
            case 6 -> Schedule.exponential(nextLength(), 1 + random.nextInt(1, 2000) / 1000.0);
            case 7 -> Schedule.fibonacci(nextLength());
            case 8 -> hasHistory ? Schedule.aligned(nextLength()) : Schedule.immediate();
            case 9 -> isRandom && hasHistory ? Schedule.decorrelated(nextLength(), nextLength()) : Schedule.once();
            default -> Schedule.fixedDelay(nextLength());
        };
    }

    private Jitter jitter() {
        return switch (random.nextInt(5)) {
            case 0 -> Jitter.full();
            case 1 -> Jitter.equal();
            case 2 -> Jitter.proportional(random.nextDouble());
            case 3 -> Jitter.between(1, 1);
            default -> Jitter.between(random.nextDouble(), 1 + 3 * random.nextDouble());
        };
    }
}
