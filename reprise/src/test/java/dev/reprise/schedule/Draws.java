package dev.reprise.schedule;

import java.util.random.RandomGenerator;

/** Draws that a test decides: the same one each time, and how many were made. */
final class Draws implements RandomGenerator {
    private final double draw;
    private int count;

    private Draws(double draw) {
        this.draw = draw;
    }

    static Draws of(double draw) {
        return new Draws(draw);
    }

    int count() {
        return count;
    }

    @Override
    public double nextDouble() {
        count++;
        return draw;
    }

    @Override
    public long nextLong() {
        throw new UnsupportedOperationException("schedules draw with nextDouble alone");
    }
}
