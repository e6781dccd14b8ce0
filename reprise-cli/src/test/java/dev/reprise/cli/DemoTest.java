package dev.reprise.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DemoTest {
    /** In real time, because the server is a real one; with a longer limit than the command's, for slow machines. */
    @Test
    void demo_serverHasABadMinute_succeedsOnTheFifthAttempt() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean succeeded;
        try (DemoServer server = new DemoServer()) {
            succeeded = new Demo(server, Terminal.Output.to(out, false, true), Duration.ofSeconds(5)).run();
        }

        assertThat(out.toString(UTF_8))
                .containsSubsequence(
                        "5s for each attempt;",
                        "  0.00s  attempt 1  503 Service Unavailable, Retry-After: 1\n",
                        "         waits 1s\n",
                        "s  attempt 2  ",
                        "reset",
                        "waits ",
                        "s  attempt 3  no answer within 5s\n",
                        "s  attempt 4  503 Service Unavailable\n",
                        "s  attempt 5  200 OK\n",
                        "●",
                        "━",
                        "succeeded on attempt 5 after ");
        assertThat(succeeded).isTrue();
    }

    @Test
    void demo_neverAnInTimeAnswer_givesUpAndSaysSo() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean succeeded;
        try (DemoServer server = new DemoServer()) {
            succeeded = new Demo(server, Terminal.Output.to(out, false, false), Duration.ofNanos(1)).run();
        }

        assertThat(out.toString(UTF_8)).contains("attempt 6  no answer within 1ns", "gave up on attempt 6");
        assertThat(succeeded).isFalse();
    }
}
