package dev.reprise.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Against the server of the JDK, with and without TLS. */
class JdkServerTest {
    private final SkippingClock clock = new SkippingClock();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final Retry retry = Retry.with(
                    Schedule.fixedDelay(Duration.ofSeconds(1)).attempts(3))
            .clock(clock)
            .listener(event -> events.add(event.name()));
    private final List<String> bodies = new CopyOnWriteArrayList<>();

    /** Busy twice, and then well. */
    private HttpHandler busyTwice(String retryAfter) {
        return exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            int status = bodies.size() == 3 ? 200 : 503;
            if (status == 503) exchange.getResponseHeaders().add("Retry-After", retryAfter);
            byte[] answer = ("answer " + bodies.size()).getBytes(UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        };
    }

    private static <S extends HttpServer> S start(S server, HttpHandler handler) {
        server.createContext("/", handler);
        server.start();
        return server;
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    @ParameterizedTest
    @EnumSource
    void send_busyBusyOk_givesTheThirdAnswer(Sender how) throws Exception {
        HttpServer server = start(HttpServer.create(loopback(), 0), busyTwice("2"));
        try {
            HttpClient client = RetryingHttpClient.wrap(HttpClient.newHttpClient(), retry);
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"))
                    .PUT(BodyPublishers.ofString("body"))
                    .build();
            assertThat(how.send(client, request, BodyHandlers.ofString()).body())
                    .isEqualTo("answer 3");
        } finally {
            server.stop(0);
        }
        assertThat(bodies).containsExactly("body", "body", "body");
        assertThat(clock.waits()).containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(2));
    }

    /** The server sends its own Date with each answer, a moment later than the one in here. */
    @ParameterizedTest
    @EnumSource
    @Tag("BR-092")
    void send_retryAfterADate_waitsUntilIt(Sender how) throws Exception {
        String date = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
                .format(ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(7200));
        HttpServer server = start(HttpServer.create(loopback(), 0), busyTwice(date));
        try {
            HttpClient client =
                    RetryingHttpClient.wrap(HttpClient.newHttpClient(), retry.retryAfterCap(Duration.ofDays(1)));
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/"))
                    .build();
            how.send(client, request, BodyHandlers.discarding());
        } finally {
            server.stop(0);
        }
        assertThat(clock.waits())
                .hasSize(2)
                .allSatisfy(wait -> assertThat(wait).isBetween(Duration.ofSeconds(7000), Duration.ofSeconds(7200)));
    }

    @ParameterizedTest
    @EnumSource
    void send_overTls_retries(Sender how) throws Exception {
        HttpsServer server = HttpsServer.create(loopback(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(SelfSigned.context()));
        start(server, busyTwice("0"));
        try {
            HttpClient trusting =
                    HttpClient.newBuilder().sslContext(SelfSigned.context()).build();
            HttpRequest request = HttpRequest.newBuilder(URI.create(
                            "https://127.0.0.1:" + server.getAddress().getPort() + "/"))
                    .build();
            HttpResponse<String> response =
                    how.send(RetryingHttpClient.wrap(trusting, retry), request, BodyHandlers.ofString());
            assertThat(response.body()).isEqualTo("answer 3");
            assertThat(response.sslSession()).isPresent();
        } finally {
            server.stop(0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void send_certificateNobodyKnows_isNotRetried(Sender how) throws Exception {
        HttpsServer server = HttpsServer.create(loopback(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(SelfSigned.context()));
        start(server, busyTwice("0"));
        try {
            HttpClient client = RetryingHttpClient.wrap(HttpClient.newHttpClient(), retry);
            HttpRequest request = HttpRequest.newBuilder(URI.create(
                            "https://127.0.0.1:" + server.getAddress().getPort() + "/"))
                    .build();
            assertThatThrownBy(() -> how.send(client, request, BodyHandlers.ofString()))
                    .isInstanceOf(SSLHandshakeException.class);
        } finally {
            server.stop(0);
        }
        assertThat(events).containsExactly("retry.attempt_failed", "retry.permanent");
    }
}
