package dev.reprise.budget;

/**
 * A balance between zero and a cap that any number of threads add to and take from, exactly.
 *
 * <p>The word counts what is missing, so that "is it full?", which every successful call asks, is one plain read compared with zero.
 * Adding to a full purse ends there and writes nothing; otherwise it is one atomic subtraction, which may take the word below zero. Nobody
 * sees that: taking and reading clamp first. The overshoot is at most one addition for each thread that adds at that moment, so the
 * word cannot overflow.
 */
final class Purse extends PaddedWord {
    private final long cap;

    Purse(long cap, long held) {
        super(cap - held);
        this.cap = cap;
    }

    long held() {
        return cap - missing(get());
    }

    private static long missing(long word) {
        return Math.max(0, word);
    }

    /**
     * Adds; what does not fit is lost. The read may be older than a take that nothing orders before this call, and an addition is lost
     * that would have fitted. It never makes one.
     */
    void add(long amount) {
        if (peek() <= 0 || amount == 0) {
            return;
        }
        long unused = getAndAdd(-amount);
    }

    /** Takes all of the amount, or nothing and answers false. */
    boolean take(long amount) {
        while (true) {
            long word = get();
            long missing = missing(word) + amount;
            if (missing > cap) {
                return false;
            }
            if (replace(word, missing)) {
                return true;
            }
        }
    }

    /** Takes the amount, or what there is. */
    void drain(long amount) {
        while (true) {
            long word = get();
            long missing = Math.min(cap, missing(word) + amount);
            if (word == missing || replace(word, missing)) {
                return;
            }
        }
    }
}
