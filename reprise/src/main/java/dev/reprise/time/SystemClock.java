package dev.reprise.time;

import static java.util.Objects.requireNonNull;

/** The JVM's own time: the one class that reads {@link System#nanoTime} and sleeps. */
final class SystemClock implements MonotonicClock {
    static final MonotonicClock INSTANCE = new SystemClock();

    private final Timer timer = new Timer(this);

    private SystemClock() {}

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    /** Sleeping may end early by what the JDK and the system round off; then the rest is slept, too. */
    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (nanos <= 0) {
            return;
        }
        long start = System.nanoTime();
        long left = nanos;
        do {
            Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
            left = nanos - (System.nanoTime() - start);
        } while (left > 0);
    }

    @Override
    public Cancellable schedule(long nanos, Runnable task) {
        return timer.schedule(nanos, requireNonNull(task, "task"));
    }

    @Override
    public String toString() {
        return "MonotonicClock.system()";
    }
}
