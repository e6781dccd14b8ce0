package dev.reprise.apache;

import dev.reprise.Decision;
import dev.reprise.http.StatusClassifier;
import dev.reprise.retry.Attempt;
import dev.reprise.retry.Classifier;
import dev.reprise.retry.InlineAttempt;
import dev.reprise.retry.Retry;
import dev.reprise.retry.Verdict;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Iterator;
import java.util.function.Function;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * The loop of one request, turned inside out: the client asks after each attempt, and this reports it. Lives in the context
 * of the request, and has nothing that must be closed: a grant whose retry is given up by the client is not given back.
 */
final class RetriedCall {
    private final StatusClassifier responses;
    private final Classifier failures;
    private final boolean repeatable;
    private final Iterator<InlineAttempt> attempts;
    private @Nullable InlineAttempt running;
    private Duration interval = Duration.ZERO;

    RetriedCall(Retry retry, StatusClassifier responses, HttpRequest request) {
        this.responses = responses;
        this.failures = retry.classifier();
        this.repeatable =
                responses.isRepeatable(request.getMethod(), request.getFirstHeader("Idempotency-Key") != null);
        this.attempts = retry.classifier(this::classify).attempts().iterator();
    }

    /** Whether the request is to be made again, after the wait if that is to be done here. */
    boolean failed(IOException failure, boolean waits) {
        return reported(attempt -> attempt.done(failure), waits);
    }

    /** Whether the request is to be made again, after the wait if that is to be done here. */
    boolean returned(HttpResponse response, boolean waits) {
        return reported(attempt -> attempt.doneWith(response, this::classify), waits);
    }

    private boolean reported(Function<InlineAttempt, Decision> report, boolean waits) {
        InlineAttempt attempt = running();
        if (attempt == null || report.apply(attempt) != Decision.AGAIN) return false;
        interval = attempt.delay();
        if (!waits) return true;
        running = running();
        return running != null;
    }

    /** The attempt that is running; null when there is none, the deadline having passed or the wait been interrupted. */
    private @Nullable InlineAttempt running() {
        InlineAttempt begun = running;
        running = null;
        if (begun != null) return begun;
        return attempts.hasNext() ? attempts.next() : null;
    }

    /** The wait that was decided last. */
    TimeValue interval() {
        return TimeValue.of(interval);
    }

    private Verdict classify(Throwable failure, Attempt attempt) {
        // A hop of a redirect is a call of its own, so a connection that failed is always the first.
        boolean nothingWasSent = failure instanceof ConnectException
                || failure instanceof ConnectTimeoutException
                || failure instanceof UnknownHostException;
        return mayBeRepeated(failures.classify(failure, attempt), nothingWasSent);
    }

    private Verdict classify(HttpResponse response) {
        Verdict verdict = responses.classify(
                response.getCode(), value(response, "Retry-After"), value(response, "Date"), value(response, "Age"));
        return mayBeRepeated(verdict, false);
    }

    private static @Nullable String value(HttpResponse response, String name) {
        Header header = response.getFirstHeader(name);
        return header == null ? null : header.getValue();
    }

    private Verdict mayBeRepeated(Verdict verdict, boolean nothingWasSent) {
        if (Verdict.accept().equals(verdict) || Verdict.stop().equals(verdict)) return verdict;
        return repeatable || nothingWasSent ? verdict : Verdict.unrepeatable();
    }
}
