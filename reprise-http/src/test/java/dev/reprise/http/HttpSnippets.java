package dev.reprise.http;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.Retry;
import dev.reprise.retry.Verdict;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.VirtualClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The code of the guide to HTTP, asserted. */
class HttpSnippets {
    private final VirtualClock clock = VirtualClock.automatic();
    private final Retry retry = Retry.with(
                    Schedule.backoff(ofMillis(100), ofSeconds(5)).attempts(4))
            .clock(clock);
    private RawServer server;
    private URI uri;

    @BeforeEach
    void start() throws IOException {
        server = new RawServer(RawServer.status(503), RawServer.status(503), RawServer.status(200));
        uri = server.uri("/");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void dropIn() throws Exception {
        HttpClient client = RetryingHttpClient.wrap(HttpClient.newHttpClient(), retry);
        HttpResponse<String> response = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(server.received()).hasSize(3);
    }

    @Test
    void async() throws Exception {
        HttpClient client = RetryingHttpClient.wrap(HttpClient.newHttpClient(), retry.clock(new SkippingClock()));
        CompletableFuture<HttpResponse<String>> later =
                client.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        assertThat(Sender.get(later).statusCode()).isEqualTo(200);
    }

    @Test
    void post() throws Exception {
        HttpClient client =
                RetryingHttpClient.wrap(HttpClient.newHttpClient(), retry).idempotencyKeys();
        HttpRequest order = HttpRequest.newBuilder(uri)
                .POST(BodyPublishers.ofString("a book"))
                .build();
        HttpResponse<String> response = client.send(order, BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(server.received())
                .extracting(received -> received.header("idempotency-key"))
                .hasSize(3)
                .doesNotContain("")
                .containsOnly(server.received().get(0).header("idempotency-key"));
    }

    @Test
    void adjusted() throws Exception {
        HttpClient client = RetryingHttpClient.wrap(HttpClient.newHttpClient(), retry)
                .classifier(
                        HttpClassifier.standard().retrying(409).stopping(500).accepting(404));
        assertThat(client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void ownClassifier() throws Exception {
        HttpClient client = RetryingHttpClient.wrap(HttpClient.newHttpClient(), retry)
                .classifier(
                        response -> response.headers().firstValue("No-Retry").isPresent()
                                ? Verdict.stop()
                                : HttpClassifier.standard().classify(response));
        assertThat(client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                        .statusCode())
                .isEqualTo(200);
    }

    private static Flow.Publisher<ByteBuffer> openExport() {
        return BodyPublishers.ofString("rows");
    }

    @Test
    void repeatableBody() throws Exception {
        HttpClient client = RetryingHttpClient.wrap(HttpClient.newHttpClient(), retry);
        HttpRequest upload = HttpRequest.newBuilder(uri)
                .PUT(RepeatableBody.of(() -> BodyPublishers.fromPublisher(openExport())))
                .build();
        assertThat(client.send(upload, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
        assertThat(server.received()).extracting(RawServer.Received::body).containsExactly("rows", "rows", "rows");
    }

    @Test
    void whole() throws Exception {
        Retry payments = Retry.with(
                        Schedule.backoff(ofMillis(100), ofSeconds(5)).attempts(4))
                .attemptTimeout(ofSeconds(2))
                .within(ofSeconds(10))
                .budget(RetryBudget.named("payments.example.com"))
                .label("payments");
        HttpClient client = RetryingHttpClient.wrap(HttpClient.newHttpClient(), payments.clock(clock))
                .idempotencyKeys();
        assertThat(client.toString()).contains("payments");
    }

    @Test
    void retryAfter() {
        Optional<Duration> wait = RetryAfter.parse("120", Instant.now());
        assertThat(wait).contains(ofSeconds(120));
        Verdict verdict = HttpClassifier.standard().classify(503, "120", null, null);
        assertThat(verdict).isEqualTo(Verdict.retryNoSoonerThan(ofSeconds(120)));
    }
}
