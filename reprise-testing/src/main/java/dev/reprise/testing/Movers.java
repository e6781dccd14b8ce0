package dev.reprise.testing;

import static java.lang.Thread.State.TERMINATED;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The threads that a clock set going and that may still do something at its present instant. Used under the clock's lock.
 *
 * <p>A thread has come to rest when it has ended, or has been blocked for a while on something that is not the clock: there
 * is no telling a thread blocked for good from one about to go on, so it is given time.
 */
final class Movers {
    private static final long FOR_GOOD = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long RUNNING = Long.MIN_VALUE;

    private final Gate gate;
    private final Map<Thread, Long> blockedSince = new HashMap<>();
    private final List<Crew> crews = new ArrayList<>();

    Movers(Gate gate) {
        this.gate = gate;
    }

    void moves(Thread thread) {
        blockedSince.put(thread, RUNNING);
    }

    void rests(Thread thread) {
        blockedSince.remove(thread);
    }

    /** An executor whose tasks are followed. */
    Crew crew() {
        Crew crew = new Crew();
        crews.add(crew);
        return crew;
    }

    /**
     * The tasks of one executor. A task that was handed over begins sooner or later, so it is waited for; unless others of the
     * same executor have begun and not ended: it may be queued behind them, and then waiting longer changes nothing.
     */
    final class Crew {
        private int handedOver;
        private int begun;
        private long since;

        void handedOver() {
            handedOver++;
            since = System.nanoTime();
        }

        void refused() {
            handedOver--;
        }

        /** Returns whether the thread was moving already, as one that runs its own tasks. */
        boolean begins(Thread thread) {
            handedOver--;
            begun++;
            since = System.nanoTime();
            return blockedSince.put(thread, RUNNING) != null;
        }

        void ends(Thread thread, boolean movesOn) {
            begun--;
            if (!movesOn) {
                rests(thread);
            }
        }

        private boolean isAtRest() {
            return handedOver == 0 || (begun > 0 && System.nanoTime() - since > FOR_GOOD);
        }
    }

    /** Whether nobody but the given thread, which asks, can do anything more at this instant. */
    boolean areAtRest(Thread me) {
        blockedSince.remove(me);
        for (Crew crew : crews) {
            if (!crew.isAtRest()) {
                return false;
            }
        }
        if (blockedSince.isEmpty()) {
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
            } else if (now - each.getValue() > FOR_GOOD) {
                all.remove();
            }
        }
        return blockedSince.isEmpty();
    }

    /** Whether a sleeper really sleeps: it has not been interrupted, and is not on its way out. */
    boolean isParked(Thread sleeper) {
        return !sleeper.isInterrupted() && isBlocked(sleeper);
    }

    /** Blocked, but not by the clock's own lock, which whoever asks holds. */
    private boolean isBlocked(Thread thread) {
        return switch (thread.getState()) {
            case BLOCKED, WAITING, TIMED_WAITING -> !gate.isAwaitedBy(thread);
            default -> false;
        };
    }
}
