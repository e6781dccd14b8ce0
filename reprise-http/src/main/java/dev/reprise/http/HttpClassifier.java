package dev.reprise.http;

import dev.reprise.retry.ResultClassifier;
import dev.reprise.retry.Verdict;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/**
 * Says which responses are worth another attempt, and which requests may be made again. Failures, such as a broken
 * connection, are left to the classifier of the policy. Thread-safe.
 *
 * <p>One on top of the standard one: {@code response -> response.statusCode() == 420 ? Verdict.retry() :
 * HttpClassifier.standard().classify(response)}. It is asked about the response alone; a verdict to retry does nothing for a
 * request that must not be repeated.
 *
 * @see StatusClassifier the standard one, which can be adjusted
 */
@FunctionalInterface
public interface HttpClassifier extends ResultClassifier<HttpResponse<?>> {
    /**
     * The verdict on a response; its body has not been read, and must not be.
     *
     * @return the verdict; must not be null
     */
    @Override
    Verdict classify(HttpResponse<?> response);

    /**
     * Whether making the request twice does the same as making it once. GET, HEAD, OPTIONS, TRACE, PUT and DELETE, and
     * whatever has an {@code Idempotency-Key}, unless it says otherwise.
     */
    default boolean isRepeatable(HttpRequest request) {
        return standard().isRepeatable(request);
    }

    /** Statuses as {@link StatusClassifier} has them. */
    static StatusClassifier standard() {
        return StatusClassifier.STANDARD;
    }
}
