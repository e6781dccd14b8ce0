package dev.reprise.http;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** Remembers which of its methods were called, and does nothing. */
final class RecordingHttpClient extends HttpClient {
    final IOException failure = new IOException("recorded");

    final List<String> calls = new ArrayList<>();

    @Override
    public Optional<CookieHandler> cookieHandler() {
        calls.add("cookieHandler");
        return Optional.empty();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        calls.add("connectTimeout");
        return Optional.empty();
    }

    @Override
    public Redirect followRedirects() {
        calls.add("followRedirects");
        return Redirect.NEVER;
    }

    @Override
    public Optional<ProxySelector> proxy() {
        calls.add("proxy");
        return Optional.empty();
    }

    @Override
    public SSLContext sslContext() {
        calls.add("sslContext");
        return null;
    }

    @Override
    public SSLParameters sslParameters() {
        calls.add("sslParameters");
        return null;
    }

    @Override
    public Optional<Authenticator> authenticator() {
        calls.add("authenticator");
        return Optional.empty();
    }

    @Override
    public Version version() {
        calls.add("version");
        return Version.HTTP_2;
    }

    @Override
    public Optional<Executor> executor() {
        calls.add("executor");
        return Optional.empty();
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler) throws IOException {
        calls.add("send");
        throw failure;
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        calls.add("sendAsync");
        return CompletableFuture.failedFuture(failure);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, PushPromiseHandler<T> pushes) {
        calls.add("sendAsync with pushes");
        return CompletableFuture.failedFuture(failure);
    }

    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        calls.add("newWebSocketBuilder");
        return null;
    }

    public void shutdown() {
        calls.add("shutdown");
    }

    public boolean awaitTermination(Duration duration) throws InterruptedException {
        calls.add("awaitTermination");
        if (duration.isZero()) throw new InterruptedException("awaited");
        return true;
    }

    public boolean isTerminated() {
        calls.add("isTerminated");
        return true;
    }

    public void shutdownNow() {
        calls.add("shutdownNow");
        throw new IllegalStateException("now");
    }

    public void close() {
        calls.add("close");
    }
}
