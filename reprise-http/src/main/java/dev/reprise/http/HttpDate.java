package dev.reprise.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The three forms of date in RFC 9110 section 5.6.7. Read by hand, for a formatter of the JDK depends on the default locale
 * or reads more than the grammar has. The name of the day has to be one, but need not be the right one.
 */
final class HttpDate {
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    private static final List<String> DAYS =
            List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");

    private final String text;
    private int at;

    private HttpDate(String text) {
        this.text = text;
    }

    /** Without the optional white space of the grammar, which is spaces and tabs. */
    static String trimmed(String value) {
        int start = 0;
        int end = value.length();
        while (start < end && isBlank(value.charAt(start))) start++;
        while (end > start && isBlank(value.charAt(end - 1))) end--;
        return value.substring(start, end);
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\t';
    }

    /**
     * The instant that the text names, or empty when it is no date.
     *
     * @param now what a year of two digits is close to
     */
    static Optional<Instant> parse(String text, Instant now) {
        try {
            int comma = text.indexOf(',');
            HttpDate date = new HttpDate(text);
            Instant instant = comma < 0 ? date.asctime() : comma == 3 ? date.fixed() : date.rfc850(now);
            return date.at == text.length() ? Optional.of(instant) : Optional.empty();
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }

    /** {@code Sun, 06 Nov 1994 08:49:37 GMT}. */
    private Instant fixed() {
        dayName(3);
        literal(", ");
        int day = number(2);
        literal(" ");
        int month = month();
        literal(" ");
        int year = number(4);
        literal(" ");
        Time time = time();
        literal(" GMT");
        return time.on(year, month, day);
    }

    /** {@code Sunday, 06-Nov-94 08:49:37 GMT}. */
    private Instant rfc850(Instant now) {
        dayName(-1);
        literal(", ");
        int day = number(2);
        literal("-");
        int month = month();
        literal("-");
        int year = number(2);
        literal(" ");
        Time time = time();
        literal(" GMT");
        return closest(year, month, day, time, now);
    }

    /** {@code Sun Nov  6 08:49:37 1994}. */
    private Instant asctime() {
        dayName(3);
        literal(" ");
        int month = month();
        literal(" ");
        boolean oneDigit = at < text.length() && text.charAt(at) == ' ';
        if (oneDigit) at++;
        int day = number(oneDigit ? 1 : 2);
        literal(" ");
        Time time = time();
        literal(" ");
        return time.on(number(4), month, day);
    }

    /** The latest year that ends so and is not more than fifty years ahead. */
    private static Instant closest(int lastTwo, int month, int day, Time time, Instant now) {
        LocalDateTime limit = LocalDateTime.ofInstant(now, ZoneOffset.UTC).plusYears(50);
        int year = limit.getYear() - Math.floorMod(limit.getYear() - lastTwo, 100);
        Instant latest = time.on(year, month, day);
        return latest.isAfter(limit.toInstant(ZoneOffset.UTC)) ? time.on(year - 100, month, day) : latest;
    }

    private record Time(int hour, int minute, int second) {
        /** A leap second is the end of the second before it. */
        Instant on(int year, int month, int day) {
            boolean leap = second == 60 && minute == 59 && hour == 23;
            LocalDateTime dateTime = LocalDateTime.of(year, month, day, hour, minute, leap ? 59 : second);
            return dateTime.toInstant(ZoneOffset.UTC).plusSeconds(leap ? 1 : 0);
        }
    }

    private Time time() {
        int hour = number(2);
        literal(":");
        int minute = number(2);
        literal(":");
        return new Time(hour, minute, number(2));
    }

    private void dayName(int letters) {
        for (String name : DAYS) {
            String expected = letters < 0 ? name : name.substring(0, letters);
            if (text.startsWith(expected, at)) {
                at += expected.length();
                return;
            }
        }
        throw malformed();
    }

    private int month() {
        for (int i = 0; i < MONTHS.size(); i++) {
            if (text.startsWith(MONTHS.get(i), at)) {
                at += 3;
                return i + 1;
            }
        }
        throw malformed();
    }

    private int number(int digits) {
        int value = 0;
        for (int i = 0; i < digits; i++) {
            OptionalInt digit = digit();
            if (digit.isEmpty()) throw malformed();
            value = value * 10 + digit.getAsInt();
        }
        return value;
    }

    private OptionalInt digit() {
        if (at >= text.length() || !RetryAfter.isDigit(text.charAt(at))) return OptionalInt.empty();
        return OptionalInt.of(text.charAt(at++) - '0');
    }

    private void literal(String expected) {
        if (!text.startsWith(expected, at)) throw malformed();
        at += expected.length();
    }

    private static DateTimeException malformed() {
        return new DateTimeException("not a date");
    }
}
