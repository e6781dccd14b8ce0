package dev.reprise.guide;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.repeat.Recurrence;
import dev.reprise.repeat.Repeat;
import dev.reprise.repeat.Repeated;
import dev.reprise.repeat.Supervisor;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.VirtualClock;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The code of the guide to repeating, asserted. */
class RepeatSnippets {
    private final VirtualClock clock = VirtualClock.automatic();
    private final AtomicInteger polls = new AtomicInteger();

    private void checkHealth() throws IOException {
        if (polls.incrementAndGet() == 5) throw new IOException("down");
    }

    @Test
    void untilSomethingBreaks() {
        Repeated repeated = Repeat.with(Schedule.aligned(ofSeconds(30)).attempts(1000))
                .clock(clock)
                .run(() -> checkHealth());
        assertThat(repeated.runs()).isEqualTo(4);
        assertThat(repeated.failure()).isInstanceOf(IOException.class);
        assertThat(repeated.reason()).isEqualTo(Repeated.Reason.FAILED);
        assertThat(clock.elapsed()).isEqualTo(ofMinutes(2));
    }

    @Test
    void forEver() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        try (Supervisor supervisor = Supervisor.open()) {
            Recurrence poll = supervisor.repeat(Schedule.aligned(ofSeconds(30)), () -> ran.countDown());
            ran.await();
            poll.stop();
            poll.completion().toCompletableFuture().get();
            assertThat(poll.runs()).isEqualTo(1);
        }
    }
}
