package dev.reprise.retry;

import static java.time.Duration.ofSeconds;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Ambient;
import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A retry inside another retry's attempt: the mark, the deadline and the budget of the outer one. */
class NestingTest {
    private static final IOException E1 = new IOException("first");

    private final VirtualClock clock = VirtualClock.automatic();
    private final AtomicInteger attempts = new AtomicInteger();
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final Retry four = Retry.with(Schedule.times(4))
            .budget(RetryBudget.unlimited())
            .clock(clock)
            .executor(Runnable::run);

    @AfterEach
    void nothingEnclosesTheTest() {
        pool.shutdownNow();
        attempts.set(0);
        assertThatThrownBy(() -> four.call(this::failing)).isSameAs(E1);
        assertThat(attempts).as("attempts without a mark").hasValue(4);
        assertThat(Deadline.current()).isEmpty();
    }

    private Object failing() throws IOException {
        attempts.incrementAndGet();
        throw E1;
    }

    @Test
    @Tag("BR-055")
    void call_fourInsideFour_isFourAttempts() {
        RecordingListener events = new RecordingListener();
        assertThatThrownBy(() -> four.call(() -> four.listener(events).call(this::failing)))
                .isSameAs(E1);

        assertThat(attempts).hasValue(4);
        assertThat(events.names().subList(0, 2)).containsExactly("retry.attempt_failed", "retry.nested");
    }

    @Test
    @Tag("BR-055")
    void call_fourInsideFourAllowed_isSixteen() {
        assertThatThrownBy(
                        () -> four.call(() -> four.nesting(RetryNesting.ALLOW).call(this::failing)))
                .isSameAs(E1);
        assertThat(attempts).hasValue(16);
    }

    @Test
    @Tag("BR-055")
    void call_siblingsInOneAttempt_areMarkedBothAndNoneAfterwards() {
        assertThat(four.<Boolean, RuntimeException>call(() -> {
                    assertThat(four.tried(this::failing).decision()).isEqualTo(Decision.NESTED);
                    assertThat(four.tried(() -> "value").decision()).isEqualTo(Decision.SUCCEEDED);
                    assertThat(four.tried(this::failing).decision()).isEqualTo(Decision.NESTED);
                    return true;
                }))
                .isTrue();
        assertThat(attempts).hasValue(2);
        attempts.set(0);
        assertThat(four.tried(this::failing).decision()).isEqualTo(Decision.EXHAUSTED);
        assertThat(attempts).hasValue(4);
    }

    @Test
    @Tag("BR-055")
    void call_classifierAndListeners_areOutsideTheAttempt() {
        List<Decision> inside = new ArrayList<>();
        Retry probing = four.classifier((failure, attempt) -> {
                    inside.add(four.tried(this::failing).decision());
                    return Verdict.stop();
                })
                .onGiveUp(tried -> inside.add(four.tried(this::failing).decision()));
        assertThatThrownBy(() -> probing.call(this::failing)).isSameAs(E1);

        assertThat(inside).containsOnly(Decision.EXHAUSTED).hasSize(2);
    }

    @Test
    @Tag("BR-055")
    void call_onAnotherThread_isMarkedWhereAmbientCarriesItAlone() throws Exception {
        List<Decision> plain = new ArrayList<>();
        List<Decision> carried = new ArrayList<>();
        four.<Boolean, Exception>call(() -> {
            plain.add(decidedOn(pool));
            carried.add(decidedOn(Ambient.executor(pool)));
            carried.add(decidedOn(Ambient.executorService(pool)));
            carried.add(
                    pool.submit(Ambient.callable(() -> four.tried(this::failing).decision()))
                            .get(10, SECONDS));
            return true;
        });

        assertThat(plain).containsExactly(Decision.EXHAUSTED);
        assertThat(carried).containsExactly(Decision.NESTED, Decision.NESTED, Decision.NESTED);
        // The pool's threads keep nothing of it.
        for (int i = 0; i < 8; i++) assertThat(decidedOn(pool)).isEqualTo(Decision.EXHAUSTED);
    }

    private Decision decidedOn(Executor executor) throws Exception {
        CompletableFuture<Decision> decision = new CompletableFuture<>();
        executor.execute(() -> decision.complete(four.tried(this::failing).decision()));
        return decision.get(10, SECONDS);
    }

