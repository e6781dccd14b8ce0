package dev.reprise.time;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Sleeping, timers and interrupts on virtual threads; on a JDK that has none, on as many of the other kind. */
class VirtualThreadsTest {
    private static ExecutorService threadPerTask() throws ReflectiveOperationException {
        if (Runtime.version().feature() < 21) {
            return Executors.newCachedThreadPool();
        }
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    @Test
    void watchdog_manyThreadsHang_allAreInterruptedAndNoFlagLeaks() throws Exception {
        Watchdog watchdog = Watchdog.of(Duration.ofMillis(50));
        CountDownLatch never = new CountDownLatch(1);
        ExecutorService executor = threadPerTask();
        List<Future<Boolean>> flags = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            boolean hangs = i % 2 == 0;
            flags.add(executor.submit(() -> {
                try {
                    var unused = watchdog.callInterruptibly(() -> {
                        MonotonicClock.system().sleep(1_000_000);
                        return hangs && never.await(60, SECONDS);
                    });
                    assertThat(hangs).isFalse();
                } catch (TimedOutException e) {
                    // Any of them may be late on a busy machine; those that hang must be.
                }
                return Thread.currentThread().isInterrupted();
            }));
        }
        executor.shutdown();

        assertThat(executor.awaitTermination(60, SECONDS)).isTrue();
        for (Future<Boolean> flag : flags) {
            assertThat(flag.get()).isFalse();
        }
    }
}
