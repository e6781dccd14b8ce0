package dev.reprise.http;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A body that nobody knows to be repeatable, so that it is read again only when it proves to be, and refuses otherwise: it is
 * never sent empty the second time, nor with what was left of it the first time.
 *
 * <p>The proof: it was read to its end, and a new subscription begins at once with the same bytes. A stream that was read
 * out is at its end instead, and a publisher for one subscriber refuses. Bytes that differ later on, or end too soon, make
 * the request fail instead of being taken for the whole.
 *
 * <p>One for a logical call, so that it sees what the client sends again by itself, too, after a redirect for instance.
 */
final class GuardedBody implements BodyPublisher {
    /** Publishers of the JDK that start anew by their nature. Of a stream or another publisher nobody knows. */
    private static final Set<Class<?>> REPEATABLE = Set.of(
            BodyPublishers.noBody().getClass(),
            BodyPublishers.ofByteArray(new byte[] {1}).getClass(),
            BodyPublishers.ofString("a").getClass(),
            RepeatableBody.class);

    /** An instance needs a file. Should the JDK rename it, files have to prove themselves like streams. */
    private static final String FILE_PUBLISHER = "jdk.internal.net.http.RequestPublishers$FilePublisher";

    private final BodyPublisher source;
    private final boolean repeatable;
    private @Nullable BodyReading first;
    private @Nullable BodyReading ahead;

    private GuardedBody(BodyPublisher source, boolean repeatable) {
        this.source = source;
        this.repeatable = repeatable;
    }

    static GuardedBody of(BodyPublisher source) {
        return new GuardedBody(source, isKnownRepeatable(source));
    }

    /** Whether the body needs no guard. */
    static boolean isKnownRepeatable(BodyPublisher source) {
        return REPEATABLE.contains(source.getClass())
                || source.getClass().getName().equals(FILE_PUBLISHER)
                || source.contentLength() == 0;
    }

    /** Whether somebody subscribed, so that something may have been sent. */
    synchronized boolean wasRead() {
        return first != null;
    }

    /** Whether it can be sent (again); reads the beginning of it to see. */
    boolean canBeSent() {
        BodyReading original;
        synchronized (this) {
            if (repeatable || first == null || ahead != null) return true;
            original = first;
        }
        if (!original.isComplete()) return false;
        if (original.isEmpty()) return true;
        BodyReading next = new BodyReading(original);
        if (!next.begin(source)) return false;
        synchronized (this) {
            ahead = next;
        }
        return true;
    }

    @Override
    public long contentLength() {
        return source.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        BodyReading reading = claim();
        if (reading == null && canBeSent()) reading = claim();
        if (reading != null) reading.deliver(source, subscriber);
        else if (wasEmpty()) BodyPublishers.noBody().subscribe(subscriber);
        else refuse(subscriber);
    }

    private synchronized boolean wasEmpty() {
        return first != null && first.isEmpty();
    }

    /** The reading that the next subscriber gets, or null when there is none that has proved itself. */
    private synchronized @Nullable BodyReading claim() {
        if (first == null) {
            first = new BodyReading(null);
            return first;
        }
        BodyReading begun = ahead;
        ahead = null;
        return repeatable ? new BodyReading(null) : begun;
    }

    private static void refuse(Flow.Subscriber<? super ByteBuffer> subscriber) {
        subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long n) {}

            @Override
            public void cancel() {}
        });
        subscriber.onError(new IOException("The body of the request can be sent only once"));
    }
}
