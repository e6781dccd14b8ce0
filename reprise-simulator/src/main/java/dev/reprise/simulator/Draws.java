package dev.reprise.simulator;

/**
 * Randomness without state: a draw is a hash of what it is for. So a call's third attempt has the same hop, and the same luck
 * at the server, under every policy, whatever else happens meanwhile; what differs between policies is their doing.
 *
 * <p>The mixing function is SplitMix64's, that of {@link java.util.SplittableRandom}.
 */
final class Draws {
    /** What a draw is for. */
    static final int ARRIVALS = 1;

    static final int HOP_THERE = 2;
    static final int HOP_BACK = 3;
    static final int SERVICE = 4;
    static final int FAILURE = 5;
    static final int JITTER = 6;

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private Draws() {}

    /** A key of its own for each pair, itself well mixed. */
    static long key(long parent, long child) {
        return mix(parent + (child + 1) * GOLDEN_GAMMA);
    }

    /** From 0 (inside) to 1 (outside). */
    static double uniform(long key, int purpose) {
        return (key(key, purpose) >>> 11) * 0x1.0p-53;
    }

    /** Never negative, of mean 1. */
    static double exponential(long key, int purpose) {
        return -Math.log(1 - uniform(key, purpose));
    }

    private static long mix(long bits) {
        long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
