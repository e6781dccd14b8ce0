package dev.reprise.repeat;

import dev.reprise.Action;
import dev.reprise.repeat.Repeated.Reason;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.Stepper;
import dev.reprise.time.MonotonicClock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** The one loop: runs an action again while it succeeds, until its schedule ends. It decides, and leaves waiting to others. */
final class Loop {
    private final Stepper stepper;
    private final MonotonicClock clock;
    private final AtomicLong runs = new AtomicLong();
    private long origin;
    private long elapsed;

    Loop(Schedule schedule, RandomGenerator random, MonotonicClock clock) {
        this.stepper = schedule.start(random);
        this.clock = clock;
    }

    /** How a driver waits. */
    interface Wait {
        /** Blocks for at least that long, if it is more than zero; returns whether another run may begin. */
        boolean mayGoOnAfter(long nanos);
    }

    /** The first run begins at once, and is the origin of the schedule's time. Errors are in the answer, too. */
    Repeated run(Action<?> action, Wait wait) {
        origin = clock.nanoTime();
        while (true) {
            long start = elapsed();
            try {
                action.run();
            } catch (Throwable e) {
                return new Repeated(runs(), e, e instanceof InterruptedException ? Reason.CANCELLED : Reason.FAILED);
            }
            long done = runs.incrementAndGet();
            long end = elapsed();
            long next = stepper.next(start, end);
            if (next == Stepper.STOP) return new Repeated(done, null, Reason.ENDED);
            if (!wait.mayGoOnAfter(next - end)) return new Repeated(done, null, Reason.CANCELLED);
        }
    }

    /** The runs that succeeded so far; for any thread. */
    long runs() {
        return runs.get();
    }

    /** From the beginning of the first run; a clock that steps back stands still here. */
    long elapsed() {
        elapsed = Math.max(elapsed, clock.nanoTime() - origin);
        return elapsed;
    }
}
