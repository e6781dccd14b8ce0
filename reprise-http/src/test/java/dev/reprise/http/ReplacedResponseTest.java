package dev.reprise.http;

import static dev.reprise.http.RawServer.status;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("BR-106")
class ReplacedResponseTest {
    private static final HttpClient JDK = HttpClient.newHttpClient();

    private final Retry retry = Retry.with(Schedule.times(3)).clock(new SkippingClock());

    private static HttpRequest get(URI uri) {
        return HttpRequest.newBuilder(uri).build();
    }

    /** A body that counts its ends, and complains about them. */
    private static final class Body implements AutoCloseable {
        private final int status;
        private final List<String> log;

        Body(int status, List<String> log) {
            this.status = status;
            this.log = log;
        }

        @Override
        public void close() {
            log.add("close " + status);
            throw new IllegalStateException("cannot close");
        }
    }

    @ParameterizedTest
    @EnumSource
    void send_replacedBodies_areClosedOnceBeforeTheNextAttempt(Sender how) throws Exception {
        List<String> log = new CopyOnWriteArrayList<>();
        BodyHandler<Body> handler = info -> {
            log.add("open " + info.statusCode());
            return BodySubscribers.replacing(new Body(info.statusCode(), log));
        };
        try (RawServer server = new RawServer(status(500), status(503), status(200))) {
            HttpResponse<Body> response = how.send(RetryingHttpClient.wrap(JDK, retry), get(server.uri("/")), handler);
            assertThat(response.body().status).isEqualTo(200);
        }
        assertThat(log).containsExactly("open 500", "close 500", "open 503", "close 503", "open 200");
    }

    @ParameterizedTest
    @EnumSource
    void send_lastBody_isLeftOpenWhateverEndsTheCall(Sender how) throws Exception {
        List<String> log = new CopyOnWriteArrayList<>();
        BodyHandler<Body> handler = info -> BodySubscribers.replacing(new Body(info.statusCode(), log));
        try (RawServer server = new RawServer(status(503))) {
            HttpResponse<Body> exhausted = how.send(
                    RetryingHttpClient.wrap(JDK, retry.schedule(Schedule.once())), get(server.uri("/")), handler);
            HttpResponse<Body> throttled = how.send(
                    RetryingHttpClient.wrap(JDK, retry.budget(RetryBudget.ratio(0, 0, 0))),
                    get(server.uri("/")),
                    handler);
            HttpResponse<Body> expired = how.send(
                    RetryingHttpClient.wrap(
                            JDK,
                            retry.schedule(Schedule.delays(Duration.ofSeconds(9)))
                                    .within(Duration.ofSeconds(8))),
                    get(server.uri("/")),
                    handler);
            assertThat(List.of(exhausted, throttled, expired))
                    .allSatisfy(response -> assertThat(response.body().status).isEqualTo(503));
            assertThat(server.received()).hasSize(3);
        }
        assertThat(log).isEmpty();
    }

    /** Serves one connection at a time: a body that never ends keeps it until the client lets go. */
    private static final class OneConnection implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final AtomicInteger requests = new AtomicInteger();

        OneConnection() throws IOException {
            Thread thread = new Thread(this::serve, "one-connection");
            thread.setDaemon(true);
            thread.start();
        }

        URI uri() {
            return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
        }

        private void serve() {
            while (!server.isClosed()) {
                try (Socket socket = server.accept()) {
                    answer(socket);
                } catch (IOException left) {
                    // Then the next connection.
                }
            }
        }

