package dev.reprise.apache;

import static java.util.Objects.requireNonNull;

import dev.reprise.http.HttpClassifier;
import dev.reprise.http.StatusClassifier;
import dev.reprise.retry.Retry;
import dev.reprise.time.MonotonicClock;
import java.io.IOException;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request again when that is worth it and safe.
 *
 * <p>{@code HttpClients.custom().setRetryStrategy(RetryStrategy.blocking(retry))}: a GET answered 503, 503, 200 gives the
 * 200. Repeatable is a request by its method, or with an {@code Idempotency-Key}; any other is sent again only when the
 * connection was refused. The client itself never repeats an entity that is not repeatable. {@code Retry-After} is the
 * least wait.
 *
 * <p>The client asks when an attempt has ended, so that is where the call begins for {@code upTo} and
 * {@link Retry#within}: with the end of the first attempt. An attempt timeout is not enforced; set a response timeout. Each
 * hop of a redirect is a call of its own.
 */
public final class RetryStrategy implements HttpRequestRetryStrategy {
    private final Retry retry;
    private final StatusClassifier classifier;
    private final boolean waits;

    private RetryStrategy(Retry retry, StatusClassifier classifier, boolean waits) {
        this.retry = retry;
        this.classifier = classifier;
        this.waits = waits;
    }

    /**
     * For the classic client. It waits on the calling thread, by the policy's clock, with the last response still open: when
     * the wait is interrupted, that is the result.
     */
    public static RetryStrategy blocking(Retry retry) {
        requireNonNull(retry, "retry");
        return new RetryStrategy(retry.budget(retry.budget()), HttpClassifier.standard(), true);
    }

    /** For the asynchronous client, which waits by itself, in real time, without a thread. */
    public static RetryStrategy async(Retry retry) {
        requireNonNull(retry, "retry");
        return new RetryStrategy(
                retry.budget(retry.budget()).clock(new UnwaitingClock()), HttpClassifier.standard(), false);
    }

    /** Which responses are worth another attempt, and which requests may be made again. */
    public RetryStrategy classifier(StatusClassifier classifier) {
        return new RetryStrategy(retry, requireNonNull(classifier, "classifier"), waits);
    }

    @Override
    public boolean retryRequest(HttpRequest request, IOException exception, int execCount, HttpContext context) {
        return call(request, execCount, context).failed(exception, waits);
    }

    @Override
    public boolean retryRequest(HttpResponse response, int execCount, HttpContext context) {
        HttpRequest request = HttpClientContext.cast(context).getRequest();
        return call(request, execCount, context).returned(response, waits);
    }

    /** A context serves many requests, one after the other. */
    private RetriedCall call(HttpRequest request, int execCount, HttpContext context) {
        RetriedCall known = known(context);
        if (known != null && execCount > 1) return known;
        RetriedCall call = new RetriedCall(retry, classifier, request);
        context.setAttribute(RetriedCall.class.getName(), call);
        return call;
    }

    private static @Nullable RetriedCall known(HttpContext context) {
        return context.getAttribute(RetriedCall.class.getName()) instanceof RetriedCall call ? call : null;
    }

    @Override
    public TimeValue getRetryInterval(HttpRequest request, IOException exception, int execCount, HttpContext context) {
        return interval(context);
    }

    @Override
    public TimeValue getRetryInterval(HttpResponse response, int execCount, HttpContext context) {
        return interval(context);
    }

    private TimeValue interval(HttpContext context) {
        RetriedCall call = known(context);
        // The blocking one has waited already.
        return waits || call == null ? TimeValue.ZERO_MILLISECONDS : call.interval();
    }

    /** The system's, but that the client does the waiting. */
    private static final class UnwaitingClock implements MonotonicClock {
        private final MonotonicClock system = MonotonicClock.system();

        @Override
        public long nanoTime() {
            return system.nanoTime();
        }

        @Override
        public void sleep(long nanos) {}

        @Override
        public Cancellable schedule(long nanos, Runnable task) {
            return system.schedule(nanos, task);
        }
    }
}
