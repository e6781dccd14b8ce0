package dev.reprise.schedule;

import java.util.random.RandomGenerator;

/**
 * A run whose attempts follow a rule, for questions about thousands of millions of decisions. It takes them one by one,
 * and when instants move along a {@link Line} it asks {@link Leap} how long they will, and skips that far.
 *
 * <p>The rule: each attempt lasts the same, the next one starts at the instant of the schedule but no sooner than a demanded
 * wait after the end, and never later than a limit.
 */
final class Forecast {
    /** Instructions after which it gives up, but not before {@link #LEAST_PATIENCE} decisions; below a second. */
    private static final long PATIENCE = 1L << 25;

    private static final long LEAST_PATIENCE = 1L << 15;

    /** Instructions before it skips decisions that draw; a few milliseconds. */
    private static final long DRAWN = 1L << 20;

    private static final int LONGEST_PAUSE = 4096;

    final Program program;
    final long[] slots;
    private final RandomGenerator random;
    private final long lasts;
    private final long demanded;
    private final long latestStart;

    private long attempts;
    private long start;
    private long end;
    private boolean stopped;

    /** The two ends before. */
    private long before;

    private long beforeThat;

    Forecast(Program program, RandomGenerator random, long lasts, long demanded, long latestStart) {
        this.program = program;
        this.random = random;
        this.lasts = lasts;
        this.demanded = demanded;
        this.latestStart = latestStart;
        slots = program.newSlots();
        end = lasts;
    }

    long attempts() {
        return attempts;
    }

    long start() {
        return start;
    }

    /** The end of the last attempt that was asked about or is still to be. */
    long end() {
        return end;
    }

    boolean isStopped() {
        return stopped;
    }

    /**
     * Takes that many decisions, fewer if the schedule stops or time ends. With draws that are all alike it skips at once,
     * otherwise only after so many that it no longer matters.
     *
     * @return whether it came to that
     */
    boolean run(long decisions, boolean alike) {
        long patience = Math.max(LEAST_PATIENCE, PATIENCE / program.length());
        long skipsFrom = alike || !program.draws ? 0 : DRAWN / program.length();
        long pause = 1;
        long nextTry = 3;
        for (long steps = 0; attempts < decisions && !stopped; steps++) {
            if (steps == patience) {
                return false;
            }
            if (end == Nanos.FOREVER && latestStart == Nanos.FOREVER) {
                return true;
            }
            if (steps >= nextTry && steps >= skipsFrom) {
                boolean leapt = leap(decisions - attempts, alike);
                pause = leapt ? 1 : Math.min(2 * pause, LONGEST_PAUSE);
                nextTry = steps + (leapt ? 3 : pause);
            } else {
                step();
            }
        }
        return true;
    }

    private void step() {
        attempts++;
        long at = program.decide(slots, random, attempts, start, end, 0, false);
        stopped = at == Stepper.STOP;
        if (!stopped) {
            beforeThat = before;
            before = end;
            start = Math.min(latestStart, Math.max(at, Nanos.add(end, demanded)));
            end = Nanos.add(start, lasts);
        }
    }

    private boolean leap(long most, boolean exact) {
        long first = end - before;
        long second = first - (before - beforeThat);
        long skipped;
        Line ends;
        try {
            ends = new Line(end, Math.addExact(first, second), second);
            Leap leap = new Leap(program, slots, ends, ends.plus(-lasts), attempts + 1, most, exact);
            skipped = leap.length(demanded, lasts, latestStart);
            if (skipped > 1) {
                leap.commit(skipped);
                attempts += skipped;
                end = ends.at(skipped);
                start = end - lasts;
                before = ends.at(skipped - 1);
                beforeThat = ends.at(skipped - 2);
            }
        } catch (ArithmeticException tooLong) {
            return false;
        }
        return skipped > 1;
    }
}
