package dev.reprise.retry;

import org.jspecify.annotations.Nullable;

/** Where faults of user code go that must not change an outcome: the system logger {@code dev.reprise}, as warnings. */
final class Complaint {
    private Complaint() {}

    /** {@code what} is the beginning of a sentence, as "A listener threw". */
    static void about(String what, Throwable fault) {
        log(what, fault);
    }

    static void about(String what) {
        log(what, null);
    }

    /** Neither a logger that throws nor a fault that cannot say what it is may change the outcome. */
    private static void log(String what, @Nullable Throwable fault) {
        try {
            String message = fault == null ? what : what + ": " + fault;
            System.getLogger("dev.reprise").log(System.Logger.Level.WARNING, message, fault);
        } catch (Throwable unloggable) {
            // There is nobody left to tell.
        }
    }
}
