package dev.reprise.schedule;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The instructions of a program on {@link Line}s instead of instants: for how many decisions from now on will each of them do
 * the same? Whatever it cannot foresee ends the leap, which is only a chance missed.
 */
final class Leap {
    private final Program program;
    private final long[] slots;
    private final @Nullable Line[] kept;

    /** Lines of waits that add up in a slot. */
    private final @Nullable Line[] adding;

    private final boolean isExact;
    private Line start;
    private Line end;
    private long attempt;
    private long length;

    Leap(Program program, long[] slots, Line end, Line start, long attempt, long most, boolean isExact) {
        this.program = program;
        this.slots = slots;
        this.end = end;
        this.start = start;
        this.attempt = attempt;
        this.length = most;
        this.isExact = isExact;
        kept = new Line[slots.length];
        adding = new Line[slots.length];
    }

    /** How many decisions move the end along its line, if the next start is as {@link Forecast} has it. */
    long length(long demanded, long lasts, long latestStart) {
        Line line = end;
        Line at = run();
        if (at == null || length == 0) {
            return 0;
        }
        Line next = sooner(later(at, saturated(line, demanded)), Line.constant(latestStart));
        if (!saturated(next, lasts).equals(line.next())) {
            return 0;
        }
        return length;
    }

    void commit(long decisions) {
        for (int slot = 0; slot < slots.length; slot++) {
            Line line = adding[slot];
            if (line != null) {
                slots[slot] += line.sum(decisions).longValueExact();
            }
        }
    }

    private @Nullable Line run() {
        Line at = null;
        for (int next = 0; next < program.length() && length > 0; next++) {
            Instruction i = program.instruction(next);
            switch (i.op) {
                case Instruction.IMMEDIATE -> at = end;
                case Instruction.TIMES -> at = before(i.x, end);
                case Instruction.DELAYS -> at = attempt > i.table.length ? null : unforeseen();
                case Instruction.WAIT -> at = saturated(end, i.x);
                case Instruction.GRID -> at = multiple(attempt, i.x);
                case Instruction.ALIGNED -> at = aligned(i.x);
                case Instruction.LINEAR -> at = saturated(end, saturated(multiple(attempt - 1, i.y), i.x));
                case Instruction.TABLE ->
                    at = attempt < i.table.length ? unforeseen() : saturated(end, i.table[i.table.length - 1]);
                case Instruction.POWER -> {
                    long wait = Growth.power(i.x, i.low, i.y, attempt - 1);
                    at = wait < i.y ? unforeseen() : saturated(end, wait);
                }
                case Instruction.DECORRELATED -> at = decorrelated(i);
                case Instruction.LIMIT -> at = at == null ? null : before(i.x, at);
                case Instruction.CAP -> at = at == null ? null : sooner(at, saturated(end, i.x));
                case Instruction.JITTER, Instruction.JITTER_DRAWN -> at = at == null ? null : jittered(i, at);
                case Instruction.UP_TO -> at = at == null ? null : upTo(i.x, at);
                case Instruction.WAITING_AT_MOST -> at = at == null ? null : waiting(i, at);
                case Instruction.SIDE -> {
                    if (Program.isOver(i, slots, attempt)) {
                        at = null;
                        next = i.target;
                    } else if (i.x != Measure.UNBOUNDED) {
                        length = Math.min(length, i.x - attempt + 1);
                    }
                }
                case Instruction.MARK -> at = at == null ? unforeseen() : at;
                case Instruction.KEEP -> kept[i.slot] = at;
                case Instruction.UNION -> {
                    Line left = kept[i.slot];
                    at = left == null ? at : at == null ? left : sooner(left, at);
                }
                case Instruction.INTERSECT -> {
                    Line left = kept[i.slot];
                    at = left == null || at == null ? null : later(left, at);
                }
                case Instruction.FIRST -> {
                    if (slots[i.slot] != Program.NOT_HANDED_OVER) {
                        move(-slots[i.slot], -slots[i.slot + 1]);
                        next = i.target;
                    }
                }
                case Instruction.HAND_OVER -> {
                    if (at == null) {
                        at = unforeseen();
                    } else {
                        next = i.target;
                    }
                }
                case Instruction.EXIT -> {
                    move(slots[i.slot], slots[i.slot + 1]);
                    at = at == null ? null : saturated(at, slots[i.slot]);
                }
                default -> {
                    // a draw; they are all alike
                }
            }
        }
        return at;
    }

