package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.event.RetryEvent;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.http2.ErrorCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * HTTP/2, against a server that does what it is told to each stream. From Java 24 on the JDK's client sends a request that the
 * server has not processed once more by itself, so what the server sees is counted, and not which of the two sent it.
 */
class Http2Test {
    private final List<RetryEvent> events = new CopyOnWriteArrayList<>();
    private final Retry retry =
            Retry.with(Schedule.times(4)).clock(new SkippingClock()).listener(events::add);

    private HttpClient client() {
        HttpClient http2 =
                HttpClient.newBuilder().sslContext(SelfSigned.context()).build();
        return RetryingHttpClient.wrap(http2, retry);
    }

    private static HttpRequest put(Http2Server server) {
        return HttpRequest.newBuilder(server.uri())
                .PUT(BodyPublishers.ofString("body"))
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void send_busyBusyOk_givesTheThirdAnswer(Sender how) throws Exception {
        try (Http2Server server =
                new Http2Server(10, Http2Server.answer(503), Http2Server.answer(503), Http2Server.answer(200))) {
            HttpResponse<String> response = how.send(client(), put(server), BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(server.streams()).isEqualTo(3);
            assertThat(server.sessions()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void send_refusedStreams_areSentAgain(Sender how) throws Exception {
        Http2Server.Reply refused = Http2Server.reset(ErrorCode.REFUSED_STREAM_ERROR);
        try (Http2Server server = new Http2Server(10, refused, refused, Http2Server.answer(200))) {
            assertThat(how.send(client(), put(server), BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            assertThat(server.streams()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("BR-108")
    void send_refusedStreamOfAPost_isNotSentAgainByUs(Sender how) throws Exception {
        try (Http2Server server = new Http2Server(10, Http2Server.reset(ErrorCode.REFUSED_STREAM_ERROR))) {
            HttpRequest post = HttpRequest.newBuilder(server.uri())
                    .POST(BodyPublishers.ofString("body"))
                    .build();
            assertThatThrownBy(() -> how.send(client(), post, BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
        }
        assertThat(events).extracting(RetryEvent::name).containsExactly("retry.attempt_failed", "retry.permanent");
    }

    @ParameterizedTest
    @EnumSource
    void send_cancelledStream_isSentAgain(Sender how) throws Exception {
        try (Http2Server server =
                new Http2Server(10, Http2Server.reset(ErrorCode.INTERNAL_ERROR), Http2Server.answer(200))) {
            assertThat(how.send(client(), put(server), BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            assertThat(server.streams()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void send_goAway_goesOnWithANewConnection(Sender how) throws Exception {
        try (Http2Server server = new Http2Server(10, Http2Server.goAway(), Http2Server.answer(200))) {
            assertThat(how.send(client(), put(server), BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            assertThat(server.sessions()).isEqualTo(2);
        }
    }

    /** The pool of one connection: a replaced response that kept its stream would leave none. */
    @ParameterizedTest
    @EnumSource
    @Tag("BR-106")
    void send_oneStreamAtATime_letsGoOfReplacedResponses(Sender how) throws Exception {
        try (Http2Server server =
                new Http2Server(1, Http2Server.unfinished(503), Http2Server.unfinished(503), Http2Server.answer(200))) {
            HttpResponse<InputStream> response = how.send(client(), put(server), BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body().readAllBytes()).asString().isEqualTo("status 200");
            assertThat(server.streams()).isEqualTo(3);
        }
    }
}
