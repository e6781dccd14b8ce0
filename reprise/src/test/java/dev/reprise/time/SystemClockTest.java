package dev.reprise.time;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real time is the subject: what is asserted is only that nothing is early. */
class SystemClockTest {
    private final MonotonicClock clock = MonotonicClock.system();

    @ParameterizedTest
    @ValueSource(longs = {1, 999, 400_000, 999_999, 1_000_001, 3_500_000})
    @Tag("BR-020")
    void sleep_anyLength_isNeverShorterThanAsked(long nanos) throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            long start = System.nanoTime();
            clock.sleep(nanos);
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(nanos);
        }
    }

    @Test
    void sleep_zeroOrLess_doesNotBlockAndIgnoresTheFlag() throws InterruptedException {
        Thread.currentThread().interrupt();
        clock.sleep(0);
        clock.sleep(-1);
        clock.sleep(Long.MIN_VALUE);

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void sleep_interrupted_throwsWithTheFlagClear() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> clock.sleep(Long.MAX_VALUE)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    @Tag("BR-020")
    void schedule_subMillisecond_isNotEarly() throws Exception {
        for (int i = 0; i < 20; i++) {
            CompletableFuture<Long> ran = new CompletableFuture<>();
            long start = System.nanoTime();
            var unused = clock.schedule(400_000, () -> ran.complete(System.nanoTime()));
            assertThat(ran.get(10, SECONDS) - start).isGreaterThanOrEqualTo(400_000);
        }
    }

    @Test
    void schedule_threadOfTheTimer_isADaemonThatInheritsNothing() throws Exception {
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        var unused = clock.schedule(-5, () -> ran.complete(Thread.currentThread()));

        assertThat(ran.get(10, SECONDS).isDaemon()).isTrue();
        assertThat(ran.get().getName()).isEqualTo("reprise-timer");
        assertThat(ran.get().getContextClassLoader()).isNull();
    }

    @Test
    void null_saysWhich() {
        assertThatNullPointerException()
                .isThrownBy(() -> clock.schedule(1, null))
                .withMessage("task");
    }

    @Test
    void toString_namesTheFactory() {
        assertThat(clock).hasToString("MonotonicClock.system()");
    }
}
