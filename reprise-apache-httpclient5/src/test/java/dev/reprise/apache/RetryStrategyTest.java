package dev.reprise.apache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.budget.RetryBudget;
import dev.reprise.http.HttpClassifier;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import dev.reprise.time.Deadline;
import dev.reprise.time.MonotonicClock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Against the real clients and a real server. */
class RetryStrategyTest {
    private record Answer(int status, String body) {}

    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final List<Duration> waits = new CopyOnWriteArrayList<>();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final Retry retry = Retry.with(
                    Schedule.fixedDelay(Duration.ofSeconds(1)).attempts(3))
            .clock(skipping())
            .listener(event -> events.add(event.name() + " " + event.decision()));
    private HttpServer server;

    private MonotonicClock skipping() {
        return new MonotonicClock() {
            @Override
            public long nanoTime() {
                return 0;
            }

            @Override
            public void sleep(long nanos) throws InterruptedException {
                if (Thread.interrupted()) throw new InterruptedException();
                waits.add(Duration.ofNanos(nanos));
            }

            @Override
            public Cancellable schedule(long nanos, Runnable task) {
                throw new UnsupportedOperationException();
            }
        };
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            thread.start();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answering(int... statuses) {
        server.createContext("/", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            int status = statuses[Math.min(bodies.size(), statuses.length) - 1];
            if (status == 429) exchange.getResponseHeaders().add("Retry-After", "7");
            byte[] answer = ("answer " + bodies.size()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** A pool of one connection, which an unclosed response would keep. */
    private static Answer send(RetryStrategy strategy, ClassicHttpRequest request) throws IOException {
        try (CloseableHttpClient client = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(1)
                        .setMaxConnPerRoute(1)
                        .build())
                .setRetryStrategy(strategy)
                .build()) {
            return client.execute(
                    request, response -> new Answer(response.getCode(), EntityUtils.toString(response.getEntity())));
        }
    }

    private ClassicHttpRequest put() {
        return ClassicRequestBuilder.put(url()).setEntity("content").build();
    }

    @Test
    @Tag("BR-106")
    void retryRequest_busyBusyOk_givesTheThirdAnswer() throws IOException {
        answering(503, 429, 200);
        assertThat(send(RetryStrategy.blocking(retry), put())).isEqualTo(new Answer(200, "answer 3"));
        assertThat(bodies).containsExactly("content", "content", "content");
        assertThat(waits).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(7));
        assertThat(events)
                .containsExactly(
                        "retry.attempt_failed again", "retry.attempt_failed again", "retry.succeeded succeeded");
    }

    @Test
    void retryRequest_alwaysBusy_givesTheLastAnswerWhole() throws IOException {
        answering(503);
        assertThat(send(RetryStrategy.blocking(retry), put())).isEqualTo(new Answer(503, "answer 3"));
        assertThat(events).endsWith("retry.exhausted exhausted");
    }

    @Test
    @Tag("BR-108")
    void retryRequest_post_isNotRepeatedAndCounts() throws IOException {
        answering(503, 200);
        RetryBudget tokens = RetryBudget.tokens(10, 0.1);
        ClassicHttpRequest post =
                ClassicRequestBuilder.post(url()).setEntity("content").build();
        assertThat(send(RetryStrategy.blocking(retry.budget(tokens)), post).status())
                .isEqualTo(503);
        assertThat(bodies).hasSize(1);
        assertThat(tokens.balance()).isEqualTo(9.0);
    }

    @Test
    @Tag("BR-108")
    void retryRequest_postWithKey_isRepeated() throws IOException {
        answering(503, 200);
        ClassicHttpRequest post = ClassicRequestBuilder.post(url())
                .setEntity("content")
                .addHeader("idempotency-key", "k")
                .build();
        assertThat(send(RetryStrategy.blocking(retry), post).status()).isEqualTo(200);
    }

    @Test
    @Tag("BR-108")
    void retryRequest_postRefused_isRepeated() throws IOException {
        String nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = "http://127.0.0.1:" + socket.getLocalPort() + "/";
        }
        ClassicHttpRequest post =
                ClassicRequestBuilder.post(nobody).setEntity("x").build();
        assertThatThrownBy(() -> send(RetryStrategy.blocking(retry), post)).isInstanceOf(ConnectException.class);
        assertThat(events).hasSize(4).endsWith("retry.exhausted exhausted");
    }

    @Test
    @Tag("BR-105")
    void retryRequest_entityForOneUse_isSentOnce() throws IOException {
        answering(503, 200);
        ClassicHttpRequest request = ClassicRequestBuilder.put(url())
                .setEntity(new InputStreamEntity(
                        new ByteArrayInputStream("content".getBytes(StandardCharsets.UTF_8)), ContentType.TEXT_PLAIN))
                .build();
        assertThat(send(RetryStrategy.blocking(retry), request).status()).isEqualTo(503);
        assertThat(bodies).containsExactly("content");
    }

    @Test
    void retryRequest_deadlineTooNear_givesTheAnswerAtOnce() throws Exception {
        answering(429, 200);
        Answer answer = Deadline.after(Duration.ofSeconds(5)).call(() -> send(RetryStrategy.blocking(retry), put()));
        assertThat(answer.status()).isEqualTo(429);
        assertThat(waits).isEmpty();
    }

    @Test
    void retryRequest_interruptedInTheWait_givesTheLastAnswerAndTheFlag() throws IOException {
        answering(503);
        Thread caller = Thread.currentThread();
        Retry interrupting = retry.onRetry(info -> caller.interrupt());
        assertThat(send(RetryStrategy.blocking(interrupting), put()).status()).isEqualTo(503);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(bodies).hasSize(1);
    }

    @Test
    void retryRequest_ownClassifier_isAsked() throws IOException {
        answering(409, 200);
        RetryStrategy strategy = RetryStrategy.blocking(retry)
                .classifier(HttpClassifier.standard().retrying(409));
        assertThat(send(strategy, put()).status()).isEqualTo(200);
    }

    /** The client's waits are real, so they are short. */
    @Test
    void retryRequest_asyncClient_givesTheThirdAnswer() throws Exception {
        answering(503, 503, 200);
        Retry quick = Retry.with(Schedule.fixedDelay(Duration.ofMillis(20)).attempts(3))
                .listener(event -> events.add(event.name() + " " + event.decision()));
        try (CloseableHttpAsyncClient client = HttpAsyncClients.custom()
                .setRetryStrategy(RetryStrategy.async(quick))
                .build()) {
            client.start();
            SimpleHttpRequest request = SimpleRequestBuilder.put(url())
                    .setBody("content", ContentType.TEXT_PLAIN)
                    .build();
            SimpleHttpResponse response = client.execute(request, null).get(60, TimeUnit.SECONDS);
            assertThat(response.getCode()).isEqualTo(200);
            assertThat(response.getBodyText()).isEqualTo("answer 3");
        }
        assertThat(bodies).containsExactly("content", "content", "content");
        assertThat(events)
                .containsExactly(
                        "retry.attempt_failed again", "retry.attempt_failed again", "retry.succeeded succeeded");
    }
}
