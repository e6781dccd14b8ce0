package dev.reprise.retry;

import dev.reprise.schedule.Schedule;
import java.time.Duration;
import java.util.Optional;

/** Durations as schedules write them, {@code 1m30s}. Goes through a schedule, which alone knows the grammar. */
final class DurationText {
    private static final String OPENING = "fixedDelay(";
    private static final String CLOSING = ")";

    private DurationText() {}

    static String of(Duration duration) {
        if (duration.isNegative()) {
            return "-" + of(duration.equals(MOST_NEGATIVE) ? Schedule.FOREVER : duration.negated());
        }
        String text = Schedule.fixedDelay(duration).toString();
        return text.substring(OPENING.length(), text.length() - CLOSING.length());
    }

    private static final Duration MOST_NEGATIVE = Duration.ofSeconds(Long.MIN_VALUE);

    /** Empty when the text is not one duration of the grammar. */
    static Optional<Duration> parse(String text) {
        try {
            return Schedule.parse(OPENING + text + CLOSING) instanceof Schedule.FixedDelay fixed
                    ? Optional.of(fixed.delay())
                    : Optional.empty();
        } catch (IllegalArgumentException notADuration) {
            return Optional.empty();
        }
    }
}