        private void answer(Socket socket) throws IOException {
            byte[] end = new byte[4];
            while (!new String(end, ISO_8859_1).equals("\r\n\r\n")) {
                int next = socket.getInputStream().read();
                if (next < 0) return;
                System.arraycopy(end, 1, end, 0, 3);
                end[3] = (byte) next;
            }
            boolean ok = requests.incrementAndGet() == 3;
            byte[] line = "still busy\n".repeat(1000).getBytes(ISO_8859_1);
            String head = "HTTP/1.1 " + (ok ? 200 : 503) + " -\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(ISO_8859_1));
            do {
                socket.getOutputStream().write(line);
            } while (!ok);
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    private static HttpResponse<?> sendToOneConnection(Sender how, Retry retry, BodyHandler<?> handler)
            throws Exception {
        try (OneConnection server = new OneConnection()) {
            HttpResponse<?> response = how.send(RetryingHttpClient.wrap(JDK, retry), get(server.uri()), handler);
            assertThat(server.requests).hasValue(3);
            return response;
        }
    }

    @ParameterizedTest
    @EnumSource
    void send_endlessStream_letsGoOfTheConnection(Sender how) throws Exception {
        HttpResponse<?> response = sendToOneConnection(how, retry, BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(((InputStream) response.body()).readAllBytes()).hasSize(11_000);
    }

    @ParameterizedTest
    @EnumSource
    void send_endlessLines_letGoOfTheConnection(Sender how) throws Exception {
        HttpResponse<?> response = sendToOneConnection(how, retry, BodyHandlers.ofLines());
        assertThat(((Stream<?>) response.body())).hasSize(1000);
    }

    @ParameterizedTest
    @EnumSource
    void send_endlessPublisher_letsGoOfTheConnection(Sender how) throws Exception {
        HttpResponse<?> response = sendToOneConnection(how, retry, BodyHandlers.ofPublisher());
        assertThat(response.statusCode()).isEqualTo(200);
    }

    /** What wraps a stream and cannot be closed is let go all the same. */
    @ParameterizedTest
    @EnumSource
    void send_endlessBodyOfAnotherKind_letsGoOfTheConnection(Sender how) throws Exception {
        BodyHandler<StringBuilder> handler =
                info -> BodySubscribers.mapping(BodySubscribers.ofInputStream(), in -> new StringBuilder("wrapped"));
        HttpResponse<?> response = sendToOneConnection(how, retry, handler);
        assertThat(response.body()).hasToString("wrapped");
    }

    /**
     * The JDK's client gives a connection back on a thread of its own, so the next attempt, which does not wait here, may be
     * sooner and open another. Without draining all three responses would need one of their own, every time.
     */
    @ParameterizedTest
    @EnumSource
    void send_smallUnreadStreams_keepTheConnection(Sender how) throws Exception {
        int fewest = Integer.MAX_VALUE;
        for (int round = 0; round < 50 && fewest > 1; round++) {
            try (RawServer server = new RawServer(status(503), status(503), status(200))) {
                HttpClient fresh = HttpClient.newHttpClient();
                HttpResponse<InputStream> response = how.send(
                        RetryingHttpClient.wrap(fresh, retry), get(server.uri("/")), BodyHandlers.ofInputStream());
                assertThat(new String(response.body().readAllBytes(), ISO_8859_1))
                        .isEqualTo("status 200");
                fewest = Math.min(fewest, server.connections());
            }
        }
        assertThat(fewest).isEqualTo(1);
    }

    @Test
    void sendAsync_cancelledWhileItsResponseWaits_closesIt() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        CompletableFuture<String> closed = new CompletableFuture<>();
        AutoCloseable body = () -> closed.complete("closed");
        BodyHandler<AutoCloseable> handler = info -> BodySubscribers.replacing(body);
        Retry slow = Retry.with(Schedule.fixedDelay(Duration.ofMinutes(10)).attempts(2))
                .onRetry(info -> waiting.countDown());
        try (RawServer server = new RawServer(status(503))) {
            CompletableFuture<?> future = RetryingHttpClient.wrap(JDK, slow).sendAsync(get(server.uri("/")), handler);
            waiting.await();
            future.cancel(true);
            assertThat(Sender.get(closed)).isEqualTo("closed");
        }
    }

    /** The attempt whose time was up is cancelled; what its body still brings is let go. */
    @ParameterizedTest
    @EnumSource
    void send_timedOutInAnEndlessBody_endsTheExchange(Sender how) throws Exception {
        CompletableFuture<String> left = new CompletableFuture<>();
        RawServer.Reply endless = (request, socket) -> {
            RawServer.write(socket, "HTTP/1.1 200 OK\r\n\r\n");
            try {
                while (true) RawServer.write(socket, "more ");
            } catch (IOException gone) {
                left.complete("left");
            }
        };
        try (RawServer server = new RawServer(endless)) {
            Retry limited = Retry.with(Schedule.once()).attemptTimeout(Duration.ofMillis(300));
            BodyHandler<Void> handler = info -> BodySubscribers.fromSubscriber(new Discarding());
            assertThatThrownBy(() -> how.send(RetryingHttpClient.wrap(JDK, limited), get(server.uri("/")), handler))
                    .isInstanceOf(IOException.class);
            assertThat(Sender.get(left)).isEqualTo("left");
        }
    }

    private static final class Discarding implements Flow.Subscriber<List<ByteBuffer>> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> item) {}

        @Override
        public void onError(Throwable throwable) {}

        @Override
        public void onComplete() {}
    }
}
