package dev.reprise.http;

import static java.util.Objects.requireNonNull;

import dev.reprise.schedule.Schedule;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The header {@code Retry-After}: how long a server wants to be left alone. For any client.
 *
 * <p>At 08:49:00, {@code 120} is two minutes, {@code Sun, 06 Nov 1994 08:49:37 GMT} is 37 seconds, {@code 0} and a date in
 * the past are no wait, and {@code soon} is nothing at all. Waits are whole seconds, rounded up: {@code 1.5} is two.
 *
 * <p>The grammar is that of RFC 9110 sections 5.6.7 and 10.2.3, all three forms of date included, and nothing looser but the
 * fraction, which some servers send.
 */
public final class RetryAfter {
    private RetryAfter() {}

    /**
     * The wait that a value demands.
     *
     * @param value the header's value; spaces and tabs around it do not matter
     * @param now the time on the server's clock, for the date forms
     * @return the wait; zero when none is demanded, {@link Schedule#FOREVER} when it is longer than that; empty when the
     *     value is malformed
     */
    public static Optional<Duration> parse(String value, Instant now) {
        requireNonNull(value, "value");
        requireNonNull(now, "now");
        String text = HttpDate.trimmed(value);
        if (text.isEmpty()) return Optional.empty();
        if (isDigit(text.charAt(0))) return seconds(text);
        return HttpDate.parse(text, now).map(date -> until(date, now));
    }

    /**
     * The wait that a response demands. Its {@code Date} is the server's clock for the date forms, unless it comes out of a
     * cache, that is, with an {@code Age} other than 0.
     *
     * @param now the local clock, for when the response's own is of no use
     * @return as for {@link #parse}; empty without the header, too
     */
    public static Optional<Duration> of(HttpHeaders headers, Instant now) {
        requireNonNull(headers, "headers");
        requireNonNull(now, "now");
        return of(headers.allValues("Retry-After"), headers.allValues("Date"), headers.allValues("Age"), now);
    }

    /** The first Retry-After counts; a Date counts only when there is one. */
    static Optional<Duration> of(List<String> retryAfter, List<String> date, List<String> age, Instant now) {
        if (retryAfter.isEmpty()) return Optional.empty();
        return parse(retryAfter.get(0), serverTime(single(date), age, now));
    }

    private static Instant serverTime(@Nullable String date, List<String> age, Instant now) {
        boolean fresh = age.stream().allMatch(value -> HttpDate.trimmed(value).equals("0"));
        return date != null && fresh
                ? HttpDate.parse(HttpDate.trimmed(date), now).orElse(now)
                : now;
    }

    private static @Nullable String single(List<String> values) {
        return values.size() == 1 ? values.get(0) : null;
    }

    /** {@code 1*DIGIT [ "." 1*DIGIT ]}, rounded up. */
    private static Optional<Duration> seconds(String text) {
        int dot = text.indexOf('.');
        String whole = dot < 0 ? text : text.substring(0, dot);
        String fraction = dot < 0 ? "0" : text.substring(dot + 1);
        if (!isDigits(whole) || !isDigits(fraction)) return Optional.empty();
        long seconds = 0;
        long most = Schedule.FOREVER.toSeconds();
        for (int i = 0; i < whole.length(); i++) {
            seconds = seconds * 10 + (whole.charAt(i) - '0');
            if (seconds > most) return Optional.of(Schedule.FOREVER);
        }
        boolean more = fraction.chars().anyMatch(digit -> digit != '0');
        return Optional.of(atMostForever(seconds + (more ? 1 : 0)));
    }

    private static Duration until(Instant date, Instant now) {
        if (!date.isAfter(now)) return Duration.ZERO;
        // A date has whole seconds, so the whole seconds of now, rounded down, give the wait rounded up.
        return atMostForever(date.getEpochSecond() - now.getEpochSecond());
    }

    private static Duration atMostForever(long seconds) {
        return seconds > Schedule.FOREVER.toSeconds() ? Schedule.FOREVER : Duration.ofSeconds(seconds);
    }

    private static boolean isDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(character -> isDigit((char) character));
    }

    /** ASCII only: the digits of other scripts are none here. */
    static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }
}
