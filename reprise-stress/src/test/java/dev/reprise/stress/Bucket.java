package dev.reprise.stress;

/**
 * What a ratio budget should be, written without a thought for threads: the specification that Lincheck compares with. In thousandths
 * of a token and whole seconds, one token coming each second.
 */
public final class Bucket {
    private final int deposit;
    private final int earnedCapacity;
    private final int reserveCapacity;
    private int earned;
    private int left;
    private int takenAt;

    Bucket(int deposit, int earnedCapacity, int reserveCapacity) {
        this.deposit = deposit;
        this.earnedCapacity = earnedCapacity * 1000;
        this.reserveCapacity = reserveCapacity;
        this.left = reserveCapacity;
    }

    void deposit() {
        earn(deposit);
    }

    void refund() {
        earn(1000);
    }

    private void earn(int amount) {
        earned = Math.min(earnedCapacity, earned + amount);
    }

    boolean acquire(int second) {
        if (earned >= 1000) {
            earned -= 1000;
            return true;
        }
        int there = reserve(second);
        if (there < 1) {
            return false;
        }
        left = there - 1;
        takenAt = second;
        return true;
    }

    /** Below zero when that second lies before what has been taken. */
    private int reserve(int second) {
        return Math.min(reserveCapacity, left + second - takenAt);
    }

    /** In thousandths. */
    int balance(int second) {
        return earned + 1000 * Math.max(0, reserve(second));
    }
}
