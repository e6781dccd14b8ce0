package dev.reprise.budget;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One long, alone on its cache lines, so that threads writing one word of a budget do not slow down those reading another.
 *
 * <p>The padding is fields of a class above and a class below: a virtual machine orders fields within a class as it likes, but
 * never moves them past those of the superclass. 120 bytes on each side, since processors fetch lines in pairs.
 */
class PaddedWord extends Word {
    long r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15;

    PaddedWord(long initial) {
        super(initial);
    }
}

/** The padding before the value. */
class WordPadding {
    long l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14, l15;
}

/** The value. Everything but {@link #peek} is sequentially consistent, so the two words of a {@link RatioBudget} are seen in one order by all. */
class Word extends WordPadding {
    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Word.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long value;

    Word(long initial) {
        value = initial;
    }

    /**
     * As cheap as a plain read and never torn or cached in a register for ever. It may miss a write that nothing orders before
     * it; a write that happened before it is seen.
     */
    final long peek() {
        return (long) VALUE.getOpaque(this);
    }

    final long get() {
        return value;
    }

    final boolean replace(long expected, long next) {
        return VALUE.compareAndSet(this, expected, next);
    }

    final long getAndAdd(long amount) {
        return (long) VALUE.getAndAdd(this, amount);
    }
}
