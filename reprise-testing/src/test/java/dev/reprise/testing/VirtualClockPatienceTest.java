package dev.reprise.testing;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What cannot end says so, instead of hanging the test. Real time is the subject. */
@Tag("BR-091")
class VirtualClockPatienceTest {
    private final VirtualClock automatic = new VirtualClock(true, 0, ofMillis(50));
    private final VirtualClock manual = new VirtualClock(false, 0, ofMillis(50));

    @Test
    void awaitWaits_nobodyWaits_saysSo() {
        assertThatThrownBy(() -> manual.awaitWaits(2))
                .isInstanceOf(AssertionError.class)
                .hasMessage("For 50 ms of real time the virtual clock waited for 2 threads to wait.");
    }

    @Test
    void awaitTimers_nothingScheduled_saysSo() {
        assertThatThrownBy(() -> manual.awaitTimers(1))
                .isInstanceOf(AssertionError.class)
                .hasMessage("For 50 ms of real time the virtual clock waited for 1 timers.");
    }

    @Test
    void join_nothingLeftToFire_saysSo() {
        assertThatThrownBy(() -> automatic.join(new CompletableFuture<>()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("waited for a pending stage, with nothing left to fire");
    }

    @Test
    void sleep_forEverOnAnAutomaticClock_saysSo() {
        assertThatThrownBy(() -> automatic.sleep(Long.MAX_VALUE))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("had nothing left that could end a sleep");
        assertThat(automatic.waits()).isZero();
    }

    @Test
    void sleep_forEverWithATimerFarAway_waitsForTheTimer() {
        var unused = automatic.schedule(ofHours(1_000).toNanos(), Thread.currentThread()::interrupt);

        assertThatThrownBy(() -> automatic.sleep(Long.MAX_VALUE)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void advance_wokenThreadSpins_saysSo() throws InterruptedException {
        AtomicBoolean stop = new AtomicBoolean();
        Thread spinning = new Thread(() -> {
            try {
                manual.sleep(ofSeconds(1).toNanos());
            } catch (InterruptedException e) {
                return;
            }
            while (!stop.get()) {
                Thread.onSpinWait();
            }
        });
        spinning.start();
        manual.awaitWaits(1);

        assertThatThrownBy(() -> manual.advance(ofSeconds(5)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("waited for threads that it woke to wait again, block or end");
        stop.set(true);
        spinning.join();
        manual.advance(ofSeconds(5));
        assertThat(manual.elapsed()).isEqualTo(ofSeconds(6));
    }
}
