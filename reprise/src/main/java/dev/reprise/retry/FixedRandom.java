package dev.reprise.retry;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** The same draws for every call; the last one repeats. */
final class FixedRandom implements RandomSource {
    private final double[] draws;

    FixedRandom(double[] draws) {
        this.draws = draws;
        if (draws.length == 0) {
            throw new IllegalArgumentException("Invalid random source: draws ([]) must have at least one.");
        }
        for (double draw : draws) {
            if (!(draw >= 0 && draw <= 1)) {
                throw new IllegalArgumentException("Invalid random source: draw (" + draw + ") must be from 0 to 1.");
            }
        }
    }

    @Override
    public RandomGenerator forCall(String label, long ordinal) {
        return new Draws(draws);
    }

    @Override
    public String toString() {
        String text = Arrays.toString(draws);
        return "fixed(" + text.substring(1, text.length() - 1) + ")";
    }

    private static final class Draws implements RandomGenerator {
        private final double[] draws;
        private int next;

        Draws(double[] draws) {
            this.draws = draws;
        }

        /** May be 1, which a generator's own draws never are: the upper bound of the jitter. */
        @Override
        public double nextDouble() {
            double draw = draws[next];
            if (next < draws.length - 1) next++;
            return draw;
        }

        /** The draw as a fraction of all the longs that are not negative. */
        @Override
        public long nextLong() {
            return (long) (nextDouble() * Long.MAX_VALUE);
        }
    }
}
