package dev.reprise.time;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CapturedLog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TimerTest {
    private static final long HOUR = 3_600_000_000_000L;

    private final Timer timer = new Timer(MonotonicClock.system());

    @Test
    void schedule_tasksDueInAnyOrder_runInTheOrderTheyAreDue() throws Exception {
        AtomicLong now = new AtomicLong();
        Timer frozen = new Timer(new Frozen(now));
        LinkedBlockingQueue<Integer> ran = new LinkedBlockingQueue<>();
        long millis = 1_000_000;
        for (int due : new int[] {30, 10, 20, 40}) {
            var unused = frozen.schedule(due * millis, () -> ran.add(due));
        }
        now.set(40 * millis);

        assertThat(List.of(take(ran), take(ran), take(ran), take(ran))).containsExactly(10, 20, 30, 40);
        assertThat(frozen.pending()).isZero();
    }

    @Test
    void schedule_dueAtOneInstant_newestFirst() throws Exception {
        AtomicLong now = new AtomicLong();
        Timer frozen = new Timer(new Frozen(now));
        LinkedBlockingQueue<Integer> ran = new LinkedBlockingQueue<>();
        for (int i = 1; i <= 3; i++) {
            int number = i;
            var unused = frozen.schedule(1_000_000, () -> ran.add(number));
        }
        now.set(1_000_000);

        assertThat(List.of(take(ran), take(ran), take(ran))).containsExactly(3, 2, 1);
    }

    @Test
    @Tag("BR-033")
    void schedule_acrossTheWrapOfTheClock_keepsTheOrder() throws Exception {
        AtomicLong now = new AtomicLong(Long.MAX_VALUE - 50);
        Timer frozen = new Timer(new Frozen(now));
        LinkedBlockingQueue<String> ran = new LinkedBlockingQueue<>();
        var never = frozen.schedule(Long.MAX_VALUE, () -> ran.add("never"));
        var after = frozen.schedule(1_000, () -> ran.add("after the wrap"));
        var before = frozen.schedule(20, () -> ran.add("before the wrap"));
        now.addAndGet(2_000);

        assertThat(List.of(take(ran), take(ran))).containsExactly("before the wrap", "after the wrap");
        assertThat(frozen.pending()).isEqualTo(1);
        never.cancel();
        after.cancel();
        before.cancel();
        assertThat(frozen.pending()).isZero();
    }

    @Test
    void schedule_soonerThanWhatTheThreadWaitsFor_wakesIt() throws Exception {
        LinkedBlockingQueue<String> ran = new LinkedBlockingQueue<>();
        var unusedHour = timer.schedule(HOUR, () -> ran.add("hour"));
        Thread.sleep(20);
        var unusedHalf = timer.schedule(HOUR / 2, () -> ran.add("half an hour"));
        Thread.sleep(20);
        var unusedSoon = timer.schedule(1_000_000, () -> ran.add("soon"));

        assertThat(take(ran)).isEqualTo("soon");
        assertThat(timer.pending()).isEqualTo(2);
    }

    @Test
    void run_taskThrows_isLoggedAndTheNextOneRuns() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        try (CapturedLog log = CapturedLog.of("dev.reprise")) {
            AssertionError failure = new AssertionError("thrown by a task on purpose");
            var unused = timer.schedule(0, () -> {
                throw failure;
            });
            var ignored = timer.schedule(1_000_000, ran::countDown);

            assertThat(ran.await(10, SECONDS)).isTrue();
            assertThat(log.thrown()).contains(failure);
        }
    }

    @Test
    void run_threadInterrupted_goesOn() throws Exception {
        LinkedBlockingQueue<Thread> ran = new LinkedBlockingQueue<>();
        var unused = timer.schedule(0, () -> ran.add(Thread.currentThread()));
        Thread thread = take(ran);
        thread.interrupt();
        var ignored = timer.schedule(1_000_000, () -> ran.add(Thread.currentThread()));

        assertThat(take(ran)).isSameAs(thread);
    }

    @Test
    @Tag("BR-024")
    void cancel_hundredThousandTasksOfAnHour_leavesAnEmptyQueue() {
        for (int i = 0; i < 100_000; i++) {
            timer.schedule(HOUR, () -> {}).cancel();
            assertThat(timer.pending()).isZero();
        }
    }

    @Test
    void cancel_manyPendingInRandomOrder_emptiesTheQueue() {
        Random random = new Random(7);
        List<MonotonicClock.Cancellable> handles = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            handles.add(timer.schedule(HOUR + random.nextInt(1_000_000_000), () -> {}));
        }
        assertThat(timer.pending()).isEqualTo(200_000);
        Collections.shuffle(handles, random);
        handles.forEach(MonotonicClock.Cancellable::cancel);

        assertThat(timer.pending()).isZero();
    }

    @Test
    void cancel_someOfMany_theOthersRunInOrder() throws Exception {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            AtomicLong now = new AtomicLong();
            Timer frozen = new Timer(new Frozen(now));
            LinkedBlockingQueue<Integer> ran = new LinkedBlockingQueue<>();
            List<Integer> expected = new ArrayList<>();
            List<MonotonicClock.Cancellable> cancelled = new ArrayList<>();
            for (int due : random.ints(200, 1_000, 1_000_000).distinct().toArray()) {
                var handle = frozen.schedule(due, () -> ran.add(due));
                if (random.nextBoolean()) {
                    cancelled.add(handle);
                } else {
                    expected.add(due);
                }
            }
            cancelled.forEach(MonotonicClock.Cancellable::cancel);
            cancelled.forEach(MonotonicClock.Cancellable::cancel);
            expected.sort(null);
            now.set(1_000_000);
            List<Integer> actual = new ArrayList<>();
            for (int i = 0; i < expected.size(); i++) {
                actual.add(take(ran));
            }

            assertThat(actual).as("seed %d", seed).isEqualTo(expected);
            assertThat(frozen.pending()).as("seed %d", seed).isZero();
        }
    }

    private static <T> T take(LinkedBlockingQueue<T> queue) throws InterruptedException {
        T head = queue.poll(10, SECONDS);
        assertThat(head).as("ran within ten seconds").isNotNull();
        return head;
    }

    /** Time that stands until the test sets it; only read by the timer. */
    private record Frozen(AtomicLong now) implements MonotonicClock {
        @Override
        public long nanoTime() {
            return now.get();
        }

        @Override
        public void sleep(long nanos) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Cancellable schedule(long nanos, Runnable task) {
            throw new UnsupportedOperationException();
        }
    }
}
