package dev.reprise.budget;

import dev.reprise.time.MonotonicClock;
import java.time.Duration;

/** A clock that stands still until it is set by hand; it may also step back. */
class HandClock implements MonotonicClock {
    private volatile long now;

    HandClock() {
        this(0);
    }

    HandClock(long now) {
        this.now = now;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one hand
    void move(Duration by) {
        now += by.toNanos();
    }

    void set(long nanos) {
        now = nanos;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void sleep(long nanos) {
        throw new AssertionError("a budget never waits");
    }

    @Override
    public Cancellable schedule(long nanos, Runnable task) {
        throw new AssertionError("a budget never waits");
    }
}
