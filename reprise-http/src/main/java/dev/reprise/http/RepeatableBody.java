package dev.reprise.http;

import static java.util.Objects.requireNonNull;

import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.function.Supplier;

/**
 * A request's body that can be sent again, because there is a new publisher for each time.
 *
 * <p>{@code PUT(RepeatableBody.of(() -> BodyPublishers.fromPublisher(export.rows())))} is sent anew after a 503, where the
 * publisher alone would be sent once and never again. Bodies from a string, bytes or a file need no such help.
 */
public final class RepeatableBody implements BodyPublisher {
    private final Supplier<? extends BodyPublisher> source;

    private RepeatableBody(Supplier<? extends BodyPublisher> source) {
        this.source = source;
    }

    /**
     * A body from this source.
     *
     * @param source gives a publisher of the same bytes each time, of which at most one is subscribed to; asked for its
     *     content length, too
     */
    public static RepeatableBody of(Supplier<? extends BodyPublisher> source) {
        return new RepeatableBody(requireNonNull(source, "source"));
    }

    private BodyPublisher publisher() {
        return requireNonNull(source.get(), "the source's publisher");
    }

    @Override
    public long contentLength() {
        return publisher().contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        publisher().subscribe(subscriber);
    }
}
