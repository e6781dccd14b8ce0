package dev.reprise.examples;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testing.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoreExamplesTest {
    @Test
    void fiveLines_fileThatComesLater_isRead(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("late.txt");
        Thread writer = new Thread(() -> {
            try {
                Path whole = Files.writeString(folder.resolve("whole.txt"), "there");
                Files.move(whole, file);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        assertThat(FiveLines.read(file)).isEqualTo("there");
        writer.join();
    }

    @Test
    void fiveLines_fileThatNeverComes_isTheLastFailure(@TempDir Path folder) {
        assertThatThrownBy(() -> FiveLines.read(folder.resolve("never.txt"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void fromEnvironment_settings_makeThePolicy() {
        assertThat(FromEnvironment.policy(Map.of("INVENTORY_RETRY_ATTEMPTS", "5", "INVENTORY_RETRY_JITTER", "0"))
                        .toString())
                .startsWith("Retry[exponential(100ms, 2.0).capped(5s).attempts(5)")
                .contains("label=inventory");
        assertThatThrownBy(() -> FromEnvironment.policy(
                        Map.of("INVENTORY_RETRY_ATTEMPTS", "0", "INVENTORY_RETRY_DELAY", "soon")))
                .hasMessage(
                        "Invalid retry configuration: INVENTORY_RETRY_DELAY (soon) must be a duration, as 250ms, 1m30s"
                                + " or PT0.25S; INVENTORY_RETRY_ATTEMPTS (0) must be at least 1.");
    }

    @Test
    void queueConsumer_restartedAfterEveryFailure_goesOnWhereItWas() {
        List<Long> seconds = new ArrayList<>();
        String memory = null;
        Duration at = ZERO;
        Optional<QueueConsumer.Redelivery> next;
        do {
            QueueConsumer restarted = new QueueConsumer(new Random(1));
            next = restarted.afterFailure(memory, at, at);
            if (next.isPresent()) {
                memory = next.get().memory();
                at = next.get().sinceFirstDelivery();
                seconds.add(at.toSeconds());
            }
        } while (next.isPresent());
        assertThat(seconds).containsExactly(0L, 0L, 1L, 3L, 7L, 15L, 31L, 63L, 127L);
    }

    @Test
    void queueConsumer_withoutMemory_knowsByTheNumber() {
        QueueConsumer consumer = new QueueConsumer(new Random(1));
        assertThat(consumer.afterFailure(2, ofSeconds(9))).contains(ofSeconds(9));
        assertThat(consumer.afterFailure(10, ofSeconds(200))).isEmpty();
    }

    @Test
    void poller_checksThatFailOnce_areTriedAgain() throws InterruptedException {
        VirtualClock clock = VirtualClock.automatic();
        AtomicInteger checks = new AtomicInteger();
        CountDownLatch enough = new CountDownLatch(20);
        try (Poller poller = new Poller(clock, () -> {
            enough.countDown();
            if (checks.incrementAndGet() % 2 == 0) throw new IOException("now and then");
        })) {
            assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(poller.checks()).isPositive();
        }
    }
}
