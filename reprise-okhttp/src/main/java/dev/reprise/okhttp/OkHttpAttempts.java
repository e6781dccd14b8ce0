package dev.reprise.okhttp;

import dev.reprise.http.StatusClassifier;
import dev.reprise.retry.Attempt;
import dev.reprise.retry.Classifier;
import dev.reprise.retry.Verdict;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** The attempts of one call, and what is said about their outcomes. */
final class OkHttpAttempts {
    private final Interceptor.Chain chain;
    private final StatusClassifier responses;
    private final Classifier failures;
    private final Request request;
    private final @Nullable WatchedBody body;
    private final boolean repeatable;
    private @Nullable Response last;

    OkHttpAttempts(Interceptor.Chain chain, StatusClassifier responses, Classifier failures) {
        this.chain = chain;
        this.responses = responses;
        this.failures = failures;
        Request given = chain.request();
        RequestBody content = given.body();
        this.body = content == null ? null : new WatchedBody(content);
        this.request = body == null
                ? given
                : given.newBuilder().method(given.method(), body).build();
        boolean again = content == null || !(content.isOneShot() || content.isDuplex());
        this.repeatable = again && responses.isRepeatable(given.method(), given.header("Idempotency-Key") != null);
    }

    /** Only now is the last response replaced: had the wait been cut short, it would have been the result. */
    Response next() throws IOException {
        Response replaced = last;
        last = null;
        if (replaced != null) replaced.close();
        Response response = chain.proceed(request);
        last = response;
        return response;
    }

    Verdict returned(Response response) {
        Verdict verdict = responses.classify(
                response.code(), response.header("Retry-After"), response.header("Date"), response.header("Age"));
        return mayBeRepeated(verdict, false);
    }

    Verdict failed(Throwable failure, Attempt attempt) {
        if (chain.call().isCanceled()) return Verdict.stop();
        boolean connecting = failure instanceof ConnectException || failure instanceof UnknownHostException;
        return mayBeRepeated(failures.classify(failure, attempt), connecting && nothingWasSent());
    }

    private Verdict mayBeRepeated(Verdict verdict, boolean nothingWasSent) {
        if (Verdict.accept().equals(verdict) || Verdict.stop().equals(verdict)) return verdict;
        return repeatable || nothingWasSent ? verdict : Verdict.unrepeatable();
    }

    /** Where redirects are followed, the connection that failed need not be the first. A body tells: it was written or not. */
    private boolean nothingWasSent() {
        return body == null ? !chain.getFollowRedirects() : !body.written;
    }

    private static final class WatchedBody extends RequestBody {
        private final RequestBody content;
        private volatile boolean written;

        WatchedBody(RequestBody content) {
            this.content = content;
        }

        @Override
        public @Nullable MediaType contentType() {
            return content.contentType();
        }

        @Override
        public long contentLength() throws IOException {
            return content.contentLength();
        }

        @Override
        public boolean isDuplex() {
            return content.isDuplex();
        }

        @Override
        public boolean isOneShot() {
            return content.isOneShot();
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            written = true;
            content.writeTo(sink);
        }
    }
}
