package dev.reprise.stress;

import dev.reprise.time.MonotonicClock;

/** A clock that stands still until it is set; it may be set back. */
public final class StillClock implements MonotonicClock {
    private volatile long now;

    /** Sets the time. */
    public void set(long nanos) {
        now = nanos;
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void sleep(long nanos) {
        throw new UnsupportedOperationException("a budget never waits");
    }

    @Override
    public Cancellable schedule(long nanos, Runnable task) {
        throw new UnsupportedOperationException("a budget never waits");
    }
}
