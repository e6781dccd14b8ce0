package dev.reprise.http;

import dev.reprise.time.MonotonicClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Skips what it is to wait, and remembers it: the servers here are real, only the waits between attempts are not. Not for
 * policies with an attempt timeout, which would be up at once.
 */
final class SkippingClock implements MonotonicClock {
    private final AtomicLong now = new AtomicLong();
    private final List<Duration> waits = new CopyOnWriteArrayList<>();

    List<Duration> waits() {
        return waits;
    }

    @Override
    public long nanoTime() {
        return now.get();
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        skip(nanos);
    }

    @Override
    public Cancellable schedule(long nanos, Runnable task) {
        if (nanos == Long.MAX_VALUE) return () -> {};
        skip(nanos);
        CompletableFuture<Void> running = CompletableFuture.runAsync(task);
        return () -> running.cancel(false);
    }

    private void skip(long nanos) {
        waits.add(Duration.ofNanos(nanos));
        now.addAndGet(nanos);
    }
}
