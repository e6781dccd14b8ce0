package dev.reprise.simulator;

import dev.reprise.retry.Retryable;
import dev.reprise.retry.Verdict;
import dev.reprise.time.AttemptTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;

/** What a client sees go wrong, as the exceptions its classifier is asked about. One of each is enough: nobody changes them. */
final class Failures {
    final Throwable failed = new Answered(503, "failed");
    final Throwable refused = new ConnectException("Connection refused");
    final Throwable overloaded;
    final Throwable timedOut;

    Failures(Scenario scenario) {
        overloaded = new Overloaded(scenario.server().retryAfter());
        timedOut = new AttemptTimeoutException(scenario.clients().timeout(), null);
    }

    private static class Answered extends IOException {
        private static final long serialVersionUID = 1L;

        Answered(int status, String text) {
            super(status + " " + text);
        }
    }

    /** 429, with what Retry-After asks for as the least wait, as the HTTP client takes it. */
    private static final class Overloaded extends Answered implements Retryable {
        private static final long serialVersionUID = 1L;

        private final transient Verdict verdict;

        Overloaded(Duration retryAfter) {
            super(429, "too many requests");
            verdict = retryAfter.isZero() ? Verdict.retry() : Verdict.retryNoSoonerThan(retryAfter);
        }

        @Override
        public Verdict retryVerdict() {
            return verdict;
        }
    }
}
