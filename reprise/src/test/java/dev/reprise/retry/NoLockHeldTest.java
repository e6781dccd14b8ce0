package dev.reprise.retry;

import static java.time.Duration.ofMillis;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.Schedule;
import dev.reprise.time.MonotonicClock;
import dev.reprise.time.Watchdog;
import java.io.IOException;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ruling 17: whenever code of others is called, or a thread waits, that thread holds no lock of the library. */
@Tag("BR-090")
class NoLockHeldTest {
    private final Set<String> places = ConcurrentHashMap.newKeySet();
    private final Queue<String> held = new ConcurrentLinkedQueue<>();
    private final Map<String, Integer> looks = new ConcurrentHashMap<>();
    private volatile String driver = "";
    private final ExecutorService pool = Executors.newFixedThreadPool(2);

    @AfterEach
    void shutDown() {
        pool.shutdownNow();
    }

    /** Notes the locks of the library, or of the JDK as it may use them, that the calling thread holds. */
    private void called(String place) {
        // Looking stops the JVM, so it is done twice for each.
        places.add(place);
        if (looks.merge(driver + ": " + place, 1, Integer::sum) > 2) return;
        long self = Thread.currentThread().getId();
        ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(new long[] {self}, true, true)[0];
        Stream.concat(Arrays.stream(info.getLockedMonitors()), Arrays.stream(info.getLockedSynchronizers()))
                .map(LockInfo::getClassName)
                .filter(name -> name.startsWith("dev.reprise.") || name.contains("ReentrantLock"))
                .forEach(name -> held.add(name + " at " + place));
    }

    private Retry watched() {
        return Retry.with(Schedule.fixedDelay(ofMillis(1)).attempts(3))
                .budget(new Watched())
                .clock(new WatchedClock())
                .label("watched")
                .random(new RandomSource() {
                    @Override
                    public RandomGenerator forCall(String stream, long ordinal) {
                        called("random");
                        return RandomSource.seeded(1).forCall(stream, ordinal);
                    }
                })
                .schedule(Schedule.fixedDelay(ofMillis(1)).jittered().attempts(3))
                .executor(task -> {
                    called("executor");
                    pool.execute(task);
                })
                .classifier((failure, attempt) -> {
                    called("classifier");
                    return Verdict.retry();
                })
                .listener(event -> called("listener"))
                .onRetry(info -> called("onRetry"))
                .onGiveUp(tried -> called("onGiveUp"));
    }

    @Test
    @Tag("slow")
    void everyCallOut_holdsNoLock() throws Exception {
        Retry retry = watched().attemptTimeout(ofMillis(2));
        driver = "blocking";
        Duration minute = Duration.ofSeconds(60);
        var unusedTried = Watchdog.of(minute).call(() -> retry.within(minute).tried(this::operation));
        driver = "attempts on an executor";
        var unusedElsewhere = retry.attemptTimeout(ofMillis(2), pool).tried(this::operation);
        driver = "callOn";
        assertThat(ended(retry.callOn(pool, this::operation))).isTrue();
        driver = "completed stages";
        assertThat(ended(retry.callAsync(() -> failedFuture(failing("stage"))))).isTrue();
        driver = "stages that hang";
        assertThat(ended(retry.callAsync(WatchedStage::new))).isTrue();
        driver = "cancelled";
        assertThat(retry.callAsync(WatchedStage::new).cancel(true)).isTrue();
        driver = "inline";
        try (Attempts attempts = retry.attempts()) {
            for (InlineAttempt attempt : attempts) attempt.done(failing("inline"));
        }

        assertThat(held).isEmpty();
        assertThat(places)
                .contains("operation", "stage", "inline", "classifier", "listener", "onRetry", "onGiveUp", "executor")
                .contains("nanoTime", "sleep", "schedule", "task", "cancel", "stage cancelled", "random")
                .contains("budget");
    }

    private static boolean ended(CompletableFuture<?> future) throws Exception {
        return future.handle((value, failure) -> true).get(20, SECONDS);
    }

    private String operation() throws IOException {
        called("operation");
        throw failing("operation");
    }

    private IOException failing(String place) {
        called(place);
        return new IOException("down");
    }

    private final class WatchedStage extends CompletableFuture<String> {
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            called("stage cancelled");
            return super.cancel(mayInterruptIfRunning);
        }
    }

    private final class WatchedClock implements MonotonicClock {
        private final MonotonicClock clock = MonotonicClock.system();

        @Override
        public long nanoTime() {
            called("nanoTime");
            return clock.nanoTime();
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
            called("sleep");
            clock.sleep(nanos);
        }

        @Override
        public Cancellable schedule(long nanos, Runnable task) {
            called("schedule");
            Cancellable timer = clock.schedule(nanos, () -> {
                called("task");
                task.run();
            });
            return () -> {
                called("cancel");
                timer.cancel();
            };
        }
    }

    private final class Watched implements RetryBudget {
        private final RetryBudget budget = RetryBudget.unlimited();

        @Override
        public void onFirstAttempt() {
            called("budget");
        }

        @Override
        public void onSuccess(Grant last) {
            called("budget");
        }

        @Override
        public void onRetryableFailure() {
            called("budget");
        }

        @Override
        public Grant tryAcquire(Cause cause) {
            called("budget");
            return budget.tryAcquire(cause);
        }

        @Override
        public void refund(Grant grant) {
            called("budget");
        }

        @Override
        public double balance() {
            return 1;
        }

        @Override
        public String explain() {
            return "watched";
        }
    }
}
