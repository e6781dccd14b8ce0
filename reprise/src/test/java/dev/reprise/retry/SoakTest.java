package dev.reprise.retry;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.Decision;
import dev.reprise.ForkedJvm;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryEvent;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.VirtualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many attempts, many calls, many threads; and whole JVMs. */
class SoakTest {
    private static final int MANY = 1_000_000;

    @Test
    @Tag("BR-028")
    void millionFailingAttempts_on64MegabytesOfHeap_areFlat() throws Exception {
        ForkedJvm jvm = ForkedJvm.run(FailingForLong.class, "-Xmx64m", "-XX:+UseSerialGC");

        assertThat(jvm.output().lines())
                .containsExactly("blocking 1000000", "async 1000000", "executor 1000000", "inline 1000000");
        assertThat(jvm.exit()).isZero();
    }

    /** Every driver makes a million attempts that each carry a kilobyte. */
    static final class FailingForLong {
        private static final class Heavy extends IOException {
            private static final long serialVersionUID = 1L;
            final transient byte[] load = new byte[1024];

            @Override
            public Throwable fillInStackTrace() {
                return this;
            }
        }

        public static void main(String[] args) {
            Retry retry = Retry.with(Schedule.exponential(ofMillis(1)).attempts(MANY))
                    .budget(RetryBudget.unlimited())
                    .clock(new Ticking())
                    .executor(Runnable::run)
                    .listener(event -> {})
                    .onGiveUp(tried -> assertThat(tried.history()).hasSize(16));
            System.out.println("blocking "
                    + retry.tried(() -> {
                                throw new Heavy();
                            })
                            .attempts());
            Retry atOnce = retry.schedule(Schedule.immediate().attempts(MANY));
            System.out.println("async "
                    + atOnce.triedAsync(() -> failedFuture(new Heavy())).join().attempts());
            AtomicInteger attempts = new AtomicInteger();
            CompletableFuture<Object> result = atOnce.callOn(Runnable::run, () -> {
                attempts.incrementAndGet();
                throw new Heavy();
            });
            System.out.println("executor " + (result.isCompletedExceptionally() ? attempts.get() : -1));
            int made = 0;
            try (Attempts inline = retry.attempts()) {
                for (InlineAttempt attempt : inline) {
                    made = attempt.number();
                    attempt.done(new Heavy());
                }
            }
            System.out.println("inline " + made);
        }
    }

    /** Time that passes by being waited for, and remembers nothing. */
    private static final class Ticking implements dev.reprise.time.MonotonicClock {
        private long now;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void sleep(long nanos) {
            now += nanos;
        }

        @Override
        public Cancellable schedule(long nanos, Runnable task) {
            throw new UnsupportedOperationException("nothing here has a timer");
        }
    }

    @Test
    void hundredThousandAsyncCalls_atOnce_allEndAndLeaveNoTimer() throws Exception {
        VirtualClock clock = VirtualClock.manual();
        int calls = 100_000;
        IOException down = new IOException("down");
        AtomicInteger running = new AtomicInteger();
        Map<Decision, Integer> ended = new ConcurrentHashMap<>();
        Retry retry = Retry.with(Schedule.fixedDelay(ofMillis(10)).attempts(3))
                .budget(RetryBudget.unlimited())
                .clock(clock)
                .attemptTimeout(Duration.ofHours(1))
                .executor(Runnable::run);
        List<CompletableFuture<Tried<Integer>>> results = new ArrayList<>(calls);
        for (int i = 0; i < calls; i++) {
            int call = i;
            AtomicInteger attempt = new AtomicInteger();
            results.add(retry.triedAsync(() -> {
                running.incrementAndGet();
                return attempt.incrementAndGet() <= call % 4 ? failedFuture(down) : completedFuture(call);
            }));
        }
        assertThat(clock.timers()).isEqualTo(calls / 4 * 3);
        clock.advance(ofMillis(20));
        for (int i = 0; i < calls; i++) {
            Tried<Integer> tried = results.get(i).get(10, SECONDS);
            ended.merge(tried.decision(), 1, Integer::sum);
            if (tried.succeeded()) assertThat(tried.value()).isEqualTo(i);
        }

        assertThat(ended).containsOnly(Map.entry(Decision.SUCCEEDED, 75_000), Map.entry(Decision.EXHAUSTED, 25_000));
        assertThat(running).hasValue(25_000 * (1 + 2 + 3 + 3));
        assertThat(clock.timers()).isZero();
    }

    @Test
    @Tag("BR-035")
    void thousandThreads_shareOnePolicy_eachHasItsOwnAttempts() throws Exception {
        Map<Integer, Integer> attemptsOfCalls = new ConcurrentHashMap<>();
        AtomicInteger events = new AtomicInteger();
        Retry retry = Retry.with(Schedule.fixedDelay(Duration.ofNanos(1)).attempts(3))
                .budget(RetryBudget.unlimited())
                .listener(event -> {
                    if (event instanceof RetryEvent.AttemptFailed) events.incrementAndGet();
                });
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            int id = i;
            threads.add(new Thread(
                    null,
                    () -> {
                        try {
                            go.await();
                        } catch (InterruptedException e) {
                            return;
                        }
                        Tried<Object> tried = retry.tried(() -> {
                            attemptsOfCalls.merge(id, 1, Integer::sum);
                            throw new IOException("down");
                        });
                        attemptsOfCalls.merge(id, 10 * tried.attempts(), Integer::sum);
                    },
                    "sharing-" + i,
                    128 * 1024));
        }
        threads.forEach(Thread::start);
        go.countDown();
        for (Thread thread : threads) thread.join();

