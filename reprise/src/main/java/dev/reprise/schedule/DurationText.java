package dev.reprise.schedule;

import java.math.BigInteger;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Durations as text: {@code 1m30s}, {@code 250ms}, {@code PT0.25S}, {@code forever}. */
final class DurationText {
    private static final String EXPECTED = "a duration such as 100ms, 1m30s or forever";
    private static final String EXPECTED_ISO =
            "a part of an ISO duration such as P1DT2H3M4.5S, each once and in that order";
    private static final String FINER = "nothing finer than 1ns";

    /** With more digits than that a fraction of a day, the largest unit, is finer than a nanosecond. */
    private static final int FRACTION_DIGITS = 18;

    private static final Unit[] UNITS = {
        new Unit("d", 86_400_000_000_000L),
        new Unit("h", 3_600_000_000_000L),
        new Unit("m", 60_000_000_000L),
        new Unit("s", 1_000_000_000L),
        new Unit("ms", 1_000_000L),
        new Unit("us", 1_000L),
        new Unit("ns", 1L),
    };

    private DurationText() {}

    /** The canonical text: hours and minutes, then the rest in its largest unit. A negative one (in errors) has a sign. */
    static String print(Duration duration) {
        if (duration.isNegative()) {
            return "-" + print(duration.abs());
        }
        long nanos = Nanos.of(duration);
        if (nanos == Nanos.FOREVER) {
            return "forever";
        }
        StringBuilder text = new StringBuilder();
        long rest = printWhole(text, nanos, UNITS[1]);
        rest = printWhole(text, rest, UNITS[2]);
        for (int i = 3; rest > 0; i++) {
            if (rest >= UNITS[i].nanos) {
                printFraction(text, rest, UNITS[i]);
                rest = 0;
            }
        }
        return text.isEmpty() ? "0s" : text.toString();
    }

    private static long printWhole(StringBuilder text, long nanos, Unit unit) {
        if (nanos >= unit.nanos) {
            text.append(nanos / unit.nanos).append(unit.name);
        }
        return nanos % unit.nanos;
    }

    private static void printFraction(StringBuilder text, long nanos, Unit unit) {
        text.append(nanos / unit.nanos);
        long part = nanos % unit.nanos;
        if (part > 0) {
            // one and the part have the digits of the unit, so its leading zeros are kept
            String digits = Long.toString(unit.nanos + part).substring(1);
            text.append('.').append(withoutTrailingZeros(digits));
        }
        text.append(unit.name);
    }

    /** Reads a duration, in nanoseconds, where the reader is. */
    static long read(TextReader in) {
        int start = in.position();
        long nanos;
        if (in.atDigit()) {
            nanos = readUnits(in);
        } else if (in.accept("forever")) {
            nanos = Nanos.FOREVER;
        } else if (in.accept("P")) {
            nanos = readIso(in);
        } else {
            throw in.failure(start, EXPECTED);
        }
        if (!in.atDelimiter()) {
            throw in.failure(in.position(), "the end of the duration");
        }
        return nanos;
    }

    private static long readUnits(TextReader in) {
        long total = 0;
        int last = -1;
        boolean whole = true;
        while (whole && in.atDigit()) {
            int start = in.position();
            String digits = in.digits(EXPECTED);
            String fraction = readFraction(in);
            int unitStart = in.position();
            int unit = unit(in.letters());
            if (unit < 0) {
                throw in.failure(unitStart, "a unit (d, h, m, s, ms, us or ns)");
            }
            if (unit <= last) {
                throw in.failure(start, "units from the largest to the smallest, each once,");
            }
            total = Nanos.add(total, part(in, start, digits, fraction, UNITS[unit]));
            last = unit;
            whole = fraction.isEmpty();
        }
        return total;
    }

    private static int unit(String name) {
        String known = name.equals("µs") || name.equals("μs") ? "us" : name;
        for (int i = 0; i < UNITS.length; i++) {
            if (UNITS[i].name.equals(known)) {
                return i;
            }
        }
        return -1;
    }

    private static long readIso(TextReader in) {
        long total = 0;
        boolean time = false;
        int next = 0;
        do {
            if (!time && in.accept("T")) {
                time = true;
                next = 1;
            }
            int start = in.position();
            String digits = in.digits(EXPECTED_ISO);
            String fraction = readFraction(in);
            int unit = isoUnit(in, next, time);
            if (unit < 0 || (!fraction.isEmpty() && unit != 3)) {
                throw in.failure(start, EXPECTED_ISO);
            }
            total = Nanos.add(total, part(in, start, digits, fraction, UNITS[unit]));
            next = unit + 1;
        } while (!in.atDelimiter());
        return total;
    }

    private static int isoUnit(TextReader in, int from, boolean time) {
        int to = time ? 3 : 0;
        for (int unit = from; unit <= to; unit++) {
            if (in.accept("DHMS".substring(unit, unit + 1))) {
                return unit;
            }
        }
        return -1;
    }

    private static String readFraction(TextReader in) {
        return in.accept(".") ? in.digits("a digit after the point") : "";
    }

    private static long part(TextReader in, int start, String digits, String fraction, Unit unit) {
        Long part = fraction(withoutTrailingZeros(fraction), unit);
        if (part == null) {
            throw in.failure(start, FINER);
        }
        return Nanos.add(Nanos.multiply(saturated(digits), unit.nanos), part);
    }

    /** What the digits after the point are in nanoseconds, or null when that is no whole number. */
    private static @Nullable Long fraction(String digits, Unit unit) {
        if (digits.isEmpty() || digits.length() > FRACTION_DIGITS) {
            return digits.isEmpty() ? 0L : null;
        }
        BigInteger[] nanos = new BigInteger(digits)
                .multiply(BigInteger.valueOf(unit.nanos))
                .divideAndRemainder(BigInteger.TEN.pow(digits.length()));
        return nanos[1].signum() == 0 ? nanos[0].longValueExact() : null;
    }

    private static String withoutTrailingZeros(String digits) {
        int end = digits.length();
        while (end > 0 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return digits.substring(0, end);
    }

    private static long saturated(String digits) {
        long value = 0;
        for (int i = 0; i < digits.length(); i++) {
            value = Nanos.add(Nanos.multiply(value, 10), digits.charAt(i) - '0');
        }
        return value;
    }

    private static final class Unit {
        private final String name;
        private final long nanos;

        Unit(String name, long nanos) {
            this.name = name;
            this.nanos = nanos;
        }
    }
}
