package dev.reprise.simulator;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** What one policy did in a scenario: the totals, and each measure as a curve. Immutable. */
public final class Outcome {
    private final Policy policy;
    private final Totals totals;
    private final Duration bucket;
    private final Map<Measure, double[]> curves;

    Outcome(Policy policy, Totals totals, Duration bucket, Map<Measure, double[]> curves) {
        this.policy = policy;
        this.totals = totals;
        this.bucket = bucket;
        this.curves = new EnumMap<>(curves);
    }

    /** The policy. */
    public Policy policy() {
        return policy;
    }

    /** The whole run. */
    public Totals totals() {
        return totals;
    }

    /** One value for each bucket, in order; NaN where there was nothing to measure. */
    public double[] curve(Measure measure) {
        return of(measure).clone();
    }

    double[] of(Measure measure) {
        return requireNonNull(curves.get(measure), "curve");
    }

    /**
     * The mean of a measure over the buckets that begin in a stretch of time, those without a value left out; NaN when none has
     * one. {@code mean(GOODPUT, ofSeconds(60), ofSeconds(80))} is the goodput of those 20 seconds.
     *
     * @param from the beginning, inside
     * @param until the end, outside
     */
    public double mean(Measure measure, Duration from, Duration until) {
        double[] curve = of(measure);
        double sum = 0;
        int values = 0;
        for (int i = 0; i < curve.length; i++) {
            Duration begin = bucket.multipliedBy(i);
            if (begin.compareTo(from) >= 0 && begin.compareTo(until) < 0 && !Double.isNaN(curve[i])) {
                sum += curve[i];
                values++;
            }
        }
        return values == 0 ? Double.NaN : sum / values;
    }

    @Override
    public String toString() {
        return policy.name() + ": " + totals;
    }
}
