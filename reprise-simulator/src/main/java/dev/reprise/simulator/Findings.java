package dev.reprise.simulator;

import dev.reprise.schedule.Schedule;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A policy's totals as the cells of one row, for people. */
final class Findings {
    static final List<String> HEADINGS = List.of(
            "policy", "success", "load", "peak attempts/s", "median", "p99", "throttled", "expired", "recovery");

    private Findings() {}

    static List<String> row(Outcome outcome) {
        Totals totals = outcome.totals();
        boolean any = totals.successes() > 0;
        return List.of(
                outcome.policy().name(),
                percent(totals.success()),
                multiple(totals.load()),
                count(Math.round(totals.peakAttempts())),
                any ? time(totals.median()) : "–",
                any ? time(totals.p99()) : "–",
                count(totals.throttled()),
                count(totals.expired()),
                recovery(totals.recovery()));
    }

    /** Never rounds up to everything, nor down to nothing. */
    static String percent(double share) {
        double rounded = Math.rint(share * 1000) / 10;
        if (rounded >= 100 && share < 1) {
            return ">99.9 %";
        }
        return rounded <= 0 && share > 0 ? "<0.1 %" : String.format(Locale.ROOT, "%.1f %%", rounded);
    }

    static String multiple(double load) {
        return String.format(Locale.ROOT, load < 100 ? "%.2f×" : "%.0f×", load);
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String recovery(@Nullable Duration recovery) {
        if (recovery == null) {
            return "–";
        }
        return recovery.compareTo(Schedule.FOREVER) >= 0 ? "never" : time(recovery);
    }

    /** Three digits are enough: {@code 12.3 ms}, {@code 1.67 s}. */
    static String time(Duration duration) {
        double seconds = duration.toNanos() / 1e9;
        if (seconds >= 100) {
            return String.format(Locale.ROOT, "%.0f s", seconds);
        }
        if (seconds >= 1) {
            return String.format(Locale.ROOT, seconds >= 10 ? "%.1f s" : "%.2f s", seconds);
        }
        double milliseconds = seconds * 1000;
        String form = milliseconds >= 100 || milliseconds == 0 ? "%.0f ms" : milliseconds >= 10 ? "%.1f ms" : "%.2f ms";
        return String.format(Locale.ROOT, form, milliseconds);
    }
}
