package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
    private static final String SMALL = """
            duration = "10s"
            [clients]
            count = 2
            arrivals = "fixed"
            rate = 5
            [server]
            failure = 1.0
            [[policy]]
            name = "three"
            schedule = "times(3)"
            budget = "unlimited"
            """;

    @TempDir
    Path directory;

    private String file(String text) throws IOException {
        return Files.writeString(directory.resolve("mine.toml"), text).toString();
    }

    @Test
    void simulate_file_printsTheTable() throws IOException {
        Ran ran = Ran.here("simulate", file(SMALL));

        assertThat(ran.status()).isZero();
        assertThat(ran.out()).isEqualTo("""
                        mine: mine
                        policy  success   load  peak attempts/s  median  p99  throttled  expired  recovery
                        three     0.0 %  3.00x               60       -    -          0        0         -
                        """);
        assertThat(ran.err()).matches("reprise: 300 attempts in [0-9.]+ s, [0-9,]+ a second\n");
    }

    @Test
    void simulate_terminalWithAllCharacters_getsThem() throws IOException {
        assertThat(Ran.here(true, "", "simulate", file(SMALL)).out()).contains("3.00×");
    }

    @Test
    void simulate_csvToStandardOutput_isNothingElse() throws IOException {
        Ran ran = Ran.here("simulate", file(SMALL), "--csv", "-");

        assertThat(ran.out()).startsWith("policy,seconds,offered_per_s,").hasLineCount(101);
    }

    @Test
    void simulate_files_areWritten() throws IOException {
        Path csv = directory.resolve("curves.csv");
        Path html = directory.resolve("report.html");
        Ran ran = Ran.here("simulate", "collapse", "--csv", csv.toString(), "--html", html.toString());

        assertThat(ran.status()).isZero();
        assertThat(ran.out()).startsWith("collapse: Five seconds of surge");
        assertThat(csv).content().startsWith("policy,seconds,").hasLineCount(321);
        assertThat(html).content().startsWith("<!DOCTYPE html>").endsWith("</html>\n");
    }

    @Test
    void simulate_seed_decides() {
        String first = Ran.here("simulate", "collapse", "--csv", "-").out();

        assertThat(Ran.here("simulate", "collapse", "--csv", "-", "--seed", "1").out())
                .isEqualTo(first);
        assertThat(Ran.here("simulate", "collapse", "--csv", "-", "--seed", "2").out())
                .isNotEqualTo(first);
    }

    @Test
    void simulate_list_hasTheBuiltIns() {
        assertThat(Ran.here("simulate", "--list").out())
                .hasLineCount(6)
                .contains("collapse  Five seconds of surge, and it never comes back\n");
    }

    @Test
    void simulate_print_isAScenarioFile() throws IOException {
        Ran printed = Ran.here("simulate", "--print", "collapse");

        assertThat(Ran.here("simulate", file(printed.out()), "--csv", "-").out())
                .isEqualTo(Ran.here("simulate", "collapse", "--csv", "-").out());
    }

    @Test
    void simulate_mistakes_areNamedAllAtOnce() throws IOException {
        Ran ran = Ran.here("simulate", file(SMALL.replace("count = 2", "count = 0\ncolour = 1")));

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .startsWith(
                        "reprise simulate: Invalid scenario mine.toml: clients.colour (1) is no key here; there are ")
                .endsWith("Try 'reprise simulate --help'.\n");
    }

    @Test
    void simulate_noScenario_saysWhichThereAre() {
        assertThat(Ran.here("simulate").err())
                .startsWith("reprise simulate: Missing SCENARIO: a TOML file or one of flaky, outage, collapse,");
        assertThat(Ran.here("simulate", "flacky").err())
                .startsWith("reprise simulate: No scenario is called \"flacky\": there are flaky, outage,");
        Ran missing = Ran.here("simulate", "none.toml");
        assertThat(missing.status()).isEqualTo(2);
        assertThat(missing.err()).startsWith("reprise simulate: no such file: none.toml");
    }

    @Test
    void simulate_unwritable_isAFailure() {
        Ran ran = Ran.here(
                "simulate",
                "collapse",
                "--html",
                directory.resolve("no/such/folder.html").toString());

        assertThat(ran.status()).isEqualTo(1);
        assertThat(ran.err()).contains("reprise simulate: ");
    }

    @Test
    void advise_file_printsSchedulesAndBudgets() throws IOException {
        Path html = directory.resolve("advice.html");
        Ran ran = Ran.here("advise", file(SMALL), "--seeds", "1", "--java", "--html", html.toString());

        assertThat(ran.status()).isZero();
        assertThat(ran.out()).isEqualTo("""
                        mine: 1 of 177 policies that no other one beats
                        success   load  recovery  schedule  budget
                          0.0 %  1.00x         -  once()    unlimited

                        Retry.with(BoundedSchedule.parse("once()")).budget(RetryBudget.unlimited())
                        """);
        assertThat(html).content().contains("once() / unlimited");
    }

    @Test
    void advise_seeds_invalid_saysWhy() {
        Ran ran = Ran.here("advise", "flaky", "--seeds", "0");

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err()).startsWith("reprise advise: --seeds (0) must be from 1 to 100\n");
    }
}
