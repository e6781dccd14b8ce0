package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.reprise.Operation;
import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.Stepper;
import dev.reprise.time.MonotonicClock;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a call allocates and writes. The numbers do not depend on the compiler, which can only make them smaller: nothing here relies on
 * its removing an allocation. So a round is exact as soon as every class it uses has been initialised.
 */
class RetryAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CALLS = 2_000;
    private static final int ROUNDS = 50;
    private static final RuntimeException FAILURE = new Stackless();

    private static final class Stackless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stackless() {
            super("unavailable", null, false, false);
        }
    }

    /** Fails so often before it succeeds, time and again. */
    private static final class Service {
        private final int failures;
        private int calls;

        Service(int failures) {
            this.failures = failures;
        }

        String call() {
            if (calls++ % (failures + 1) < failures) throw FAILURE;
            return "value";
        }

        String pending() {
            return calls++ % (failures + 1) < failures ? "pending" : "value";
        }
    }

    /**
     * The bytes that one step allocates on this thread, in the round that was least disturbed: the first ones initialise, and a
     * compiled method may have to be left again.
     */
    private static double bytesOf(Runnable step) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && least > 0; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) step.run();
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return (double) least / CALLS;
    }

    private static final BoundedSchedule BACKOFF =
            Schedule.backoff(Duration.ofMillis(100), Duration.ofSeconds(30)).attempts(5);

    static Stream<Retry> policies() {
        return Stream.of(
                Retry.with(BACKOFF),
                Retry.with(BACKOFF).budget(RetryBudget.named("retry allocation")),
                Retry.with(BACKOFF).budget(RetryBudget.tokens(10, 0.1)).label("allocation"),
                Retry.explicit(Schedule.times(3), Classifier.standard(), RetryBudget.unlimited()),
                Retry.with(BACKOFF).retryAfterCap(Duration.ofSeconds(1)).stopOn(IllegalStateException.class));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void call_succeedsAtOnce_allocatesNothing(Retry retry) {
        Operation<String, RuntimeException> operation = new Service(0)::call;
        assertThat(bytesOf(() -> assertValue(retry.call(operation)))).isZero();
    }

    @Test
    void call_valueAcceptedAtOnce_allocatesNothing() {
        Retry retry = Retry.with(BACKOFF);
        ResultClassifier<String> results = ResultClassifier.retryIf("pending"::equals);
        Operation<String, RuntimeException> operation = new Service(0)::pending;
        assertThat(bytesOf(() -> assertValue(retry.call(operation, results)))).isZero();
    }

    @Test
    void call_nestedInAnother_allocatesNothing() {
        Retry outer = Retry.with(BACKOFF);
        Retry inner = Retry.with(BACKOFF);
        Operation<String, RuntimeException> operation = new Service(0)::call;
        Operation<String, RuntimeException> nested = () -> inner.call(operation);
        assertThat(bytesOf(() -> assertValue(outer.call(nested)))).isZero();
    }

    /** A call that fails makes two objects, what it decides with and its way through the schedule, and makes them once. */
    @ParameterizedTest
    @MethodSource("policies")
    void call_failsTwice_allocatesNoMoreThan80Bytes(Retry retry) {
        Retry immediate = retry.schedule(Schedule.immediate().attempts(3)).budget(RetryBudget.unlimited());
        Operation<String, RuntimeException> operation = new Service(2)::call;
        assertThat(bytesOf(() -> assertValue(immediate.call(operation)))).isLessThanOrEqualTo(80);
    }

    @Test
    void call_twoValuesRejected_allocatesNoMoreThan80Bytes() {
        Retry retry = Retry.with(Schedule.immediate().attempts(3)).budget(RetryBudget.unlimited());
        ResultClassifier<String> results = ResultClassifier.retryIf("pending"::equals);
        Operation<String, RuntimeException> operation = new Service(2)::pending;
        assertThat(bytesOf(() -> assertValue(retry.call(operation, results)))).isLessThanOrEqualTo(80);
    }

    /** One more object carries the failure to where it is thrown. */
    @Test
    void call_fiveAttemptsFail_allocatesNoMoreThan96Bytes() {
        Retry retry = Retry.with(Schedule.immediate().attempts(5)).budget(RetryBudget.unlimited());
        Operation<String, RuntimeException> operation = () -> {
            throw FAILURE;
        };
        assertThat(bytesOf(() -> assertFailure(retry, operation))).isLessThanOrEqualTo(96);
    }

    /** Both stages have completed, the wait is over as soon as somebody asks, and no thread of an executor is needed. */
    @Test
    void callAsync_failsOnceAndWaits_allocatesNoMoreThan216Bytes() {
        CompletableFuture<String> failed = CompletableFuture.failedFuture(FAILURE);
        CompletableFuture<String> succeeded = CompletableFuture.completedFuture("value");
        OneTimer clock = new OneTimer();
        Retry retry = Retry.with(Schedule.fixedDelay(Duration.ofMillis(10)).attempts(5))
                .budget(RetryBudget.unlimited())
                .clock(clock)
                .executor(Runnable::run);
        boolean[] hasFailed = {false};
        Operation<CompletableFuture<String>, RuntimeException> operation = () -> {
            hasFailed[0] = !hasFailed[0];
            return hasFailed[0] ? failed : succeeded;
        };
        assertThat(bytesOf(() -> {
                    CompletableFuture<String> result = retry.callAsync(operation);
                    clock.fire();
                    assertValue(result.join());
                }))
                .isLessThanOrEqualTo(216);
    }

    /** Has one timer and allocates nothing for it. */
    private static final class OneTimer implements MonotonicClock, MonotonicClock.Cancellable {
        private @Nullable Runnable task;

        void fire() {
            Runnable due = task;
            task = null;
            if (due == null) throw new AssertionError("Nothing waits");
            due.run();
        }

        @Override
        public Cancellable schedule(long nanos, Runnable task) {
            this.task = task;
            return this;
        }

        @Override
        public void cancel() {
            task = null;
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void sleep(long nanos) {
            throw new AssertionError("Nobody sleeps here");
        }
    }

    private static void assertValue(String value) {
        if (!value.equals("value")) throw new AssertionError(value);
    }

    private static void assertFailure(Retry retry, Operation<String, RuntimeException> operation) {
        try {
            // First the call, then the error: Java makes the object before it works out the argument.
            String value = retry.call(operation);
            throw new AssertionError(value);
        } catch (Stackless failure) {
            // As it should.
        }
    }

    static Stream<Schedule> schedules() {
        Schedule exponential = Schedule.exponential(Duration.ofMillis(100));
        return Stream.of(
                exponential.capped(Duration.ofSeconds(30)).jittered().attempts(Integer.MAX_VALUE),
                BACKOFF.schedule(),
                Schedule.decorrelated(Duration.ofMillis(10), Duration.ofSeconds(1)),
                Schedule.fixedRate(Duration.ofSeconds(1)).union(exponential.jittered()),
                Schedule.times(3).andThen(exponential).upTo(Duration.ofHours(1)));
    }

    @ParameterizedTest
    @MethodSource("schedules")
    void step_ofAnySchedule_allocatesNothing(Schedule schedule) {
        Stepper stepper = schedule.start(RandomSource.system().forCall("step", 1));
        assertThat(bytesOf(() -> stepper.next(0, 1000))).isZero();
    }

    /** What the budget itself writes then, nothing, is in the tests of budgets. */
    @Test
    void call_succeedsAtOnce_tellsItsBudgetTwiceAndAsksNothing() {
        List<String> told = new ArrayList<>();
        RetryBudget budget = new RetryBudget() {
            @Override
            public void onFirstAttempt() {
                told.add("first attempt");
            }

            @Override
            public void onSuccess(Grant last) {
                told.add("success " + last);
            }

            @Override
            public void onRetryableFailure() {
                told.add("failure");
            }

            @Override
            public Grant tryAcquire(Cause cause) {
                told.add("acquire");
                return null;
            }

            @Override
            public void refund(Grant grant) {
                told.add("refund");
            }

            @Override
            public double balance() {
                told.add("balance");
                return 0;
            }

            @Override
            public String explain() {
                return "";
            }
        };
        assertValue(Retry.with(BACKOFF).budget(budget).call(new Service(0)::call));
        assertThat(told).containsExactly("first attempt", "success null");
    }
}
