package dev.reprise.simulator;

import java.util.Arrays;

/**
 * How often which time was seen: buckets as wide as 1/128 of what they hold, so a percentile is at most 0.8 % too high, in memory that
 * does not grow. The idea is HdrHistogram's.
 */
final class Latencies {
    private static final int BITS = 7;

    private final long[] counts = new long[(Long.SIZE - BITS) << BITS];
    private long total;
    private long longest;

    void add(long nanos) {
        counts[bucket(nanos)]++;
        total++;
        longest = Math.max(longest, nanos);
    }

    void addAll(Latencies others) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += others.counts[i];
        }
        total += others.total;
        longest = Math.max(longest, others.longest);
    }

    void clear() {
        if (total > 0) {
            Arrays.fill(counts, 0);
            total = 0;
            longest = 0;
        }
    }

    boolean isEmpty() {
        return total == 0;
    }

    long longest() {
        return longest;
    }

    /** The largest time that shares a bucket with the one below which, itself included, that share of all lies; 0 when empty. */
    long percentile(double percent) {
        long wanted = (long) Math.ceil(total * percent / 100);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= wanted && seen > 0) {
                return Math.min(longest, largest(i));
            }
        }
        return 0;
    }

    /** The leading eight bits, below how many bits follow them. */
    private static int bucket(long nanos) {
        int shift = Math.max(0, Long.SIZE - 1 - BITS - Long.numberOfLeadingZeros(nanos));
        return (shift << BITS) + (int) (nanos >>> shift);
    }

    private static long largest(int bucket) {
        int shift = Math.max(0, (bucket >> BITS) - 1);
        long leading = bucket - ((long) shift << BITS);
        return ((leading + 1) << shift) - 1;
    }
}
