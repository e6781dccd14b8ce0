package dev.reprise.http;

import static java.util.Objects.requireNonNull;

import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import dev.reprise.time.AttemptTimeoutException;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.HttpTimeoutException;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * An {@code HttpClient} that sends its requests through another one, and again when that is worth it and safe.
 *
 * <p>{@code RetryingHttpClient.wrap(client, Retry.with(backoff(ofMillis(100), ofSeconds(5)).attempts(4)))}: a GET answered
 * 503, 503, 200 gives the 200, after two waits; answered 503 four times, it gives the fourth 503, whole. Immutable; each
 * method that changes something returns a copy.
 *
 * <ul>
 *   <li>Repeatable is a request by its method, GET, HEAD, OPTIONS, TRACE, PUT or DELETE, or with an {@code Idempotency-Key};
 *       {@link #idempotencyKeys()} gives one to those that need it. A request that is not is sent again only when nothing of
 *       it can have been sent, the connection having been refused. Its failure counts in the budget all the same, and the
 *       decision is {@code STOPPED}.
 *   <li>A body is sent again when it is known to come out the same: strings, bytes, files, {@link RepeatableBody}, and
 *       streams or publishers that prove it by starting anew. A body for one use is never sent twice, and never sent empty.
 *   <li>Which responses are worth it is said by the {@link HttpClassifier}, which failures by the policy's own classifier.
 *   <li>{@code Retry-After} is the least wait.
 *   <li>A response that another attempt replaces is closed when that attempt starts. The last is returned as it came,
 *       whatever ended the call.
 *   <li>The timeout of each request is the shortest of its own, the policy's {@link Retry#attemptTimeout} and the time left
 *       before the deadline. A call that ends by it throws {@code HttpTimeoutException}, as of any client.
 *   <li>Cancelling the future of {@code sendAsync}, or interrupting {@code send}, ends the exchange that is running.
 *   <li>Pushed responses go to the caller's handler in each attempt.
 * </ul>
 *
 * <p>All calls of a client, and of its copies, share one budget: the policy's own where that says {@code perCallSite}.
 *
 * <p>The JDK's client sends some requests again by itself after a connection broke; the guide of this project says which,
 * and how to switch that off.
 *
 * <p>From seed D, whose transport this is.
 */
public final class RetryingHttpClient extends HttpClient {
    private final HttpClient client;
    private final Retry retry;
    private final Duration attemptTimeout;
    private final HttpClassifier classifier;
    private final @Nullable Supplier<String> keys;

    private RetryingHttpClient(
            HttpClient client, Retry retry, HttpClassifier classifier, @Nullable Supplier<String> keys) {
        this.client = client;
        this.retry = retry;
        // The worst case of a single attempt is its timeout.
        this.attemptTimeout = retry.schedule(Schedule.once()).worstCase();
        this.classifier = classifier;
        this.keys = keys;
    }

    /**
     * The client, with retries.
     *
     * @param client what sends each attempt; a circuit breaker belongs there, so that it sees each attempt
     * @param retry when to go again, and when to stop
     */
    public static RetryingHttpClient wrap(HttpClient client, Retry retry) {
        requireNonNull(client, "client");
        requireNonNull(retry, "retry");
        // The lambdas in here would count as the call site of all clients.
        return new RetryingHttpClient(client, retry.budget(retry.budget()), HttpClassifier.standard(), null);
    }

    /** Which responses are worth another attempt, and which requests may be made again. */
    public RetryingHttpClient classifier(HttpClassifier classifier) {
        return new RetryingHttpClient(client, retry, requireNonNull(classifier, "classifier"), keys);
    }

    /**
     * Makes every request repeatable: one that is not, such as a POST, gets a random {@code Idempotency-Key}, the same for
     * all its attempts. For servers that honour it, and only those: one that does not would do the work twice.
     */
    public RetryingHttpClient idempotencyKeys() {
        return idempotencyKeys(IdempotencyKeys.random());
    }

    /**
     * As {@link #idempotencyKeys()}, with keys from elsewhere.
     *
     * @param keys gives a new key for each call; must be a legal value of a header
     */
    public RetryingHttpClient idempotencyKeys(Supplier<String> keys) {
        return new RetryingHttpClient(client, retry, classifier, requireNonNull(keys, "keys"));
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        HttpCall<T> call = call(request, handler, null);
        boolean returned = false;
        try {
            HttpResponse<T> response =
                    call.under(retry).<HttpResponse<T>, IOException>callInterruptibly(call::send, call::returned);
            returned = true;
            return response;
        } catch (AttemptTimeoutException late) {
            throw asOfAnyClient(late);
        } finally {
            if (!returned) call.abandon();
        }
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        return start(call(request, handler, null));
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushPromiseHandler) {
        return start(call(request, handler, pushPromiseHandler));
    }

    private <T> HttpCall<T> call(HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
        requireNonNull(request, "request");
        requireNonNull(handler, "responseBodyHandler");
        HttpRequest keyed = keys == null || classifier.isRepeatable(request)
                ? request
                : HttpCall.copy(request).header("Idempotency-Key", keys.get()).build();
        return new HttpCall<>(client, classifier, retry.classifier(), attemptTimeout, keyed, handler, pushes);
    }

    /** The caller's future and the retry's end each other, whichever is sooner. */
    private <T> CompletableFuture<HttpResponse<T>> start(HttpCall<T> call) {
        CompletableFuture<HttpResponse<T>> retried =
                call.under(retry).<HttpResponse<T>>callAsync(call::sendAsync, call::returned);
        CompletableFuture<HttpResponse<T>> result = new CompletableFuture<>();
        CompletableFuture<?> unused = retried.whenComplete((response, failure) -> {
            boolean taken = failure == null
                    ? result.complete(response)
                    : result.completeExceptionally(
                            failure instanceof AttemptTimeoutException late ? asOfAnyClient(late) : failure);
            if (failure != null || !taken) call.abandon();
        });
        unused = result.whenComplete((response, failure) -> retried.cancel(true));
        return result;
    }

    /** Code that was written for an HttpClient knows this one. */
    private static HttpTimeoutException asOfAnyClient(AttemptTimeoutException late) {
        HttpTimeoutException timeout = new HttpTimeoutException(late.getMessage());
        timeout.initCause(late);
        return timeout;
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return client.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return client.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return client.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return client.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return client.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return client.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return client.authenticator();
    }

    @Override
    public Version version() {
        return client.version();
    }

    @Override
    public Optional<Executor> executor() {
        return client.executor();
    }

    /** Web sockets are the client's own: they are not retried. */
    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        return client.newWebSocketBuilder();
    }

    // Of HttpClient since Java 21, so they must not say @Override here.

    /**
     * Shuts the client down, which is shared with all copies. Since Java 21.
     *
     * @throws UnsupportedOperationException on an older Java
     */
    public void shutdown() {
        Lifecycle.shutdown(client);
    }

    /**
     * Shuts the client down at once. Since Java 21.
     *
     * @throws UnsupportedOperationException on an older Java
     */
    public void shutdownNow() {
        Lifecycle.shutdownNow(client);
    }

    /**
     * Waits for the client to terminate. Since Java 21.
     *
     * @return whether it has
     * @throws InterruptedException when the thread is interrupted meanwhile
     * @throws UnsupportedOperationException on an older Java
     */
    public boolean awaitTermination(Duration duration) throws InterruptedException {
        return Lifecycle.awaitTermination(client, duration);
    }

    /**
     * Whether the client has terminated. Since Java 21.
     *
     * @throws UnsupportedOperationException on an older Java
     */
    public boolean isTerminated() {
        return Lifecycle.isTerminated(client);
    }

    /**
     * Closes the client, when all its exchanges have ended. Since Java 21.
     *
     * @throws UnsupportedOperationException on an older Java
     */
    public void close() {
        Lifecycle.close(client);
    }

    /** As {@code RetryingHttpClient[client, Retry[…]]}. */
    @Override
    public String toString() {
        return "RetryingHttpClient[" + client + ", " + retry + "]";
    }
}
