package dev.reprise.event;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes each event as one line of keys and values. */
record LoggingListener(System.Logger logger) implements RetryListener {
    private static final int LONGEST_MESSAGE = 500;

    @Override
    public void onEvent(RetryEvent event) {
        System.Logger.Level level = level(event);
        if (logger.isLoggable(level)) {
            logger.log(level, line(event));
        }
    }

    private static System.Logger.Level level(RetryEvent event) {
        if (event instanceof RetryEvent.AttemptFailed || event instanceof RetryEvent.Nested) {
            return System.Logger.Level.DEBUG;
        }
        if (event instanceof RetryEvent.Succeeded) {
            return event.attempt() == 1 ? System.Logger.Level.DEBUG : System.Logger.Level.INFO;
        }
        return event instanceof RetryEvent.Cancelled || event instanceof RetryEvent.AfterCapped
                ? System.Logger.Level.INFO
                : System.Logger.Level.WARNING;
    }

    private static String line(RetryEvent event) {
        StringBuilder line = new StringBuilder(event.name());
        append(line, "label", event.label());
        append(line, "attempt", event.attempt());
        append(line, "elapsed", text(event.elapsed()));
        append(line, "decision", event.decision());
        Details details = Details.of(event);
        append(line, "next", text(details.nextDelay()));
        append(line, "requested", text(details.requestedDelay()));
        append(line, "failure", text(details.failure()));
        append(line, "value", details.value() == null ? null : details.valueType());
        return line.toString();
    }

    private static void append(StringBuilder line, String key, @Nullable Object value) {
        if (value != null) {
            line.append(' ').append(key).append('=').append(value);
        }
    }

    /** As {@code 1m0.35s}, which is ISO 8601 without its capitals. */
    private static @Nullable String text(@Nullable Duration duration) {
        return duration == null ? null : duration.toString().substring(2).toLowerCase(Locale.ROOT);
    }

    private static @Nullable String text(@Nullable Throwable failure) {
        if (failure == null) {
            return null;
        }
        String text = failure.toString();
        String shortened = text.length() <= LONGEST_MESSAGE ? text : text.substring(0, LONGEST_MESSAGE) + "…";
        // A message with line breaks would forge lines of its own.
        return shortened.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
    }
}
