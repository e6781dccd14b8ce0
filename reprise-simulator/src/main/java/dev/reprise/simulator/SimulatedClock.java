package dev.reprise.simulator;

import dev.reprise.time.MonotonicClock;

/**
 * Time as the event loop has reached it. The loop asks for the next attempt only when its wait is over, so a sleep has always
 * been slept already.
 */
final class SimulatedClock implements MonotonicClock {
    private long now;

    void set(long instant) {
        now = instant;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void sleep(long nanos) {}

    @Override
    public Cancellable schedule(long nanos, Runnable task) {
        throw new UnsupportedOperationException("a simulation schedules its own events");
    }
}
