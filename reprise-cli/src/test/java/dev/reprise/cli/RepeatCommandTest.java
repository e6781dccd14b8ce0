package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepeatCommandTest {
    /** Fails in the second run. */
    private static final String SCRIPT = "echo x >> \"$1\"; test $(wc -l < \"$1\") -ne 2 || exit 9";

    @TempDir
    Path folder;

    @Test
    void repeat_aRunFails_isToldAndTheNextFollows() throws IOException {
        Ran ran = Ran.here("repeat", "-s", "fixedDelay(1ms).attempts(3)", "--", "sh", "-c", SCRIPT, "sh", log());

        assertThat(ran).isEqualTo(new Ran(0, "", "reprise: run 2 failed with exit code 9\n"));
        assertThat(Files.readAllLines(Path.of(log()))).hasSize(3);
    }

    @Test
    void repeat_whileSuccess_endsWithTheFailure() throws IOException {
        Ran ran = Ran.here(
                "repeat", "-s", "aligned(1ms)", "--while-success", "-q", "--", "sh", "-c", SCRIPT, "sh", log());

        assertThat(ran).isEqualTo(new Ran(9, "", ""));
        assertThat(Files.readAllLines(Path.of(log()))).hasSize(2);
    }

    @Test
    void repeat_lastRunFails_isTheStatus() {
        assertThat(Ran.here("repeat", "-q", "-s", "times(2)", "--", "sh", "-c", "exit 5"))
                .isEqualTo(new Ran(5, "", ""));
    }

    @Test
    void repeat_noSuchCommand_is127() {
        assertThat(Ran.here("repeat", "-s", "once()", "--", "no-such-command-here"))
                .isEqualTo(new Ran(127, "", "reprise repeat: command not found: no-such-command-here\n"));
    }

    @Test
    void repeat_cannotBeStarted_is126WithTheReason() {
        Ran ran = Ran.here("repeat", "-s", "fixedDelay(1h)", "--", "true", "x".repeat(3_000_000));

        assertThat(ran.status()).isEqualTo(126);
        assertThat(ran.err()).startsWith("reprise repeat: cannot run it: ").hasLineCount(1);
    }

    @Test
    void repeat_withoutSchedule_saysWhy() {
        assertThat(Ran.here("repeat", "--", "true"))
                .isEqualTo(
                        new Ran(
                                2,
                                "",
                                "reprise repeat: Missing required option: '--schedule=SCHEDULE'\nTry 'reprise repeat --help'.\n"));
    }

    private String log() {
        return folder.resolve("log").toString();
    }
}
