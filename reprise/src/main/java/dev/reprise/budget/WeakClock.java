package dev.reprise.budget;

import dev.reprise.time.MonotonicClock;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads a clock without keeping it: a budget that hangs on a class must not hold the clock of whoever called from there. When the clock
 * is gone nobody can ask for its budget any more; should somebody still hold that, time stands still at its beginning.
 */
final class WeakClock implements MonotonicClock {
    private final WeakReference<MonotonicClock> clock;
    private final long beginning;

    WeakClock(MonotonicClock clock) {
        this.clock = new WeakReference<>(clock);
        this.beginning = clock.nanoTime();
    }

    /** Whether it reads this clock, or, for null, none any more. */
    boolean is(@Nullable MonotonicClock other) {
        return clock.refersTo(other);
    }

    @Override
    public long nanoTime() {
        MonotonicClock held = clock.get();
        return held == null ? beginning : held.nanoTime();
    }

    @Override
    public void sleep(long nanos) {
        throw new UnsupportedOperationException("a budget reads the time and never waits");
    }

    @Override
    public Cancellable schedule(long nanos, Runnable task) {
        throw new UnsupportedOperationException("a budget reads the time and never waits");
    }
}
