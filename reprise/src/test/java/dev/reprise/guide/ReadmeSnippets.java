package dev.reprise.guide;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The code of the README, asserted. */
class ReadmeSnippets {
    record Receipt(String order) {}

    static final class Client {
        Receipt charge(String order) throws IOException {
            return new Receipt(order);
        }
    }

    @Test
    void payments() throws IOException {
        Client client = new Client();
        String order = "order 1";
        // spotless:off
        Retry payments = Retry.with(Schedule.backoff(ofMillis(100), ofSeconds(30)).attempts(5))
            .attemptTimeout(ofSeconds(2))
            .label("payments.charge");

        Receipt receipt = payments.call(() -> client.charge(order));     // throws what charge throws: unwrapped, typed
        // spotless:on
        assertThat(receipt).isEqualTo(new Receipt("order 1"));
    }
}
