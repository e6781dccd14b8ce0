package dev.reprise.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Decision;
import dev.reprise.event.RetryEvent;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecordingListenerTest {
    private final RecordingListener listener = new RecordingListener();

    @Test
    void onEvent_severalEvents_areKeptInOrder() {
        RetryEvent failed =
                new RetryEvent.AttemptFailed("a", 1, Duration.ZERO, Decision.AGAIN, null, "v", Duration.ofSeconds(1));
        RetryEvent succeeded = new RetryEvent.Succeeded("a", 2, Duration.ofSeconds(1));
        listener.onEvent(failed);
        listener.onEvent(succeeded);

        assertThat(listener.events()).containsExactly(failed, succeeded);
        assertThat(listener.events(RetryEvent.Succeeded.class)).containsExactly((RetryEvent.Succeeded) succeeded);
        assertThat(listener.names()).containsExactly("retry.attempt_failed", "retry.succeeded");
        assertThat(listener).hasToString("[retry.attempt_failed, retry.succeeded]");
        listener.clear();
        assertThat(listener.events()).isEmpty();
    }

    @Test
    void onEvent_manyThreads_losesNothing() {
        IntStream.range(0, 1_000)
                .parallel()
                .forEach(i -> listener.onEvent(new RetryEvent.Succeeded(null, i, Duration.ZERO)));

        assertThat(listener.events()).hasSize(1_000);
    }
}
