package dev.reprise.http;

import static dev.reprise.http.RawServer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A body is sent twice only when it comes out the same; a server counts and compares. */
@Tag("BR-105")
class BodyReplayTest {
    private static final String TEXT = "line\n".repeat(10_000);

    private final Retry retry = Retry.with(Schedule.times(3)).clock(new SkippingClock());
    private RawServer server;

    @AfterEach
    void stop() {
        if (server != null) server.close();
    }

    private HttpResponse<String> put(Sender how, BodyPublisher body, RawServer.Reply... replies) throws Exception {
        server = new RawServer(replies);
        HttpRequest request = HttpRequest.newBuilder(server.uri("/")).PUT(body).build();
        HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        return how.send(RetryingHttpClient.wrap(client, retry), request, BodyHandlers.ofString());
    }

    private void assertSentTwice(Sender how, BodyPublisher body) throws Exception {
        assertThat(put(how, body, status(503), status(200)).statusCode()).isEqualTo(200);
        assertThat(server.received()).extracting(RawServer.Received::body).containsExactly(TEXT, TEXT);
    }

    private void assertSentOnce(Sender how, BodyPublisher body) throws Exception {
        HttpResponse<String> response = put(how, body, status(503), status(200));
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("status 503");
        assertThat(server.received()).extracting(RawServer.Received::body).containsExactly(TEXT);
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    // Bodies that can be sent again.

    @ParameterizedTest
    @EnumSource
    void put_string_isSentAgain(Sender how) throws Exception {
        assertSentTwice(how, BodyPublishers.ofString(TEXT));
    }

    @ParameterizedTest
    @EnumSource
    void put_bytes_areSentAgain(Sender how) throws Exception {
        assertSentTwice(how, BodyPublishers.ofByteArray(TEXT.getBytes(StandardCharsets.US_ASCII)));
    }

    @ParameterizedTest
    @EnumSource
    void put_listOfBytes_isSentAgain(Sender how) throws Exception {
        assertSentTwice(how, BodyPublishers.ofByteArrays(List.of(TEXT.getBytes(StandardCharsets.US_ASCII))));
    }

    @ParameterizedTest
    @EnumSource
    void put_file_isSentAgain(Sender how, @TempDir Path folder) throws Exception {
        assertSentTwice(how, BodyPublishers.ofFile(Files.writeString(folder.resolve("body"), TEXT)));
    }

    @ParameterizedTest
    @EnumSource
    void put_newStreamEachTime_isSentAgain(Sender how) throws Exception {
        assertSentTwice(how, BodyPublishers.ofInputStream(() -> stream(TEXT)));
    }

    @ParameterizedTest
    @EnumSource
    void put_bodyFromParts_isSentAgain(Sender how) throws Exception {
        assertSentTwice(
                how,
                BodyPublishers.concat(
                        BodyPublishers.ofString(TEXT.substring(0, 100)), BodyPublishers.ofString(TEXT.substring(100))));
    }

    @ParameterizedTest
    @EnumSource
    void put_publisherThatStartsAnew_isSentAgain(Sender how) throws Exception {
        assertSentTwice(how, BodyPublishers.fromPublisher(BodyPublishers.ofString(TEXT)));
    }

    @ParameterizedTest
    @EnumSource
    void put_repeatableBody_isSentAgain(Sender how) throws Exception {
        assertSentTwice(how, RepeatableBody.of(() -> BodyPublishers.fromPublisher(new SlowPublisher(TEXT))));
    }

    @ParameterizedTest
    @EnumSource
    void put_emptyStream_isSentAgain(Sender how) throws Exception {
        InputStream empty = InputStream.nullInputStream();
        assertThat(put(how, BodyPublishers.ofInputStream(() -> empty), status(503), status(200))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void put_threeTimes_opensOneStreamForEach() throws Exception {
        AtomicInteger opened = new AtomicInteger();
        Supplier<InputStream> counting = () -> {
            opened.incrementAndGet();
            return stream(TEXT);
        };
        put(Sender.SEND, BodyPublishers.ofInputStream(counting), status(503), status(503), status(200));
        assertThat(server.received()).extracting(RawServer.Received::body).containsExactly(TEXT, TEXT, TEXT);
        assertThat(opened).hasValue(3);
    }

    // Bodies that cannot.

    @ParameterizedTest
    @EnumSource
    void put_sameStreamEachTime_isSentOnce(Sender how) throws Exception {
        InputStream only = stream(TEXT);
        assertSentOnce(how, BodyPublishers.ofInputStream(() -> only));
    }

    @ParameterizedTest
    @EnumSource
    void put_noStreamTheSecondTime_isSentOnce(Sender how) throws Exception {
        Iterator<InputStream> streams = List.of(stream(TEXT)).iterator();
        assertSentOnce(how, BodyPublishers.ofInputStream(() -> streams.hasNext() ? streams.next() : null));
    }

    @ParameterizedTest
    @EnumSource
    void put_supplierThatThrowsTheSecondTime_isSentOnce(Sender how) throws Exception {
        Iterator<InputStream> streams = List.of(stream(TEXT)).iterator();
        assertSentOnce(how, BodyPublishers.ofInputStream(streams::next));
    }

    @ParameterizedTest
    @EnumSource
    void put_otherContentTheSecondTime_isSentOnce(Sender how) throws Exception {
        Iterator<InputStream> streams =
                List.of(stream(TEXT), stream("something else")).iterator();
        assertSentOnce(how, BodyPublishers.ofInputStream(streams::next));
    }

    @ParameterizedTest
    @EnumSource
    void put_publisherForOneSubscriber_isSentOnce(Sender how) throws Exception {
        AtomicInteger subscribers = new AtomicInteger();
        BodyPublisher text = BodyPublishers.ofString(TEXT);
        assertSentOnce(how, BodyPublishers.fromPublisher(subscriber -> {
            if (subscribers.incrementAndGet() == 1) text.subscribe(subscriber);
            else BodyPublishers.noBody().subscribe(subscriber);
        }));
    }

    @ParameterizedTest
    @EnumSource
    void put_publisherThatComesLater_isSentOnce(Sender how) throws Exception {
        assertSentOnce(how, BodyPublishers.fromPublisher(new SlowPublisher(TEXT)));
    }

    /** The first bytes are the same, so it is tried; what follows is not, so it must not look whole. */
    @ParameterizedTest
    @EnumSource
    void put_otherContentInTheEnd_failsInsteadOfBeingTakenForTheWhole(Sender how) throws Exception {
        Iterator<InputStream> streams = List.of(stream(TEXT), stream(TEXT.substring(0, TEXT.length() - 5)))
                .iterator();
        assertThatThrownBy(() -> put(how, BodyPublishers.ofInputStream(streams::next), status(503), status(200)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another one when it was read again");
        assertThat(server.received()).hasSize(1);
    }

    /** What is left of a stream that was read in part begins like the whole, when all of it is alike. */
    @ParameterizedTest
    @EnumSource
    void put_streamReadInPart_isNotSentAgain(Sender how) throws Exception {
        InputStream zeros = new SequenceInputStream(
                new ByteArrayInputStream(new byte[1 << 20]), new ByteArrayInputStream(new byte[64 << 20]));
        try (RefusingServer answering = new RefusingServer()) {
            HttpRequest request = HttpRequest.newBuilder(answering.uri())
                    .PUT(BodyPublishers.ofInputStream(() -> zeros))
                    .build();
            HttpClient client = RetryingHttpClient.wrap(HttpClient.newHttpClient(), retry);
            try {
                HttpResponse<String> response = how.send(client, request, BodyHandlers.ofString());
                assertThat(response.statusCode()).isEqualTo(503);
            } catch (IOException broken) {
                // As well: the connection broke while the body was on its way.
            }
            assertThat(answering.requests()).isEqualTo(1);
        }
    }

    /** By itself the client would follow with an empty body. */
    @ParameterizedTest
    @EnumSource
    void put_sameStreamRedirected_failsInsteadOfSendingNothing(Sender how) throws Exception {
        InputStream only = stream(TEXT);
        assertThatThrownBy(() -> put(
                        how, BodyPublishers.ofInputStream(() -> only), status(307, "Location: /there"), status(200)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("only once");
        assertThat(server.received()).extracting(RawServer.Received::path).containsExactly("/");
    }

    @ParameterizedTest
    @EnumSource
    void put_newStreamRedirected_isSentThere(Sender how) throws Exception {
        assertThat(put(
                                how,
                                BodyPublishers.ofInputStream(() -> stream(TEXT)),
                                status(307, "Location: /there"),
                                status(503),
                                status(200))
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.received()).extracting(RawServer.Received::body).containsOnly(TEXT);
    }

    @Test
    void guardedBody_publishersOfTheJdk_areKnown(@TempDir Path folder) throws Exception {
        assertThat(List.of(
                        BodyPublishers.noBody(),
                        BodyPublishers.ofString("a"),
                        BodyPublishers.ofByteArray(new byte[3], 1, 1),
                        BodyPublishers.ofFile(Files.writeString(folder.resolve("a"), "a"))))
                .allMatch(GuardedBody::isKnownRepeatable);
        assertThat(List.of(
                        BodyPublishers.ofInputStream(InputStream::nullInputStream),
                        BodyPublishers.fromPublisher(BodyPublishers.ofString("a")),
                        BodyPublishers.fromPublisher(BodyPublishers.ofString("a"), 1)))
                .noneMatch(GuardedBody::isKnownRepeatable);
    }

    /** Signals on a thread of its own, and the second time too late for anybody. */
    private static final class SlowPublisher implements Flow.Publisher<ByteBuffer> {
        private final String text;
        private final AtomicBoolean read = new AtomicBoolean();

        SlowPublisher(String text) {
            this.text = text;
        }

        @Override
        public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
            SubmissionPublisher<ByteBuffer> publisher = new SubmissionPublisher<>();
            publisher.subscribe(subscriber);
            if (read.getAndSet(true)) return;
            publisher.submit(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
            publisher.close();
        }
    }
}
