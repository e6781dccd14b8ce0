package dev.reprise.guide;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Ambient;
import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.Faults;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.AttemptTimeoutException;
import dev.reprise.time.Deadline;
import dev.reprise.time.TimedOutException;
import dev.reprise.time.Watchdog;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The code of the guide to deadlines and timeouts, asserted. */
class DeadlineSnippets {
    private final VirtualClock clock = VirtualClock.automatic();
    private final Retry retry = Retry.with(Schedule.fixedDelay(ofSeconds(1)).attempts(5))
            .budget(RetryBudget.unlimited())
            .clock(clock);

    @Test
    void forOneCall() {
        Retry bounded = retry.within(ofSeconds(3));
        assertThat(bounded.tried(Faults.failWith(new IOException())).decision()).isEqualTo(Decision.EXPIRED);
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(2));
    }

    @Test
    void forEverythingInside() throws IOException {
        Deadline deadline = Deadline.after(ofSeconds(3), clock);
        String answer = deadline.call(() ->
                retry.call(() -> "left: " + Deadline.current().orElseThrow().remaining()));
        assertThat(answer).isEqualTo("left: PT3S");
    }

    @Test
    void forEachAttempt() {
        Retry impatient = retry.attemptTimeout(ofSeconds(2));
        assertThatThrownBy(() -> impatient.callInterruptibly(Faults.hang(clock)::call))
                .isInstanceOf(AttemptTimeoutException.class);
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(5 * 2 + 4 * 1));
    }

    @Test
    void outermost() {
        Retry start = Retry.with(Schedule.fixedDelay(ofMillis(650)).attempts(2)).attemptTimeout(ofMillis(2500));
        Watchdog watchdog = Watchdog.of(start.worstCase());
        assertThat(watchdog).hasToString("Watchdog.of(5.65s)");
        assertThatThrownBy(() -> Watchdog.of(ofSeconds(1)).clock(clock).callInterruptibly(Faults.hang(clock)::call))
                .isInstanceOf(TimedOutException.class);
    }

    @Test
    void acrossThreads() throws Exception {
        AtomicReference<Optional<Deadline>> seen = new AtomicReference<>(Optional.empty());
        Deadline.after(ofSeconds(3), clock).run(() -> {
            Thread thread = new Thread(Ambient.runnable(() -> seen.set(Deadline.current())));
            thread.start();
            thread.join();
        });
        assertThat(seen.get()).isPresent();
    }
}
