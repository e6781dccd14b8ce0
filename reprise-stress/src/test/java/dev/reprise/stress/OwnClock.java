package dev.reprise.stress;

import dev.reprise.time.MonotonicClock;

/**
 * Each thread reads the time that it was told last, so that the reading becomes part of the operation: the threads' clocks differ, run and
 * step back in every order, and still there is one right answer.
 */
final class OwnClock implements MonotonicClock {
    private final ThreadLocal<Integer> second = ThreadLocal.withInitial(() -> 0);

    void tell(int seconds) {
        second.set(seconds);
    }

    @Override
    public long nanoTime() {
        return second.get() * 1_000_000_000L;
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
