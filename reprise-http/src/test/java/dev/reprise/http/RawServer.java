package dev.reprise.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on loopback that does to its sockets what it is told, one reply for each request; the last one repeats. */
final class RawServer implements AutoCloseable {
    record Received(int connection, String method, String path, Map<String, String> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    /** What is done about a request. The connection stays open unless this closes it. */
    interface Reply {
        void to(Received request, Socket socket) throws IOException;
    }

    private final ServerSocket server;
    private final List<Reply> replies;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();

    RawServer(Reply... replies) throws IOException {
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.replies = List.of(replies);
        start(this::accept);
    }

    /** A whole answer with a length, whose body is its status. */
    static Reply status(int status, String... headers) {
        return (request, socket) -> answer(socket, status, "status " + status, headers);
    }

    static void answer(Socket socket, int status, String body, String... headers) throws IOException {
        StringBuilder head =
                new StringBuilder("HTTP/1.1 " + status + " -\r\nContent-Length: " + body.length() + "\r\n");
        for (String header : headers) head.append(header).append("\r\n");
        write(socket, head + "\r\n" + body);
    }

    static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** The connection is reset. */
    static Reply reset() {
        return (request, socket) -> {
            socket.setSoLinger(true, 0);
            socket.close();
        };
    }

    /** Nothing is answered, and the connection stays. */
    static Reply silence() {
        return (request, socket) -> {};
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + path);
    }

    List<Received> received() {
        return received;
    }

    int connections() {
        return connections.get();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                sockets.add(socket);
                int number = connections.incrementAndGet();
                start(() -> serve(socket, number));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket, int connection) {
        try (socket) {
            InputStream in = socket.getInputStream();
            for (String line = line(in); !line.isEmpty(); line = line(in)) {
                Received request = read(line, in, connection);
                received.add(request);
                int number = Math.min(received.size(), replies.size());
                replies.get(number - 1).to(request, socket);
            }
        } catch (IOException gone) {
            // The client left, or was left.
        }
    }

    private static Received read(String requestLine, InputStream in, int connection) throws IOException {
        String[] parts = requestLine.split(" ", 3);
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).trim());
        }
        String body = headers.containsKey("transfer-encoding")
                ? chunks(in)
                : text(in, Integer.parseInt(headers.getOrDefault("content-length", "0")));
        return new Received(connection, parts[0], parts[1], headers, body);
    }

    private static String chunks(InputStream in) throws IOException {
        StringBuilder body = new StringBuilder();
        while (true) {
            String length = line(in);
            if (length.isEmpty()) throw new IOException("cut off");
            int size = Integer.parseInt(length, 16);
            body.append(text(in, size));
            line(in);
            if (size == 0) return body.toString();
        }
    }

    private static String text(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) throw new IOException("cut off");
        return new String(bytes, ISO_8859_1);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            if (next != '\r') line.write(next);
        }
        return line.toString(ISO_8859_1);
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : sockets) socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
