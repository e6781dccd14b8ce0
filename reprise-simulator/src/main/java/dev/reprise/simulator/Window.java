package dev.reprise.simulator;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/** The rules that every stretch of time in a scenario obeys. */
final class Window {
    private Window() {}

    static Problems check(Problems problems, Duration from, Duration until) {
        requireNonNull(from, "from");
        requireNonNull(until, "until");
        return problems.rule(!from.isNegative(), "from", DurationText.print(from), "not be negative")
                .rule(
                        until.compareTo(from) > 0,
                        "until",
                        DurationText.print(until),
                        "be after from (" + DurationText.print(from) + ")");
    }
}
