package dev.reprise.schedule;

import static java.time.Duration.ofNanos;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTextTest {

    private static Duration duration(String text) {
        return ((Schedule.FixedDelay) Schedule.parse("fixedDelay(" + text + ")")).delay();
    }

    @ParameterizedTest
    @Tag("BR-070")
    @CsvSource({
        "1d, 24h",
        "2m59.56s, 2m59.56s",
        "370ms, 370ms",
        "PT0.5S, 500ms",
        "P1DT2H, 26h",
        "PT0.25S, 250ms",
        "P2D, 48h",
        "PT1H2M3S, 1h2m3s",
        "P1DT1S, 24h1s",
        "PT0S, 0s",
        "1h30m, 1h30m",
        "90s, 1m30s",
        "1500ms, 1.5s",
        "1500ns, 1.5us",
        "1m1.5s, 1m1.5s",
        "1h1ns, 1h1ns",
        "0s, 0s",
        "0d, 0s",
        "0.5m, 30s",
        "0.1d, 2h24m",
        "1.000ns, 1ns",
        "00012ms, 12ms",
        "0.000000001s, 1ns",
        "5µs, 5us",
        "5μs, 5us",
        "1.50ms, 1.5ms",
        "1.001s, 1.001s",
        "999ns, 999ns",
        "forever, forever",
        "9223372036854775807ns, forever",
        "9223372036854775806ns, 2562047h47m16.854775806s",
        "9999999999999999d, forever",
        "99999999999999999999999999999999s, forever",
        "106752d, forever",
        "PT99999999999999999999H, forever",
        "0.00001157407407407407d, error",
        "1d2h3m4s5ms6us7ns, 26h3m4.005006007s",
    })
    void parse_aDuration_isExactAndPrintedCanonically(String text, String printed) {
        if (printed.equals("error")) {
            assertThatIllegalArgumentException().isThrownBy(() -> duration(text));
        } else {
            assertThat(Schedule.parse("fixedDelay(" + text + ")")).hasToString("fixedDelay(" + printed + ")");
        }
    }

    @ParameterizedTest
    @Tag("BR-070")
    @ValueSource(
            strings = {
                "10",
                "0",
                "5 s",
                "-1s",
                "+1s",
                "1e3ms",
                "",
                "1s30m",
                "1.5m1s",
                "millis",
                "1millis",
                "1S",
                "1M",
                "1H",
                "1s1s",
                "0.5ns",
                "0.0001us",
                ".5s",
                "1.s",
                "1..5s",
                "1_000s",
                "1,5s",
                "PT",
                "P",
                "P1D T1H",
                "PT1D",
                "P1H",
                "PT1S1M",
                "PT-1S",
                "-PT1S",
                "pt1s",
                "PT1.5M",
                "P1.5D",
                "PT1",
                "P1DT",
                "P1W",
                "PT0.0000000001S",
                "Forever",
                "FOREVER",
                "forevers",
                "1sforever",
                "1s ms",
                "١s",
                "1ſ",
                "1x",
                "1s.",
                "1s1"
            })
    void parse_noDuration_isAnError(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> duration(text)).withMessageContaining("at column ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fixedDelay(10)|expected a unit (d, h, m, s, ms, us or ns) but found ')' at column 14.",
                "fixedDelay()|expected a duration such as 100ms, 1m30s or forever but found ')' at column 12.",
                "fixedDelay(-1s)|expected a duration such as 100ms, 1m30s or forever but found '-1s' at column 12.",
                "fixedDelay(1s30m)|expected units from the largest to the smallest, each once, but found '30m' at column 14.",
                "fixedDelay(1.5m1s)|expected the end of the duration but found '1s' at column 16.",
                "fixedDelay(1sA)|expected a unit (d, h, m, s, ms, us or ns) but found 'sA' at column 13.",
                "fixedDelay(1sZ)|expected a unit (d, h, m, s, ms, us or ns) but found 'sZ' at column 13.",
                "fixedDelay(1sz)|expected a unit (d, h, m, s, ms, us or ns) but found 'sz' at column 13.",
                "fixedDelay(0.5ns)|expected nothing finer than 1ns but found '0.5ns' at column 12.",
                "fixedDelay(1s|expected ')' but found the end at column 14.",
                "fixedDelay 1s|expected '(' but found '1s' at column 12.",
                "fixed(1s)|expected a schedule (immediate, once, times, delays, fixedDelay, fixedRate, aligned, linear, exponential, fibonacci, decorrelated or backoff) but found 'fixed' at column 1.",
                "abcdefghijklmnopqrstuvwxyz()|expected a schedule (immediate, once, times, delays, fixedDelay, fixedRate, aligned, linear, exponential, fibonacci, decorrelated or backoff) but found 'abcdefghijklmnopqrst' at column 1.",
                "immediate().cap(1s)|expected a modifier (capped, jittered, upTo, waitingAtMost, attempts, union, intersect or andThen) but found 'cap' at column 13.",
                "immediate() x|expected '.' or the end but found 'x' at column 13.",
                "immediate())|expected '.' or the end but found ')' at column 12.",
                "immediate().union(once() 1s)|expected '.' or ')' but found '1s' at column 26.",
                "times(1.5)|expected ')' but found '.5' at column 8.",
                "times(x)|expected a whole number but found 'x' at column 7.",
                "times(2147483648)|expected a whole number up to 2147483647 but found '2147483648' at column 7.",
                "decorrelated(1s)|expected ',' but found ')' at column 16.",
                "exponential(1s, x)|expected a number such as 2 or 0.5 but found 'x' at column 17.",
                "exponential(1s, 2.)|expected a digit after the point but found ')' at column 19.",
                "immediate().jittered(half)|expected a jitter such as full, equal, ±20% or 0.8..1.2 but found 'half' at column 22.",
                "immediate().jittered(-1)|expected a jitter such as full, equal, ±20% or 0.8..1.2 but found '-1' at column 22.",
                "immediate().jittered(0.5)|expected '..' but found ')' at column 25.",
                "immediate().jittered(±20)|expected '%' but found ')' at column 25.",
                "immediate().jittered(50%..1.0)|expected '%' but found ')' at column 30.",
            })
    void parse_noSchedule_invalid_saysWhatAndWhere(String text, String message) {
        String column = message.replaceFirst(".* column (\\d+)\\.", "$1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.parse(text))
                .withMessage("Invalid schedule text: " + message + "\n  " + text + "\n  "
                        + " ".repeat(Integer.parseInt(column) - 1) + "^");
    }

    @Test
    void parse_argumentsOutOfRange_invalid_saysWhereToo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.parse("immediate().union(times(0))"))
                .withMessage("Invalid schedule: limit (0) must be at least 1.\n"
                        + "  immediate().union(times(0))\n"
                        + "                    ^");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.parse("exponential(1s, 0.5)"))
                .withMessageStartingWith("Invalid schedule: factor (0.5) must be at least 1.\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.parse("immediate().jittered(2..1)"))
                .withMessageStartingWith("Invalid jitter: low (2.0) must not be greater than high (1.0).\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.parse("immediate().jittered(±101%)"))
                .withMessageStartingWith("Invalid jitter: low (-0.01) must not be negative.\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.parse("immediate().attempts(0)"))
                .withMessageStartingWith("Invalid schedule: attempts (0) must be at least 1.\n");
    }

    @Test
    void parse_longText_showsWhatIsNear() {
        String start = "immediate()" + ".upTo(1s)".repeat(30);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.parse(start + ".x()" + ".upTo(1s)".repeat(30)))
                .withMessageContaining("found 'x' at column " + (start.length() + 2) + ".")
                .withMessageContaining("\n  …" + start.substring(start.length() - 59) + ".x().upTo(1s)")
                .withMessageContaining("…\n  " + " ".repeat(61) + "^");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.parse("immediate()\n\t.x()"))
                .withMessageContaining("\n  immediate()  .x()\n  " + " ".repeat(14) + "^");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exponential(1s, 2)|exponential(1s, 2.0)",
                "exponential(1s)|exponential(1s, 2.0)",
                "exponential(1s, 1.50)|exponential(1s, 1.5)",
                "backoff(100ms, 30s)|exponential(100ms, 2.0).capped(30s).jittered(0.5..1.0)",
                "immediate().jittered()|immediate().jittered(0.0..1.0)",
                "immediate().jittered( full )|immediate().jittered(0.0..1.0)",
                "immediate().jittered(equal)|immediate().jittered(0.5..1.0)",
                "immediate().jittered(±20%)|immediate().jittered(0.8..1.2)",
                "immediate().jittered(+-20%)|immediate().jittered(0.8..1.2)",
                "immediate().jittered(± 12.5%)|immediate().jittered(0.875..1.125)",
                "immediate().jittered(80%..120%)|immediate().jittered(0.8..1.2)",
                "immediate().jittered(80% .. 120%)|immediate().jittered(0.8..1.2)",
                "immediate().jittered(0.8 .. 1.2)|immediate().jittered(0.8..1.2)",
                "immediate().jittered(1..1000)|immediate().jittered(1.0..1000.0)",
                "immediate().jittered(0.00001..0.1)|immediate().jittered(0.00001..0.1)",
                "times(1)|once()",
                "times(2147483647)|times(2147483647)",
                "linear(1s, 1s)|linear(1s)",
                "linear( 1s , 2s )|linear(1s, 2s)",
                "delays( )|delays()",
                "delays(1s,2s , 3s)|delays(1s, 2s, 3s)",
                "decorrelated(5s, 1s)|decorrelated(1s, 1s)",
                " immediate ( ) . union ( once ( ) ) . attempts ( 3 ) |immediate().union(once()).attempts(3)",
                "fibonacci(1s).capped(2s).capped(1s)|fibonacci(1s).capped(1s)",
                "once().andThen(once().union(immediate()).intersect(once()))|once().andThen(once().union(immediate()).intersect(once()))",
            })
    void parse_otherForms_isPrintedCanonically(String text, String printed) {
        assertThat(Schedule.parse(text)).hasToString(printed).isEqualTo(Schedule.parse(printed));
    }

    @ParameterizedTest
    @ValueSource(strings = {" once()", "once() ", "\tonce()\n", " \n once()\t ", "\nonce ()"})
    void parse_spaceAroundTheWhole_isAllowed(String text) {
        assertThat(Schedule.parse(text)).isEqualTo(Schedule.once());
    }

    @Test
    void parse_whatEnds_isBounded() {
        assertThat(Schedule.parse("times(3).andThen(fixedDelay(1m).attempts(10))"))
                .isInstanceOf(BoundedSchedule.class);
        assertThat(Schedule.parse("times(3).andThen(fixedDelay(1m))")).isInstanceOf(Schedule.AndThen.class);
    }

    @Test
    void toString_ofExtremeNumbers_isPlainAndReadsBack() {
        for (double number :
                new double[] {Double.MIN_VALUE, 1e-7, 2e-3, 0.1 + 0.2, 1.0 / 3, 1000, Math.nextDown(1000.0), 8.41e2}) {
            Schedule schedule = Schedule.fixedDelay(ofNanos(1)).jittered(Jitter.between(number, 1000));
            assertThat(schedule.toString()).matches("fixedDelay\\(1ns\\)\\.jittered\\(\\d+\\.\\d+\\.\\.1000\\.0\\)");
            assertThat(Schedule.parse(schedule.toString())).isEqualTo(schedule);
        }
        assertThat(Schedule.exponential(ofNanos(1), Math.nextUp(1.0)))
                .hasToString("exponential(1ns, 1.0000000000000002)");
    }

    @ParameterizedTest
    @Tag("BR-071")
    @ResourceLock(Resources.LOCALE)
    @ValueSource(strings = {"tr-TR", "ar-EG", "de-DE", "th-TH-u-nu-thai"})
    void parseAndPrint_inAnyLocale_areTheSame(String language) {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag(language));
            String text = "exponential(1.5ms, 2.5).capped(1h30m).jittered(0.5..1.0).waitingAtMost(20s).attempts(1234)";
            assertThat(Schedule.parse(text)).hasToString(text);
            for (String bad : new String[] {"1millis", "1MILLIS", "1minutes", "1MS", "1S"}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> duration(bad))
                        .withMessageContaining("column 13");
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Schedule.times(-1234))
                    .withMessage("Invalid schedule: limit (-1234) must be at least 1.");
        } finally {
            Locale.setDefault(before);
        }
    }
}
