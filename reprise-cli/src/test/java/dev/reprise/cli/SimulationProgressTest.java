package dev.reprise.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testing.VirtualClock;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SimulationProgressTest {
    private final VirtualClock clock = VirtualClock.manual();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void advanced_shortRun_saysNothing() {
        SimulationProgress progress = progress(false);
        clock.advance(Duration.ofMillis(999));
        progress.advanced("it", 0.99);

        assertThat(progress.seconds()).isEqualTo(0.999);
        assertThat(err.toString(UTF_8)).isEmpty();
    }

    @Test
    void advanced_toAFile_isALineNowAndThen() {
        SimulationProgress progress = progress(false);
        for (int second = 1; second <= 12; second++) {
            clock.advance(Duration.ofSeconds(1));
            progress.advanced("it", second / 12.0);
        }

        assertThat(err.toString(UTF_8)).isEqualTo("reprise: 8 %, it\nreprise: 50 %, it\nreprise: 91 %, it\n");
    }

    @Test
    void advanced_onATerminal_writesOverOneLine() {
        SimulationProgress progress = progress(true);
        clock.advance(Duration.ofSeconds(1));
        progress.advanced("a long name", 0.5);
        clock.advance(Duration.ofSeconds(1));
        progress.advanced("short", 0.75);
        assertThat(progress.seconds()).isEqualTo(2);

        assertThat(err.toString(UTF_8))
                .isEqualTo("\rreprise: 50 %, a long name\rreprise: 75 %, short      \r" + " ".repeat(20) + "\r");
    }

    private SimulationProgress progress(boolean terminal) {
        return new SimulationProgress(Terminal.Output.to(err, terminal, true), clock);
    }
}
