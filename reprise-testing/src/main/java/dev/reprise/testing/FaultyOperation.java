package dev.reprise.testing;

import dev.reprise.InterruptibleOperation;
import dev.reprise.Operation;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An operation with scripted faults that counts its calls; see {@link Faults}.
 *
 * <p>It may be handed to whatever takes an {@link Operation} or an {@link InterruptibleOperation}. Safe for use by many threads:
 * every call gets the next number, from 1.
 */
public final class FaultyOperation<T extends @Nullable Object, X extends Throwable>
        implements Operation<T, X>, InterruptibleOperation<T, X> {
    private final AtomicInteger calls = new AtomicInteger();
    private final Script<T, X> script;

    FaultyOperation(Script<T, X> script) {
        this.script = script;
    }

    @Override
    public T call() throws X {
        return script.call(calls.incrementAndGet());
    }

    /** The calls that have begun so far. */
    public int calls() {
        return calls.get();
    }

    @Override
    public String toString() {
        return "FaultyOperation[" + calls() + " calls]";
    }

    /** What the n-th call does. */
    interface Script<T extends @Nullable Object, X extends Throwable> {
        T call(int number) throws X;
    }
}
