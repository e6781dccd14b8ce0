package dev.reprise.schedule;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A schedule compiled to instructions, immutable and shared by all its steppers. They run in order; a leaf computes an
 * instant, a modifier changes it, a combinator joins it with the one kept in a slot. Whatever has to be remembered, from one
 * decision to the next or within one, is in the slots of the stepper.
 *
 * <p>A node needs no counter: its n is the number of attempts less those made before the hand-over of the {@code andThen}
 * that it is the second part of. It needs no mark that it stopped either, unless it is a side of a union, because every
 * other node stops with what is around it.
 */
final class Program {
    static final long[] NO_SLOTS = {};

    /** The origin of an {@code andThen} whose first part goes on. */
    static final long NOT_HANDED_OVER = -1;

    final Schedule schedule;

    /** The largest number of attempts, {@link Measure#UNBOUNDED} when there is none. */
    final long attempts;

    /** Whether a decision depends on the attempts before it by more than their number. */
    final boolean hasHistory;

    /** Whether it draws random numbers. */
    final boolean draws;

    private final Instruction[] code;

    private final @Nullable Backoff backoff;

    private final Slot[] lasting;

    /** What the slots of a new stepper hold: first those that last from decision to decision, then the temporary ones. */
    private final long[] slots;

    Program(
            Schedule schedule,
            long attempts,
            boolean hasHistory,
            boolean draws,
            Instruction[] code,
            Slot[] lasting,
            int temporary) {
        this.schedule = schedule;
        this.attempts = attempts;
        this.hasHistory = hasHistory;
        this.draws = draws;
        this.code = code;
        backoff = Backoff.of(code);
        this.lasting = lasting;
        slots = new long[lasting.length + temporary];
        for (int i = 0; i < lasting.length; i++) {
            slots[i] = lasting[i].initial;
        }
    }

    static Program of(Schedule node) {
        return new Compiler(new Outline(node), 0).program();
    }

    Stepper start(RandomGenerator random) {
        return new Stepper(this, random, newSlots(), 0, false);
    }

    long[] newSlots() {
        return slots.length == 0 ? NO_SLOTS : slots.clone();
    }

    int length() {
        return code.length;
    }

    Instruction instruction(int index) {
        return code[index];
    }

    /** How many slots last from decision to decision; they come first. */
    int lasting() {
        return lasting.length;
    }

    /** Whether the lasting slots hold what they can come to hold. */
    boolean accepts(long[] state) {
        for (int i = 0; i < lasting.length; i++) {
            if (state[i] < lasting[i].least || state[i] > lasting[i].most) {
                return false;
            }
        }
        return true;
    }

    /** A slot that lasts from decision to decision, with the range of what it can hold. */
    record Slot(long initial, long least, long most) {}

    /**
     * The instant after the n-th attempt, which ran from start to end, or {@link Stepper#STOP}; a demanded wait, if any,
     * considered.
     */
    long decide(long[] state, RandomGenerator random, long n, long start, long end, long demanded, boolean replaces) {
        long at =
                backoff != null ? backoff.next(random, n, end) : run(state, random, n, start, end, demanded, replaces);
        boolean isDemanded = demanded > 0 || replaces;
        return isDemanded ? coming(at, end, demanded, replaces) : at;
    }

