package dev.reprise.schedule;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The short way through the programs that most policies have: waits from a table, or always the same, or none, then maybe
 * jitter and maybe a limit of attempts. It answers what {@link Program} would, in a third of the time.
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

    /** The short way through the instructions, if they are of that shape. */
    static @Nullable Backoff of(Instruction[] code) {
        Instruction leaf = code[0];
        int next = 1;
        Instruction jitter = null;
        long limit = Measure.UNBOUNDED;
        if (next < code.length && code[next].op == Instruction.JITTER) {
            jitter = code[next++];
        }
        while (next < code.length && code[next].op == Instruction.LIMIT) {
            limit = Math.min(limit, code[next++].x);
        }
        if (next < code.length) {
            return null;
        }
        return switch (leaf.op) {
            case Instruction.IMMEDIATE -> new Backoff(new long[] {0}, jitter, limit);
            case Instruction.TIMES -> new Backoff(new long[] {0}, jitter, Math.min(limit, leaf.x));
            case Instruction.TABLE -> new Backoff(leaf.table, jitter, limit);
            case Instruction.WAIT -> new Backoff(new long[] {leaf.x}, jitter, limit);
            default -> null;
        };
    }

    long next(RandomGenerator random, long n, long end) {
        long at = Nanos.add(end, waits[(int) Math.min(n, waits.length) - 1]);
        if (jitter != null) {
            at = Program.jittered(jitter, end, at, random.nextDouble());
        }
        return n < limit ? at : Stepper.STOP;
    }
}
