package dev.reprise.simulator;

import dev.reprise.schedule.Schedule;
import java.time.Duration;

/**
 * Durations as schedules write them, {@code 1m30s}. The schedule's own reader and printer do the work, so that a scenario
 * has one grammar for time: {@code 250ms}, {@code 1h30m}, {@code PT0.25S}, {@code forever}.
 */
final class DurationText {
    private static final String CARRIER = "fixedDelay(";

    private DurationText() {}

    static Duration parse(String text) {
        if (text.isEmpty() || !text.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '.')) {
            throw new IllegalArgumentException("be a duration such as 250ms or 1m30s");
        }
        try {
            return ((Schedule.FixedDelay) Schedule.parse(CARRIER + text + ")")).delay();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("be a duration such as 250ms or 1m30s", e);
        }
    }

    static String print(Duration duration) {
        if (duration.isNegative()) {
            return "-" + print(duration.negated());
        }
        String carried = Schedule.fixedDelay(duration).toString();
        return carried.substring(CARRIER.length(), carried.length() - 1);
    }
}
