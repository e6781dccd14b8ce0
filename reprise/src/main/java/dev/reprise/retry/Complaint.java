package dev.reprise.retry;

/** Where faults of user code go that must not change an outcome: the system logger {@code dev.reprise}, as warnings. */
final class Complaint {
    private Complaint() {}

    /** {@code what} is the beginning of a sentence, as "A listener threw". */
    static void about(String what, Throwable fault) {
        log(what + ": " + fault, fault);
    }

    static void about(String what) {
        log(what, null);
    }

    @SuppressWarnings("CatchingUnchecked") // a logger that throws must not change the outcome either
    private static void log(String message, @org.jspecify.annotations.Nullable Throwable fault) {
        try {
            System.getLogger("dev.reprise").log(System.Logger.Level.WARNING, message, fault);
        } catch (Exception unloggable) {
            // There is nobody left to tell.
        }
    }
}
