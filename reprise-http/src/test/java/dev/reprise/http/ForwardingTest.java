package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.retry.Classifier;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever methods HttpClient has in the Java that runs this, the wrapped client gets them. */
class ForwardingTest {
    private static final Retry RETRY = Retry.with(Schedule.once()).classifier(Classifier.never());

    private final RecordingHttpClient recorder = new RecordingHttpClient();
    private final RetryingHttpClient client = RetryingHttpClient.wrap(recorder, RETRY);

    static Stream<Method> methodsOfHttpClient() {
        return Arrays.stream(HttpClient.class.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .filter(method -> method.getDeclaringClass() != Object.class);
    }

    @ParameterizedTest
    @MethodSource("methodsOfHttpClient")
    void everyMethod_isDeclaredAndForwarded(Method method) throws Exception {
        Method own = RetryingHttpClient.class.getDeclaredMethod(method.getName(), method.getParameterTypes());
        assertThat(own.getGenericReturnType().getTypeName())
                .isEqualTo(method.getGenericReturnType().getTypeName());
        try {
            method.invoke(client, arguments(method));
        } catch (InvocationTargetException thrown) {
            boolean recorded = thrown.getCause() == recorder.failure
                    || thrown.getCause().getMessage().equals("now");
            assertThat(recorded)
                    .as("thrown by %s: %s", method, thrown.getCause())
                    .isTrue();
        }
        String call = method.getParameterCount() == 3 ? "sendAsync with pushes" : method.getName();
        assertThat(recorder.calls).containsExactly(call);
    }

    private static Object[] arguments(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(ForwardingTest::argument)
                .toArray();
    }

    private static Object argument(Class<?> type) {
        if (type == HttpRequest.class) {
            return HttpRequest.newBuilder(URI.create("http://localhost/")).build();
        }
        if (type == BodyHandler.class) return BodyHandlers.discarding();
        if (type == PushPromiseHandler.class) {
            return (PushPromiseHandler<?>) (initiating, pushed, acceptor) -> {};
        }
        if (type == Duration.class) return Duration.ofSeconds(1);
        throw new AssertionError("HttpClient takes a " + type);
    }

    /** The methods are there on every Java, and do something where HttpClient has them. */
    @Test
    void lifecycle_failures_comeThroughAsTheyAre() {
        if (Runtime.version().feature() < 21) {
            assertThatThrownBy(client::close)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("HttpClient.close is there since Java 21");
            assertThatThrownBy(() -> client.awaitTermination(Duration.ZERO))
                    .isInstanceOf(UnsupportedOperationException.class);
            return;
        }
        assertThatThrownBy(() -> client.awaitTermination(Duration.ZERO))
                .isInstanceOf(InterruptedException.class)
                .hasMessage("awaited");
        assertThatThrownBy(client::shutdownNow)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("now");
        RetryingHttpClient real = RetryingHttpClient.wrap(HttpClient.newHttpClient(), RETRY);
        assertThat(real.isTerminated()).isFalse();
        real.close();
        assertThat(real.isTerminated()).isTrue();
    }
}
