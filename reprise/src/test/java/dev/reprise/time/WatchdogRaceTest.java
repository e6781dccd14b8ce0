package dev.reprise.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Real time is the subject: the end of the operation and the interrupt of the watchdog meet within microseconds. */
class WatchdogRaceTest {
    private static final int ROUNDS = 20_000;

    private record Outcomes(int inTime, int late, int leaked) {}

    @Test
    void call_endsWithinMicrosecondsOfTheLimit_leavesTheFlagOfTheCallerClear() throws InterruptedException {
        assertNothingLeaked(race(1));
    }

    @Test
    void call_endsWithinMicrosecondsOfTheLimit_leavesTheFlagOfAPoolThreadClear() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            assertNothingLeaked(pool.submit(() -> race(2)).get());
            assertThat(pool.submit(() -> Thread.currentThread().isInterrupted()).get())
                    .isFalse();
        } finally {
            pool.shutdownNow();
        }
    }

    private static void assertNothingLeaked(Outcomes outcomes) {
        assertThat(outcomes.leaked).isZero();
        assertThat(outcomes.inTime).isGreaterThan(ROUNDS / 20);
        assertThat(outcomes.late).isGreaterThan(ROUNDS / 20);
    }

    /** Operations that spin for 20 to 120 µs under a limit of 70 µs, every second one inside another watchdog. */
    private static Outcomes race(long seed) throws InterruptedException {
        Random random = new Random(seed);
        Watchdog watchdog = Watchdog.of(Duration.ofNanos(70_000));
        int inTime = 0;
        int late = 0;
        int leaked = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long nanos = 20_000L + random.nextInt(100_001);
            boolean nested = round % 2 == 0;
            try {
                watchdog.run(() -> {
                    if (nested) {
                        watchdog.run(() -> spin(nanos));
                    } else {
                        spin(nanos);
                    }
                });
                inTime++;
            } catch (TimedOutException e) {
                late++;
            }
            if (Thread.interrupted()) {
                leaked++;
            }
        }
        // A late interrupt would end this.
        Thread.sleep(5);
        return new Outcomes(inTime, late, leaked);
    }

    private static void spin(long nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
    }
}
