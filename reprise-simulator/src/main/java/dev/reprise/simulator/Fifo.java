package dev.reprise.simulator;

import java.util.Arrays;

/** A queue of numbers in a ring that grows. */
final class Fifo {
    private long[] ring;
    private int head;
    private int size;

    Fifo(int capacity) {
        ring = new long[Integer.highestOneBit(Math.max(2, capacity))];
    }

    int size() {
        return size;
    }

    void add(long value) {
        if (size == ring.length) {
            long[] larger = Arrays.copyOf(ring, 2 * size);
            System.arraycopy(ring, 0, larger, size, head);
            ring = larger;
        }
        ring[(head + size) & (ring.length - 1)] = value;
        size++;
    }

    /** The oldest; only when there is one. */
    long first() {
        return ring[head];
    }

    long remove() {
        long value = ring[head];
        head = (head + 1) & (ring.length - 1);
        size--;
        return value;
    }
}