    private long run(
            long[] state, RandomGenerator random, long attempt, long start, long end, long demanded, boolean replaces) {
        long n = attempt;
        long b = start;
        long t = end;
        long at = Stepper.STOP;
        Instruction[] instructions = code;
        for (int next = 0; next < instructions.length; next++) {
            Instruction i = instructions[next];
            switch (i.op) {
                case Instruction.IMMEDIATE -> at = t;
                case Instruction.TIMES -> at = n < i.x ? t : Stepper.STOP;
                case Instruction.DELAYS -> at = n <= i.table.length ? Nanos.add(t, i.table[(int) n - 1]) : Stepper.STOP;
                case Instruction.WAIT -> at = Nanos.add(t, i.x);
                case Instruction.GRID -> at = Nanos.multiply(n, i.x);
                case Instruction.ALIGNED -> at = Nanos.aligned(b, t, i.x);
                case Instruction.LINEAR -> at = Nanos.add(t, Nanos.add(i.x, Nanos.multiply(n - 1, i.y)));
                case Instruction.TABLE -> at = Nanos.add(t, i.table[(int) Math.min(n, i.table.length) - 1]);
                case Instruction.POWER -> at = Nanos.add(t, Growth.power(i.x, i.low, i.y, n - 1));
                case Instruction.DECORRELATED -> {
                    long high = Math.min(i.y, Nanos.multiply(state[i.slot], 3));
                    state[i.slot] = Nanos.spread((double) i.x, (double) high, random.nextDouble());
                    at = Nanos.add(t, state[i.slot]);
                }
                case Instruction.LIMIT -> at = n < i.x ? at : Stepper.STOP;
                case Instruction.CAP -> {
                    // a stop is smaller than any instant
                    at = Math.min(at, Nanos.add(t, i.x));
                }
                case Instruction.JITTER -> at = jittered(i, t, at, random.nextDouble());
                case Instruction.DRAW -> state[i.slot] = Double.doubleToRawLongBits(random.nextDouble());
                case Instruction.JITTER_DRAWN -> at = jittered(i, t, at, Double.longBitsToDouble(state[i.slot]));
                case Instruction.UP_TO -> at = coming(at, t, demanded, replaces) > i.x ? Stepper.STOP : at;
                case Instruction.WAITING_AT_MOST -> at = waiting(i, state, t, at, coming(at, t, demanded, replaces));
                case Instruction.SIDE -> {
                    if (isOver(i, state, n)) {
                        at = Stepper.STOP;
                        next = i.target;
                    }
                }
                case Instruction.MARK -> state[i.slot] |= at == Stepper.STOP ? i.y : 0;
                case Instruction.KEEP -> state[i.slot] = at;
                case Instruction.UNION -> at = sooner(state[i.slot], at);
                case Instruction.INTERSECT -> at = later(state[i.slot], at);
                case Instruction.FIRST -> {
                    if (state[i.slot] != NOT_HANDED_OVER) {
                        b = Math.max(0, b - state[i.slot]);
                        t = Math.max(0, t - state[i.slot]);
                        n -= state[i.slot + 1];
                        // what follows the target is the second part
                        next = i.target;
                    }
                }
                case Instruction.HAND_OVER -> {
                    if (at == Stepper.STOP) {
                        state[i.slot] = b;
                        state[i.slot + 1] = n - 1;
                        t -= b;
                        b = 0;
                        n = 1;
                    } else {
                        next = i.target;
                    }
                }
                case Instruction.EXIT -> {
                    at = at == Stepper.STOP ? at : Nanos.add(at, state[i.slot]);
                    b = Nanos.add(b, state[i.slot]);
                    t = Nanos.add(t, state[i.slot]);
                    n += state[i.slot + 1];
                }
                default -> throw new AssertionError(i.op);
            }
        }
        return at;
    }

    /** Whether a side of a union has stopped before. */
    static boolean isOver(Instruction side, long[] state, long n) {
        return n > side.x || (side.slot != Instruction.NONE && (state[side.slot] & side.y) != 0);
    }

    /** The instant at which the next attempt would really start, a demanded wait considered; a stop stays one. */
    private static long coming(long at, long t, long demanded, boolean replaces) {
        if (at == Stepper.STOP) {
            return at;
        }
        long asked = Nanos.add(t, demanded);
        return replaces ? asked : Math.max(at, asked);
    }

    /** The cap limits the range, not the number drawn from it, so waits stay spread at the cap. */
    static long jittered(Instruction i, long t, long at, double drawn) {
        if (at <= t) {
            return at;
        }
        double wait = (double) (at - t);
        double cap = (double) i.x;
        double low = wait * i.low;
        double high = wait * i.high;
        return Nanos.add(t, Nanos.spread(low < cap ? low : cap, high < cap ? high : cap, drawn));
    }

    private static long waiting(Instruction i, long[] state, long t, long at, long coming) {
        if (at == Stepper.STOP || coming - t > i.x - state[i.slot]) {
            return Stepper.STOP;
        }
        state[i.slot] += coming - t;
        return at;
    }

    private static long sooner(long left, long right) {
        if (left == Stepper.STOP || right == Stepper.STOP) {
            return Math.max(left, right);
        }
        return Math.min(left, right);
    }

    private static long later(long left, long right) {
        return left == Stepper.STOP || right == Stepper.STOP ? Stepper.STOP : Math.max(left, right);
    }
}
