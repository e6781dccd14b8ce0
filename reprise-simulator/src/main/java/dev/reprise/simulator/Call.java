package dev.reprise.simulator;

import dev.reprise.Decision;
import dev.reprise.retry.Attempts;
import dev.reprise.retry.InlineAttempt;
import dev.reprise.time.Deadline;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * One call of one layer: a real {@link Attempts}, driven at the right instants. Reused for another call once it has ended.
 */
final class Call {
    final int id;

    @Nullable
    Caller caller;

    /** The call whose attempt this one is, or null at the outermost layer. */
    @Nullable
    Call parent;

    /** The call of the outermost layer; itself there. */
    Call outermost = this;

    long key;
    long start;

    /** Requests sent for it, counted at the outermost layer. */
    int sent;

    /** The outermost call's own limit, for the layers inside it. */
    @Nullable
    Deadline deadline;

    @Nullable
    Throwable failure;

    private @Nullable Attempts attempts;
    private @Nullable Iterator<InlineAttempt> loop;
    private @Nullable InlineAttempt attempt;

    Call(int id) {
        this.id = id;
    }

    /** Starts the call: attempt 1 begins. */
    void open() {
        Attempts opened = of(caller).retry.attempts();
        attempts = opened;
        loop = opened.iterator();
        attempt = loop.next();
    }

    /** The attempt that is being made or was made last. */
    InlineAttempt attempt() {
        return of(attempt);
    }

    Caller caller() {
        return of(caller);
    }

    Decision report(@Nullable Throwable outcome) {
        failure = outcome;
        return of(attempt).done(outcome);
    }

    /** The wait is over: true when the next attempt begins, false when the deadline has passed meanwhile. */
    boolean proceed() {
        Iterator<InlineAttempt> iterator = of(loop);
        if (!iterator.hasNext()) {
            return false;
        }
        attempt = iterator.next();
        return true;
    }

    /** Why no further attempt follows. */
    Decision decision() {
        return of(of(attempts).decision());
    }

    void close() {
        of(attempts).close();
        caller = null;
        parent = null;
        outermost = this;
        sent = 0;
        deadline = null;
        failure = null;
        attempts = null;
        loop = null;
        attempt = null;
    }

    private static <T> T of(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("a call that has not begun");
        }
        return part;
    }
}
