package dev.reprise.cli;

import dev.reprise.schedule.Schedule;
import java.time.Duration;

/** Durations as text, in the grammar of schedules: {@code 250ms}, {@code 1m30s}, {@code PT0.25S}, {@code forever}. */
final class Durations {
    private static final Duration ROUNDED_TO = Duration.ofMillis(1);

    private Durations() {}

    /**
     * Reads a duration exactly as a schedule would.
     *
     * @throws IllegalArgumentException saying what a duration looks like
     */
    static Duration parse(String text) {
        try {
            // A schedule's grammar is the one definition of a duration. The characters are those that could end ours.
            if (text.chars().noneMatch(c -> "(),".indexOf(c) >= 0)
                    && Schedule.parse("fixedDelay(" + text + ")") instanceof Schedule.FixedDelay fixed) {
                return fixed.delay();
            }
        } catch (IllegalArgumentException e) {
            // Its message shows a column of a text that nobody wrote.
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not a duration; write it as 250ms, 1.5s, 1m30s, PT0.25S or forever");
    }

    /** The canonical text, which {@link #parse} reads back equal. */
    static String text(Duration duration) {
        String fixed = Schedule.fixedDelay(duration).toString();
        return fixed.substring("fixedDelay(".length(), fixed.length() - 1);
    }

    static String text(long nanos) {
        return text(Duration.ofNanos(nanos));
    }

    /** For progress: to the millisecond, or exactly when it is shorter than one. */
    static String rounded(Duration duration) {
        if (duration.compareTo(ROUNDED_TO) < 0) {
            return text(duration);
        }
        Duration half = ROUNDED_TO.dividedBy(2);
        return text(Duration.ofMillis(duration.plus(half).toMillis()));
    }
}
