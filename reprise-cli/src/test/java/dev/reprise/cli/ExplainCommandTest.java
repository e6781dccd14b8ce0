package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainCommandTest {
    @Test
    void explain_fixedWaits_showsOneColumnAndTheWorstCase() {
        Ran ran = Ran.here("explain", "exponential(100ms).attempts(4)", "--attempt-timeout", "1s");

        assertThat(ran.status()).isZero();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).isEqualTo("""
                        schedule             exponential(100ms, 2.0).attempts(4)
                        bounded              yes
                        maximum attempts     4
                        maximum total delay  700ms
                        worst case           4.7s when each attempt lasts 1s

                          attempt    wait   start   start (slowest)
                                1              0s                0s
                                2   100ms   100ms              1.1s
                                3   200ms   300ms              2.3s
                                4   400ms   700ms              3.7s
                                     stop    stop              stop

                                   oo.o....o
                          slowest  o===========.o============..o============.....o============
                                   0s                                                      4.7s
                        """);
    }

    @Test
    void explain_randomWaits_showsLeastAndMost() {
        Ran ran = Ran.here("explain", "backoff(100ms, 30s).attempts(3)");

        assertThat(ran.out()).isEqualTo("""
                        schedule             exponential(100ms, 2.0).capped(30s).jittered(0.5..1.0).attempts(3)
                        bounded              yes
                        maximum attempts     3
                        maximum total delay  300ms
                        worst case           unknown without --attempt-timeout

                          attempt   wait (least)   wait (most)   start (least)   start (most)
                                1                                           0s             0s
                                2           50ms         100ms            50ms          100ms
                                3          100ms         200ms           150ms          300ms
                                            stop          stop            stop           stop

                          least    o........o...................o
                          most     o..................o.......................................o
                                   0s                                                     300ms
                        """);
    }

    @Test
    void explain_unbounded_saysWhatIsMissingAndThatMoreFollow() {
        Ran ran = Ran.here("explain", "fixedRate(30s)", "--limit", "2", "--lasts", "40s,1s");

        assertThat(ran.out()).isEqualTo("""
                        schedule             fixedRate(30s)
                        bounded              no: nothing in it limits the attempts; .attempts(n) would
                        attempts last        40s, 1s, then 0s

                          attempt   wait   start
                                1             0s
                                2     0s     40s
                                3    19s      1m
                                     ...     ...

                                   o======================================o...................o ...
                                   0s                                                        1m
                        """);
    }

    @Test
    void explain_unicode_drawsNicerCharacters() {
        assertThat(Ran.here(true, "", "explain", "fixedDelay(1s).attempts(2)").out())
                .contains("●··········································")
                .doesNotContain("o.");
    }

    @Test
    void explain_draw_fixesEveryDraw() {
        assertThat(Ran.here("explain", "fixedDelay(1s).jittered().attempts(2)", "--draw", "0.25")
                        .out())
                .contains("2   250ms   250ms");
    }

    @Test
    void explain_oneStops_theOtherGoesOn() {
        assertThat(Ran.here("explain", "fixedDelay(1s).jittered().upTo(1500ms)", "--limit", "2")
                        .out())
                .contains("""
                                2             0s            1s              0s             1s
                                3             0s          stop              0s           stop
                                             ...                           ...
                        """);
    }

    @Test
    void explain_json_hasTheFieldsOfTheConformanceCases() {
        Ran ran = Ran.here("explain", "exponential(100ms).attempts(4)", "--attempt-timeout", "1s", "--json");

        assertThat(ran.out())
                .isEqualTo("{\"schedule\":\"exponential(100ms, 2.0).attempts(4)\",\"maximumAttempts\":4,"
                        + "\"starts_ns\":[100000000,300000000,700000000],\"then\":\"stop\","
                        + "\"maximalDelays_ns\":[100000000,200000000,400000000],\"worstCase_ns\":4700000000}\n");
    }

    @Test
    void explain_jsonWithDrawAndLasts_drivesTheSchedule() {
        Ran ran = Ran.here(
                "explain", "fixedDelay(1s).jittered()", "--json", "--limit", "2", "--draw", "1", "--lasts", "0s,40ms");

        assertThat(ran.out())
                .isEqualTo("{\"schedule\":\"fixedDelay(1s).jittered(0.0..1.0)\",\"maximumAttempts\":null,"
                        + "\"starts_ns\":[1000000000,2040000000],\"then\":\"more\","
                        + "\"maximalDelays_ns\":[1000000000,1000000000],\"worstCase_ns\":null}\n");
    }

    @Test
    void explain_forever_isDrawnToo() {
        Ran ran = Ran.here("explain", "delays(forever, forever)", "--attempt-timeout", "forever");

        assertThat(ran.status()).isZero();
        assertThat(ran.out()).contains("worst case           forever when each attempt lasts forever");
    }

    @Test
    void explain_textIsNoSchedule_showsTheColumnAndNoStackTrace() {
        Ran ran = Ran.here("explain", "fixedDelay(1s).attempt(3)");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .startsWith("reprise explain: ")
                .contains("\n", "^", "fixedDelay(1s).attempt(3)")
                .endsWith("Try 'reprise explain --help'.\n")
                .doesNotContain("\tat ", "Exception");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "explain | Missing SCHEDULE, or --batch FILE",
                "explain once() --batch - | --batch takes no SCHEDULE",
                "explain once() --limit 0 | --limit (0) must be from 1 to 100000",
                "explain once() --limit x | Invalid value for option '--limit': 'x' is not an int",
                "explain once() --draw 1.5 | --draw (1.5) must be a number from 0 to 1",
                "explain once() --draw NaN | --draw (NaN) must be a number from 0 to 1",
                "explain once() --draw much | --draw (much) must be a number from 0 to 1",
                "explain once() --lasts 1s,,2s | --lasts: '' is not a duration; write it as 250ms, 1.5s, 1m30s, PT0.25S or forever",
                "explain once() --attempt-timeout 10 | --attempt-timeout: '10' is not a duration; write it as 250ms, 1.5s, 1m30s, PT0.25S or forever",
                "explain once() times(3) | Unmatched argument at index 2: 'times(3)'",
                "explain --batch no/such/file | --batch: no such file: no/such/file",
                "explain --batch . | --batch: is a directory: .",
            })
    void explain_invalid_saysWhy(String line, String message) {
        Ran ran = Ran.here(line.split(" "));

        assertThat(ran.err()).isEqualTo("reprise explain: " + message + "\nTry 'reprise explain --help'.\n");
        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
    }
}
