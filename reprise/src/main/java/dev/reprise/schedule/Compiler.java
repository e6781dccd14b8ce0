package dev.reprise.schedule;

import dev.reprise.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compiles a schedule. First what is known about each node from the parts inside it, then the instructions. */
final class Compiler {
    private static final int ENTER = 0;
    private static final int BETWEEN = 1;
    private static final int LEAVE = 2;
    private static final int PHASES = 3;

    private final Outline outline;

    /** The cap that a jitter around the node must not exceed. */
    private final long[] caps;

    /** The largest number of attempts of each node. */
    private final long[] attempts;

    /** Whether the node draws random numbers. */
    private final boolean[] draws;

    /** Whether the node may stop earlier than after its attempts. */
    private final boolean[] impatient;

    private boolean history;

    private final List<Instruction> code = new ArrayList<>();
    private final List<Instruction> temporary = new ArrayList<>();
    private final int[] opened;
    private final @Nullable Instruction[] sides;
    private final List<Program.Slot> lasting = new ArrayList<>();
    private int temporaryCount;
    private int mostTemporary;
    private int bits;
    private int bitSlot;

    /** Nodes up to here, from the root down, ignore their {@code upTo}. */
    private final int withoutUpTo;

    Compiler(Outline outline, int withoutUpTo) {
        this.outline = outline;
        this.withoutUpTo = withoutUpTo;
        int size = outline.size();
        caps = new long[size];
        attempts = new long[size];
        draws = new boolean[size];
        impatient = new boolean[size];
        opened = new int[size];
        sides = new Instruction[size];
        for (int node = size - 1; node >= 0; node--) {
            learn(node);
        }
    }

    private void learn(int node) {
        Schedule schedule = outline.nodes[node];
        int first = node + 1;
        int second = outline.second(node);
        caps[node] = outline.cap(node, caps);
        switch (outline.kinds[node].arity) {
            case 0 -> attempts[node] = Measure.attempts(schedule);
            case 1 -> {
                attempts[node] = attempts[first];
                draws[node] = draws[first];
                impatient[node] = impatient[first];
            }
            default -> {
                attempts[node] = Measure.attempts(outline.kinds[node], attempts[first], attempts[second]);
                draws[node] = draws[first] || draws[second];
                impatient[node] = impatient[first] || impatient[second];
            }
        }
        switch (outline.kinds[node]) {
            case DECORRELATED, JITTERED -> draws[node] = true;
            case LIMITED -> attempts[node] = Math.min(attempts[first], ((Schedule.Limited) schedule).attempts());
            case UP_TO -> impatient[node] |= node >= withoutUpTo;
            case WAITING_AT_MOST -> impatient[node] = true;
            default -> {
                // nothing of its own
            }
        }
        history |= switch (outline.kinds[node]) {
            case ALIGNED, DECORRELATED, UP_TO, WAITING_AT_MOST, AND_THEN -> true;
            default -> false;
        };
    }

    static long[] table(Schedule.Delays delays) {
        return delays.delays().stream().mapToLong(Nanos::of).toArray();
    }

    /** Empty where it would be too long. */
    static long[] table(Schedule.Exponential exponential) {
        return Growth.exponential(Nanos.of(exponential.base()), exponential.factor(), Outline.cap(exponential.cap()));
    }

    static long[] table(Schedule.Fibonacci fibonacci) {
        return Growth.fibonacci(Nanos.of(fibonacci.base()), Outline.cap(fibonacci.cap()));
    }

