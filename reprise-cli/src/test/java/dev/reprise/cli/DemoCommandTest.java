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
                        "  0.00s  attempt 1  503 Service Unavailable, Retry-After: 1\n",
                        "         waits 1s\n",
                        "s  attempt 2  ",
                        "reset",
                        "waits ",
                        "s  attempt 3  no answer within 800ms\n",
                        "s  attempt 4  503 Service Unavailable\n",
                        "s  attempt 5  200 OK\n",
                        "●",
                        "━",
                        "succeeded on attempt 5 after ");
        assertThat(ran.status()).isZero();
    }
}
