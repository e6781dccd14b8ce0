package dev.reprise.retry;

import org.jspecify.annotations.Nullable;

/** A value that came when nobody wanted it any more. */
final class LateValue {
    private LateValue() {}

    /** Closes what can be closed; a fault in that, an Error too, is logged, for there is nobody left to tell. */
    static void drop(@Nullable Object value) {
        if (!(value instanceof AutoCloseable closeable)) return;
        try {
            closeable.close();
        } catch (Throwable fault) {
            Complaint.about("Closing a late value failed", fault);
        }
    }
}