    Program program() {
        int[] ahead = new int[16];
        int waiting = 1;
        ahead[0] = ENTER;
        while (waiting > 0) {
            int node = ahead[--waiting] / PHASES;
            int phase = ahead[waiting] % PHASES;
            if (waiting + PHASES > ahead.length) {
                ahead = Arrays.copyOf(ahead, 2 * ahead.length);
            }
            int arity = outline.kinds[node].arity;
            switch (phase) {
                case ENTER -> {
                    enter(node);
                    if (arity > 0) {
                        ahead[waiting++] = node * PHASES + (arity == 1 ? LEAVE : BETWEEN);
                        ahead[waiting++] = (node + 1) * PHASES + ENTER;
                    }
                }
                case BETWEEN -> {
                    if (!neverReached(node)) {
                        between(node);
                        ahead[waiting++] = node * PHASES + LEAVE;
                        ahead[waiting++] = outline.second(node) * PHASES + ENTER;
                    }
                }
                default -> leave(node);
            }
        }
        for (Instruction instruction : temporary) {
            instruction.slot += lasting.size();
        }
        return new Program(
                outline.nodes[0],
                attempts[0],
                history,
                draws[0],
                code.toArray(new Instruction[0]),
                lasting.toArray(new Program.Slot[0]),
                mostTemporary);
    }

    /** The second part of an {@code andThen} whose first part never stops. */
    private boolean neverReached(int node) {
        return outline.kinds[node] == Kind.AND_THEN && !canStop(node + 1);
    }

    private boolean canStop(int node) {
        return attempts[node] != Measure.UNBOUNDED || impatient[node];
    }

    private void enter(int node) {
        Schedule schedule = outline.nodes[node];
        switch (outline.kinds[node]) {
            case UNION -> side(node + 1);
            case AND_THEN -> {
                if (canStop(node + 1)) {
                    Instruction first = emit(Instruction.of(Instruction.FIRST));
                    first.slot = lastingSlot(Program.NOT_HANDED_OVER, Program.NOT_HANDED_OVER, Nanos.FOREVER);
                    lastingSlot(0, 0, Long.MAX_VALUE);
                    opened[node] = code.size() - 1;
                }
            }
            case JITTERED -> {
                if (draws[node + 1]) {
                    opened[node] = keep(emit(Instruction.of(Instruction.DRAW)));
                }
            }
            case LIMITED, CAPPED, UP_TO, WAITING_AT_MOST, INTERSECTION -> {
                // these begin with what is inside
            }
            default -> leaf(schedule, outline.kinds[node]);
        }
    }

    private void leaf(Schedule schedule, Kind kind) {
        emit(
                switch (kind) {
                    case IMMEDIATE -> Instruction.of(Instruction.IMMEDIATE);
                    case TIMES -> Instruction.of(Instruction.TIMES, ((Schedule.Times) schedule).limit());
                    case DELAYS -> Instruction.table(Instruction.DELAYS, table((Schedule.Delays) schedule));
                    case FIXED_DELAY ->
                        Instruction.of(Instruction.WAIT, Nanos.of(((Schedule.FixedDelay) schedule).delay()));
                    case FIXED_RATE ->
                        Instruction.of(Instruction.GRID, Nanos.of(((Schedule.FixedRate) schedule).period()));
                    case ALIGNED ->
                        Instruction.of(Instruction.ALIGNED, Nanos.of(((Schedule.Aligned) schedule).period()));
                    case LINEAR -> {
                        Schedule.Linear linear = (Schedule.Linear) schedule;
                        yield Instruction.of(Instruction.LINEAR, Nanos.of(linear.initial()), Nanos.of(linear.step()));
                    }
                    case EXPONENTIAL -> exponential((Schedule.Exponential) schedule);
                    case FIBONACCI -> Instruction.table(Instruction.TABLE, table((Schedule.Fibonacci) schedule));
                    default -> decorrelated((Schedule.Decorrelated) schedule);
                });
    }

    private static Instruction exponential(Schedule.Exponential exponential) {
        long[] table = table(exponential);
        return table.length == 0
                ? Instruction.power(Nanos.of(exponential.base()), exponential.factor(), Outline.cap(exponential.cap()))
                : Instruction.table(Instruction.TABLE, table);
    }

    private Instruction decorrelated(Schedule.Decorrelated decorrelated) {
        long base = Nanos.of(decorrelated.base());
        long cap = Nanos.of(decorrelated.cap());
        Instruction instruction = Instruction.of(Instruction.DECORRELATED, base, cap);
        instruction.slot = lastingSlot(base, base, cap);
        return instruction;
    }

