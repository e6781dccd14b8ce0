package dev.reprise.http;

import static dev.reprise.http.RawServer.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.retry.Retry;
import dev.reprise.retry.Verdict;
import dev.reprise.schedule.Schedule;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A classifier of one's own for a server that pushes back as gRPC does: the wait it names, or no retry at all. */
@Tag("BR-109")
class PushbackTest {
    private final SkippingClock clock = new SkippingClock();
    private final Retry retry =
            Retry.with(Schedule.exponential(Duration.ofSeconds(5)).attempts(3)).clock(clock);

    private static Verdict pushback(HttpResponse<?> response) {
        return response.headers()
                .firstValue("grpc-retry-pushback-ms")
                .map(PushbackTest::pushback)
                .orElseGet(() -> HttpClassifier.standard().classify(response));
    }

    private static Verdict pushback(String value) {
        try {
            long millis = Long.parseLong(value);
            return millis < 0 ? Verdict.stop() : Verdict.retryAfter(Duration.ofMillis(millis));
        } catch (NumberFormatException unreadable) {
            return Verdict.stop();
        }
    }

    private HttpResponse<String> send(Sender how, RawServer server) throws Exception {
        HttpClient client =
                RetryingHttpClient.wrap(HttpClient.newHttpClient(), retry).classifier(PushbackTest::pushback);
        return how.send(client, HttpRequest.newBuilder(server.uri("/")).build(), BodyHandlers.ofString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "abc", ""})
    void send_negativeOrUnreadable_stops(String value) throws Exception {
        try (RawServer server = new RawServer(status(503, "grpc-retry-pushback-ms: " + value))) {
            assertThat(send(Sender.SEND, server).statusCode()).isEqualTo(503);
            assertThat(server.received()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void send_pushback_replacesTheWaitAndTheScheduleAdvances(Sender how) throws Exception {
        try (RawServer server = new RawServer(status(503, "grpc-retry-pushback-ms: 2000"), status(503), status(200))) {
            assertThat(send(how, server).statusCode()).isEqualTo(200);
        }
        assertThat(clock.waits()).containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @EnumSource
    void send_pushbackOnTheLastAttempt_doesNotLiftTheLimit(Sender how) throws Exception {
        try (RawServer server = new RawServer(status(503, "grpc-retry-pushback-ms: 2000"))) {
            assertThat(send(how, server).statusCode()).isEqualTo(503);
            assertThat(server.received()).hasSize(3);
        }
    }
}
