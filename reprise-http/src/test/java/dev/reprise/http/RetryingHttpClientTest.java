package dev.reprise.http;

import static dev.reprise.http.RawServer.reset;
import static dev.reprise.http.RawServer.silence;
import static dev.reprise.http.RawServer.status;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryEvent;
import dev.reprise.retry.Classifier;
import dev.reprise.retry.Retry;
import dev.reprise.retry.RetryNesting;
import dev.reprise.schedule.Schedule;
import dev.reprise.time.AttemptTimeoutException;
import dev.reprise.time.Deadline;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Against a real server, with the JDK's client; only the waits between attempts are skipped. */
class RetryingHttpClientTest {
    private static final HttpClient JDK = HttpClient.newHttpClient();

    private final SkippingClock clock = new SkippingClock();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final Retry retry = Retry.with(Schedule.exponential(ofMillis(100)).attempts(4))
            .clock(clock)
            .listener(event -> events.add(event.name().substring("retry.".length()) + " " + event.decision()));
    private RawServer server;

    private URI serve(RawServer.Reply... replies) throws IOException {
        server = new RawServer(replies);
        return server.uri("/");
    }

    @AfterEach
    void stop() {
        if (server != null) server.close();
    }

    private HttpResponse<String> get(Sender how, Retry policy, URI uri) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri).build();
        return how.send(RetryingHttpClient.wrap(JDK, policy), request, BodyHandlers.ofString());
    }

    private static HttpRequest put(URI uri) {
        return HttpRequest.newBuilder(uri).PUT(BodyPublishers.ofString("x")).build();
    }

    private static HttpRequest post(URI uri, String... headers) {
        HttpRequest.Builder post = HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString("order"));
        return headers.length == 0 ? post.build() : post.headers(headers).build();
    }

    private HttpResponse<String> send(Sender how, Retry policy, HttpRequest request) throws Exception {
        return how.send(RetryingHttpClient.wrap(JDK, policy), request, BodyHandlers.ofString());
    }

    // What is retried.

    @ParameterizedTest
    @EnumSource
    void send_busyBusyOk_givesTheThirdAnswer(Sender how) throws Exception {
        HttpResponse<String> response = get(how, retry, serve(status(503), status(503), status(200)));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("status 200");
        assertThat(server.received()).hasSize(3);
        assertThat(clock.waits()).containsExactly(ofMillis(100), ofMillis(200));
        assertThat(events).containsExactly("attempt_failed again", "attempt_failed again", "succeeded succeeded");
    }

    @ParameterizedTest
    @EnumSource
    void send_alwaysBusy_givesTheLastAnswerWhole(Sender how) throws Exception {
        HttpResponse<String> response = get(
                how,
                retry,
                serve(
                        status(503),
                        status(503),
                        status(503),
                        (request, socket) -> RawServer.answer(socket, 503, "the last", "Why: load")));

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("the last");
        assertThat(response.headers().firstValue("why")).contains("load");
        assertThat(server.received()).hasSize(4);
        assertThat(events).endsWith("attempt_failed exhausted", "exhausted exhausted");
    }

    @ParameterizedTest
    @EnumSource
    void send_notFound_isReturnedAtOnce(Sender how) throws Exception {
        assertThat(get(how, retry, serve(status(404))).statusCode()).isEqualTo(404);
        assertThat(server.received()).hasSize(1);
        assertThat(events).containsExactly("attempt_failed stopped", "permanent stopped");
    }

    @ParameterizedTest
    @EnumSource
    void send_resetThenOk_retriesPut(Sender how) throws Exception {
        assertThat(send(how, retry, put(serve(reset(), status(200)))).statusCode())
                .isEqualTo(200);
        assertThat(server.received()).hasSize(2);
        assertThat(server.connections()).isEqualTo(2);
    }

    /** The JDK's own retry of a GET on a connection that breaks without an answer comes before ours. */
    @ParameterizedTest
    @EnumSource
    void send_alwaysReset_throwsTheLastFailure(Sender how) throws Exception {
        HttpRequest request = put(serve(reset()));
        assertThatThrownBy(() -> send(how, retry, request)).isInstanceOf(IOException.class);
        assertThat(server.received()).hasSize(4);
    }

    @ParameterizedTest
    @EnumSource
    void send_halfAnAnswer_retries(Sender how) throws Exception {
        RawServer.Reply half = (request, socket) -> {
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
            socket.close();
        };
        assertThat(send(how, retry, put(serve(half, status(200)))).body()).isEqualTo("status 200");
    }

    @ParameterizedTest
    @EnumSource
    void send_connectionClosedByEachAnswer_retriesOnNewOnes(Sender how) throws Exception {
        RawServer.Reply closing = (request, socket) -> {
            RawServer.answer(socket, 503, "busy", "Connection: close");
            socket.close();
        };
        assertThat(get(how, retry, serve(closing, closing, status(200))).statusCode())
                .isEqualTo(200);
        assertThat(server.connections()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void send_keptConnection_isUsedForAllAttempts(Sender how) throws Exception {
        assertThat(get(how, retry, serve(status(503), status(503), status(200))).statusCode())
                .isEqualTo(200);
        assertThat(server.connections()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void send_failureThePolicyStopsOn_isThrownAtOnce(Sender how) throws Exception {
        HttpRequest request = put(serve(reset()));
        assertThatThrownBy(() -> send(how, retry.classifier(Classifier.never()), request))
                .isInstanceOf(IOException.class);
        assertThat(server.received()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void send_ownClassifier_isAsked(Sender how) throws Exception {
        RetryingHttpClient client = RetryingHttpClient.wrap(JDK, retry)
                .classifier(HttpClassifier.standard().retrying(409).stopping(503));
        HttpRequest request =
                HttpRequest.newBuilder(serve(status(409), status(503))).build();
        assertThat(how.send(client, request, BodyHandlers.ofString()).statusCode())
                .isEqualTo(503);
        assertThat(server.received()).hasSize(2);
    }

    // Requests that must not be repeated.

    @ParameterizedTest
    @EnumSource
    @Tag("BR-108")
    void send_postRefused_isRetried(Sender how) throws Exception {
        URI nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/");
        }
        assertThatThrownBy(() -> send(how, retry, post(nobody))).isInstanceOf(ConnectException.class);
        assertThat(events).hasSize(5).endsWith("exhausted exhausted");
    }

    @ParameterizedTest
    @EnumSource
    @Tag("BR-108")
    void send_postReset_isNotRetried(Sender how) throws Exception {
        HttpRequest request = post(serve(reset()));
        assertThatThrownBy(() -> send(how, retry, request)).isInstanceOf(IOException.class);
        assertThat(server.received()).hasSize(1);
        assertThat(events).containsExactly("attempt_failed stopped", "permanent stopped");
    }

    @ParameterizedTest
    @EnumSource
    @Tag("BR-108")
    void send_postTimedOut_isNotRetried(Sender how) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(post(serve(silence())), (name, value) -> true)
                .timeout(ofMillis(200))
                .build();
        assertThatThrownBy(() -> send(how, retry, request)).isInstanceOf(HttpTimeoutException.class);
        assertThat(server.received()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("BR-108")
    void send_postBusy_isReturnedAndCountsInTheBudget(Sender how) throws Exception {
        RetryBudget tokens = RetryBudget.tokens(10, 0.1);
        HttpResponse<String> response = send(how, retry.budget(tokens), post(serve(status(503))));

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(server.received()).hasSize(1);
        assertThat(events).containsExactly("attempt_failed stopped", "permanent stopped");
        assertThat(tokens.balance()).isEqualTo(9.0);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("BR-108")
    void send_postWithKey_isRetriedAfterAnything(Sender how) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        post(serve(reset(), silence(), status(503), status(200)), "Idempotency-Key", "\"k\""),
                        (name, value) -> true)
                .timeout(ofSeconds(1))
                .build();
        assertThat(send(how, retry, request).statusCode()).isEqualTo(200);
        assertThat(server.received()).hasSize(4).allSatisfy(received -> {
            assertThat(received.header("idempotency-key")).isEqualTo("\"k\"");
            assertThat(received.body()).isEqualTo("order");
        });
    }

    @ParameterizedTest
    @EnumSource
    void idempotencyKeys_post_hasOneForItsAttempts(Sender how) throws Exception {
        RetryingHttpClient client = RetryingHttpClient.wrap(JDK, retry).idempotencyKeys();
        HttpRequest request = post(serve(status(503), status(200), status(200)));
        assertThat(how.send(client, request, BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
        assertThat(how.send(client, request, BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);

        List<String> keys = server.received().stream()
                .map(received -> received.header("idempotency-key"))
                .toList();
        assertThat(keys.get(0))
                .matches("\"[0-9a-f-]{36}\"")
                .isEqualTo(keys.get(1))
                .isNotEqualTo(keys.get(2));
        assertThat(request.headers().map()).as("the caller's request").isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void idempotencyKeys_notNeeded_areNotAdded(Sender how) throws Exception {
        RetryingHttpClient client = RetryingHttpClient.wrap(JDK, retry).idempotencyKeys(() -> "new");
        URI uri = serve(status(200));
        how.send(client, put(uri), BodyHandlers.ofString());
        how.send(client, post(uri, "Idempotency-Key", "mine"), BodyHandlers.ofString());
        how.send(client, post(uri), BodyHandlers.ofString());
        assertThat(server.received())
                .extracting(received -> received.header("idempotency-key"))
                .containsExactly("", "mine", "new");
    }

    /** A redirect has been followed when the connection is refused, so the POST was sent. */
    @ParameterizedTest
    @EnumSource
    @Tag("BR-108")
    void send_postRedirectedToNobody_isNotRetried(Sender how) throws Exception {
        URI nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/");
        }
        HttpClient following = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.ALWAYS)
                .build();
        HttpRequest request = post(serve(status(303, "Location: " + nobody)));
        assertThatThrownBy(() -> how.send(RetryingHttpClient.wrap(following, retry), request, BodyHandlers.ofString()))
                .isInstanceOf(ConnectException.class);
        assertThat(server.received()).hasSize(1);
        assertThat(events).containsExactly("attempt_failed stopped", "permanent stopped");
    }

    // Retry-After.

    @ParameterizedTest
    @EnumSource
    @Tag("BR-102")
    void send_retryAfter_isTheLeastWait(Sender how) throws Exception {
        Retry jittered =
                retry.schedule(Schedule.fixedDelay(ofSeconds(10)).jittered().attempts(3));
        get(how, jittered, serve(status(503, "Retry-After: 7"), status(429, "retry-after:  60 "), status(200)));
        assertThat(clock.waits().get(0)).isBetween(ofSeconds(7), ofSeconds(10));
        assertThat(clock.waits().get(1)).isEqualTo(ofSeconds(60));
    }

    @ParameterizedTest
    @EnumSource
    @Tag("BR-101")
    void send_retryAfterZero_leavesTheBackoffGrowing(Sender how) throws Exception {
        Retry patient = retry.schedule(Schedule.exponential(ofMillis(500)).attempts(20));
        get(how, patient.budget(RetryBudget.unlimited()), serve(status(429, "Retry-After: 0")));
        assertThat(server.received()).hasSize(20);
        assertThat(clock.waits()).hasSize(19).startsWith(ofMillis(500), ofSeconds(1), ofSeconds(2));
        assertThat(clock.waits().get(18)).isEqualTo(ofMinutes(5));
    }

    @ParameterizedTest
    @EnumSource
    @Tag("BR-094")
    void send_retryAfterInThePast_leavesItToTheSchedule(Sender how) throws Exception {
        get(
                how,
                retry,
                serve(
                        status(503, "Retry-After: -100"),
                        status(
                                503,
                                "Date: Sun, 06 Nov 1994 08:49:37 GMT",
                                "Retry-After: Sun, 06 Nov 1994 07:49:37 GMT"),
                        status(503, "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT"),
                        status(200)));
        assertThat(clock.waits()).containsExactly(ofMillis(100), ofMillis(200), ofMillis(400));
    }

    @ParameterizedTest
    @EnumSource
    @Tag("BR-103")
    void send_retryAfterWithADate_goesByTheServersClock(Sender how) throws Exception {
        get(
                how,
                retry,
                serve(
                        status(
                                503,
                                "Date: Sun, 06 Nov 1994 08:49:00 GMT",
                                "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT"),
                        status(200)));
        assertThat(clock.waits()).containsExactly(ofSeconds(37));
    }

    @ParameterizedTest
    @EnumSource
    @Tag("BR-096")
    void send_retryAfterADay_isCappedAndReported(Sender how) throws Exception {
        get(how, retry, serve(status(503, "Retry-After: 86400"), status(200)));
        assertThat(clock.waits()).containsExactly(ofMinutes(5));
        assertThat(events).startsWith("after_capped again", "attempt_failed again");

        get(how, retry.retryAfterCap(ofMinutes(1)), serve(status(503, "Retry-After: 86400"), status(200)));
        assertThat(clock.waits()).containsExactly(ofMinutes(5), ofMinutes(1));
    }

    @ParameterizedTest
    @EnumSource
    @Tag("BR-095")
    void send_retryAfterVeryLong_isTheCap(Sender how) throws Exception {
        get(
                how,
                retry,
                serve(
                        status(503, "Retry-After: 9999999999"),
                        status(503, "Retry-After: 18446744073709551616"),
                        status(
                                503,
                                "Date: Sun, 06 Nov 1994 08:49:00 GMT",
                                "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT"),
                        status(200)));
        assertThat(clock.waits()).containsExactly(ofMinutes(5), ofMinutes(5), ofMinutes(5));
    }

    @ParameterizedTest
    @EnumSource
    @Tag("BR-096")
    void send_retryAfterPastTheDeadline_givesTheResponseAtOnce(Sender how) throws Exception {
        HttpResponse<String> response =
                get(how, retry.within(ofSeconds(10)), serve(status(503, "Retry-After: 86400"), status(200)));
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("status 503");
        assertThat(clock.waits()).isEmpty();
        assertThat(events).contains("deadline_skip expired");
    }

    @ParameterizedTest
    @EnumSource
    @Tag("BR-109")
    void send_retryAfterOnTheLastAttempt_doesNotLiftTheLimit(Sender how) throws Exception {
        HttpResponse<String> response = get(how, retry, serve(status(503, "Retry-After: 2")));
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(server.received()).hasSize(4);
        assertThat(clock.waits()).containsExactly(ofSeconds(2), ofSeconds(2), ofSeconds(2));
    }

    // Budget, nesting.

    @ParameterizedTest
    @EnumSource
    void wrap_budgetPerCallSite_isOneForEachPolicy(Sender how) throws Exception {
        URI uri = serve(status(503));
        HttpRequest request = HttpRequest.newBuilder(uri).build();
        HttpClient one = RetryingHttpClient.wrap(JDK, retry);
        HttpClient copy = RetryingHttpClient.wrap(JDK, retry).idempotencyKeys();
        HttpClient other =
                RetryingHttpClient.wrap(JDK, Retry.with(retry.schedule()).clock(clock));
        for (int i = 0; i < 4; i++) how.send(one, request, BodyHandlers.discarding());
        int spent = server.received().size();
        how.send(copy, request, BodyHandlers.discarding());
        int spentByCopy = server.received().size() - spent;
        how.send(other, request, BodyHandlers.discarding());

        // Twelve retries were wanted; the reserve is ten, and grows with the time that is skipped.
        assertThat(spent).isBetween(14, 16);
        assertThat(spentByCopy).as("throttled with the first").isLessThan(4);
        assertThat(server.received()).hasSize(spent + spentByCopy + 4);
    }

    @ParameterizedTest
    @EnumSource
    void send_insideARetrysAttempt_isMadeOnce(Sender how) throws Exception {
        URI uri = serve(status(503));
        HttpClient client = RetryingHttpClient.wrap(JDK, retry);
        HttpRequest request = HttpRequest.newBuilder(uri).build();
        Retry outer = Retry.with(Schedule.times(2)).clock(clock);
        Object unused = outer.tried(() -> {
            throw new IOException("status "
                    + how.send(client, request, BodyHandlers.ofString()).statusCode());
        });
        assertThat(server.received()).hasSize(2);
        assertThat(events).containsOnly("attempt_failed nested", "nested nested");
    }

    @ParameterizedTest
    @EnumSource
    void send_explicitPolicyInsideARetrysAttempt_retries(Sender how) throws Exception {
        URI uri = serve(status(503));
        HttpClient client = RetryingHttpClient.wrap(JDK, retry.nesting(RetryNesting.ALLOW));
        HttpRequest request = HttpRequest.newBuilder(uri).build();
        Object unused = Retry.with(Schedule.once()).tried(() -> how.send(client, request, BodyHandlers.ofString()));
        assertThat(server.received()).hasSize(4);
    }

    // Time limits, which are real.

    @ParameterizedTest
    @EnumSource
    void send_attemptTimeout_isThatOfTheRequest(Sender how) throws Exception {
        Retry limited = Retry.with(Schedule.times(2)).attemptTimeout(ofMillis(300));
        HttpRequest request = put(serve(silence()));
        assertThatThrownBy(() -> send(how, limited, request)).isInstanceOf(HttpTimeoutException.class);
        assertThat(server.received()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void send_attemptTimeoutInASlowBody_endsTheAttempt(Sender how) throws Exception {
        RawServer.Reply slow =
                (request, socket) -> RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbeginning");
        Retry limited = Retry.with(Schedule.times(2)).attemptTimeout(ofMillis(500));
        HttpResponse<String> response = send(how, limited, put(serve(slow, status(200))));
        assertThat(response.body()).isEqualTo("status 200");

        HttpRequest request = put(serve(slow));
        assertThatThrownBy(() -> send(how, limited, request))
                .isInstanceOf(HttpTimeoutException.class)
                .hasMessage("Attempt timed out after 500ms.")
                .hasCauseInstanceOf(AttemptTimeoutException.class);
    }

    @ParameterizedTest
    @EnumSource
    void send_requestsOwnTimeout_staysWhenItIsShorter(Sender how) throws Exception {
        Retry limited = Retry.with(Schedule.once()).attemptTimeout(ofMinutes(5)).within(ofMinutes(5));
        HttpRequest request =
                HttpRequest.newBuilder(serve(silence())).timeout(ofMillis(200)).build();
        assertThatThrownBy(() -> send(how, limited, request)).isInstanceOf(HttpTimeoutException.class);
    }

    @ParameterizedTest
    @EnumSource
    void send_deadline_isTheTimeoutOfTheRequest(Sender how) throws Exception {
        HttpRequest request = put(serve(silence()));
        List<RetryEvent> ended = new CopyOnWriteArrayList<>();
        Retry policy = Retry.with(Schedule.times(5)).listener(ended::add);
        assertThatThrownBy(() -> Deadline.after(ofMillis(300)).call(() -> send(how, policy, request)))
                .isInstanceOf(HttpTimeoutException.class);
        assertThat(ended).extracting(RetryEvent::name).containsExactly("retry.attempt_failed", "retry.deadline_skip");

        assertThatThrownBy(() -> send(how, policy.within(ofMillis(300)), request))
                .isInstanceOf(HttpTimeoutException.class);
        assertThat(server.received()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void send_deadlinePassedAlready_makesTheFirstAttemptUncut(Sender how) throws Exception {
        URI uri = serve(status(503));
        HttpResponse<String> response = Deadline.after(Duration.ZERO).call(() -> get(how, retry, uri));
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(server.received()).hasSize(1);
    }

    // Cancelling.

    @Test
    void send_interruptedInAnAttempt_endsTheExchange() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch left = new CountDownLatch(1);
        HttpRequest request = put(serve((received, socket) -> {
            arrived.countDown();
            if (socket.getInputStream().read() < 0) left.countDown();
        }));
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                RetryingHttpClient.wrap(JDK, retry).send(request, BodyHandlers.ofString());
            } catch (Throwable failure) {
                thrown.complete(failure);
            }
        });
        caller.start();
        arrived.await();
        caller.interrupt();

        assertThat(Sender.get(thrown)).isInstanceOf(InterruptedException.class);
        left.await();
        assertThat(events).containsExactly("attempt_failed cancelled", "cancelled cancelled");
    }

    @Test
    void send_interruptedBetweenAttempts_givesTheLastResponseAndTheFlag() throws Exception {
        Thread caller = Thread.currentThread();
        Retry interrupting = retry.onRetry(info -> caller.interrupt());
        HttpResponse<String> response = get(Sender.SEND, interrupting, serve(status(503)));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(response.body()).isEqualTo("status 503");
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void sendAsync_cancelled_endsTheExchange() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch left = new CountDownLatch(1);
        HttpRequest request = put(serve((received, socket) -> {
            arrived.countDown();
            if (socket.getInputStream().read() < 0) left.countDown();
        }));
        CompletableFuture<HttpResponse<String>> future =
                RetryingHttpClient.wrap(JDK, retry).sendAsync(request, BodyHandlers.ofString());
        arrived.await();
        future.cancel(true);

        assertThat(future).isCancelled();
        left.await();
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void sendAsync_cancelledBetweenAttempts_makesNoOther() throws Exception {
        URI uri = serve(status(503));
        CompletableFuture<Void> waiting = new CompletableFuture<>();
        Retry slow = Retry.with(Schedule.fixedDelay(ofMinutes(10)).attempts(2)).onRetry(info -> waiting.complete(null));
        CompletableFuture<RetryEvent> cancelled = new CompletableFuture<>();
        CompletableFuture<HttpResponse<String>> future = RetryingHttpClient.wrap(JDK, slow.listener(event -> {
                    if (event instanceof RetryEvent.Cancelled) cancelled.complete(event);
                }))
                .sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        Sender.get(waiting);
        future.cancel(true);

        Sender.get(cancelled);
        assertThat(server.received()).hasSize(1);
    }

    @Test
    void sendAsync_anyThread_isNotBlocked() throws Exception {
        URI uri = serve(silence());
        CompletableFuture<HttpResponse<String>> future = RetryingHttpClient.wrap(JDK, retry)
                .sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        assertThat(future).isNotDone();
        assertThat(future.complete(null)).isTrue();
        assertThat(Sender.get(future)).isNull();
    }

    @Test
    void wrap_null_saysWhich() {
        assertThatNullPointerException()
                .isThrownBy(() -> RetryingHttpClient.wrap(null, retry))
                .withMessage("client");
        assertThatNullPointerException()
                .isThrownBy(() -> RetryingHttpClient.wrap(JDK, null))
                .withMessage("retry");
        RetryingHttpClient client = RetryingHttpClient.wrap(JDK, retry);
        assertThatNullPointerException()
                .isThrownBy(() -> client.sendAsync(null, BodyHandlers.ofString()))
                .withMessage("request");
    }
}
