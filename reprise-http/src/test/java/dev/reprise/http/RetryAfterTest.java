package dev.reprise.http;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.reprise.schedule.Schedule;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("changes the default locale and zone")
class RetryAfterTest {
    private static final Instant NOW = Instant.parse("1994-11-06T08:49:00Z");

    private static Duration wait(String value) {
        return RetryAfter.parse(value, NOW).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"120", " 120 ", "\t120", "120 \t", "000120", "120.0"})
    @Tag("BR-099")
    void parse_seconds_isThatWait(String value) {
        assertThat(wait(value)).isEqualTo(ofSeconds(120));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 06 Nov 1994 08:49:37 GMT",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "Sun Nov  6 08:49:37 1994",
                " Sun, 06 Nov 1994 08:49:37 GMT\t"
            })
    void parse_date_isTheTimeUntilIt(String value) {
        assertThat(wait(value)).isEqualTo(ofSeconds(37));
    }

    @Test
    void parse_asctimeWithTwoDigitDay_isTheTimeUntilIt() {
        assertThat(wait("Wed Nov 16 08:49:00 1994")).isEqualTo(Duration.ofDays(10));
    }

    @ParameterizedTest
    @CsvSource({"1.5, 2", "0.503, 1", "2.0, 2", "299.997, 300", "0.0, 0", "7.000000000000000000000000001, 8"})
    @Tag("BR-097")
    void parse_fraction_roundsUp(String value, long seconds) {
        assertThat(wait(value)).isEqualTo(ofSeconds(seconds));
    }

    @Test
    @Tag("BR-092")
    void parse_dateBetweenSeconds_roundsUp() {
        assertThat(RetryAfter.parse("Sun, 06 Nov 1994 08:51:00 GMT", NOW)).contains(ofSeconds(120));
        assertThat(RetryAfter.parse("Sun, 06 Nov 1994 08:51:01 GMT", NOW.plusMillis(600)))
                .contains(ofSeconds(121));
        assertThat(RetryAfter.parse("Sun, 06 Nov 1994 08:49:01 GMT", NOW.plusNanos(999_999_999)))
                .contains(ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "Sun, 06 Nov 1994 07:49:00 GMT",
                "Sun, 06 Nov 1994 08:49:00 GMT",
                "Sun Nov  6 08:48:59 1994",
                "Saturday, 05-Nov-94 08:49:37 GMT"
            })
    @Tag("BR-094")
    void parse_zeroOrPast_demandsNoWait(String value) {
        assertThat(wait(value)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-1",
                "-100",
                "+1",
                "1e3",
                "abc",
                "1.",
                ".5",
                "1.5.2",
                "1,5",
                "1 2",
                "0x10",
                "120s",
                "٣",
                "１２０",
                "\u00a0120",
                "120\u2003",
                "\n120",
                "18446744073709551616x",
                "Infinity",
                "NaN",
                "Sun, 6 Nov 1994 08:49:37 GMT",
                "Sun, 06 Nov 1994 08:49:37",
                "Sun, 06 Nov 1994 08:49:37 UTC",
                "Sun, 06 Nov 1994 08:49:37 +0000",
                "Sun, 06 Nov 94 08:49:37 GMT",
                "Sun, 31 Feb 1994 08:49:37 GMT",
                "sun, 06 Nov 1994 08:49:37 GMT",
                "Sun, 06 nov 1994 08:49:37 GMT",
                "Son, 06 Nov 1994 08:49:37 GMT",
                "Sun, 06 Nov 1994 24:00:00 GMT",
                "Sun, 06 Nov 1994 08:60:00 GMT",
                "Sun, 06 Nov 1994 08:49:60 GMT",
                "Sun, 06 Nov 1994 08:49:37 GMT x",
                "Sun,06 Nov 1994 08:49:37 GMT",
                "Sun, 06-Nov-1994 08:49:37 GMT",
                "Sunday, 06 Nov 1994 08:49:37 GMT",
                "Sun Nov 6 08:49:37 1994",
                "Sun Nov 06 08:49:37 94",
                "Sun Nov  6 08:49:37 1994 GMT",
                "1994-11-06T08:49:37Z",
                "06 Nov 1994 08:49:37 GMT",
                "Sun, 06 Nov 1994 8:49:37 GMT",
                "Sun, 06 Nov 1994 08:49 GMT",
                "Sun, 00 Nov 1994 08:49:37 GMT"
            })
    @Tag("BR-094")
    void parse_notInTheGrammar_isNothing(String value) {
        assertThat(RetryAfter.parse(value, NOW)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9999999999",
                "9223372036854775",
                "9223372036854775808",
                "18446744073709551616",
                "99999999999999999999999999999999999999.5",
                "Fri, 31 Dec 9999 23:59:59 GMT"
            })
    @Tag("BR-095")
    void parse_veryLong_isForever(String value) {
        assertThat(wait(value)).isEqualTo(Schedule.FOREVER);
    }

    @Test
    void parse_leapSecond_isTheNextMinute() {
        Instant newYear = Instant.parse("2017-01-01T00:00:00Z");
        assertThat(RetryAfter.parse("Sat, 31 Dec 2016 23:59:60 GMT", newYear.minusSeconds(10)))
                .contains(ofSeconds(10));
    }

    /** RFC 9110: what appears to be more than fifty years ahead is the most recent year in the past that ends so. */
    @ParameterizedTest
    @CsvSource({
        "2026-11-30T00:00:00Z, 26, 2026",
        "2026-11-30T00:00:00Z, 27, 2027",
        "2026-11-30T00:00:00Z, 76, 2076",
        "2026-11-30T00:00:00Z, 77, 1977",
        "2026-11-30T00:00:00Z, 99, 1999",
        "2026-11-30T00:00:00Z, 00, 2000",
        "1999-11-30T00:00:00Z, 05, 2005",
        "1999-11-30T00:00:00Z, 49, 2049",
        "1999-11-30T00:00:00Z, 50, 1950",
        "2099-11-30T00:00:00Z, 01, 2101"
    })
    void date_twoDigitYear_isTheClosestNotFiftyYearsAhead(String now, String year, int expected) {
        assertThat(HttpDate.parse("Monday, 30-Nov-" + year + " 00:00:00 GMT", Instant.parse(now)))
                .contains(Instant.parse(expected + "-11-30T00:00:00Z"));
    }

    @Test
    void date_twoDigitYearFiftyYearsAheadAndASecond_isInThePast() {
        Instant now = Instant.parse("2026-11-30T00:00:00Z");
        assertThat(HttpDate.parse("Monday, 30-Nov-76 00:00:01 GMT", now))
                .contains(Instant.parse("1976-11-30T00:00:01Z"));
    }

    @Test
    void date_everyDayOfManyYears_readsWhatTheJdkPrints() {
        Instant day = Instant.parse("1996-01-01T12:34:56Z");
        DateTimeFormatter printer = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
                .withZone(ZoneOffset.UTC);
        DateTimeFormatter asctime = DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH)
                .withZone(ZoneOffset.UTC);
        DateTimeFormatter rfc850 = DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.ENGLISH)
                .withZone(ZoneOffset.UTC);
        for (int i = 0; i < 3000; i++) {
            Instant date = day.plus(Duration.ofDays(i));
            assertThat(HttpDate.parse(printer.format(date), day)).contains(date);
            assertThat(HttpDate.parse(asctime.format(date), day)).contains(date);
            assertThat(HttpDate.parse(rfc850.format(date), day)).contains(date);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ja-JP", "tr-TR", "ar-EG", "th-TH-u-ca-buddhist-nu-thai", "hi-IN", "de-DE"})
    @Tag("BR-072")
    void parse_inAnyLocaleAndZone_isTheSame(String locale) {
        Locale locales = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag(locale));
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kolkata"));
            assertThat(RetryAfter.parse("Wed, 21 Oct 2015 07:28:00 GMT", Instant.parse("2015-10-21T07:27:50Z")))
                    .contains(ofSeconds(10));
            assertThat(wait("Sunday, 06-Nov-94 08:49:37 GMT")).isEqualTo(ofSeconds(37));
            assertThat(wait("120")).isEqualTo(ofSeconds(120));
        } finally {
            Locale.setDefault(locales);
            TimeZone.setDefault(zone);
        }
    }

    private static HttpHeaders headers(String... namesAndValues) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.merge(
                    namesAndValues[i],
                    List.of(namesAndValues[i + 1]),
                    (one, other) -> List.of(one.get(0), other.get(0)));
        }
        return HttpHeaders.of(headers, (name, value) -> true);
    }

    @Test
    @Tag("BR-103")
    void of_dateOfTheResponse_isTheServersClock() {
        HttpHeaders slow = headers(
                "Date", "Sun, 06 Nov 1994 08:44:00 GMT",
                "Retry-After", "Sun, 06 Nov 1994 08:44:30 GMT");
        assertThat(RetryAfter.of(slow, NOW)).contains(ofSeconds(30));

        HttpHeaders fast = headers(
                "Date", "Sun Nov  6 09:49:00 1994",
                "Retry-After", "Sun, 06 Nov 1994 09:50:00 GMT");
        assertThat(RetryAfter.of(fast, NOW)).contains(ofMinutes(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Age | 240 | Sun, 06 Nov 1994 08:45:00 GMT",
                "Age | soon | Sun, 06 Nov 1994 08:45:00 GMT",
                "X | x | yesterday",
                "Date | Sun, 06 Nov 1994 08:46:00 GMT | Sun, 06 Nov 1994 08:45:00 GMT"
            })
    @Tag("BR-103")
    void of_dateOfNoUse_isTheLocalClock(String name, String value, String date) {
        HttpHeaders headers = headers("Date", date, "Retry-After", "Sun, 06 Nov 1994 08:49:30 GMT", name, value);
        assertThat(RetryAfter.of(headers, NOW)).contains(ofSeconds(30));
    }

    @Test
    @Tag("BR-103")
    void of_ageOfZero_leavesTheDateOfUse() {
        HttpHeaders headers = headers(
                "Date", "Sun, 06 Nov 1994 08:44:00 GMT", "Age", "0", "Retry-After", "Sun, 06 Nov 1994 08:44:30 GMT");
        assertThat(RetryAfter.of(headers, NOW)).contains(ofSeconds(30));
    }

    @Test
    @Tag("BR-099")
    void of_nameInAnyCase_isFound() {
        assertThat(RetryAfter.of(headers("retry-after", " 120 "), NOW)).contains(ofSeconds(120));
        assertThat(RetryAfter.of(headers("RETRY-AFTER", "120"), NOW)).contains(ofSeconds(120));
        assertThat(RetryAfter.of(headers("Other", "120"), NOW)).isEmpty();
    }

    @Test
    void parse_null_saysWhich() {
        assertThatNullPointerException()
                .isThrownBy(() -> RetryAfter.parse(null, NOW))
                .withMessage("value");
        assertThatNullPointerException()
                .isThrownBy(() -> RetryAfter.parse("1", null))
                .withMessage("now");
    }
}
