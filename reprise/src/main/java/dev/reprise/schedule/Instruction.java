package dev.reprise.schedule;

/** One instruction of a {@link Program}: an operation and its operands, which mean what the operation says. */
final class Instruction {
    // leaves: the instant is computed from the attempt alone
    static final int IMMEDIATE = 0;
    static final int TIMES = 1; // x: limit
    static final int DELAYS = 2; // table
    static final int WAIT = 3; // x: delay
    static final int GRID = 4; // x: period
    static final int ALIGNED = 5; // x: period
    static final int LINEAR = 6; // x: initial, y: step
    static final int TABLE = 7; // table, whose last wait stays
    static final int POWER = 8; // x: base, low: factor, y: cap
    static final int DECORRELATED = 9; // slot: previous, x: base, y: cap
    // modifiers: the instant of what is inside is changed
    static final int LIMIT = 10; // x: attempts
    static final int CAP = 11; // x: cap
    static final int JITTER = 12; // low, high, x: cap
    static final int DRAW = 13; // slot: the number drawn, for a jitter whose inside draws too
    static final int JITTER_DRAWN = 14; // slot; low, high, x: cap
    static final int UP_TO = 15; // x: limit
    static final int WAITING_AT_MOST = 16; // slot: waited, x: limit
    // combinators
    static final int SIDE = 17; // x: attempts of the side, slot and y: its bit, if any; target: its end
    static final int MARK = 18; // slot, y: the bit of the side that may have stopped
    static final int KEEP = 19; // slot: the left instant, while the right one is computed
    static final int UNION = 20; // slot
    static final int INTERSECT = 21; // slot
    static final int FIRST = 22; // slot: origin; target: the hand-over
    static final int HAND_OVER = 23; // slot: origin; target: the exit
    static final int EXIT = 24; // slot: origin

    /** No slot. */
    static final int NONE = -1;

    final int op;
    final long x;
    final long y;
    final double low;
    final double high;
    final long[] table;

    // set while the program is compiled, never after
    int slot = NONE;
    int target;

    private Instruction(int op, long x, long y, double low, double high, long[] table) {
        this.op = op;
        this.x = x;
        this.y = y;
        this.low = low;
        this.high = high;
        this.table = table;
    }

    static Instruction of(int op) {
        return of(op, 0, 0);
    }

    static Instruction of(int op, long x) {
        return of(op, x, 0);
    }

    static Instruction of(int op, long x, long y) {
        return new Instruction(op, x, y, 0, 0, Program.NO_SLOTS);
    }

    static Instruction table(int op, long[] table) {
        return new Instruction(op, 0, 0, 0, 0, table);
    }

    static Instruction power(long base, double factor, long cap) {
        return new Instruction(POWER, base, cap, factor, 0, Program.NO_SLOTS);
    }

    static Instruction jitter(int op, Jitter jitter, long cap) {
        return new Instruction(op, cap, 0, jitter.low(), jitter.high(), Program.NO_SLOTS);
    }
}
