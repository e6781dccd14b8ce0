package dev.reprise.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.Retry;
import dev.reprise.testing.VirtualClock;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class HttpExamplesTest {
    private final VirtualClock clock = VirtualClock.automatic();
    private final List<String> keys = new CopyOnWriteArrayList<>();

    private String charge(CircuitBreaker breaker, int... statuses) throws IOException, InterruptedException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/charges", exchange -> {
            keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            int status = statuses[Math.min(keys.size(), statuses.length) - 1];
            byte[] answer = "receipt".getBytes(UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        try {
            URI charges = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/charges");
            Retry retry = PaymentClient.policy().budget(RetryBudget.standard()).clock(clock);
            return new PaymentClient(HttpClient.newHttpClient(), charges, retry, breaker).charge("order-1", 4999);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void paymentClient_busyOnce_chargesWithOneKey() throws Exception {
        assertThat(charge(PaymentClient.breaker(), 503, 201)).isEqualTo("receipt");
        assertThat(keys).hasSize(2).doesNotContainNull();
        assertThat(keys.get(0)).isEqualTo(keys.get(1));
        assertThat(clock.sleeps()).hasSize(1);
    }

    @Test
    void paymentClient_busyTwice_isStoppedByTheBreaker() {
        CircuitBreaker breaker = PaymentClient.breaker();
        assertThatThrownBy(() -> charge(breaker, 503)).isInstanceOf(CallNotPermittedException.class);
        assertThat(keys).hasSize(2);
        assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
    }

    @Test
    void paymentClient_refused_saysWhichOrder() {
        assertThatThrownBy(() -> charge(PaymentClient.breaker(), 402))
                .isInstanceOf(IOException.class)
                .hasMessage("Charging for order-1 ended with status 402");
        assertThat(keys).hasSize(1);
    }

    @Test
    void startupConnection_serviceThatComesLater_isReached() throws Exception {
        int port = freePort();
        List<ServerSocket> service = new ArrayList<>();
        Retry retry = StartupConnection.policy().clock(clock).onRetry(info -> {
            if (info.attempt() == 5) service.add(listen(port));
        });
        try (Socket socket =
                StartupConnection.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), retry)) {
            assertThat(socket.isConnected()).isTrue();
        }
        service.get(0).close();
        assertThat(clock.sleeps()).hasSize(5);
    }

    @Test
    void startupConnection_serviceThatNeverComes_endsWithTheDeadline() throws Exception {
        InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), freePort());
        assertThatThrownBy(() -> StartupConnection.connect(
                        nobody, StartupConnection.policy().clock(clock)))
                .isInstanceOf(ConnectException.class);
        assertThat(clock.elapsed()).isBetween(Duration.ofSeconds(100), Duration.ofSeconds(120));
    }

    @Test
    void startupConnection_interrupted_endsAtOnce() throws Exception {
        InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), freePort());
        Thread main = Thread.currentThread();
        Retry retry = StartupConnection.policy().onRetry(info -> main.interrupt());
        assertThatThrownBy(() -> StartupConnection.connect(nobody, retry)).isInstanceOf(ConnectException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static ServerSocket listen(int port) {
        try {
            return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