        assertThat(attemptsOfCalls).hasSize(1000);
        assertThat(attemptsOfCalls.values()).containsOnly(33);
        assertThat(events).hasValue(3000);
    }

    @Test
    @Tag("BR-023")
    void main_returnsWithBackoffsPending_theJvmExits() throws Exception {
        ForkedJvm jvm = ForkedJvm.run(PendingBackoffs.class);

        assertThat(jvm.output()).isEqualTo("value" + System.lineSeparator() + "pending" + System.lineSeparator());
        assertThat(jvm.exit()).isZero();
    }

    /** One call has failed once and then succeeded; others wait for an hour, in every asynchronous way. */
    static final class PendingBackoffs {
        public static void main(String[] args) {
            AtomicInteger attempts = new AtomicInteger();
            System.out.println(Retry.with(Schedule.fixedDelay(ofMillis(1)).attempts(2))
                    .callAsync(() -> attempts.incrementAndGet() == 1
                            ? failedFuture(new IOException("down"))
                            : completedFuture("value"))
                    .join());
            Retry slow = Retry.with(Schedule.fixedDelay(Duration.ofHours(1)).attempts(2))
                    .attemptTimeout(Duration.ofHours(1));
            CompletableFuture<?> waiting = slow.callAsync(() -> failedFuture(new IOException("down")));
            CompletableFuture<?> running = slow.callAsync(CompletableFuture::new);
            System.out.println(waiting.isDone() || running.isDone() ? "done" : "pending");
        }
    }

    /** As in a container that sets it so: then a common pool has no thread of its own. */
    @Test
    void callAsync_commonPoolWithoutThreads_isNotPendingForEver() throws Exception {
        ForkedJvm jvm = ForkedJvm.run(Backoff.class, "-Djava.util.concurrent.ForkJoinPool.common.parallelism=0");

        assertThat(jvm.output()).isEqualTo("value" + System.lineSeparator());
    }

    static final class Backoff {
        public static void main(String[] args) throws Exception {
            AtomicInteger attempts = new AtomicInteger();
            System.out.println(Retry.with(Schedule.fixedDelay(ofMillis(1)).attempts(2))
                    .callAsync(() -> attempts.incrementAndGet() == 1
                            ? failedFuture(new IOException("down"))
                            : completedFuture("value"))
                    .get(10, SECONDS));
        }
    }

    /** With a lock held across the wait they would need an hour and a half on two carriers. */
    @Test
    @Tag("BR-090")
    void tenThousandVirtualThreads_onTwoCarriers_waitTogether() throws Exception {
        int feature = Runtime.version().feature();
        assumeTrue(feature >= 21, "Virtual threads need JDK 21, this is " + feature + "; the build on JDK 25 runs it");
        ForkedJvm jvm = ForkedJvm.run(
                VirtualThreads.class,
                "-Djdk.virtualThreadScheduler.parallelism=2",
                "-Djdk.virtualThreadScheduler.maxPoolSize=2");

        assertThat(jvm.output()).matches("10000 calls in \\d+ ms\\R");
        assertThat(Long.parseLong(jvm.output().replaceAll("10000 calls in (\\d+) ms\\R", "$1")))
                .isBetween(1000L, 30_000L);
    }

    static final class VirtualThreads {
        public static void main(String[] args) throws Exception {
            // By reflection, since this is compiled for 17.
            ExecutorService virtual = (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
            Retry retry = Retry.with(Schedule.fixedDelay(Duration.ofSeconds(1)).attempts(2))
                    .budget(RetryBudget.unlimited())
                    .attemptTimeout(Duration.ofHours(1));
            long start = System.nanoTime();
            List<Future<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                AtomicInteger attempts = new AtomicInteger();
                calls.add(virtual.submit(() -> retry.call(() -> {
                    if (attempts.incrementAndGet() == 1) throw new IOException("down");
                    return 1;
                })));
            }
            int ended = 0;
            for (Future<Integer> call : calls) ended += call.get();
            System.out.println(ended + " calls in " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + " ms");
            virtual.shutdownNow();
        }
    }

    @Test
    @Tag("BR-028")
    void history_ofAnEndlessCall_keepsTheFirstAndTheLastEight() {
        Tried<Object> tried = Retry.with(Schedule.immediate().attempts(10_000))
                .budget(RetryBudget.unlimited())
                .tried(() -> {
                    throw new IOException("down");
                });

        assertThat(tried.history())
                .extracting(Tried.Entry::number)
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9993, 9994, 9995, 9996, 9997, 9998, 9999, 10_000);
        assertThat(tried.totalDelay()).isGreaterThanOrEqualTo(ZERO);
    }
}
