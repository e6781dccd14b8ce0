package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryEvent;
import dev.reprise.http.HttpClassifier;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import dev.reprise.time.MonotonicClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Against the real client and a real server; only the waits are skipped. */
class RetryInterceptorTest {
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
            public void sleep(long nanos) {
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

    private static OkHttpClient client(RetryInterceptor interceptor) {
        return new OkHttpClient.Builder()
                .connectionPool(new ConnectionPool())
                .addInterceptor(interceptor)
                .build();
    }

    private Call call(Request.Builder request) {
        return client(RetryInterceptor.of(retry)).newCall(request.url(url()).build());
    }

    private static RequestBody body(boolean oneShot) {
        return new RequestBody() {
            @Override
            public MediaType contentType() {
                return null;
            }

            @Override
            public boolean isOneShot() {
                return oneShot;
            }

            @Override
            public void writeTo(BufferedSink sink) throws IOException {
                sink.writeUtf8("content");
            }
        };
    }

    @Test
    void intercept_busyBusyOk_givesTheThirdAnswer() throws IOException {
        answering(503, 429, 200);
        try (Response response = call(new Request.Builder().put(body(false))).execute()) {
            assertThat(response.code()).isEqualTo(200);
            assertThat(response.body().string()).isEqualTo("answer 3");
        }
        assertThat(bodies).containsExactly("content", "content", "content");
        assertThat(waits).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(7));
    }

    @Test
    @Tag("BR-106")
    void intercept_alwaysBusy_givesTheLastAnswerWhole() throws IOException {
        answering(503);
        try (Response response = call(new Request.Builder()).execute()) {
            assertThat(response.code()).isEqualTo(503);
            assertThat(response.body().string()).isEqualTo("answer 3");
        }
        assertThat(events).endsWith("retry.exhausted exhausted");
    }

    @Test
    @Tag("BR-105")
    void intercept_oneShotBody_isSentOnce() throws IOException {
        answering(503, 200);
        try (Response response = call(new Request.Builder().put(body(true))).execute()) {
            assertThat(response.code()).isEqualTo(503);
        }
        assertThat(bodies).containsExactly("content");
    }

    @Test
    @Tag("BR-108")
    void intercept_post_isNotRepeatedAndCounts() throws IOException {
        answering(503, 200);
        RetryBudget tokens = RetryBudget.tokens(10, 0.1);
        OkHttpClient client = client(RetryInterceptor.of(retry.budget(tokens)));
        Request request = new Request.Builder().url(url()).post(body(false)).build();
        try (Response response = client.newCall(request).execute()) {
            assertThat(response.code()).isEqualTo(503);
        }
        assertThat(bodies).hasSize(1);
        assertThat(tokens.balance()).isEqualTo(9.0);
        assertThat(events).containsExactly("retry.attempt_failed stopped", "retry.permanent stopped");
    }

    @Test
    @Tag("BR-108")
    void intercept_postWithKey_isRepeated() throws IOException {
        answering(503, 200);
        Request.Builder request = new Request.Builder().post(body(false)).header("Idempotency-Key", "k");
        try (Response response = call(request).execute()) {
            assertThat(response.code()).isEqualTo(200);
        }
    }

    @Test
    @Tag("BR-108")
    void intercept_postRefused_isRepeated() throws IOException {
        String nobody;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = "http://127.0.0.1:" + socket.getLocalPort() + "/";
        }
        Request request = new Request.Builder().url(nobody).post(body(false)).build();
        assertThatThrownBy(() ->
                        client(RetryInterceptor.of(retry)).newCall(request).execute())
                .isInstanceOf(ConnectException.class);
        assertThat(events).hasSize(4).endsWith("retry.exhausted exhausted");
    }

    @Test
    void intercept_ownClassifier_isAsked() throws IOException {
        answering(409, 200);
        OkHttpClient client = client(
                RetryInterceptor.of(retry).classifier(HttpClassifier.standard().retrying(409)));
        try (Response response =
                client.newCall(new Request.Builder().url(url()).build()).execute()) {
            assertThat(response.code()).isEqualTo(200);
        }
    }

    @Test
    void intercept_cancelledCall_isNotRetried() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        server.createContext("/", exchange -> arrived.countDown());
        Call call = call(new Request.Builder());
        Thread canceller = new Thread(() -> {
            try {
                arrived.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            call.cancel();
        });
        canceller.start();
        assertThatThrownBy(call::execute).isInstanceOf(IOException.class);
        canceller.join();
        assertThat(events).containsExactly("retry.attempt_failed stopped", "retry.permanent stopped");
    }

    @Test
    void intercept_attemptTimeout_isThatOfOkHttp() {
        server.createContext("/", exchange -> {});
        List<RetryEvent> ended = new CopyOnWriteArrayList<>();
        Retry limited = Retry.with(Schedule.times(2))
                .attemptTimeout(Duration.ofMillis(300))
                .listener(ended::add);
        Request request = new Request.Builder().url(url()).build();
        assertThatThrownBy(() ->
                        client(RetryInterceptor.of(limited)).newCall(request).execute())
                .isInstanceOf(InterruptedIOException.class)
                .hasMessage("timeout");
        assertThat(ended).hasSize(3);
    }
}
