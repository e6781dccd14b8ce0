package dev.reprise.http;

import static dev.reprise.retry.ResultClassifier.retryIf;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.Attempts;
import dev.reprise.retry.Classifier;
import dev.reprise.retry.InlineAttempt;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.VirtualClock;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code of the guide to inline attempts, asserted. */
class InlineSnippets {
    private final VirtualClock clock = VirtualClock.automatic();
    private final Retry retry = Retry.with(Schedule.fixedDelay(ofSeconds(1)).attempts(3))
            .budget(RetryBudget.unlimited())
            .clock(clock);
    private final List<String> log = new ArrayList<>();
    private int failures;
    private int calls;

    private String call() throws IOException {
        if (++calls <= failures) throw new IOException("busy " + calls);
        return "answer " + calls;
    }

    String idiom() throws IOException {
        String body = null;
        IOException failure = null;
        try (Attempts attempts = retry.attempts()) {
            for (InlineAttempt attempt : attempts) {
                failure = null;
                try {
                    body = call();
                } catch (IOException e) {
                    failure = e;
                }
                attempt.done(failure); // null is success
            }
        }
        if (failure != null) throw failure;
        return body;
    }

    String shorter() throws IOException {
        try (Attempts attempts = retry.attempts()) {
            while (true) {
                InlineAttempt attempt = attempts.next();
                try {
                    return attempt.succeed(call());
                } catch (IOException e) {
                    if (!attempt.retry(e)) throw e;
                }
            }
        }
    }

    @Test
    void loops() throws IOException {
        failures = 2;
        assertThat(idiom()).isEqualTo("answer 3");
        calls = 0;
        assertThat(shorter()).isEqualTo("answer 3");
        calls = 0;
        failures = 9;
        assertThatThrownBy(this::idiom).hasMessage("busy 3");
        calls = 0;
        assertThatThrownBy(this::shorter).hasMessage("busy 3");
        assertThat(clock.sleeps()).hasSize(8).containsOnly(ofSeconds(1));
    }

    private boolean repeatable;

    @Test
    void whatOnlyTheCallerKnows() {
        IOException failure = null;
        try (Attempts attempts = retry.attempts()) {
            for (InlineAttempt attempt : attempts) {
                failure = null;
                try {
                    log.add(call());
                } catch (IOException e) {
                    failure = e;
                }
                attempt.done(failure);
                if (!repeatable) break; // the wait is skipped, and the budget has its grant back
            }
        }
        assertThat(log).containsExactly("answer 1");
        assertThat(failure).isNull();
    }

    private final class Response implements AutoCloseable {
        final int status;

        Response(int status) {
            this.status = status;
            log.add("open " + status);
        }

        InputStream body() {
            return new ByteArrayInputStream(new byte[] {1, 2, 3});
        }

        @Override
        public void close() {
            log.add("close " + status);
        }
    }

    private Response send() {
        return new Response(++calls < 3 ? 503 : 200);
    }

    @Test
    void replacedResults() {
        Response response = null;
        try (Attempts attempts = retry.attempts()) {
            for (InlineAttempt attempt : attempts) {
                if (response != null) response.close(); // only now is it replaced
                response = send();
                attempt.doneWith(response, retryIf(answer -> answer.status == 503));
            }
        }
        log.add("use " + response.status);
        assertThat(log).containsExactly("open 503", "close 503", "open 503", "close 503", "open 200", "use 200");
    }

    @Test
    void committed() throws IOException {
        failures = 0;
        Response response = new Response(200);
        try (Attempts attempts = retry.attempts()) {
            attempts.next().succeed(response);
        }
        // From here on the caller reads, and what fails now is not retried.
        try (InputStream body = response.body()) {
            assertThat(body.readAllBytes()).hasSize(3);
        }
    }

    private final CircuitBreaker breaker = CircuitBreaker.of(
            "server",
            CircuitBreakerConfig.custom()
                    .slidingWindowSize(2)
                    .minimumNumberOfCalls(2)
                    .failureRateThreshold(100)
                    .build());

    String guarded() throws IOException {
        try (Attempts attempts = retry.attempts()) {
            while (true) {
                InlineAttempt attempt = attempts.next();
                try {
                    return attempt.succeed(throughTheBreaker());
                } catch (IOException | CallNotPermittedException e) {
                    if (!attempt.retry(e)) throw e;
                }
            }
        }
    }

    private String throughTheBreaker() throws IOException {
        breaker.acquirePermission(); // throws CallNotPermittedException, on which the standard classifier stops
        long start = breaker.getCurrentTimestamp();
        try {
            String answer = call();
            breaker.onSuccess(breaker.getCurrentTimestamp() - start, breaker.getTimestampUnit());
            return answer;
        } catch (IOException e) {
            breaker.onError(breaker.getCurrentTimestamp() - start, breaker.getTimestampUnit(), e);
            throw e;
        }
    }

    @Test
    void breakerInside() {
        failures = 9;
        assertThatThrownBy(this::guarded).isInstanceOf(CallNotPermittedException.class);
        assertThat(calls).isEqualTo(2);
    }

    @Test
    void startup() throws IOException {
        Retry startup = Retry.explicit(
                        Schedule.backoff(ofMillis(200), ofSeconds(15)).attempts(Integer.MAX_VALUE),
                        Classifier.transientOnly(),
                        RetryBudget.unlimited())
                .within(ofMinutes(2));
        assertThat(startup.toString()).contains("attempts(2147483647)", "within=2m");
    }

    @Test
    void cancelled() {
        failures = 9;
        IOException failure = null;
        Decision decision;
        Retry interrupting = retry.onRetry(info -> Thread.currentThread().interrupt());
        try (Attempts attempts = interrupting.attempts()) {
            for (InlineAttempt attempt : attempts) {
                failure = null;
                try {
                    log.add(call());
                } catch (IOException e) {
                    failure = e;
                }
                attempt.done(failure);
            }
            decision = attempts.decision();
        }
        assertThat(decision).isEqualTo(Decision.CANCELLED);
        assertThat(failure).hasMessage("busy 1");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void timeouts() {
        try (Attempts attempts = retry.within(ofSeconds(3)).attempts()) {
            InlineAttempt attempt = attempts.next();
            assertThat(attempt.timeLeft()).contains(ofSeconds(3));
            attempt.done();
        }
    }

    @Test
    void misuse() {
        assertThatIllegalStateException()
                .isThrownBy(() -> {
                    try (Attempts attempts = retry.attempts()) {
                        log.add("attempt " + attempts.next().number());
                    }
                })
                .withMessage("Attempt 1 was not reported");
    }
}
