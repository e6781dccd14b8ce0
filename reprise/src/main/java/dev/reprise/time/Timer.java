package dev.reprise.time;

import static java.lang.System.Logger.Level.ERROR;

import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One daemon thread that runs tasks when they are due, made when the first one is scheduled.
 *
 * <p>A binary heap whose entries know their place, so that cancelling takes a task out at once in O(log n). The pool of the
 * JDK keeps a cancelled task, and all it refers to, until it is due: an hour of attempts that ended in time would pile up.
 */
final class Timer {
    /** Half the range, so that any two instants in the heap differ by less than all of it. 146 years. */
    private static final long LONGEST = Long.MAX_VALUE / 2;

    private static final int GONE = -1;

    private final MonotonicClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition sooner = lock.newCondition();
    private Task[] heap = new Task[64];
    private int size;
    private long sequence;
    private @Nullable Thread thread;
    private Waits waits = Waits.NOT;
    private long until;

    /**
     * What the thread waits for. A task due later than {@code until} need not wake it: of attempts that end in time, one
     * after the other, only the first wakes it, and then none until that limit would have passed.
     */
    private enum Waits {
        NOT,
        FOR_ANY,
        UNTIL
    }

    Timer(MonotonicClock clock) {
        this.clock = clock;
    }

    MonotonicClock.Cancellable schedule(long nanos, Runnable action) {
        long due = clock.nanoTime() + Math.min(Math.max(nanos, 0), LONGEST);
        lock.lock();
        try {
            if (thread == null) {
                thread = started();
            }
            Task task = new Task(due, sequence++, action);
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, size * 2);
            }
            siftUp(size++, task);
            if (waits == Waits.FOR_ANY || (waits == Waits.UNTIL && task.due - until < 0)) {
                sooner.signal();
            }
            return task;
        } finally {
            lock.unlock();
        }
    }

    /** The tasks that have neither begun nor been cancelled. */
    int pending() {
        lock.lock();
        try {
            return size;
        } finally {
            lock.unlock();
        }
    }

    /** Inherits nothing from the caller that happened to be first: neither its thread-locals nor its class loader. */
    private Thread started() {
        Thread thread = new Thread(null, this::run, "reprise-timer", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
        return thread;
    }

    private void run() {
        while (true) {
            try {
                nextDue().run();
            } catch (InterruptedException e) {
                // Nobody has a reason to interrupt this thread, and nobody gains anything by ending it.
            } catch (Throwable e) {
                log(e);
            }
        }
    }

    /** Waits for the head to be due and takes it out; the lock is free again when it runs. */
    private Runnable nextDue() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                if (size == 0) {
                    waits = Waits.FOR_ANY;
                    sooner.await();
                    continue;
                }
                Task head = heap[0];
                long left = head.due - clock.nanoTime();
                if (left <= 0) {
                    return take(head);
                }
                waits = Waits.UNTIL;
                until = head.due;
                var unused = sooner.awaitNanos(left);
            }
        } finally {
            waits = Waits.NOT;
            lock.unlock();
        }
    }

    private void cancel(Task task) {
        lock.lock();
        try {
            if (task.index != GONE) {
                var unused = take(task);
            }
        } finally {
            lock.unlock();
        }
    }

    private Runnable take(Task task) {
        int hole = task.index;
        Task last = heap[--size];
        heap[size] = null;
        if (last != task) {
            siftDown(hole, last);
            if (heap[hole] == last) {
                siftUp(hole, last);
            }
        }
        task.index = GONE;
        Runnable action = task.action;
        // A handle that somebody keeps must not keep the rest alive.
        task.action = Timer::nothing;
        return action;
    }

    private static void nothing() {}

    private void siftUp(int hole, Task task) {
        int index = hole;
        while (index > 0) {
            int parent = (index - 1) >>> 1;
            if (!task.isBefore(heap[parent])) {
                break;
            }
            place(index, heap[parent]);
            index = parent;
        }
        place(index, task);
    }

    private void siftDown(int hole, Task task) {
        int index = hole;
        while (2 * index + 1 < size) {
            int child = 2 * index + 1;
            if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
                child++;
            }
            if (!heap[child].isBefore(task)) {
                break;
            }
            place(index, heap[child]);
            index = child;
        }
        place(index, task);
    }

    private void place(int index, Task task) {
        heap[index] = task;
        task.index = index;
    }

    private static void log(Throwable failure) {
        try {
            System.getLogger("dev.reprise").log(ERROR, "A scheduled task failed.", failure);
        } catch (Throwable e) {
            // A logger that fails must not end the timer either.
        }
    }

    private final class Task implements MonotonicClock.Cancellable {
        final long due;
        final long sequence;
        Runnable action;
        int index;

        Task(long due, long sequence, Runnable action) {
            this.due = due;
            this.sequence = sequence;
            this.action = action;
        }

        boolean isBefore(Task other) {
            long difference = due - other.due;
            return difference != 0 ? difference < 0 : sequence > other.sequence;
        }

        @Override
        public void cancel() {
            Timer.this.cancel(this);
        }
    }
}
