package dev.reprise.event;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Decision;
import dev.reprise.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightRecorderListenerTest {
    private final RetryListener listener = RetryListener.jfr();

    @TempDir
    private Path directory;

    @Test
    void onEvent_whileRecording_isReadBackWithItsFields() throws IOException {
        Path file = directory.resolve("retry.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("dev.reprise.Retry");
            recording.start();
            listener.onEvent(new RetryEvent.AttemptFailed(
                    "jfr-test", 1, ofMillis(350), Decision.AGAIN, new IOException("down"), null, ofMillis(200)));
            listener.onEvent(
                    new RetryEvent.AttemptFailed("jfr-test", 2, ofMillis(700), Decision.AGAIN, null, 503, null));
            listener.onEvent(new RetryEvent.AfterCapped(
                    "jfr-test", 3, ofMillis(900), Decision.AGAIN, ofHours(24), ofMinutes(5)));
            listener.onEvent(new RetryEvent.Succeeded("jfr-test", 3, ofSeconds(1)));
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> "jfr-test".equals(event.getString("label")))
                .toList();

        assertThat(events)
                .extracting(event -> event.getString("event"))
                .containsExactly(
                        "retry.attempt_failed", "retry.attempt_failed", "retry.after_capped", "retry.succeeded");
        RecordedEvent failed = events.get(0);
        assertThat(failed.getEventType().getName()).isEqualTo("dev.reprise.Retry");
        assertThat(failed.getInt("attempt")).isEqualTo(1);
        assertThat(failed.getDuration("elapsed")).isEqualTo(ofMillis(350));
        assertThat(failed.getString("decision")).isEqualTo("again");
        assertThat(failed.getString("failureType")).isEqualTo("java.io.IOException");
        assertThat(failed.getString("failureMessage")).isEqualTo("down");
        assertThat(failed.getString("valueType")).isNull();
        assertThat(failed.getDuration("nextDelay")).isEqualTo(ofMillis(200));
        assertThat(failed.getLong("requestedDelay")).isEqualTo(Long.MIN_VALUE);
        assertThat(failed.getStackTrace()).isNull();
        assertThat(events.get(1).getString("valueType")).isEqualTo("java.lang.Integer");
        assertThat(events.get(1).getString("failureType")).isNull();
        assertThat(events.get(2).getDuration("nextDelay")).isEqualTo(ofMinutes(5));
        assertThat(events.get(2).getDuration("requestedDelay")).isEqualTo(ofHours(24));
        assertThat(events.get(3).getDuration("elapsed")).isEqualTo(ofSeconds(1));
        assertThat(Files.size(file)).isPositive();
    }

    @Test
    void jfr_runtimeWithoutRecorder_saysHowToGetIt() throws Exception {
        ForkedJvm jvm = ForkedJvm.run(WithoutRecorder.class, "--limit-modules", "java.base");

        assertThat(jvm.output())
                .isEqualTo(
                        "java.lang.IllegalStateException: RetryListener.jfr() needs the module jdk.jfr, which this Java"
                                + " runtime was started without: add --add-modules jdk.jfr, or take a runtime image that has it."
                                + System.lineSeparator());
    }

    static final class WithoutRecorder {
        public static void main(String[] args) {
            try {
                System.out.println(RetryListener.jfr());
            } catch (IllegalStateException e) {
                System.out.println(e);
            }
        }
    }

    @Test
    void toString_isHowItIsMade() {
        assertThat(listener).hasToString("RetryListener.jfr()");
    }
}
