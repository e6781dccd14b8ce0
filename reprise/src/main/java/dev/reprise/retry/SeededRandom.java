package dev.reprise.retry;

import static java.util.Objects.requireNonNull;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** A stream for each label and ordinal, derived from one seed. */
record SeededRandom(long seed) implements RandomSource {
    /** An odd number near 2^64 divided by the golden ratio, so that consecutive ordinals land far apart. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    @Override
    public RandomGenerator forCall(String label, long ordinal) {
        return new SplittableRandom(mixed(seed ^ mixed(hash(requireNonNull(label, "label")) + ordinal * GOLDEN)));
    }

    /** FNV-1a over the characters: 64 bits, where {@link String#hashCode} has 32. */
    private static long hash(String text) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < text.length(); i++) hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
        return hash;
    }

    /** Stafford's variant 13 of the finalizer of MurmurHash3. */
    private static long mixed(long z) {
        long once = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        long twice = (once ^ (once >>> 27)) * 0x94D049BB133111EBL;
        return twice ^ (twice >>> 31);
    }

    @Override
    public String toString() {
        return "seeded(" + seed + ")";
    }
}
