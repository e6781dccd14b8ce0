package dev.reprise.http;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.Flow;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One reading of a body, on its way from the publisher to the client. The first remembers what it looked like; a later one
 * has to look the same, and can begin before there is a client.
 */
final class BodyReading implements Flow.Subscriber<ByteBuffer>, Flow.Subscription {
    private static final int PREFIX = 256;
    private static final Flow.Subscription NONE = new Flow.Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
    };

    private final @Nullable BodyReading original;
    private Flow.Subscription upstream = NONE;
    private Flow.@Nullable Subscriber<? super ByteBuffer> downstream;

    // What it looks like. Written by the publisher, one signal after the other.
    private final CRC32C checksum = new CRC32C();
    private byte[] prefix = new byte[0];
    private long length;
    private volatile boolean complete;

    // What came before the client did, and what the client asked for meanwhile.
    private @Nullable ByteBuffer ahead;
    private boolean endedAhead;
    private @Nullable Throwable failedAhead;
    private boolean delivering;
    private long owed;

    BodyReading(@Nullable BodyReading original) {
        this.original = original;
    }

    /** Whether it came to its regular end. */
    boolean isComplete() {
        return complete;
    }

    /** Whether it came to its regular end and had nothing. */
    boolean isEmpty() {
        return complete && length == 0;
    }

    /** Reads the first bytes, for later: whether they come at once, and are those of the original. */
    boolean begin(BodyPublisher source) {
        try {
            source.subscribe(this);
        } catch (RuntimeException refused) {
            return false;
        }
        if (isAhead() && beginsAsOriginal()) return true;
        upstream.cancel();
        return false;
    }

    private synchronized boolean isAhead() {
        return ahead != null && failedAhead == null;
    }

    private boolean beginsAsOriginal() {
        if (original == null) return true;
        int common = Math.min(prefix.length, original.prefix.length);
        return common > 0 && Arrays.equals(prefix, 0, common, original.prefix, 0, common);
    }

    /** Gives everything to the client, from the beginning. */
    void deliver(BodyPublisher source, Flow.Subscriber<? super ByteBuffer> subscriber) {
        boolean begun;
        synchronized (this) {
            downstream = subscriber;
            begun = ahead != null;
        }
        if (begun) subscriber.onSubscribe(this);
        else source.subscribe(this);
    }

    // From the publisher.

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        upstream = subscription;
        Flow.Subscriber<? super ByteBuffer> client = downstream;
        if (client == null) subscription.request(1);
        else client.onSubscribe(this);
    }

    @Override
    public void onNext(ByteBuffer bytes) {
        remember(bytes);
        Flow.Subscriber<? super ByteBuffer> client;
        synchronized (this) {
            client = downstream;
            if (client == null) ahead = bytes;
        }
        if (client != null) client.onNext(bytes);
    }

    private void remember(ByteBuffer bytes) {
        if (prefix.length < PREFIX) {
            byte[] more = new byte[Math.min(PREFIX - prefix.length, bytes.remaining())];
            bytes.duplicate().get(more);
            byte[] longer = Arrays.copyOf(prefix, prefix.length + more.length);
            System.arraycopy(more, 0, longer, prefix.length, more.length);
            prefix = longer;
        }
        length += bytes.remaining();
        checksum.update(bytes.duplicate());
    }

    @Override
    public void onComplete() {
        complete = true;
        ended(null);
    }

    @Override
    public void onError(Throwable failure) {
        ended(failure);
    }

    private void ended(@Nullable Throwable failure) {
        synchronized (this) {
            if (downstream == null || ahead != null || delivering) {
                endedAhead = true;
                failedAhead = failure;
                return;
            }
        }
        end(failure);
    }

    private void end(@Nullable Throwable failure) {
        Flow.Subscriber<? super ByteBuffer> client = downstream;
        if (client == null) return;
        if (failure != null) client.onError(failure);
        else if (isAsOriginal()) client.onComplete();
        else client.onError(new IOException("The body of the request was another one when it was read again"));
    }

    private boolean isAsOriginal() {
        return original == null || (length == original.length && checksum.getValue() == original.checksum.getValue());
    }

    // From the client.

    @Override
    public void request(long n) {
        ByteBuffer first;
        synchronized (this) {
            if (delivering) {
                owed = sum(owed, n);
                return;
            }
            first = ahead;
            ahead = null;
            delivering = first != null && n > 0;
        }
        if (first == null || n <= 0) upstream.request(n);
        else deliverFirst(first, n);
    }

    /** The client's further demand waits until it has this one, so that one signal never overtakes another. */
    private void deliverFirst(ByteBuffer first, long n) {
        Flow.Subscriber<? super ByteBuffer> client = downstream;
        if (client != null) client.onNext(first);
        boolean over;
        long more;
        synchronized (this) {
            delivering = false;
            over = endedAhead;
            more = sum(owed, n - 1);
        }
        if (over) end(failedAhead);
        else if (more > 0) upstream.request(more);
    }

    private static long sum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    @Override
    public void cancel() {
        upstream.cancel();
    }
}
