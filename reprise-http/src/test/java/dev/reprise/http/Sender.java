package dev.reprise.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The ways to send: every scenario goes all of them. */
enum Sender {
    SEND {
        @Override
        <T> HttpResponse<T> send(HttpClient client, HttpRequest request, BodyHandler<T> handler) throws Exception {
            return client.send(request, handler);
        }
    },
    SEND_ASYNC {
        @Override
        <T> HttpResponse<T> send(HttpClient client, HttpRequest request, BodyHandler<T> handler) throws Exception {
            return get(client.sendAsync(request, handler));
        }
    },
    SEND_ASYNC_WITH_PUSHES {
        @Override
        <T> HttpResponse<T> send(HttpClient client, HttpRequest request, BodyHandler<T> handler) throws Exception {
            return get(client.sendAsync(request, handler, null));
        }
    };

    abstract <T> HttpResponse<T> send(HttpClient client, HttpRequest request, BodyHandler<T> handler) throws Exception;

    /** Waits long enough for a machine with other things to do. */
    static <T> T get(java.util.concurrent.Future<T> future) throws Exception {
        try {
            return future.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException wrapped) {
            if (wrapped.getCause() instanceof Exception failure) throw failure;
            throw wrapped;
        } catch (TimeoutException never) {
            throw new IOException("Nothing came", never);
        }
    }
}
