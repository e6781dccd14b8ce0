package dev.reprise.http;

import static dev.reprise.http.RawServer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.retry.Attempts;
import dev.reprise.retry.InlineAttempt;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A breaker inside the retry sees each attempt: two 503s open it, and the third attempt never reaches the server. */
class CircuitBreakerTest {
    private final SkippingClock clock = new SkippingClock();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final Retry retry = Retry.with(
                    Schedule.fixedDelay(Duration.ofSeconds(1)).attempts(5))
            .clock(clock)
            .listener(event -> events.add(event.name() + " " + event.decision()));
    private final CircuitBreaker breaker = CircuitBreaker.of(
            "server",
            CircuitBreakerConfig.custom()
                    .slidingWindowSize(2)
                    .minimumNumberOfCalls(2)
                    .failureRateThreshold(100)
                    .recordResult(result -> result instanceof HttpResponse<?> response && response.statusCode() >= 500)
                    .build());

    @ParameterizedTest
    @EnumSource
    void send_breakerInside_stopsAtTheRejection(Sender how) throws Exception {
        try (RawServer server = new RawServer(status(503))) {
            HttpClient guarded = new GuardedHttpClient(HttpClient.newHttpClient(), breaker);
            HttpClient client = RetryingHttpClient.wrap(guarded, retry);
            HttpRequest request = HttpRequest.newBuilder(server.uri("/")).build();

            assertThatThrownBy(() -> how.send(client, request, BodyHandlers.ofString()))
                    .isInstanceOf(CallNotPermittedException.class);
            assertThat(server.received()).hasSize(2);
        }
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
        assertThat(clock.waits()).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(1));
        assertThat(events)
                .containsExactly(
                        "retry.attempt_failed again",
                        "retry.attempt_failed again",
                        "retry.attempt_failed stopped",
                        "retry.permanent stopped");
    }

    /** The same with a loop of one's own. */
    @Test
    void inline_breakerInAMethodPerAttempt_stopsAtTheRejection() throws Exception {
        try (RawServer server = new RawServer(status(503))) {
            HttpClient http = HttpClient.newHttpClient();
            HttpRequest request = HttpRequest.newBuilder(server.uri("/")).build();

            assertThatThrownBy(() -> inline(http, request)).isInstanceOf(CallNotPermittedException.class);
            assertThat(server.received()).hasSize(2);
        }
    }

    private HttpResponse<String> inline(HttpClient http, HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> response = null;
        RuntimeException rejection = null;
        try (Attempts attempts = retry.attempts()) {
            for (InlineAttempt attempt : attempts) {
                rejection = null;
                try {
                    response = through(http, request);
                } catch (CallNotPermittedException open) {
                    rejection = open;
                }
                if (rejection != null) attempt.done(rejection);
                else attempt.doneWith(response, HttpClassifier.standard());
            }
        }
        if (rejection != null) throw rejection;
        return response;
    }

    private HttpResponse<String> through(HttpClient http, HttpRequest request)
            throws IOException, InterruptedException {
        breaker.acquirePermission();
        long start = System.nanoTime();
        HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
        breaker.onResult(System.nanoTime() - start, TimeUnit.NANOSECONDS, response);
        return response;
    }
}