    private void move(long origin, long attempts) {
        start = start.plus(origin);
        end = end.plus(origin);
        attempt += attempts;
    }

    private Line unforeseen() {
        length = 0;
        return end;
    }

    /** The leap ends before the line would become negative. */
    private void holds(Line line) {
        length = line.notNegativeFor(length);
    }

    private @Nullable Line before(long limit, Line at) {
        if (attempt >= limit) {
            return null;
        }
        length = Math.min(length, limit - attempt);
        return at;
    }

    private Line saturated(Line line, long wait) {
        return saturated(line, Line.constant(wait));
    }

    private Line saturated(Line line, Line wait) {
        if (Nanos.add(line.value(), wait.value()) == Nanos.FOREVER) {
            // neither can become shorter
            return Line.FOREVER;
        }
        Line sum = line.plus(wait);
        holds(Line.FOREVER.minus(sum));
        return sum;
    }

    /** n times the length, where n grows by one each time. */
    private Line multiple(long n, long period) {
        long product = Nanos.multiply(n, period);
        if (product == Nanos.FOREVER) {
            return Line.FOREVER;
        }
        Line line = new Line(product, period, 0);
        holds(Line.FOREVER.minus(line));
        return line;
    }

    private Line sooner(Line one, Line other) {
        return isSooner(one, other) ? held(one, other, one) : held(other, one, other);
    }

    private Line later(Line one, Line other) {
        return isSooner(one, other) ? held(one, other, other) : held(other, one, one);
    }

    private Line held(Line sooner, Line later, Line answer) {
        holds(later.minus(sooner));
        return answer;
    }

    private static boolean isSooner(Line one, Line other) {
        if (one.value() != other.value()) {
            return one.value() < other.value();
        }
        return one.first() != other.first() ? one.first() < other.first() : one.second() < other.second();
    }

    /** Either it moves by whole periods, or it stays until the end has come to it. */
    private Line aligned(long period) {
        if (period == 0) {
            return end;
        }
        long tick = Nanos.aligned(start.value(), end.value(), period);
        if (end.second() == 0 && end.first() % period == 0) {
            Line ticks = new Line(tick, end.first(), 0);
            holds(Line.FOREVER.minus(ticks));
            return ticks;
        }
        Line ticks = Line.constant(tick);
        holds(ticks.minus(end));
        holds(ticks.minus(start.plus(1)));
        return ticks;
    }

    private Line decorrelated(Instruction i) {
        long previous = slots[i.slot];
        long high = Math.min(i.y, Nanos.multiply(previous, 3));
        boolean stays = Nanos.spread((double) i.x, (double) high, 1) == previous;
        return stays || !isExact ? saturated(end, previous) : unforeseen();
    }

    /** The largest number of the range is drawn each time, or, where all are drawn, the middle one. */
    private Line jittered(Instruction i, Line at) {
        if (at.value() <= end.value()) {
            holds(end.minus(at));
            return at;
        }
        Line wait = at.minus(end);
        if (wait.isConstant()) {
            return saturated(end, Program.jittered(i, 0, wait.value(), isExact ? 1 : 0.5));
        }
        if (i.high != 1 || !isExact) {
            return unforeseen();
        }
        holds(wait.plus(-1));
        return saturated(end, sooner(wait, Line.constant(i.x)));
    }

    private Line upTo(long limit, Line at) {
        holds(Line.constant(limit).minus(at));
        holds(Line.constant(limit).minus(end));
        return at;
    }

    private Line waiting(Instruction i, Line at) {
        Line wait = later(at, end).minus(end);
        BigInteger left = BigInteger.valueOf(i.x - slots[i.slot]);
        long good = 0;
        long bad = length + 1;
        while (bad - good > 1) {
            long middle = good + (bad - good) / 2;
            if (wait.sum(middle).compareTo(left) <= 0) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        length = good;
        adding[i.slot] = wait;
        return at;
    }
}
