package dev.reprise.simulator;

import org.jspecify.annotations.Nullable;

/** One request and its answer on the wire. Reused for another one when nothing of it is left under way. */
final class Exchange {
    final int id;

    /** Who waits for the answer; null once nobody does. */
    @Nullable
    Call call;

    long key;
    int server;

    /** When the client's patience ends. */
    long expires;

    /** What the answer says; null is success. */
    @Nullable
    Throwable outcome;

    /** No answer will come. */
    boolean lost;

    Exchange(int id) {
        this.id = id;
    }
}
