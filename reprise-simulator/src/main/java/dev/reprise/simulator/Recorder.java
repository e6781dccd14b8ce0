package dev.reprise.simulator;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.Schedule;
import dev.reprise.simulator.Clients.Arrivals;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts what happens, bucket by bucket. What happens after the last bucket counts in the totals alone. */
final class Recorder {
    private static final double RECOVERED = 0.95;
    private static final int CALLS_TO_JUDGE = 30;
    private static final Duration TIME_TO_JUDGE = Duration.ofSeconds(1);

    private final Scenario scenario;
    private final List<RetryBudget> budgets;
    private final long width;
    private final int buckets;
    private final long[] calls;
    private final long[] attempts;
    private final long[] retries;
    private final long[] good;
    private final long[] succeeded;
    private final long[] throttled;
    private final long[] expired;
    private final double[] balance;
    private final double[] inProgress;
    private final double[] median;
    private final double[] p99;
    private final Latencies latencies = new Latencies();
    private final Latencies allLatencies = new Latencies();
    private int bucket;
    private long bucketEnd;
    private long lastEnd;
    private long atServers;

    Recorder(Scenario scenario, List<RetryBudget> budgets) {
        this.scenario = scenario;
        this.budgets = budgets;
        width = scenario.bucket().toNanos();
        buckets = scenario.buckets();
        // The counts have one more place, for what comes after the end.
        calls = new long[buckets + 1];
        attempts = new long[buckets + 1];
        retries = new long[buckets + 1];
        good = new long[buckets + 1];
        succeeded = new long[buckets + 1];
        throttled = new long[buckets + 1];
        expired = new long[buckets + 1];
        balance = new double[buckets];
        inProgress = new double[buckets];
        median = new double[buckets];
        p99 = new double[buckets];
        bucketEnd = width;
    }

    /** To be told before anything happens at that instant: true when a bucket has ended. */
    boolean advance(long now) {
        if (now < bucketEnd) {
            return false;
        }
        while (now >= bucketEnd && bucket < buckets) {
            finishBucket();
        }
        return true;
    }

    private void finishBucket() {
        balance[bucket] = meanBalance();
        inProgress[bucket] = atServers;
        median[bucket] = milliseconds(50);
        p99[bucket] = milliseconds(99);
        allLatencies.addAll(latencies);
        latencies.clear();
        bucket++;
        bucketEnd = bucket < buckets ? bucketEnd + width : Long.MAX_VALUE;
    }

    /** NaN without a budget. */
    private double meanBalance() {
        double sum = 0;
        for (RetryBudget budget : budgets) {
            sum += budget.balance();
        }
        return sum / budgets.size();
    }

    private double milliseconds(double percent) {
        return latencies.isEmpty() ? Double.NaN : latencies.percentile(percent) / 1e6;
    }

    void callBegins() {
        calls[bucket]++;
    }

    void attempt(boolean first) {
        attempts[bucket]++;
        if (!first) {
            retries[bucket]++;
        }
    }

    void atServers(int change) {
        atServers += change;
    }

    /** A call of any layer has ended. */
    void decided(Decision decision) {
        if (decision == Decision.THROTTLED) {
            throttled[bucket]++;
        } else if (decision == Decision.EXPIRED) {
            expired[bucket]++;
        }
    }

    /** A call of the outermost layer has ended. */
    void callEnds(long start, long now, boolean success) {
        lastEnd = now;
        if (success) {
            good[bucket]++;
            succeeded[(int) Math.min(start / width, buckets)]++;
            latencies.add(now - start);
        }
    }

    Outcome outcome(Policy policy) {
        while (bucket < buckets) {
            finishBucket();
        }
        allLatencies.addAll(latencies);
        double seconds = width / 1e9;
        Map<Measure, double[]> curves = new EnumMap<>(Measure.class);
        curves.put(Measure.OFFERED, quotient(calls, seconds));
        curves.put(Measure.ATTEMPTS, quotient(attempts, seconds));
        curves.put(Measure.RETRIES, quotient(retries, seconds));
        curves.put(Measure.LOAD, quotient(attempts, calls, 1));
        curves.put(Measure.GOODPUT, quotient(good, seconds));
        curves.put(Measure.SUCCESS, quotient(succeeded, calls, 100));
        curves.put(Measure.LATENCY_P50, median);
        curves.put(Measure.LATENCY_P99, p99);
        curves.put(Measure.BALANCE, balance);
        curves.put(Measure.THROTTLED, quotient(throttled, seconds));
        curves.put(Measure.EXPIRED, quotient(expired, seconds));
        curves.put(Measure.IN_PROGRESS, inProgress);
        return new Outcome(policy, totals(seconds), scenario.bucket(), curves);
    }

    private Totals totals(double seconds) {
        return new Totals(
                sum(calls, 0, buckets + 1),
                sum(attempts, 0, buckets + 1),
                sum(succeeded, 0, buckets + 1),
                sum(throttled, 0, buckets + 1),
                sum(expired, 0, buckets + 1),
                Arrays.stream(attempts, 0, buckets).max().orElse(0) / seconds,
                percentile(50),
                percentile(90),
                percentile(99),
                percentile(99.9),
                Duration.ofNanos(allLatencies.longest()),
                recovery());
    }

    private Duration percentile(double percent) {
        return Duration.ofNanos(allLatencies.percentile(percent));
    }

    private double[] quotient(long[] counts, double divisor) {
        double[] curve = new double[buckets];
        Arrays.setAll(curve, i -> counts[i] / divisor);
        return curve;
    }

    private double[] quotient(long[] counts, long[] divisors, double factor) {
        double[] curve = new double[buckets];
        Arrays.setAll(curve, i -> divisors[i] == 0 ? Double.NaN : factor * counts[i] / divisors[i]);
        return curve;
    }

    private static long sum(long[] counts, int from, int until) {
        return Arrays.stream(counts, from, until).sum();
    }

    /** Judged in groups of buckets long enough that chance does not look like trouble. */
    private @Nullable Duration recovery() {
        Duration calm = scenario.calmFrom().orElse(null);
        if (calm == null) {
            return null;
        }
        long calmFrom = calm.toNanos();
        if (scenario.clients().arrivals() == Arrivals.TOGETHER) {
            return Duration.ofNanos(Math.max(0, lastEnd - calmFrom));
        }
        double wanted = RECOVERED * successBefore();
        int group = groupSize();
        for (int end = buckets; end * width > calmFrom; end -= group) {
            int begin = Math.max(0, Math.max(end - group, (int) (calmFrom / width)));
            long begun = sum(calls, begin, end);
            if (begun > 0 && sum(succeeded, begin, end) < wanted * begun) {
                return end == buckets ? Schedule.FOREVER : Duration.ofNanos(end * width - calmFrom);
            }
        }
        return Duration.ZERO;
    }

    private double successBefore() {
        int end = (int) (scenario.calmUntil().toNanos() / width);
        long begun = sum(calls, 0, Math.min(end, buckets));
        return begun < CALLS_TO_JUDGE ? 1 : (double) sum(succeeded, 0, Math.min(end, buckets)) / begun;
    }

    private int groupSize() {
        double seconds = Math.max(
                TIME_TO_JUDGE.toNanos() / 1e9,
                CALLS_TO_JUDGE / scenario.clients().offered());
        return (int) Math.max(1, Math.ceil(seconds * 1e9 / width));
    }
}
