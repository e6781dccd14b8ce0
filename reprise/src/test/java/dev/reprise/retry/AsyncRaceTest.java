package dev.reprise.retry;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.Schedule;
import dev.reprise.time.AttemptTimeoutException;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Many calls at once in real time, in which completions, timeouts, waits and cancellations meet by chance. What must hold
 * whoever wins: each call ends, each stage ends, and each value that was made is either delivered or closed, exactly once.
 */
class AsyncRaceTest {
    private static final int CALLS = 2000;
    private static final Duration LIMIT = Duration.ofNanos(500_000);

    private final ScheduledExecutorService outside = Executors.newScheduledThreadPool(2);
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final Queue<Value> made = new ConcurrentLinkedQueue<>();
    private final Queue<CompletableFuture<Value>> stages = new ConcurrentLinkedQueue<>();

    @AfterEach
    void shutDown() {
        outside.shutdownNow();
        pool.shutdownNow();
    }

    private static final class Value implements AutoCloseable {
        final AtomicInteger closed = new AtomicInteger();

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    private Retry retry(int call) {
        Retry retry = Retry.with(Schedule.fixedDelay(Duration.ofNanos(call % 2 == 0 ? 0 : 200_000))
                        .attempts(4))
                .budget(RetryBudget.unlimited())
                .executor(pool);
        return call % 3 == 0 ? retry : retry.attemptTimeout(LIMIT);
    }

    @Test
    void stages_completedTimedOutAndCancelledByChance_areDeliveredOrClosedOnce() throws Exception {
        List<CompletableFuture<Value>> results = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            CompletableFuture<Value> result = retry(i).callAsync(this::stage);
            if (i % 4 == 0) later(() -> result.cancel(true));
            results.add(result);
        }
        List<Object> outcomes = outcomes(results);
        for (CompletableFuture<Value> stage : stages) {
            assertThat(stage.<Object>handle((value, failure) -> true).get(20, SECONDS))
                    .isEqualTo(true);
        }

        assertDeliveredOrClosed(outcomes);
    }

    private CompletableFuture<Value> stage() {
        CompletableFuture<Value> stage = new CompletableFuture<>();
        stages.add(stage);
        later(() -> {
            if (ThreadLocalRandom.current().nextBoolean()) {
                stage.completeExceptionally(new IOException("down"));
            } else {
                Value value = new Value();
                if (stage.complete(value)) made.add(value);
            }
        });
        return stage;
    }

    private void later(Runnable task) {
        long micros = ThreadLocalRandom.current().nextLong(1000);
        Future<?> unused = outside.schedule(task, micros, MICROSECONDS);
    }

    @Test
    void blockingAttempts_timedOutAndCancelledByChance_areDeliveredOrClosedOnce() throws Exception {
        List<CompletableFuture<Value>> results = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            CompletableFuture<Value> result = retry(i).callOn(pool, this::attempt);
            if (i % 4 == 0) later(() -> result.cancel(true));
            results.add(result);
        }
        List<Object> outcomes = outcomes(results);
        pool.shutdown();
        assertThat(pool.awaitTermination(20, SECONDS)).isTrue();

        assertDeliveredOrClosed(outcomes);
    }

    private Value attempt() throws IOException {
        long end = System.nanoTime() + ThreadLocalRandom.current().nextLong(1_000_000);
        if (ThreadLocalRandom.current().nextInt(4) > 0) end -= 1_000_000;
        while (System.nanoTime() - end < 0) Thread.onSpinWait();
        if (ThreadLocalRandom.current().nextBoolean()) throw new IOException("down");
        Value value = new Value();
        made.add(value);
        return value;
    }

    private static List<Object> outcomes(List<CompletableFuture<Value>> results) throws Exception {
        List<Object> outcomes = new ArrayList<>();
        for (CompletableFuture<Value> result : results) {
            Object outcome = result.<Object>handle((value, failure) -> failure == null ? value : failure)
                    .get(30, SECONDS);
            assertThat(outcome)
                    .isInstanceOfAny(
                            Value.class, IOException.class, AttemptTimeoutException.class, CancellationException.class);
            outcomes.add(outcome);
        }
        return outcomes;
    }

    private void assertDeliveredOrClosed(List<Object> outcomes) throws Exception {
        Set<Object> delivered = Collections.newSetFromMap(new IdentityHashMap<>());
        delivered.addAll(outcomes);
        assertThat(made).isNotEmpty();
        for (Value value : made) {
            // The last of the late ones may be on their way.
            boolean wanted = delivered.contains(value);
            for (int i = 0; i < 2000 && !wanted && value.closed.get() == 0; i++) Thread.sleep(5);
            assertThat(value.closed).as("delivered: %s", wanted).hasValue(wanted ? 0 : 1);
        }
    }

    /** The caller is interrupted as the attempt ends on its executor: its value is returned, or closed; the flag is set. */
    @Test
    void attemptExecutor_callerInterruptedAsTheAttemptEnds_losesNoValue() throws Exception {
        Random random = new Random(20_240_604);
        Retry retry = Retry.with(Schedule.times(1))
                .budget(RetryBudget.unlimited())
                .attemptTimeout(Duration.ofMinutes(1), pool);
        for (int round = 0; round < 1000; round++) {
            Value value = new Value();
            CountDownLatch running = new CountDownLatch(1);
            long micros = random.nextInt(60);
            Thread caller = Thread.currentThread();
            Future<?> interrupting = outside.submit(() -> {
                running.await();
                spin(micros);
                caller.interrupt();
                return null;
            });
            Tried<Value> tried = retry.tried(() -> {
                running.countDown();
                spin(30);
                return value;
            });
            interrupted(interrupting);
            if (tried.succeeded()) {
                assertThat(value.closed).hasValue(0);
            } else {
                assertThat(tried.failure()).isInstanceOf(CancellationException.class);
                for (int i = 0; i < 2000 && value.closed.get() == 0; i++) Thread.sleep(1);
                assertThat(value.closed).as("round %s", round).hasValue(1);
            }
        }
    }

    private static void spin(long micros) {
        long end = System.nanoTime() + MICROSECONDS.toNanos(micros);
        while (System.nanoTime() - end < 0) Thread.onSpinWait();
    }

    /** Waits for the interrupt, and takes it back. */
    private static void interrupted(Future<?> interrupting) throws Exception {
        while (!interrupting.isDone()) Thread.onSpinWait();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(interrupting.get()).isNull();
    }

    /** A cache of futures must not keep what the operations refer to. */
    @Test
    void result_keptForLong_doesNotKeepTheOperation() throws Exception {
        List<WeakReference<Object>> captured = new ArrayList<>();
        CompletableFuture<String> done = ended(captured);
        for (int i = 0; i < 1000 && captured.get(0).get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }

        assertThat(captured.get(0).get()).isNull();
        assertThat(done).isCompletedWithValue("value");
    }

    private static CompletableFuture<String> ended(List<WeakReference<Object>> captured) {
        Object heavy = new byte[1024];
        captured.add(new WeakReference<>(heavy));
        AtomicInteger attempts = new AtomicInteger();
        return Retry.with(Schedule.times(2)).callAsync(() -> {
            assertThat(heavy).isNotNull();
            return attempts.incrementAndGet() == 1
                    ? CompletableFuture.failedFuture(new IOException("down"))
                    : CompletableFuture.completedFuture("value");
        });
    }
}
