package dev.reprise.simulator;

import java.util.Arrays;

/**
 * What is still to happen, soonest first: a heap with four children a node over two primitive arrays, so that an event costs no
 * object and little memory traffic. Events of one instant come in an order that is arbitrary but always the same.
 */
final class Events {
    private long[] times = new long[256];
    private int[] payloads = new int[256];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    /** When the next one happens, or the end of time. */
    long soonest() {
        return size == 0 ? Long.MAX_VALUE : times[0];
    }

    void add(long time, int payload) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            payloads = Arrays.copyOf(payloads, 2 * size);
        }
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) >> 2;
            if (times[parent] <= time) {
                break;
            }
            times[hole] = times[parent];
            payloads[hole] = payloads[parent];
            hole = parent;
        }
        times[hole] = time;
        payloads[hole] = payload;
    }

    /** Takes the next one out and returns its payload; only when there is one. */
    int remove() {
        int first = payloads[0];
        int last = --size;
        long time = times[last];
        int payload = payloads[last];
        int hole = 0;
        while (true) {
            int child = (hole << 2) + 1;
            if (child >= last) {
                break;
            }
            int least = child;
            long leastTime = times[child];
            int end = Math.min(child + 4, last);
            for (int other = child + 1; other < end; other++) {
                if (times[other] < leastTime) {
                    least = other;
                    leastTime = times[other];
                }
            }
            if (leastTime >= time) {
                break;
            }
            times[hole] = leastTime;
            payloads[hole] = payloads[least];
            hole = least;
        }
        times[hole] = time;
        payloads[hole] = payload;
        return first;
    }
}