    private void between(int node) {
        if (outline.kinds[node] == Kind.AND_THEN) {
            Instruction handOver = emit(Instruction.of(Instruction.HAND_OVER));
            Instruction first = code.get(opened[node]);
            handOver.slot = first.slot;
            first.target = code.size() - 1;
            opened[node] = first.target;
            return;
        }
        if (outline.kinds[node] == Kind.UNION) {
            endOfSide(node + 1);
        }
        opened[node] = keep(emit(Instruction.of(Instruction.KEEP)));
        if (outline.kinds[node] == Kind.UNION) {
            side(outline.second(node));
        }
    }

    private void leave(int node) {
        Schedule schedule = outline.nodes[node];
        switch (outline.kinds[node]) {
            case LIMITED -> emit(Instruction.of(Instruction.LIMIT, ((Schedule.Limited) schedule).attempts()));
            case CAPPED -> emit(Instruction.of(Instruction.CAP, Nanos.of(((Schedule.Capped) schedule).cap())));
            case JITTERED -> jitter(node, ((Schedule.Jittered) schedule).jitter());
            case UP_TO -> {
                if (node >= withoutUpTo) {
                    emit(Instruction.of(Instruction.UP_TO, Nanos.of(((Schedule.UpTo) schedule).elapsed())));
                }
            }
            case WAITING_AT_MOST -> {
                long limit = Nanos.of(((Schedule.WaitingAtMost) schedule).limit());
                emit(Instruction.of(Instruction.WAITING_AT_MOST, limit)).slot = lastingSlot(0, 0, limit);
            }
            case UNION -> {
                endOfSide(outline.second(node));
                release(emit(Instruction.of(Instruction.UNION)), opened[node]);
            }
            case INTERSECTION -> release(emit(Instruction.of(Instruction.INTERSECT)), opened[node]);
            default -> {
                Instruction handOver = code.get(opened[node]);
                emit(Instruction.of(Instruction.EXIT)).slot = handOver.slot;
                handOver.target = code.size() - 1;
            }
        }
    }

    private void jitter(int node, Jitter jitter) {
        long cap = caps[node + 1];
        if (draws[node + 1]) {
            release(emit(Instruction.jitter(Instruction.JITTER_DRAWN, jitter, cap)), opened[node]);
        } else {
            emit(Instruction.jitter(Instruction.JITTER, jitter, cap));
        }
    }

    /** Before a side of a union: goes past it once it has stopped, where going through it could be noticed. */
    private void side(int node) {
        if (draws[node] || impatient[node]) {
            Instruction side =
                    Instruction.of(Instruction.SIDE, attempts[node], impatient[node] ? 1L << bits % Long.SIZE : 0);
            sides[node] = emit(side);
            if (impatient[node]) {
                bitSlot = bits % Long.SIZE == 0 ? lastingSlot(0, Long.MIN_VALUE, Long.MAX_VALUE) : bitSlot;
                side.slot = bitSlot;
                bits++;
            }
        }
    }

    private void endOfSide(int node) {
        Instruction side = sides[node];
        if (side != null) {
            if (impatient[node]) {
                emit(Instruction.of(Instruction.MARK, 0, side.y)).slot = side.slot;
            }
            side.target = code.size() - 1;
        }
    }

    @CanIgnoreReturnValue
    private Instruction emit(Instruction instruction) {
        code.add(instruction);
        return instruction;
    }

    @CanIgnoreReturnValue
    private int lastingSlot(long initial, long least, long most) {
        lasting.add(new Program.Slot(initial, least, most));
        return lasting.size() - 1;
    }

    private int keep(Instruction instruction) {
        mostTemporary = Math.max(mostTemporary, temporaryCount + 1);
        temporary.add(instruction);
        instruction.slot = temporaryCount++;
        return instruction.slot;
    }

    private void release(Instruction instruction, int slot) {
        temporary.add(instruction);
        instruction.slot = slot;
        temporaryCount--;
    }
}
