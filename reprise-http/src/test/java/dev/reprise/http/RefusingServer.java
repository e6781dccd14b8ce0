package dev.reprise.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers 503 when it has seen the beginning of a request, and reads no more of it. */
final class RefusingServer implements AutoCloseable {
    private final ServerSocket server;
    private final AtomicInteger requests = new AtomicInteger();

    RefusingServer() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "refusing-server");
        thread.setDaemon(true);
        thread.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
    }

    int requests() {
        return requests.get();
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                InputStream in = socket.getInputStream();
                byte[] beginning = in.readNBytes(16 * 1024);
                requests.incrementAndGet();
                socket.getOutputStream()
                        .write("HTTP/1.1 503 -\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbusy"
                                .getBytes(ISO_8859_1));
                socket.getOutputStream().flush();
                socket.shutdownOutput();
                if (beginning.length == 0) return;
                Thread.sleep(50);
            } catch (IOException | InterruptedException gone) {
                // The next one, if any.
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
