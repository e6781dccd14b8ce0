package dev.reprise.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real HTTP server on loopback that has a bad minute: overloaded, then a connection reset half-way through an answer,
 * then no answer at all, overloaded once more, and well from then on. A plain socket, because a polite server cannot
 * reset a connection.
 */
final class DemoServer implements AutoCloseable {
    private static final String OVERLOADED = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n";

    private final ServerSocket listening = new ServerSocket();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger requests = new AtomicInteger();

    DemoServer() throws IOException {
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        daemon("demo-server", this::accept);
    }

    URI uri(String path) {
        String host = listening.getInetAddress().getHostAddress();
        String quoted = host.contains(":") ? "[" + host + "]" : host;
        return URI.create("http://" + quoted + ":" + listening.getLocalPort() + path);
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                open.add(socket);
                daemon("demo-connection", () -> serve(socket));
            }
        } catch (IOException e) {
            // Closed: the demonstration is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            BufferedReader head = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
            for (String line = head.readLine(); line != null && !line.isEmpty(); line = head.readLine()) {}
            answer(socket, requests.incrementAndGet());
        } catch (IOException e) {
            // The client went away; that is its own business.
        } finally {
            open.remove(socket);
        }
    }

    private static void answer(Socket socket, int request) throws IOException {
        switch (request) {
            case 1 -> send(socket, OVERLOADED + "Retry-After: 1\r\nContent-Length: 0\r\n\r\n");
            case 2 -> resetHalfWay(socket);
            case 3 -> socket.getInputStream().read(); // says nothing until the client gives up
            case 4 -> send(socket, OVERLOADED + "Content-Length: 0\r\n\r\n");
            default -> {
                String body = "{\"order\": 42, \"state\": \"shipped\"}";
                send(
                        socket,
                        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
            }
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(US_ASCII));
        socket.getOutputStream().flush();
    }

    /** The client must have read a part by then: the JDK's sends a request again by itself when nothing came back. */
    private static void resetHalfWay(Socket socket) throws IOException {
        send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"order\":");
        socket.setSoTimeout(100);
        try {
            socket.getInputStream().read();
        } catch (SocketTimeoutException e) {
            socket.setSoLinger(true, 0); // no farewell: closing sends a reset
        }
    }
}
