package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @Test
    void version_saysNumberAndJava() {
        Ran ran = Ran.here("--version");

        assertThat(ran.status()).isZero();
        assertThat(ran.out()).matches("reprise [0-9]+\\.[0-9]+\\.[0-9]+\\S* \\(Java [0-9].*\\)\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "explain", "retry", "repeat", "demo", "simulate", "advise"})
    void help_hasExamplesAndExitStatuses(String command) {
        Ran ran = command.isEmpty() ? Ran.here("--help") : Ran.here(command, "--help");

        assertThat(ran.status()).isZero();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out())
                .contains("Usage: reprise", "Exit status:", "Example", "  reprise " + command)
                .doesNotContain("${");
        assertThat(ran.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }

    @Test
    void noCommand_showsTheHelpAndFails() {
        Ran ran = Ran.here();

        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("Commands:", "  explain ", "  demo ");
    }

    @Test
    void unknownCommand_suggestsTheNearest() {
        assertThat(Ran.here("explian", "once()")).isEqualTo(new Ran(2, "", """
                        reprise: no such command: explian
                        Did you mean: reprise explain?
                        Try 'reprise --help'.
                        """));
    }

    @Test
    void unknownOption_suggestsTheNearest() {
        assertThat(Ran.here("retry", "--attmpt-timeout", "1s", "true")).isEqualTo(new Ran(2, "", """
                        reprise retry: Unknown option: '--attmpt-timeout'
                        Possible solutions: --attempt-timeout
                        Try 'reprise retry --help'.
                        """));
    }
}
