package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DemoCommandTest {
    @Test
    void demo_serverHasABadMinute_succeedsOnTheFifthAttempt() {
        Ran ran = Ran.here(true, "", "demo");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out())
                .containsSubsequence(
                        "attempt 1    503 Service Unavailable, Retry-After: 1",
                        "next in 1s",
                        "attempt 2    ",
                        "reset",
                        "next in ",
                        "attempt 3    no answer within 800ms",
                        "attempt 4    503 Service Unavailable\n",
                        "attempt 5    200 OK",
                        "●",
                        "━",
                        "succeeded on attempt 5 after ");
        assertThat(ran.status()).isZero();
    }
}
