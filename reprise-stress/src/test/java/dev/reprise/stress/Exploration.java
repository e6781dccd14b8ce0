package dev.reprise.stress;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;

/** How much of the interleavings is looked at: a little with every build, a lot with {@code bin/stress}. */
final class Exploration {
    private static final boolean LONG = "long".equals(System.getProperty("stress"));

    private Exploration() {}

    static boolean isLong() {
        return LONG;
    }

    /** Explores switches between threads one by one, and proves that no thread ever has to wait for another. */
    static ModelCheckingOptions explored(Class<?> specification) {
        return new ModelCheckingOptions()
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(2)
                .actorsAfter(3)
                .iterations(LONG ? 300 : 8)
                .invocationsPerIteration(LONG ? 5_000 : 100)
                .checkObstructionFreedom(true)
                .sequentialSpecification(specification);
    }

    /** Runs on the real machine. */
    static StressOptions run(Class<?> specification) {
        return new StressOptions()
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(2)
                .actorsAfter(3)
                .iterations(LONG ? 300 : 4)
                .invocationsPerIteration(LONG ? 20_000 : 300)
                .sequentialSpecification(specification);
    }
}
