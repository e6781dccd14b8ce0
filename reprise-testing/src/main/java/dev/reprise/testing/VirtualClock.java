package dev.reprise.testing;

import static java.util.Objects.requireNonNull;

import dev.reprise.testing.Entry.Sleep;
import dev.reprise.testing.Entry.Task;
import dev.reprise.time.MonotonicClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A clock on which time passes only when somebody waits for it, or a test says so. It never sleeps for real.
 *
 * <p>There are two kinds. On an {@linkplain #automatic() automatic} clock a thread that sleeps moves the time on by itself, and
 * runs on the way what falls due: a test with one thread needs nothing else.
 *
 * <pre>{@code
 * VirtualClock clock = VirtualClock.automatic();
 * Retry retry = Retry.with(Schedule.exponential(ofMillis(100)).attempts(4)).clock(clock);
 * retry.tried(Faults.failWith(new IOException("down")));
 * clock.sleeps();                                       // [100 ms, 200 ms, 400 ms], at once
 * }</pre>
 *
 * <p>On a {@linkplain #manual() manual} clock sleeping threads stay asleep until the test moves the time:
 *
 * <pre>{@code
 * VirtualClock clock = VirtualClock.manual();
 * Future<String> later = pool.submit(() -> retry.clock(clock).call(operation));
 * clock.awaitWaits(1);                                  // the worker's first wait is registered
 * clock.advance(ofSeconds(60));                         // all its waits, each at its own time
 * later.get();
 * }</pre>
 *
 * <p>However far the time moves, everything falls due in order and at its own instant, of two at one instant the newer first.
 * After waking a thread the clock stands until that thread has begun its next wait, blocks on something else, or has ended; the
 * same goes for tasks of an {@link #executor}. Work handed to other threads in another way is not seen: step from wait to wait
 * there, with {@link #awaitWaits} and {@link #advanceToNext}.
 *
 * <p>Scheduled tasks run on the thread that moves the time, without a lock held; they may schedule, cancel, read and move the
 * clock. A task that sleeps on that thread takes the time with it. What a task throws is logged.
 *
 * <p>Nothing hangs without a word: what waits for a thread in real time fails with an {@link AssertionError} that says what it
 * waited for, after a minute. (Threads asleep on a manual clock wait for the test for ever.)
 */
public final class VirtualClock implements MonotonicClock {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final boolean automatic;
    private final long origin;
    private final Gate gate;
    private final Condition changed;
    private final Movers movers;
    private final TreeSet<Entry> queue = new TreeSet<>();
    private final Map<Thread, Sleep> asleep = new HashMap<>();
    private volatile long offset;
    private long sequence;
    private long slept;
    private long[] sleeps = new long[16];
    private int sleepCount;
    private @Nullable Thread mover;
    private int holds;

    /** Tests of the clock itself have less patience. */
    VirtualClock(boolean automatic, long origin, Duration patience) {
        this.automatic = automatic;
        this.origin = origin;
        this.gate = new Gate(patience);
        this.changed = gate.newCondition();
        this.movers = new Movers(gate);
    }

    /** A clock that a sleeping thread moves on by itself. It starts at zero. */
    public static VirtualClock automatic() {
        return new VirtualClock(true, 0, PATIENCE);
    }

    /**
     * The same, starting elsewhere.
     *
     * @param nanoTime the first reading; near {@link Long#MAX_VALUE} the readings wrap around, as {@link System#nanoTime} may
     */
    public static VirtualClock automatic(long nanoTime) {
        return new VirtualClock(true, nanoTime, PATIENCE);
    }

    /** A clock that only the test moves. It starts at zero. */
    public static VirtualClock manual() {
        return new VirtualClock(false, 0, PATIENCE);
    }

    /**
     * The same, starting elsewhere.
     *
     * @param nanoTime the first reading; near {@link Long#MAX_VALUE} the readings wrap around, as {@link System#nanoTime} may
     */
    public static VirtualClock manual(long nanoTime) {
        return new VirtualClock(false, nanoTime, PATIENCE);
    }

    @Override
    public long nanoTime() {
        return origin + offset;
    }

    @Override
    public void sleep(long nanos) throws InterruptedException {
        if (nanos <= 0) {
            return;
        }
        gate.enterInterruptibly();
        try {
            Thread thread = Thread.currentThread();
            long begin = offset;
            Sleep sleep = new Sleep(due(nanos), sequence++, thread, gate.newCondition());
            note(nanos);
            queue.add(sleep);
            asleep.put(thread, sleep);
            movers.rests(thread);
            nudge();
            try {
                awaitEnd(sleep);
            } finally {
                slept += Math.max(0, offset - begin);
                queue.remove(sleep);
                asleep.remove(thread, sleep);
                if (!asleep.isEmpty() || (mover != null && mover != thread)) {
                    movers.moves(thread);
                } else {
                    movers.rests(thread);
                }
                nudge();
            }
        } finally {
            gate.leave();
        }
    }

    @Override
    public Cancellable schedule(long nanos, Runnable task) {
        requireNonNull(task, "task");
        gate.enter();
        try {
            Task entry = new Task(due(Math.max(0, nanos)), sequence++, task);
            queue.add(entry);
            nudge();
            return () -> gate.inside(() -> {
                queue.remove(entry);
            });
        } finally {
            gate.leave();
        }
    }

    /**
     * Moves the time on, and whatever falls due on the way, in order and each at its own instant.
     *
     * <p>When it returns, every thread it woke has come to rest. Zero fires what is due now.
     *
     * @param duration how far; must not be negative
     * @throws IllegalArgumentException when the duration is negative; see {@link #jump}
     */
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("Invalid advance: duration (" + duration + ") must not be negative.");
        }
        moving(() -> {
            long target = due(TimeUnit.NANOSECONDS.convert(duration));
            while (fireNext(Math.min(target, Entry.NEVER - 1))) {}
            offset = Math.max(offset, target);
            settle();
            return true;
        });
    }

    /**
     * Moves the time to the next instant at which something falls due, and fires what is due then.
     *
     * @return false when nothing is waiting, and the time stands
     */
    public boolean advanceToNext() {
        return moving(() -> {
            settle();
            if (!isAnythingDue()) {
                return false;
            }
            long next = Math.max(offset, queue.first().due);
            while (fireNext(next)) {}
            settle();
            return true;
        });
    }

    /**
     * Sets the time forward or back without firing anything, as when a machine was suspended.
     *
     * <p>What has become due is late: it fires at the next move, at the time the clock then shows.
     *
     * @param duration how far; negative sets it back
     */
    public void jump(Duration duration) {
        gate.inside(() -> {
            offset = saturated(offset, TimeUnit.NANOSECONDS.convert(duration));
        });
    }

    /**
     * Moves the time from one instant to the next until the stage is done; a {@code join} that does not wait.
     *
     * @return the stage's value
     * @throws java.util.concurrent.CompletionException as {@link CompletableFuture#join} does
     * @throws AssertionError when the stage is still pending a minute after nothing was left to fire
     */
    public <T extends @Nullable Object> T join(CompletionStage<T> stage) {
        CompletableFuture<T> future = stage.toCompletableFuture();
        moving(() -> {
            while (!future.isDone()) {
                if (!fireNext(Entry.NEVER - 1)) {
                    gate.await("a pending stage, with nothing left to fire", () -> future.isDone() || isAnythingDue());
                }
            }
            return true;
        });
        return future.join();
    }

    /**
     * Waits until that many threads are asleep on this clock.
     *
     * @throws AssertionError when they are not within a minute
     */
    public void awaitWaits(int count) {
        gate.inside(() -> gate.await(count + " threads to wait", () -> asleep.size() >= count));
    }

    /**
     * Waits until that many scheduled tasks are pending.
     *
     * @throws AssertionError when they are not within a minute
     */
    public void awaitTimers(int count) {
        gate.inside(() -> gate.await(count + " timers", () -> timers() >= count));
    }

    /**
     * An executor whose tasks this clock waits for: it stands until each of them has ended, sleeps on it, or blocks.
     *
     * @param executor what runs the tasks, as a pool of the test
     */
    public Executor executor(Executor executor) {
        requireNonNull(executor, "executor");
        Movers.Crew crew = gate.inside(movers::crew);
        return task -> {
            requireNonNull(task, "task");
            gate.inside(crew::handedOver);
            try {
                executor.execute(() -> {
                    Thread thread = Thread.currentThread();
                    boolean wasMoving = gate.inside(() -> crew.begins(thread));
                    try {
                        task.run();
                    } finally {
                        gate.inside(() -> crew.ends(thread, wasMoving));
                    }
                });
            } catch (RuntimeException | Error e) {
                gate.inside(crew::refused);
                throw e;
            }
        };
    }

    /** The threads that are asleep on this clock. */
    public int waits() {
        return gate.inside(() -> asleep.size());
    }

    /** The scheduled tasks that have neither begun nor been cancelled. */
    public int timers() {
        return gate.inside(
                () -> (int) queue.stream().filter(Task.class::isInstance).count());
    }

    /** Every sleep that was asked for, in the order they began; those cut short, too. */
    public List<Duration> sleeps() {
        gate.enter();
        try {
            List<Duration> asked = new ArrayList<>(sleepCount);
            for (int i = 0; i < sleepCount; i++) {
                asked.add(Duration.ofNanos(sleeps[i]));
            }
            return Collections.unmodifiableList(asked);
        } finally {
            gate.leave();
        }
    }

    /** The time that threads have spent asleep, all together; of a sleep cut short what had passed. */
    public Duration slept() {
        return gate.inside(() -> Duration.ofNanos(slept));
    }

    /** The time from the start of the clock until now. */
    public Duration elapsed() {
        return Duration.ofNanos(offset);
    }

    /** As {@code VirtualClock[PT1.5S]}. */
    @Override
    public String toString() {
        return "VirtualClock[" + elapsed() + "]";
    }

    /** The sleeper's part: on an automatic clock it moves the time itself, one step at a time, unless somebody else does. */
    private void awaitEnd(Sleep sleep) throws InterruptedException {
        while (!sleep.ended) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            boolean isMine = mover == sleep.thread || (automatic && mover == null);
            if (isMine && isAnythingDue()) {
                moving(() -> fireNext(Entry.NEVER - 1));
            } else if (!automatic && !isMine) {
                sleep.woken.await();
            } else if (!gate.await(sleep.woken) && isMine && !isAnythingDue()) {
                throw gate.failure("had nothing left that could end a sleep");
            }
        }
    }

    /** Takes the turn, so that one thread at a time moves the clock, and gives it back. */
    private boolean moving(BooleanSupplier move) {
        gate.enter();
        try {
            Thread thread = Thread.currentThread();
            while (mover != null && mover != thread) {
                changed.awaitUninterruptibly();
            }
            mover = thread;
            holds++;
            try {
                return move.getAsBoolean();
            } finally {
                if (--holds == 0) {
                    mover = null;
                    nudge();
                }
            }
        } finally {
            gate.leave();
        }
    }

    /** With the turn and the lock: lets everything come to rest, then fires the first entry due by then, if any. */
    private boolean fireNext(long bound) {
        settle();
        if (queue.isEmpty() || queue.first().due > bound) {
            return false;
        }
        Entry entry = queue.pollFirst();
        offset = Math.max(offset, entry.due);
        if (entry instanceof Sleep sleep) {
            sleep.ended = true;
            asleep.remove(sleep.thread, sleep);
            movers.moves(sleep.thread);
            sleep.woken.signal();
        } else if (entry instanceof Task task) {
            gate.outside(task::run);
        }
        return true;
    }

    /** Waits until no thread that this clock knows of can still do something at the present instant. */
    private void settle() {
        Thread me = Thread.currentThread();
        gate.await("threads that it woke to wait again, block or end", () -> {
            for (Thread sleeper : asleep.keySet()) {
                if (sleeper != me && !movers.isParked(sleeper)) {
                    return false;
                }
            }
            return movers.areAtRest(me);
        });
    }

    private boolean isAnythingDue() {
        return !queue.isEmpty() && queue.first().due != Entry.NEVER;
    }

    /** Somebody must look again: who waits for the turn, and on an automatic clock one sleeper, which moves all others. */
    private void nudge() {
        changed.signalAll();
        if (automatic && mover == null && !asleep.isEmpty()) {
            asleep.values().iterator().next().woken.signal();
        }
    }

    private void note(long nanos) {
        if (sleepCount == sleeps.length) {
            sleeps = Arrays.copyOf(sleeps, sleepCount * 2);
        }
        sleeps[sleepCount++] = nanos;
    }

    private long due(long nanos) {
        return saturated(offset, nanos);
    }

    private static long saturated(long a, long b) {
        long sum = a + b;
        boolean overflows = ((a ^ sum) & (b ^ sum)) < 0;
        return overflows ? (b < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }
}
