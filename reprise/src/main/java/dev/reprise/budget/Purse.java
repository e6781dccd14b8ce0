package dev.reprise.budget;

import dev.reprise.CanIgnoreReturnValue;

/**
 * A balance between zero and a cap that any number of threads add to and take from, exactly.
 *
 * <p>What it holds is {@code min(word, cap)}. Adding to a full purse is one plain read; otherwise it is one atomic add, which may
 * lift the word above the cap. Nobody sees that: taking and reading clamp first. The overshoot is at most one addition for each
 * thread that adds at that moment, so the word cannot overflow.
 */
final class Purse extends PaddedWord {
    private final long cap;

    Purse(long cap, long initial) {
        super(initial);
        this.cap = cap;
    }

    long held() {
        return Math.min(get(), cap);
    }

    /** Adds; what does not fit is lost. Seeing an old "full" here can lose an addition that no order of events promised, never make one. */
    void add(long amount) {
        if (peek() >= cap || amount == 0) {
            return;
        }
        long unused = getAndAdd(amount);
    }

    /** Takes all of the amount, or nothing and answers false. */
    boolean take(long amount) {
        while (true) {
            long word = get();
            long held = Math.min(word, cap);
            if (held < amount) {
                return false;
            }
            if (replace(word, held - amount)) {
                return true;
            }
        }
    }

    /** Takes the amount, or what there is. */
    @CanIgnoreReturnValue
    long drain(long amount) {
        while (true) {
            long word = get();
            long left = Math.max(0, Math.min(word, cap) - amount);
            if (word == left || replace(word, left)) {
                return left;
            }
        }
    }
}
