package dev.reprise.testing;

import static java.lang.System.Logger.Level.ERROR;

import java.util.concurrent.locks.Condition;

/** Something that falls due; of two at one instant the newer comes first. */
abstract class Entry implements Comparable<Entry> {
    /** The due of what never falls due. */
    static final long NEVER = Long.MAX_VALUE;

    final long due;
    private final long sequence;

    private Entry(long due, long sequence) {
        this.due = due;
        this.sequence = sequence;
    }

    @Override
    public int compareTo(Entry other) {
        int byTime = Long.compare(due, other.due);
        return byTime != 0 ? byTime : Long.compare(other.sequence, sequence);
    }

    /** The end of a thread's sleep. */
    static final class Sleep extends Entry {
        final Thread thread;
        final Condition woken;
        boolean ended;

        Sleep(long due, long sequence, Thread thread, Condition woken) {
            super(due, sequence);
            this.thread = thread;
            this.woken = woken;
        }
    }

    /** A scheduled task. */
    static final class Task extends Entry {
        private final Runnable action;

        Task(long due, long sequence, Runnable action) {
            super(due, sequence);
            this.action = action;
        }

        void run() {
            try {
                action.run();
            } catch (Throwable e) {
                System.getLogger("dev.reprise").log(ERROR, "A scheduled task failed.", e);
            }
        }
    }
}
