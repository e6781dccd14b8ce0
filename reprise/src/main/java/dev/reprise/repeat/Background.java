package dev.reprise.repeat;

import dev.reprise.Action;
import dev.reprise.internal.CallScope;
import dev.reprise.retry.RandomSource;
import dev.reprise.schedule.Schedule;
import dev.reprise.time.MonotonicClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A recurrence on its own thread. Stopping interrupts that thread while it waits, and never while it runs the action. */
final class Background implements Recurrence {
    private final Schedule schedule;
    private final Action<?> action;
    private final MonotonicClock clock;
    private final Loop loop;
    private final Consumer<Background> whenEnded;
    private final CompletableFuture<@Nullable Void> completion = new CompletableFuture<>();
    private final Thread thread = new Thread(this::run);
    private volatile boolean stopped;
    private volatile CallScope.@Nullable Watch wait;

    Background(Schedule schedule, Action<?> action, MonotonicClock clock, Consumer<Background> whenEnded) {
        this.schedule = schedule;
        this.action = action;
        this.clock = clock;
        this.loop = new Loop(schedule, RandomSource.system().forCall(Repeat.nameOf(action.getClass()), 1), clock);
        this.whenEnded = whenEnded;
    }

    void start(String name) {
        thread.setName(name);
        thread.setDaemon(true);
        thread.start();
    }

    void join() throws InterruptedException {
        thread.join();
    }

    void interrupt() {
        thread.interrupt();
    }

    boolean isMine() {
        return thread == Thread.currentThread();
    }

    @Override
    public long runs() {
        return loop.runs();
    }

    @Override
    public void stop() {
        stopped = true;
        CallScope.Watch waiting = wait;
        if (waiting != null) waiting.run();
    }

    @Override
    public CompletionStage<@Nullable Void> completion() {
        return completion.minimalCompletionStage();
    }

    private void run() {
        try {
            Throwable failure = stopped ? null : runUntilTheEnd();
            if (failure == null) {
                completion.complete(null);
            } else {
                log(failure);
                completion.completeExceptionally(failure);
            }
        } finally {
            whenEnded.accept(this);
        }
    }

    /** Returns what ended it, or null when it was stopped or its schedule ended. */
    private @Nullable Throwable runUntilTheEnd() {
        Repeated repeated;
        try {
            repeated = loop.run(action, this::mayGoOnAfter);
        } catch (Throwable e) {
            return e; // the clock's
        }
        if (repeated.reason() != Repeated.Reason.CANCELLED) return repeated.failure();
        if (stopped) return null;
        return repeated.failure() != null
                ? repeated.failure()
                : new InterruptedException("The thread of the recurrence was interrupted between two runs.");
    }

    /** The watch is set before the last look at {@code stopped}, so a stop either sees the watch or is seen. */
    private boolean mayGoOnAfter(long nanos) {
        CallScope.Watch waiting = CallScope.current().watch();
        wait = waiting;
        try {
            if (stopped || Thread.currentThread().isInterrupted()) return false;
            clock.sleep(nanos);
            return !stopped;
        } catch (InterruptedException e) {
            return false;
        } finally {
            wait = null;
            boolean unused = waiting.end();
        }
    }

    private void log(Throwable failure) {
        try {
            String message = "A recurrence of " + schedule + " failed in run " + (runs() + 1) + ".";
            System.getLogger("dev.reprise").log(System.Logger.Level.ERROR, message, failure);
        } catch (Throwable e) {
            // A logger that fails must not keep the completion from those who wait for it.
        }
    }

    /** As {@code Recurrence[fixedRate(30s), 12 runs]}. */
    @Override
    public String toString() {
        return "Recurrence[" + schedule + ", " + runs() + " runs]";
    }
}
