package dev.reprise.examples;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.reprise.budget.RetryBudget;
import dev.reprise.http.RetryingHttpClient;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Charges cards, and never one twice: the POST carries an idempotency key, the same in each attempt. Each attempt has three
 * seconds and passes the breaker; a charge has ten seconds; all charges together retry only as much as their budget allows.
 */
public final class PaymentClient {
    private final HttpClient client;
    private final URI charges;

    PaymentClient(HttpClient http, URI charges, Retry retry, CircuitBreaker breaker) {
        // From the outside in: the retry, the breaker, the client.
        this.client = RetryingHttpClient.wrap(new GuardedHttpClient(http, breaker), retry)
                .idempotencyKeys();
        this.charges = charges;
    }

    static Retry policy() {
        return Retry.with(Schedule.backoff(ofMillis(100), ofSeconds(2)).attempts(4))
                .attemptTimeout(ofSeconds(3))
                .within(ofSeconds(10))
                .budget(RetryBudget.named("payments"))
                .label("payments.charge");
    }

    /** Opens when both of the last two calls failed; what a server of its own says is a failure here, too. */
    static CircuitBreaker breaker() {
        return CircuitBreaker.of(
                "payments",
                CircuitBreakerConfig.custom()
                        .slidingWindowSize(2)
                        .minimumNumberOfCalls(2)
                        .failureRateThreshold(100)
                        .recordResult(
                                result -> result instanceof HttpResponse<?> response && response.statusCode() >= 500)
                        .build());
    }

    /**
     * The receipt of a charge.
     *
     * @throws IOException when it failed for good; whether the card was charged is then asked with the same key
     */
    public String charge(String order, long cents) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(charges)
                .POST(BodyPublishers.ofString(order + " " + cents))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 201) {
            throw new IOException("Charging for " + order + " ended with status " + response.statusCode());
        }
        return response.body();
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        PaymentClient payments =
                new PaymentClient(HttpClient.newHttpClient(), URI.create(args[0]), policy(), breaker());
        System.out.println(payments.charge("order-1", 4999));
    }
}