    @Test
    @Tag("BR-055")
    void callAsync_synchronousPartOfEveryAttempt_isMarkedWhereverItRuns() {
        List<Decision> inner = new ArrayList<>();
        CompletableFuture<Object> result = four.executor(pool).callAsync(() -> {
            inner.add(four.tried(this::failing).decision());
            return failedFuture(E1);
        });
        assertThat(result.handle((value, failure) -> failure).join()).isSameAs(E1);

        assertThat(inner).containsOnly(Decision.NESTED).hasSize(4);
    }

    @Test
    @Tag("BR-055")
    void callOn_everyAttempt_isMarkedAndItsThreadClearAfterwards() throws Exception {
        List<Decision> inner = new ArrayList<>();
        CompletableFuture<Object> result = four.callOn(pool, () -> {
            inner.add(four.tried(this::failing).decision());
            throw E1;
        });
        assertThat(result.handle((value, failure) -> failure).get(10, SECONDS)).isSameAs(E1);

        assertThat(inner).containsOnly(Decision.NESTED).hasSize(4);
        for (int i = 0; i < 8; i++) assertThat(decidedOn(pool)).isEqualTo(Decision.EXHAUSTED);
    }

    @Test
    @Tag("BR-055")
    void callAsync_startedInsideAnAttempt_isNestedForItsWholeLife() {
        CompletableFuture<Object> stage = new CompletableFuture<>();
        List<CompletableFuture<Tried<Object>>> inner = new ArrayList<>();
        assertThat(four.<String, RuntimeException>call(() -> {
                    inner.add(four.triedAsync(() -> stage));
                    return "value";
                }))
                .isEqualTo("value");
        assertThat(stage.completeExceptionally(E1)).isTrue();

        assertThat(inner.get(0).join().decision()).isEqualTo(Decision.NESTED);
    }

    @Test
    @Tag("BR-055")
    void callOn_startedInsideAnAttempt_isNestedToo() throws Exception {
        assertThatThrownBy(
                        () -> four.call(() -> four.callOn(pool, this::failing).get(10, SECONDS)))
                .hasRootCause(E1);
        assertThat(attempts).hasValue(4);
    }

    @Test
    void attemptExecutor_carriesMarkAndDeadline() {
        List<Object> seen = new ArrayList<>();
        Deadline deadline = Deadline.after(ofSeconds(5), clock);
        assertThatThrownBy(() -> four.deadline(deadline)
                        .attemptTimeout(ofSeconds(1), pool)
                        .call(() -> {
                            seen.add(Deadline.current().orElseThrow());
                            seen.add(four.tried(this::failing).decision());
                            throw E1;
                        }))
                .isSameAs(E1);

        assertThat(seen).hasSize(8).containsOnly(deadline, Decision.NESTED);
    }

    // Deadlines.

    @Test
    void deadline_ofTheCall_isBoundWhileTheOperationRunsOnAnyDriver() throws Exception {
        Deadline deadline = Deadline.after(ofSeconds(5), clock);
        Retry retry = four.deadline(deadline).executor(pool);
        List<Object> seen = new ArrayList<>();
        retry.<Boolean, RuntimeException>call(() -> seen.add(Deadline.current().orElseThrow()));
        retry.callOn(pool, () -> seen.add(Deadline.current().orElseThrow())).get(10, SECONDS);
        CompletableFuture<Object> async = retry.callAsync(() -> {
            seen.add(Deadline.current().orElseThrow());
            return seen.size() < 5 ? failedFuture(E1) : completedFuture("value");
        });
        async.get(10, SECONDS);

        assertThat(seen).hasSize(5).containsOnly(deadline);
        assertThat(Deadline.current()).isEmpty();
    }

