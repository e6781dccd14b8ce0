package dev.reprise.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What was measured of one benchmark method, once in each round. */
final class Cell {
    private final List<Double> nanos = new ArrayList<>();
    private final List<Double> bytes = new ArrayList<>();

    void add(double nanos, double bytes) {
        this.nanos.add(nanos);
        this.bytes.add(bytes);
    }

    double nanos() {
        return median(nanos);
    }

    double bytes() {
        return median(bytes);
    }

    /** How far the slowest round is from the fastest, as a part of the fastest. */
    double spread() {
        return Collections.max(nanos) / Collections.min(nanos) - 1;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
