package dev.reprise.testing;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class VirtualClockThreadsTest {
    private final VirtualClock clock = VirtualClock.manual();
    private final ExecutorService pool = Executors.newCachedThreadPool();

    @AfterEach
    void close() throws InterruptedException {
        pool.shutdownNow();
        assertThat(pool.awaitTermination(10, SECONDS)).isTrue();
    }

    /** Sleeps for each of the delays in turn; returns when each began and the last one ended. */
    private Future<List<Duration>> worker(VirtualClock on, Duration... delays) {
        return pool.submit(() -> {
            List<Duration> times = new ArrayList<>();
            for (Duration delay : delays) {
                times.add(on.elapsed());
                on.sleep(delay.toNanos());
            }
            times.add(on.elapsed());
            return times;
        });
    }

    @RepeatedTest(20)
    @Tag("BR-091")
    void advance_afterTheWaitIsRegistered_wakesIt() throws Exception {
        Future<List<Duration>> worker = worker(clock, ofSeconds(10));
        clock.awaitWaits(1);
        clock.advance(ofSeconds(10));

        assertThat(worker.get(10, SECONDS)).containsExactly(Duration.ZERO, ofSeconds(10));
    }

    @Test
    @Tag("BR-091")
    void advance_beforeTheWaitIsRegistered_isNotLostButCountsFromThen() throws Exception {
        CountDownLatch advanced = new CountDownLatch(1);
        Future<Duration> worker = pool.submit(() -> {
            advanced.await();
            clock.sleep(ofSeconds(10).toNanos());
            return clock.elapsed();
        });
        clock.advance(ofSeconds(10));
        advanced.countDown();
        clock.awaitWaits(1);
        clock.advance(ofSeconds(10));

        assertThat(worker.get(10, SECONDS)).isEqualTo(ofSeconds(20));
    }

    @RepeatedTest(20)
    @Tag("BR-091")
    void advance_spansThreeDelays_eachEndsAtItsOwnTime() throws Exception {
        Future<List<Duration>> worker = worker(clock, ofSeconds(10), ofSeconds(20), ofSeconds(5));
        clock.awaitWaits(1);
        clock.advance(ofSeconds(60));

        assertThat(worker.get(10, SECONDS)).containsExactly(Duration.ZERO, ofSeconds(10), ofSeconds(30), ofSeconds(35));
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(60));
        assertThat(clock.slept()).isEqualTo(ofSeconds(35));
    }

    @RepeatedTest(20)
    void advance_severalWorkers_interleaveAsTheirTimesDo() throws Exception {
        List<String> order = new ArrayList<>();
        List<Future<?>> workers = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            int step = i;
            workers.add(pool.submit(() -> {
                for (int n = 1; n * step <= 12; n++) {
                    clock.sleep(ofSeconds(step).toNanos());
                    synchronized (order) {
                        order.add(clock.elapsed().toSeconds() + ":" + step);
                    }
                }
                return null;
            }));
            clock.awaitWaits(i);
        }
        clock.advance(ofSeconds(12));
        for (Future<?> worker : workers) {
            worker.get(10, SECONDS);
        }

        List<String> expected = new ArrayList<>();
        for (int second = 1; second <= 12; second++) {
            // Of those due together the one that began its wait last comes first: the one with the shortest step.
            for (int step = 1; step <= 4; step++) {
                if (second % step == 0) {
                    expected.add(second + ":" + step);
                }
            }
        }
        assertThat(order).isEqualTo(expected);
    }

    @RepeatedTest(20)
    void advance_timerInterruptsASleeper_itHandlesThatAtTheTimeOfTheTimer() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        Future<List<Duration>> worker = pool.submit(() -> {
            List<Duration> times = new ArrayList<>();
            thread.complete(Thread.currentThread());
            try {
                clock.sleep(ofHours(1).toNanos());
            } catch (InterruptedException e) {
                times.add(clock.elapsed());
                clock.sleep(ofSeconds(3).toNanos());
                times.add(clock.elapsed());
            }
            return times;
        });
        clock.awaitWaits(1);
        clock.schedule(ofSeconds(2).toNanos(), thread.get()::interrupt);
        clock.advance(ofSeconds(60));

        assertThat(worker.get(10, SECONDS)).containsExactly(ofSeconds(2), ofSeconds(5));
        assertThat(clock.waits()).isZero();
    }

    @RepeatedTest(20)
    void advance_sleepEndsAtTheInstantOfAnOlderTimer_theWorkerGoesFirst() throws Exception {
        AtomicInteger fired = new AtomicInteger();
        var timer = clock.schedule(ofSeconds(2).toNanos(), fired::incrementAndGet);
        Future<?> worker = pool.submit(() -> {
            clock.sleep(ofSeconds(2).toNanos());
            timer.cancel();
            return null;
        });
        clock.awaitWaits(1);
        clock.advance(ofSeconds(5));
        worker.get(10, SECONDS);

        assertThat(fired).hasValue(0);
    }

    @Test
    void sleep_interruptedFromOutside_ends() throws Exception {
        Future<?> worker = worker(clock, ofSeconds(10));
        clock.awaitWaits(1);
        worker.cancel(true);
        pool.shutdown();

        assertThat(pool.awaitTermination(10, SECONDS)).isTrue();
        assertThat(clock.waits()).isZero();
        assertThat(clock.slept()).isZero();
    }

    @Test
    void advance_wokenThreadBlocksOnSomethingElse_goesOn() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Future<Duration> worker = pool.submit(() -> {
            clock.sleep(ofSeconds(1).toNanos());
            go.await();
            return clock.elapsed();
        });
        clock.awaitWaits(1);
        clock.advance(ofSeconds(5));
        go.countDown();

        assertThat(worker.get(10, SECONDS)).isEqualTo(ofSeconds(5));
    }

    @RepeatedTest(10)
    void executor_taskHandedOverByATimer_isWaitedFor() {
        var executor = clock.executor(pool);
        List<Duration> times = new ArrayList<>();
        CompletableFuture<Void> done = new CompletableFuture<>();
        Runnable[] step = new Runnable[1];
        step[0] = () -> {
            times.add(clock.elapsed());
            if (times.size() == 4) {
                done.complete(null);
            } else {
                clock.schedule(ofSeconds(times.size()).toNanos(), () -> executor.execute(step[0]));
            }
        };
        clock.schedule(ofMillis(100).toNanos(), () -> executor.execute(step[0]));
        clock.schedule(ofSeconds(100).toNanos(), () -> done.completeExceptionally(new AssertionError("too far")));
        clock.join(done);

        assertThat(times).containsExactly(ofMillis(100), ofMillis(1_100), ofMillis(3_100), ofMillis(6_100));
    }

    @Test
    void executor_taskSleeps_countsAsAWait() throws Exception {
        CompletableFuture<Duration> slept = new CompletableFuture<>();
        clock.executor(pool).execute(() -> {
            try {
                clock.sleep(ofSeconds(3).toNanos());
                slept.complete(clock.elapsed());
            } catch (InterruptedException e) {
                slept.completeExceptionally(e);
            }
        });
        clock.advance(ofSeconds(10));

        assertThat(slept.get(10, SECONDS)).isEqualTo(ofSeconds(3));
    }

    @Test
    void automatic_severalSleepers_oneMovesTheOthers() throws Exception {
        VirtualClock automatic = VirtualClock.automatic();
        List<Future<List<Duration>>> workers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            workers.add(worker(automatic, ofSeconds(1), ofSeconds(2), ofSeconds(3)));
        }
        for (Future<List<Duration>> worker : workers) {
            List<Duration> times = worker.get(10, SECONDS);
            assertThat(times.get(3).minus(times.get(0))).isGreaterThanOrEqualTo(ofSeconds(6));
        }
        assertThat(automatic.waits()).isZero();
    }

    @Test
    void hundredSleepers_oneAdvance_wakesAll() throws Exception {
        List<Future<List<Duration>>> workers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            workers.add(worker(clock, ofSeconds(1 + i % 7)));
        }
        clock.awaitWaits(100);
        clock.advance(ofSeconds(7));

        for (int i = 0; i < 100; i++) {
            assertThat(workers.get(i).get(10, SECONDS)).containsExactly(Duration.ZERO, ofSeconds(1 + i % 7));
        }
    }
}
