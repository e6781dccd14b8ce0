package dev.reprise.time;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Durations as nanoseconds: saturating inside, readable outside. */
final class Nanos {
    private Nanos() {}

    /** At most {@link Long#MAX_VALUE}, where {@link Duration#toNanos} would throw. */
    static long of(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    /** The same for a limit, which must be there and not be negative. */
    static long ofLimit(String what, String name, Duration limit) {
        requireNonNull(limit, name);
        if (limit.isNegative()) {
            throw new IllegalArgumentException(
                    "Invalid " + what + ": " + name + " (" + text(limit) + ") must not be negative.");
        }
        return of(limit);
    }

    /** As {@code 1h30m}, {@code 1.5s}, {@code 250ms}, {@code 0s}, {@code forever}. */
    static String text(Duration duration) {
        long nanos = of(duration);
        if (nanos == Long.MAX_VALUE) {
            return "forever";
        }
        if (nanos < 0) {
            return "-" + text(Duration.ofNanos(Math.max(-Long.MAX_VALUE, nanos)).negated());
        }
        StringBuilder text = new StringBuilder();
        long seconds = nanos / 1_000_000_000;
        long rest = nanos % 1_000_000_000;
        appendUnlessZero(text, seconds / 3600, "h");
        appendUnlessZero(text, seconds / 60 % 60, "m");
        if (seconds % 60 != 0) {
            text.append(decimal(seconds % 60, rest, 9)).append('s');
        } else if (rest >= 1_000_000) {
            text.append(decimal(rest / 1_000_000, rest % 1_000_000, 6)).append("ms");
        } else if (rest >= 1_000) {
            text.append(decimal(rest / 1_000, rest % 1_000, 3)).append("us");
        } else {
            appendUnlessZero(text, rest, "ns");
        }
        return text.length() == 0 ? "0s" : text.toString();
    }

    private static void appendUnlessZero(StringBuilder text, long count, String unit) {
        if (count != 0) {
            text.append(count).append(unit);
        }
    }

    /** The whole and its fraction of that many digits, without trailing zeros. */
    private static String decimal(long whole, long fraction, int digits) {
        String padded =
                String.format(Locale.ROOT, "%0" + digits + "d", fraction).replaceAll("0+$", "");
        return padded.isEmpty() ? Long.toString(whole) : whole + "." + padded;
    }
}
