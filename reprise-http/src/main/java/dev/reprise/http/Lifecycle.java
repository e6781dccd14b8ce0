package dev.reprise.http;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.http.HttpClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The methods that {@code HttpClient} has since Java 21, called where there are any. */
final class Lifecycle {
    private static final @Nullable MethodHandle CLOSE = find("close", MethodType.methodType(void.class));
    private static final @Nullable MethodHandle SHUTDOWN = find("shutdown", MethodType.methodType(void.class));
    private static final @Nullable MethodHandle SHUTDOWN_NOW = find("shutdownNow", MethodType.methodType(void.class));
    private static final @Nullable MethodHandle IS_TERMINATED =
            find("isTerminated", MethodType.methodType(boolean.class));
    private static final @Nullable MethodHandle AWAIT_TERMINATION =
            find("awaitTermination", MethodType.methodType(boolean.class, Duration.class));

    private Lifecycle() {}

    private static @Nullable MethodHandle find(String name, MethodType type) {
        try {
            return MethodHandles.publicLookup().findVirtual(HttpClient.class, name, type);
        } catch (NoSuchMethodException olderJava) {
            return null;
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static void close(HttpClient client) {
        MethodHandle handle = present(CLOSE, "close");
        try {
            handle.invoke(client);
        } catch (Throwable thrown) {
            throw unchecked(thrown);
        }
    }

    static void shutdown(HttpClient client) {
        MethodHandle handle = present(SHUTDOWN, "shutdown");
        try {
            handle.invoke(client);
        } catch (Throwable thrown) {
            throw unchecked(thrown);
        }
    }

    static void shutdownNow(HttpClient client) {
        MethodHandle handle = present(SHUTDOWN_NOW, "shutdownNow");
        try {
            handle.invoke(client);
        } catch (Throwable thrown) {
            throw unchecked(thrown);
        }
    }

    static boolean isTerminated(HttpClient client) {
        MethodHandle handle = present(IS_TERMINATED, "isTerminated");
        try {
            return (boolean) handle.invoke(client);
        } catch (Throwable thrown) {
            throw unchecked(thrown);
        }
    }

    static boolean awaitTermination(HttpClient client, Duration duration) throws InterruptedException {
        MethodHandle handle = present(AWAIT_TERMINATION, "awaitTermination");
        try {
            return (boolean) handle.invoke(client, duration);
        } catch (InterruptedException interrupted) {
            throw interrupted;
        } catch (Throwable thrown) {
            throw unchecked(thrown);
        }
    }

    private static MethodHandle present(@Nullable MethodHandle handle, String name) {
        if (handle == null) throw new UnsupportedOperationException("HttpClient." + name + " is there since Java 21");
        return handle;
    }

    /** The methods declare nothing else. */
    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) throw error;
        return thrown instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(thrown);
    }
}
