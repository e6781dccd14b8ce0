package dev.reprise.retry;

import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** The only reader of the system's randomness. Looks the thread's generator up for each draw, and never keeps one. */
final class SystemRandom implements RandomGenerator {
    private static final SystemRandom GENERATOR = new SystemRandom();

    static final RandomSource SOURCE = new RandomSource() {
        @Override
        public RandomGenerator forCall(String label, long ordinal) {
            return GENERATOR;
        }

        @Override
        public String toString() {
            return "system";
        }
    };

    private SystemRandom() {}

    @Override
    public long nextLong() {
        return ThreadLocalRandom.current().nextLong();
    }

    @Override
    public double nextDouble() {
        return ThreadLocalRandom.current().nextDouble();
    }
}
