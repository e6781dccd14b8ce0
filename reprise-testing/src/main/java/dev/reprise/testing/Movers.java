package dev.reprise.testing;

import static java.lang.Thread.State.TERMINATED;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The threads that a clock set going and that may still do something at its present instant. Used under the clock's lock.
 *
 * <p>A thread has come to rest when it has ended, or has been blocked for a while on something that is not the clock: there
 * is no telling a thread blocked for good from one about to go on, so it is given time.
 */
final class Movers {
    private static final long BLOCKED_FOR_GOOD = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long QUEUED_FOR_GOOD = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long RUNNING = Long.MIN_VALUE;

    private final ReentrantLock lock;
    private final Map<Thread, Long> blockedSince = new HashMap<>();
    private int handedOver;
    private long handedOverSince;

    Movers(ReentrantLock lock) {
        this.lock = lock;
    }

    void moves(Thread thread) {
        blockedSince.put(thread, RUNNING);
    }

    boolean rests(Thread thread) {
        return blockedSince.remove(thread) != null;
    }

    /** A task waits for a thread of its executor. */
    boolean handedOver() {
        handedOver++;
        handedOverSince = System.nanoTime();
        return true;
    }

    boolean refused() {
        handedOver--;
        return true;
    }

    /** Its task begins. Returns whether the thread was moving already. */
    boolean begins(Thread thread) {
        handedOver--;
        handedOverSince = System.nanoTime();
        return blockedSince.put(thread, RUNNING) != null;
    }

    /** Whether nobody but the given thread, which asks, can do anything more at this instant. */
    boolean areAtRest(Thread me) {
        blockedSince.remove(me);
        if (blockedSince.isEmpty() && handedOver == 0) {
            return true;
        }
        long now = System.nanoTime();
        for (Iterator<Map.Entry<Thread, Long>> all = blockedSince.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Thread, Long> each = all.next();
            if (each.getKey().getState() == TERMINATED) {
                all.remove();
            } else if (!isBlocked(each.getKey())) {
                each.setValue(RUNNING);
            } else if (each.getValue() == RUNNING) {
                each.setValue(now);
            } else if (now - each.getValue() > BLOCKED_FOR_GOOD) {
                all.remove();
            }
        }
        return blockedSince.isEmpty() && (handedOver == 0 || now - handedOverSince > QUEUED_FOR_GOOD);
    }

    /** Whether a sleeper really sleeps: it has not been interrupted, and is not on its way out. */
    boolean isParked(Thread sleeper) {
        return !sleeper.isInterrupted() && isBlocked(sleeper);
    }

    /** Blocked, but not by the clock's own lock, which whoever asks holds. */
    private boolean isBlocked(Thread thread) {
        return switch (thread.getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> !lock.hasQueuedThread(thread);
            default -> false;
        };
    }
}
