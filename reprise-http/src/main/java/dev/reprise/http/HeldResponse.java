package dev.reprise.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The response of one attempt, come or still to come, as far as it has to be let go when another replaces it: the body is
 * closed if it can be, and the connection freed whatever the body is. Released in any thread, at any time, once.
 */
final class HeldResponse<T extends @Nullable Object> implements BodyHandler<T> {
    private static final System.Logger LOG = System.getLogger(HeldResponse.class.getName());

    /** What is read of a stream that is there already, so that its connection can be used again. */
    private static final int DRAINED_BYTES = 64 * 1024;

    private final BodyHandler<T> handler;
    private final AtomicBoolean released = new AtomicBoolean();
    private volatile @Nullable HeldBody body;

    HeldResponse(BodyHandler<T> handler) {
        this.handler = handler;
    }

    @Override
    public BodySubscriber<T> apply(ResponseInfo info) {
        HeldBody held = new HeldBody(handler.apply(info));
        body = held;
        if (released.get()) held.release();
        return held;
    }

    /** Nobody wants it any more. */
    void release() {
        if (!released.compareAndSet(false, true)) return;
        HeldBody held = body;
        if (held != null) held.release();
    }

    private final class HeldBody implements BodySubscriber<T> {
        private final BodySubscriber<T> subscriber;
        private final AtomicBoolean closed = new AtomicBoolean();
        private volatile Flow.@Nullable Subscription subscription;
        private volatile @Nullable CompletionStage<T> content;
        private volatile boolean complete;

        HeldBody(BodySubscriber<T> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public CompletionStage<T> getBody() {
            CompletionStage<T> known = content;
            if (known != null) return known;
            CompletionStage<T> asked = subscriber.getBody();
            content = asked;
            if (released.get()) release();
            return asked;
        }

        @Override
        public void onSubscribe(Flow.Subscription upstream) {
            subscription = upstream;
            subscriber.onSubscribe(upstream);
            if (released.get()) upstream.cancel();
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            subscriber.onNext(buffers);
        }

        @Override
        public void onError(Throwable failure) {
            complete = true;
            subscriber.onError(failure);
        }

        @Override
        public void onComplete() {
            complete = true;
            subscriber.onComplete();
        }

        /** The content, when there is some yet, and then what brings it. */
        void release() {
            CompletionStage<T> known = content;
            if (known != null) {
                CompletionStage<?> unused = known.whenComplete((there, failure) -> {
                    if (closed.compareAndSet(false, true)) close(there);
                });
            }
            Flow.Subscription upstream = subscription;
            if (upstream != null && !complete) upstream.cancel();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // what a body throws changes nothing
    private static void close(@Nullable Object content) {
        if (!(content instanceof AutoCloseable closeable)) return;
        try (closeable) {
            if (content instanceof InputStream stream) drain(stream);
        } catch (Exception fault) {
            LOG.log(System.Logger.Level.DEBUG, "Closing a replaced response failed", fault);
        }
    }

    /** Only what can be had without waiting: a server that sends slowly must not hold up the next attempt. */
    private static void drain(InputStream stream) throws IOException {
        byte[] waste = new byte[4096];
        int drained = 0;
        while (drained < DRAINED_BYTES) {
            int there = Math.min(stream.available(), waste.length);
            if (there <= 0) return;
            int read = stream.read(waste, 0, there);
            if (read < 0) return;
            drained += read;
        }
    }
}
