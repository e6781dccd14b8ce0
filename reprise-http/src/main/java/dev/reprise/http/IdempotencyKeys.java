package dev.reprise.http;

import java.util.UUID;
import java.util.function.Supplier;

/** Where idempotency keys come from. The only randomness of this module. */
final class IdempotencyKeys {
    private IdempotencyKeys() {}

    /** A random UUID in quotes, since the header's value is a string of RFC 9651, a structured field. */
    static Supplier<String> random() {
        return () -> '"' + UUID.randomUUID().toString() + '"';
    }
}
