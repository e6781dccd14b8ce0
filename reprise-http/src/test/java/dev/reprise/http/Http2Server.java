package dev.reprise.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.api.server.ServerSessionListener;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.GoAwayFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.server.RawHTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** HTTP/2 over TLS, frame by frame: one reply for each stream, the last one repeats. */
final class Http2Server implements AutoCloseable {
    /** What is done about a stream that has begun. */
    interface Reply {
        void to(Stream stream);
    }

    private final Server server = new Server();
    private final ServerConnector connector;
    private final AtomicInteger sessions = new AtomicInteger();
    private final AtomicInteger streams = new AtomicInteger();
    private final List<Reply> replies;

    Http2Server(int concurrentStreams, Reply... replies) throws Exception {
        this.replies = List.of(replies);
        RawHTTP2ServerConnectionFactory http2 = new RawHTTP2ServerConnectionFactory(new Listener());
        http2.setMaxConcurrentStreams(concurrentStreams);
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory("h2");
        alpn.setDefaultProtocol("h2");
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setSslContext(SelfSigned.context());
        connector = new ServerConnector(server, new SslConnectionFactory(tls, "alpn"), alpn, http2);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.start();
    }

    private final class Listener implements ServerSessionListener {
        @Override
        public void onAccept(Session session) {
            sessions.incrementAndGet();
        }

        @Override
        public Stream.Listener onNewStream(Stream stream, HeadersFrame frame) {
            int number = Math.min(streams.incrementAndGet(), replies.size());
            replies.get(number - 1).to(stream);
            return new Stream.Listener() {};
        }
    }

    static Reply answer(int status) {
        return stream -> respond(stream, status, true);
    }

    /** A body without an end. */
    static Reply unfinished(int status) {
        return stream -> respond(stream, status, false);
    }

    private static void respond(Stream stream, int status, boolean end) {
        MetaData.Response head = new MetaData.Response(status, null, HttpVersion.HTTP_2, HttpFields.EMPTY);
        ByteBuffer body = ByteBuffer.wrap(("status " + status).getBytes(US_ASCII));
        Object unused = stream.headers(new HeadersFrame(stream.getId(), head, null, false))
                .thenCompose(same -> same.data(new DataFrame(same.getId(), body, end)));
    }

    static Reply reset(ErrorCode error) {
        return stream -> stream.reset(new ResetFrame(stream.getId(), error.code), Callback.NOOP);
    }

    /** No stream of this connection is or will be processed. */
    static Reply goAway() {
        return stream -> ((HTTP2Session) stream.getSession())
                .goAway(new GoAwayFrame(0, ErrorCode.NO_ERROR.code, new byte[0]), Callback.NOOP);
    }

    URI uri() {
        return URI.create("https://127.0.0.1:" + connector.getLocalPort() + "/");
    }

    int sessions() {
        return sessions.get();
    }

    int streams() {
        return streams.get();
    }

    @Override
    public void close() {
        LifeCycle.stop(server);
    }
}
