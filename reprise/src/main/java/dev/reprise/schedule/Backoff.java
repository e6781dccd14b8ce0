package dev.reprise.schedule;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The program of nearly every schedule, waits from a table, jittered or not, bounded or not, in one step instead of a loop over
 * its instructions, which would take half of the time of a decision.
 */
final class Backoff {
    private final long[] waits;
    private final @Nullable Instruction jitter;
    private final long limit;

    private Backoff(long[] waits, @Nullable Instruction jitter, long limit) {
        this.waits = waits;
        this.jitter = jitter;
        this.limit = limit;
    }

    /** Null when the code is of another shape. */
    static @Nullable Backoff of(Instruction[] code) {
        Instruction leaf = code[0];
        long[] waits =
                switch (leaf.op) {
                    case Instruction.IMMEDIATE -> new long[] {0};
                    case Instruction.WAIT -> new long[] {leaf.x};
                    case Instruction.TABLE -> leaf.table;
                    default -> null;
                };
        if (waits == null) return null;
        int next = 1;
        Instruction jitter = isAt(code, next, Instruction.JITTER) ? code[next++] : null;
        long limit = isAt(code, next, Instruction.LIMIT) ? code[next++].x : Long.MAX_VALUE;
        return next == code.length ? new Backoff(waits, jitter, limit) : null;
    }

    private static boolean isAt(Instruction[] code, int index, int op) {
        return index < code.length && code[index].op == op;
    }

    /** What {@link Program#run} answers when no wait is demanded. The decision to stop draws, too. */
    long next(long attempt, long end, RandomGenerator random) {
        long at = Nanos.add(end, waits[(int) Math.min(attempt, waits.length) - 1]);
        if (jitter != null) at = Program.jittered(jitter, end, at, random.nextDouble());
        return attempt < limit ? at : Stepper.STOP;
    }
}