    @Test
    void deadline_onAnotherClock_nearerOneHolds() {
        VirtualClock other = VirtualClock.automatic(Long.MAX_VALUE - 5);
        Deadline near = Deadline.after(Duration.ofMillis(150), other);
        Retry waiting = Retry.with(Schedule.fixedDelay(Duration.ofMillis(100)).attempts(9))
                .budget(RetryBudget.unlimited())
                .clock(clock)
                .within(ofSeconds(60));
        Tried<Object> tried = near.call(() -> waiting.tried(() -> {
            other.sleep(Duration.ofMillis(40).toNanos());
            return failing();
        }));

        // 110 ms are left for a wait of 100 and an attempt that took none; then 70 are not enough.
        assertThat(tried.decision()).isEqualTo(Decision.EXPIRED);
        assertThat(tried.attempts()).isEqualTo(2);
    }

    @Test
    void clock_jumpsBack_neverShortensAWaitNorLengthensADeadline() {
        Retry retry = Retry.with(Schedule.fixedDelay(ofSeconds(1)).attempts(3))
                .budget(RetryBudget.unlimited())
                .clock(clock)
                .within(ofSeconds(60));
        Tried<Object> tried = retry.tried(() -> {
            clock.jump(ofSeconds(-30));
            return failing();
        });

        assertThat(tried.attempts()).isEqualTo(3);
        assertThat(tried.elapsed()).isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(tried.totalDelay()).isBetween(Duration.ZERO, ofSeconds(2));
        assertThat(clock.sleeps()).allMatch(slept -> slept.compareTo(ofSeconds(1)) >= 0);
        assertThat(tried.history()).allMatch(entry -> !entry.duration().isNegative());
    }

    // Budgets, ruling 21.

    @Test
    @Tag("BR-088")
    void budget_sharedByTwoLayers_isGivenOneDepositForACallThroughBoth() {
        for (RetryNesting nesting : RetryNesting.values()) {
            RetryBudget shared = RetryBudget.ratio(0.2, 0, 0);
            Retry layer = four.budget(shared).nesting(nesting);
            for (int call = 0; call < 10; call++) {
                assertThat(layer.<String, RuntimeException>call(() -> layer.call(() -> "value")))
                        .isEqualTo("value");
            }
            assertThat(shared.balance()).isEqualTo(2.0);
            for (int call = 0; call < 10; call++) {
                assertThat(layer.callAsync(() -> layer.callAsync(() -> completedFuture("value"))))
                        .isCompletedWithValue("value");
            }
            assertThat(shared.balance()).isEqualTo(4.0);
        }
    }

    @Test
    @Tag("BR-088")
    void budget_ofTheInnerIsAnother_isGivenItsOwnDepositUnlessItMayNotRetry() {
        for (RetryNesting nesting : RetryNesting.values()) {
            RetryBudget outer = RetryBudget.ratio(0.2, 0, 0);
            RetryBudget inner = RetryBudget.ratio(0.2, 0, 0);
            for (int call = 0; call < 10; call++) {
                Future<String> done = CompletableFuture.completedFuture(four.budget(outer)
                        .<String, RuntimeException>call(
                                () -> four.budget(inner).nesting(nesting).call(() -> "value")));
                assertThat(done).isDone();
            }
            assertThat(outer.balance()).isEqualTo(2.0);
            assertThat(inner.balance()).isEqualTo(nesting == RetryNesting.ALLOW ? 2.0 : 0.0);
        }
    }

    @Test
    void budget_ofANestedSingleAttempt_hearsNothingAtAll() {
        RetryBudget tokens = RetryBudget.tokens(10, 1);
        four.<Boolean, RuntimeException>call(() -> {
            assertThat(four.budget(tokens).tried(this::failing).decision()).isEqualTo(Decision.NESTED);
            return true;
        });
        assertThat(tokens.balance()).isEqualTo(10);
        RetryBudget spent = RetryBudget.tokens(10, 1);
        spent.onRetryableFailure();
        four.<Boolean, RuntimeException>call(() -> {
            assertThat(four.budget(spent).tried(() -> "value").succeeded()).isTrue();
            return true;
        });
        assertThat(spent.balance()).isEqualTo(9);
    }

    @Test
    void scope_operationThrowsAnError_isPutBack() {
        AssertionError error = new AssertionError("on purpose");
        Throwable thrown = catchThrowable(() -> Deadline.after(ofSeconds(5), clock)
                .call(() -> four.call(() -> {
                    throw error;
                })));

        assertThat(thrown).isSameAs(error);
    }
}
