package dev.reprise.http;

import dev.reprise.retry.Attempt;
import dev.reprise.retry.Classifier;
import dev.reprise.retry.Retry;
import dev.reprise.retry.Verdict;
import dev.reprise.schedule.Schedule;
import dev.reprise.time.Deadline;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One logical call: what its attempts share, and what is to be said about their outcomes. */
final class HttpCall<T extends @Nullable Object> {
    private final HttpClient client;
    private final HttpClassifier responses;
    private final Classifier failures;
    private final Duration attemptTimeout;
    private final HttpRequest request;
    private final boolean repeatable;
    private final @Nullable GuardedBody guard;
    private final BodyHandler<T> handler;
    private final @Nullable PushPromiseHandler<T> pushes;

    private HeldResponse<T> held;
    private boolean ended;

    /**
     * A call to make.
     *
     * @param request as its attempts send it, but for the time left and the guard of the body
     * @param attemptTimeout the policy's, forever without one
     */
    HttpCall(
            HttpClient client,
            HttpClassifier responses,
            Classifier failures,
            Duration attemptTimeout,
            HttpRequest request,
            BodyHandler<T> handler,
            @Nullable PushPromiseHandler<T> pushes) {
        this.client = client;
        this.responses = responses;
        this.failures = failures;
        this.attemptTimeout = attemptTimeout;
        this.repeatable = responses.isRepeatable(request);
        this.guard = guardOf(request, repeatable);
        this.request = guard == null ? request : withBody(request, guard);
        this.handler = handler;
        this.pushes = pushes;
        this.held = new HeldResponse<>(handler);
    }

    /** A request that may be repeated, with a body that can be, needs none. Of others it matters whether anything was sent. */
    private static @Nullable GuardedBody guardOf(HttpRequest request, boolean repeatable) {
        BodyPublisher body = request.bodyPublisher().orElse(null);
        if (body == null || body.contentLength() == 0) return null;
        return repeatable && GuardedBody.isKnownRepeatable(body) ? null : GuardedBody.of(body);
    }

    private static HttpRequest withBody(HttpRequest request, BodyPublisher body) {
        return copy(request).method(request.method(), body).build();
    }

    static HttpRequest.Builder copy(HttpRequest request) {
        return HttpRequest.newBuilder(request, (name, value) -> true);
    }

    /** The policy for this call. */
    Retry under(Retry retry) {
        return repeatable && guard == null ? retry : retry.classifier(this::failed);
    }

    // Attempts.

    HttpResponse<T> send() throws IOException, InterruptedException {
        HeldResponse<T> response = replace();
        return client.send(timed(), response);
    }

    CompletableFuture<HttpResponse<T>> sendAsync() {
        HeldResponse<T> response = replace();
        return pushes == null ? client.sendAsync(timed(), response) : client.sendAsync(timed(), response, pushes);
    }

    /** Only now is the last response replaced: had the wait been cut short, it would have been the result. */
    private HeldResponse<T> replace() {
        HeldResponse<T> next = new HeldResponse<>(handler);
        HeldResponse<T> last;
        boolean late;
        synchronized (this) {
            last = held;
            held = next;
            late = ended;
        }
        last.release();
        if (late) next.release();
        return next;
    }

    /** The call ended otherwise than with a response: one that still comes is let go. */
    void abandon() {
        HeldResponse<T> last;
        synchronized (this) {
            ended = true;
            last = held;
        }
        last.release();
    }

    /** The request with the shortest of its own timeout, the policy's for an attempt, and the time left, if any. */
    private HttpRequest timed() {
        Duration limit = shorter(attemptTimeout, request.timeout().orElse(Schedule.FOREVER));
        Duration left = Deadline.current().map(Deadline::remaining).orElse(Schedule.FOREVER);
        if (!left.isZero()) limit = shorter(limit, left);
        boolean asBefore = limit.isZero()
                || limit.equals(Schedule.FOREVER)
                || limit.equals(request.timeout().orElse(null));
        return asBefore ? request : copy(request).timeout(limit).build();
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    // What is said about outcomes.

    /** The verdict on a response. */
    @SuppressWarnings("NullAway") // a classifier of the user's may return null, which the retry sees to
    Verdict returned(HttpResponse<T> response) {
        return mayBeRepeated(responses.classify(response), false);
    }

    private Verdict failed(Throwable failure, Attempt attempt) {
        boolean connecting = failure instanceof ConnectException || failure instanceof HttpConnectTimeoutException;
        return mayBeRepeated(failures.classify(failure, attempt), connecting && nothingWasSent());
    }

    /** The same, unless it says retry and the request cannot be made again. */
    private Verdict mayBeRepeated(Verdict verdict, boolean nothingWasSent) {
        if (Verdict.accept().equals(verdict) || Verdict.stop().equals(verdict)) return verdict;
        if (!repeatable && !nothingWasSent) return Verdict.unrepeatable();
        return guard == null || guard.canBeSent() ? verdict : Verdict.unrepeatable();
    }

    /** Where redirects are followed, the connection that failed need not be the first. A body tells, for it was read or not. */
    private boolean nothingWasSent() {
        return guard == null ? client.followRedirects() == HttpClient.Redirect.NEVER : !guard.wasRead();
    }
}
