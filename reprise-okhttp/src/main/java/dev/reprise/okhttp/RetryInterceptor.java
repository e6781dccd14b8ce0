package dev.reprise.okhttp;

import static java.util.Objects.requireNonNull;

import dev.reprise.http.HttpClassifier;
import dev.reprise.http.StatusClassifier;
import dev.reprise.retry.Retry;
import dev.reprise.time.AttemptTimeoutException;
import java.io.IOException;
import java.io.InterruptedIOException;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Sends a request again when that is worth it and safe.
 *
 * <p>{@code new OkHttpClient.Builder().addInterceptor(RetryInterceptor.of(retry))}: a GET answered 503, 503, 200 gives the
 * 200. Add it as an application interceptor, before those that should see each attempt.
 *
 * <ul>
 *   <li>Repeatable is a request by its method, or with an {@code Idempotency-Key}, unless its body is one-shot or duplex. Any
 *       other is sent again only when the connection was refused before its body was written.
 *   <li>{@code Retry-After} is the least wait. It blocks the thread of the call, a dispatcher's when that was enqueued.
 *   <li>A response that another attempt replaces is closed when that attempt starts, the last is returned as it came.
 *   <li>A cancelled call is not retried; one that is cancelled during a wait ends when the wait does.
 *   <li>An attempt that outlasts the policy's attempt timeout at the end of a call throws {@code InterruptedIOException}, as
 *       OkHttp's own timeouts do.
 * </ul>
 *
 * <p>OkHttp by itself tries the other addresses of a host, and a new connection where a pooled one has gone stale. That may
 * stay on: it is not a second try of what the server has seen. All calls share one budget, the policy's own where that says
 * {@code perCallSite}.
 */
public final class RetryInterceptor implements Interceptor {
    private final Retry retry;
    private final StatusClassifier classifier;

    private RetryInterceptor(Retry retry, StatusClassifier classifier) {
        this.retry = retry;
        this.classifier = classifier;
    }

    /** An interceptor that goes by this policy, and by {@link HttpClassifier#standard()}. */
    public static RetryInterceptor of(Retry retry) {
        requireNonNull(retry, "retry");
        return new RetryInterceptor(retry.budget(retry.budget()), HttpClassifier.standard());
    }

    /** Which responses are worth another attempt, and which requests may be made again. */
    public RetryInterceptor classifier(StatusClassifier classifier) {
        return new RetryInterceptor(retry, requireNonNull(classifier, "classifier"));
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        OkHttpAttempts attempts = new OkHttpAttempts(chain, classifier, retry.classifier());
        try {
            return retry.classifier(attempts::failed).<Response, IOException>call(attempts::next, attempts::returned);
        } catch (AttemptTimeoutException late) {
            InterruptedIOException timeout = new InterruptedIOException("timeout");
            timeout.initCause(late);
            throw timeout;
        }
    }
}
