package dev.reprise.guide;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.RandomSource;
import dev.reprise.retry.Retry;
import dev.reprise.retry.Tried;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.Faults;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.RepriseExtension;
import dev.reprise.testing.VirtualClock;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The code of the guide to testing, asserted. */
@ExtendWith(RepriseExtension.class)
class TestingSnippets {
    private final Retry policy =
            Retry.with(Schedule.exponential(ofMillis(100)).attempts(4)).budget(RetryBudget.unlimited());

    @Test
    void charge_serviceDown_isTriedFourTimes(VirtualClock clock, RecordingListener events) {
        Retry retry = policy.clock(clock).listener(events);
        Tried<Object> tried = retry.tried(Faults.failWith(new IOException("down")));
        assertThat(tried.attempts()).isEqualTo(4);
        assertThat(clock.sleeps()).containsExactly(ofMillis(100), ofMillis(200), ofMillis(400));
        assertThat(events.names()).endsWith("retry.attempt_failed", "retry.exhausted");
    }

    @Test
    void jitter_drawFixed(VirtualClock clock) {
        Retry retry = policy.schedule(
                        Schedule.fixedDelay(ofSeconds(4)).jittered().attempts(2))
                .clock(clock)
                .random(RandomSource.fixed(0.25));
        Tried<Object> tried = retry.tried(Faults.failWith(new IOException("down")));
        assertThat(tried.totalDelay()).isEqualTo(ofSeconds(1));
    }

    @Test
    void severalThreads_theTestMovesTheTime() throws Exception {
        VirtualClock clock = VirtualClock.manual();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            Future<String> later =
                    pool.submit(() -> policy.clock(clock).call(Faults.failThenSucceed("V", new IOException("busy"))));
            clock.awaitWaits(1);
            clock.advance(ofSeconds(60));
            assertThat(later.get()).isEqualTo("V");
        } finally {
            pool.shutdownNow();
        }
    }
}
