package dev.reprise.testing;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A clock's lock, and waiting in real time that ends with an error instead of hanging a test. */
final class Gate {
    private final ReentrantLock lock = new ReentrantLock();
    private final Duration patience;

    Gate(Duration patience) {
        this.patience = patience;
    }

    void enter() {
        lock.lock();
    }

    void enterInterruptibly() throws InterruptedException {
        lock.lockInterruptibly();
    }

    void leave() {
        lock.unlock();
    }

    Condition newCondition() {
        return lock.newCondition();
    }

    /** Whether the thread is about to come in. */
    boolean isAwaitedBy(Thread thread) {
        return lock.hasQueuedThread(thread);
    }

    <T> T inside(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    void inside(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    /** From inside, however often entered. */
    void outside(Runnable action) {
        int held = lock.getHoldCount();
        for (int i = 0; i < held; i++) {
            lock.unlock();
        }
        try {
            action.run();
        } finally {
            for (int i = 0; i < held; i++) {
                lock.lock();
            }
        }
    }

    /** From inside: looks again and again, letting others in meanwhile. The caller's interrupt flag changes nothing. */
    void await(String what, BooleanSupplier condition) {
        if (condition.getAsBoolean()) {
            return;
        }
        long start = System.nanoTime();
        for (int polls = 0; !condition.getAsBoolean(); polls++) {
            if (System.nanoTime() - start > patience.toNanos()) {
                throw failure("waited for " + what);
            }
            Runnable pause = polls < 20 ? Thread::yield : () -> LockSupport.parkNanos(100_000);
            outside(pause);
        }
    }

    /** Waits for the signal; returns false when patience is at its end. */
    @SuppressWarnings("WaitNotInLoop") // whoever calls it looks again
    boolean await(Condition signal) throws InterruptedException {
        return signal.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    AssertionError failure(String what) {
        return new AssertionError("For " + patience.toMillis() + " ms of real time the virtual clock " + what + ".");
    }
}
