package dev.reprise.retry;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.Deadline;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AttemptsTest {
    private static final IOException E1 = new IOException("first");

    private final VirtualClock clock = VirtualClock.automatic();
    private final RetryBudget costs = RetryBudget.costs(100, 5, 10);
    private final RecordingListener events = new RecordingListener();

    private Retry retry(int attempts, Duration delay) {
        return Retry.explicit(Schedule.fixedDelay(delay).attempts(attempts), Classifier.standard(), costs)
                .clock(clock)
                .listener(events);
    }

    @AfterEach
    void noFlagIsLeft() {
        assertThat(Thread.interrupted()).isFalse();
    }

    private static List<Decision> decisions(Retry retry, Throwable... outcomes) {
        List<Decision> decisions = new ArrayList<>();
        try (Attempts attempts = retry.attempts()) {
            for (InlineAttempt attempt : attempts) decisions.add(attempt.done(outcomes[attempt.number() - 1]));
            assertThat(attempts.decision()).isEqualTo(decisions.get(decisions.size() - 1));
        }
        return decisions;
    }

    @Test
    void forEach_failsTwice_succeedsOnTheThird() {
        assertThat(decisions(retry(3, ofMillis(110)), E1, E1, null))
                .containsExactly(Decision.AGAIN, Decision.AGAIN, Decision.SUCCEEDED);
        assertThat(clock.sleeps()).containsExactly(ofMillis(110), ofMillis(110));
        assertThat(events.names()).containsExactly("retry.attempt_failed", "retry.attempt_failed", "retry.succeeded");
        assertThat(costs.balance()).isEqualTo(95);
    }

    @Test
    void done_threadIsInterrupted_isCancelledWhateverTheFailure() {
        Thread.currentThread().interrupt();
        assertThat(decisions(retry(2, ZERO), new FileNotFoundException("on purpose")))
                .containsExactly(Decision.CANCELLED);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void forEach_eachWayToEnd_saysWhy() {
        assertThat(decisions(retry(2, ZERO), E1, E1)).containsExactly(Decision.AGAIN, Decision.EXHAUSTED);
        assertThat(decisions(retry(2, ZERO), new FileNotFoundException("on purpose")))
                .containsExactly(Decision.STOPPED);
        assertThat(decisions(retry(2, ofSeconds(1)).within(ofMillis(500)), E1)).containsExactly(Decision.EXPIRED);
        assertThat(decisions(retry(2, ZERO).budget(RetryBudget.ratio(0, 0, 0)), E1))
                .containsExactly(Decision.THROTTLED);
        assertThat(decisions(retry(2, ZERO), new InterruptedException("on purpose")))
                .containsExactly(Decision.CANCELLED);
    }

    @Test
    @Tag("BR-064")
    void doneWith_everyValueRejected_waitsAsTheOtherDrivers() {
        List<Duration> delays = new ArrayList<>();
        try (Attempts attempts = retry(3, ofMillis(110)).attempts()) {
            for (InlineAttempt attempt : attempts) {
                assertThat(attempt.delay()).isEqualTo(ZERO);
                attempt.doneWith("bad", ResultClassifier.retryIf("bad"::equals));
                delays.add(attempt.delay());
            }
            assertThat(attempts.decision()).isEqualTo(Decision.EXHAUSTED);
        }
        assertThat(clock.sleeps()).containsExactly(ofMillis(110), ofMillis(110));
        assertThat(delays).containsExactly(ofMillis(110), ofMillis(110), ZERO);
    }

    @Test
    @Tag("BR-062")
    void doneWith_badValueFailureGoodValue_tellsOfEachOnce() {
        Object[] outcomes = {"bad", E1, "good"};
        try (Attempts attempts = retry(3, ZERO).attempts()) {
            for (InlineAttempt attempt : attempts) {
                Object outcome = outcomes[attempt.number() - 1];
                if (outcome instanceof Throwable failure) attempt.done(failure);
                else attempt.doneWith(outcome, ResultClassifier.retryIf("bad"::equals));
            }
        }
        assertThat(events.names()).containsExactly("retry.attempt_failed", "retry.attempt_failed", "retry.succeeded");
    }

    @Test
    void next_withSucceedAndRetry_isTheNaturalLoop() throws IOException {
        assertThat(naturalLoop(retry(3, ofSeconds(1)), 2)).isEqualTo("value 3");
        assertThat(clock.sleeps()).containsExactly(ofSeconds(1), ofSeconds(1));
        assertThatThrownBy(() -> naturalLoop(retry(3, ofSeconds(1)), 5)).isSameAs(E1);
        assertThat(E1.getSuppressed()).isEmpty();
    }

    private static String naturalLoop(Retry retry, int failures) throws IOException {
        try (Attempts attempts = retry.attempts()) {
            while (true) {
                InlineAttempt attempt = attempts.next();
                try {
                    if (attempt.number() <= failures) throw E1;
                    return attempt.succeed("value " + attempt.number());
                } catch (IOException e) {
                    if (!attempt.retry(e)) throw e;
                }
            }
        }
    }

    @Test
    void succeed_nullValue_isPassedThrough() {
        try (Attempts attempts = retry(3, ZERO).attempts()) {
            assertThat(attempts.next().<String>succeed(null)).isNull();
            assertThat(attempts.decision()).isEqualTo(Decision.SUCCEEDED);
        }
    }

    @Test
    void hasNext_askedAgain_waitsOnce() {
        try (Attempts attempts = retry(3, ofSeconds(1)).attempts()) {
            Iterator<InlineAttempt> iterator = attempts.iterator();
            assertThat(iterator.hasNext()).isTrue();
            assertThat(iterator.hasNext()).isTrue();
            iterator.next().done(E1);
            assertThat(iterator.hasNext()).isTrue();
            assertThat(iterator.hasNext()).isTrue();
            assertThat(clock.sleeps()).containsExactly(ofSeconds(1));
            iterator.next().done();
            assertThat(iterator.hasNext()).isFalse();
            assertThatThrownBy(iterator::next)
                    .isInstanceOf(NoSuchElementException.class)
                    .hasMessage("No attempt follows: succeeded");
        }
    }

    @Test
    void attempts_neverStarted_makesNoCall() {
        try (Attempts attempts = retry(3, ZERO).attempts()) {
            assertThat(attempts.decision()).isNull();
        }
        assertThat(events.events()).isEmpty();
    }

    @Test
    void next_afterClose_isRefused() {
        Attempts attempts = retry(3, ZERO).attempts();
        attempts.next().done(E1);
        attempts.close();
        attempts.close();

        assertThatThrownBy(attempts::next)
                .isInstanceOf(NoSuchElementException.class)
                .hasMessage("No attempt follows: closed");
        assertThat(attempts.iterator().hasNext()).isFalse();
    }

    // Leaving the loop.

    @Test
    void break_afterAgain_skipsTheWaitAndGivesTheGrantBack() {
        try (Attempts attempts = retry(3, ofSeconds(1)).attempts()) {
            assertThat(attempts.next().done(E1)).isEqualTo(Decision.AGAIN);
            assertThat(costs.balance()).isEqualTo(95);
        }
        assertThat(costs.balance()).isEqualTo(100);
        assertThat(clock.sleeps()).isEmpty();
    }

    @Test
    void break_afterTheWait_givesTheGrantBackToo() {
        try (Attempts attempts = retry(3, ofSeconds(1)).attempts()) {
            assertThat(attempts.next().retry(E1)).isTrue();
        }
        assertThat(costs.balance()).isEqualTo(100);
        try (Attempts attempts = retry(3, ofSeconds(1)).attempts()) {
            attempts.next().done(E1);
            assertThat(attempts.iterator().hasNext()).isTrue();
        }
        assertThat(costs.balance()).isEqualTo(100);
    }

    @Test
    void break_fromTheSecondAttempt_keepsWhatItsRetryCost() {
        try (Attempts attempts = retry(2, ZERO).attempts()) {
            assertThat(attempts.next().retry(E1)).isTrue();
            attempts.next().done(E1);
        }
        assertThat(costs.balance()).isEqualTo(95);
    }

    @Test
    void body_throws_staysTheOneThrownWithTheComplaintSuppressed() {
        IOException thrown = new IOException("from the body");
        List<InlineAttempt> kept = new ArrayList<>();
        Throwable caught = catchThrowable(() -> {
            try (Attempts attempts = retry(3, ZERO).attempts()) {
                for (InlineAttempt attempt : attempts) {
                    kept.add(attempt);
                    throw thrown;
                }
            }
        });

        assertThat(caught).isSameAs(thrown);
        assertThat(caught.getSuppressed()).hasSize(1);
        assertThat(caught.getSuppressed()[0])
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Attempt 1 was not reported");
        assertThat(caught.getSuppressed()[0].getStackTrace()).isEmpty();
        assertThatThrownBy(() -> kept.get(0).done(E1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Attempt 1 has ended");
        assertThat(costs.balance()).isEqualTo(100);
        assertThat(events.events()).isEmpty();
    }

    // Misuse.

    @Test
    void next_lastOneNotReported_saysWhichAndEndsIt() {
        Attempts attempts = retry(3, ZERO).attempts();
        attempts.next().done(E1);
        InlineAttempt second = attempts.next();

        assertThatThrownBy(attempts::next)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Attempt 2 was not reported");
        assertThatThrownBy(() -> second.done(E1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Attempt 2 has ended");
        assertThatThrownBy(attempts::next).hasMessage("Attempt 2 was not reported");
        assertThatThrownBy(attempts::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Attempt 2 was not reported");
    }

    @Test
    void forEach_bodyEndsWithoutAReport_saysWhich() {
        assertThatThrownBy(() -> {
                    try (Attempts attempts = retry(3, ZERO).attempts()) {
                        for (InlineAttempt attempt : attempts)
                            assertThat(attempt.number()).isEqualTo(1);
                    }
                })
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Attempt 1 was not reported");
    }

    @Test
    void close_brokenOffWithoutAReport_saysWhich() {
        assertThatThrownBy(() -> {
                    try (Attempts attempts = retry(3, ZERO).attempts()) {
                        var unused = attempts.next();
                    }
                })
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Attempt 1 was not reported");
    }

    @Test
    void report_twiceOrLate_saysWhich() {
        try (Attempts attempts = retry(3, ZERO).attempts()) {
            InlineAttempt first = attempts.next();
            first.done(E1);
            InlineAttempt second = attempts.next();
            List<Runnable> reports = List.of(
                    first::done,
                    () -> first.done(E1),
                    () -> first.doneWith("value", value -> Verdict.accept()),
                    () -> first.succeed("value"),
                    () -> first.retry(E1));
            for (Runnable report : reports) {
                assertThatThrownBy(report::run)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("Attempt 1 was reported already");
            }
            second.done();
            assertThatThrownBy(second::done).hasMessage("Attempt 2 was reported already");
            assertThat(attempts.decision()).isEqualTo(Decision.SUCCEEDED);
        }
        assertThat(events.names()).containsExactly("retry.attempt_failed", "retry.succeeded");
    }

    @Test
    void report_byTheClassifierThatIsAskedAboutIt_isRefused() {
        List<Throwable> refused = new ArrayList<>();
        InlineAttempt[] current = new InlineAttempt[1];
        Retry retry = retry(2, ZERO).classifier((failure, attempt) -> {
            refused.add(catchThrowable(() -> current[0].done(E1)));
            return Verdict.retry();
        });
        try (Attempts attempts = retry.attempts()) {
            for (InlineAttempt attempt : attempts) {
                current[0] = attempt;
                attempt.done(E1);
            }
        }
        assertThat(refused).hasSize(2);
        assertThat(refused.get(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("Attempt 1 is being reported");
    }

    @Test
    void hasNext_whileAnotherThreadDecides_saysWhich() throws Exception {
        CyclicBarrier deciding = new CyclicBarrier(2);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            Attempts attempts = retry(3, ZERO)
                    .classifier((failure, attempt) -> {
                        await(deciding);
                        await(deciding);
                        return Verdict.retry();
                    })
                    .attempts();
            InlineAttempt attempt = attempts.next();
            Future<Decision> elsewhere = pool.submit(() -> attempt.done(E1));
            await(deciding);
            assertThatThrownBy(attempts::next)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Attempt 1 ended before its report returned");
            assertThatThrownBy(attempt::done).hasMessage("Attempt 1 is being reported by another thread");
            await(deciding);
            assertThat(elsewhere.get(10, SECONDS)).isEqualTo(Decision.AGAIN);
            attempts.close();
            assertThat(costs.balance()).isEqualTo(100);
        } finally {
            pool.shutdownNow();
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(10, SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Two threads report the same 20,000 attempts, in batches: of each exactly one wins; the other hears which it was. */
    @Test
    void report_fromTwoThreads_exactlyOneWins() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        RetryBudget failures = RetryBudget.tokens(65_536, 0.001);
        Retry retry = Retry.explicit(Schedule.times(2), Classifier.standard(), failures);
        int batches = 100;
        int each = 200;
        try {
            for (int batch = 0; batch < batches; batch++) {
                List<Attempts> calls = new ArrayList<>();
                for (int i = 0; i < each; i++) calls.add(retry.attempts());
                List<InlineAttempt> running = calls.stream().map(Attempts::next).toList();
                CyclicBarrier together = new CyclicBarrier(2);
                Future<List<Object>> other = pool.submit(() -> reported(running, together));
                List<Object> mine = reported(running, together);
                List<Object> theirs = other.get(10, SECONDS);
                for (int i = 0; i < each; i++) {
                    boolean won = mine.get(i) instanceof Decision;
                    assertThat(won ? mine.get(i) : theirs.get(i)).isEqualTo(Decision.AGAIN);
                    assertThat(won ? theirs.get(i) : mine.get(i))
                            .isIn("Attempt 1 was reported already", "Attempt 1 is being reported by another thread");
                    assertThat(calls.get(i).decision()).isEqualTo(Decision.AGAIN);
                    calls.get(i).close();
                }
            }
            assertThat(failures.balance()).isEqualTo(65_536 - batches * each);
        } finally {
            pool.shutdownNow();
        }
    }

    private static List<Object> reported(List<InlineAttempt> running, CyclicBarrier together) {
        await(together);
        List<Object> heard = new ArrayList<>();
        for (InlineAttempt attempt : running) {
            try {
                heard.add(attempt.done(E1));
            } catch (IllegalStateException refused) {
                heard.add(refused.getMessage());
            }
        }
        return heard;
    }

    @Test
    void iterator_twice_isRefused() {
        try (Attempts attempts = retry(3, ZERO).attempts()) {
            var unused = attempts.iterator();
            assertThatThrownBy(attempts::iterator)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("These attempts are one call, and were iterated already");
        }
    }

    @Test
    void report_nulls_nameTheParameter() {
        try (Attempts attempts = retry(3, ZERO).attempts()) {
            InlineAttempt attempt = attempts.next();
            assertThatThrownBy(() -> attempt.retry(null)).hasMessage("failure");
            assertThatThrownBy(() -> attempt.doneWith("value", null)).hasMessage("results");
            attempt.done();
        }
    }

    // Interruption.

    @Test
    @Tag("BR-003")
    void hasNext_interruptedDuringTheWait_endsTheLoopWithTheFlagSet() throws Exception {
        VirtualClock manual = VirtualClock.manual();
        CompletableFuture<String> seen = new CompletableFuture<>();
        Thread looping = new Thread(() -> {
            try (Attempts attempts = retry(3, ofSeconds(10)).clock(manual).attempts()) {
                for (InlineAttempt attempt : attempts) attempt.done(E1);
                seen.complete(attempts.decision() + " " + Thread.currentThread().isInterrupted());
            }
        });
        looping.start();
        manual.awaitWaits(1);
        looping.interrupt();

        assertThat(seen.get(10, SECONDS)).isEqualTo("cancelled true");
        assertThat(events.names()).containsExactly("retry.attempt_failed", "retry.cancelled");
        assertThat(costs.balance()).isEqualTo(100);
    }

    @Test
    @Tag("BR-042")
    void done_threadInterruptedByTheThirdAttempt_isExactlyThree() {
        for (int round = 0; round < 1000; round++) {
            int made = 0;
            try (Attempts attempts = retry(Integer.MAX_VALUE, ZERO)
                    .budget(RetryBudget.unlimited())
                    .attempts()) {
                for (InlineAttempt attempt : attempts) {
                    made = attempt.number();
                    if (made == 3) Thread.currentThread().interrupt();
                    attempt.done(E1);
                }
                assertThat(attempts.decision()).isEqualTo(Decision.CANCELLED);
            }
            assertThat(made).isEqualTo(3);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void hasNext_interruptedBetweenReportAndWait_endsWithoutWaiting() {
        try (Attempts attempts = retry(3, ZERO).attempts()) {
            assertThat(attempts.next().done(E1)).isEqualTo(Decision.AGAIN);
            Thread.currentThread().interrupt();
            assertThat(attempts.iterator().hasNext()).isFalse();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(attempts.decision()).isEqualTo(Decision.CANCELLED);
        }
        assertThat(costs.balance()).isEqualTo(100);
    }

    @Test
    void done_interruptedButSucceeded_isASuccess() {
        try (Attempts attempts = retry(3, ZERO).attempts()) {
            InlineAttempt attempt = attempts.next();
            Thread.currentThread().interrupt();
            assertThat(attempt.done()).isEqualTo(Decision.SUCCEEDED);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    // Around it.

    @Test
    @Tag("BR-047")
    void hasNext_deadlinePassesDuringTheWait_endsExpired() {
        Retry retry = retry(Integer.MAX_VALUE, ofMillis(100)).within(ofMillis(500));
        int made = 0;
        try (Attempts attempts = retry.attempts()) {
            for (InlineAttempt attempt : attempts) {
                made = attempt.number();
                assertThat(attempt.timeLeft()).contains(ofMillis(500 - 100 * (made - 1)));
                attempt.done(E1);
            }
            assertThat(attempts.decision()).isEqualTo(Decision.EXPIRED);
        }
        assertThat(made).isEqualTo(5);
    }

    @Test
    void next_insideAnAttemptOfAnotherRetry_obeysTheMarkAndSetsNone() throws IOException {
        Retry outer = Retry.with(Schedule.times(4)).budget(RetryBudget.unlimited());
        List<Decision> inner = new ArrayList<>();
        int made = outer.call(() -> {
            inner.addAll(decisions(Retry.with(Schedule.times(4)), E1));
            return inner.size();
        });
        assertThat(made).isEqualTo(1);
        assertThat(inner).containsExactly(Decision.NESTED);

        try (Attempts attempts = retry(2, ZERO).attempts()) {
            for (InlineAttempt attempt : attempts) {
                assertThat(decisions(Retry.with(Schedule.times(2)), E1, E1))
                        .containsExactly(Decision.AGAIN, Decision.EXHAUSTED);
                attempt.done();
            }
        }
    }

    @Test
    void next_ambientDeadline_limitsTheLoop() {
        Deadline.after(ofMillis(150), clock).run(() -> {
            assertThat(decisions(retry(9, ofMillis(100)), E1, E1)).containsExactly(Decision.AGAIN, Decision.EXPIRED);
        });
    }

    @Test
    void onGiveUp_failureOrRejectedValue_isToldOnce() {
        List<Tried<?>> gaveUp = new ArrayList<>();
        Retry retry = retry(2, ofSeconds(1)).onGiveUp(gaveUp::add);
        decisions(retry, E1, E1);
        try (Attempts attempts = retry.attempts()) {
            for (InlineAttempt attempt : attempts) attempt.doneWith("bad", value -> Verdict.retry());
        }
        decisions(retry, E1, null);

        assertThat(gaveUp).hasSize(2);
        assertThat(gaveUp.get(0).failure()).isSameAs(E1);
        assertThat(gaveUp.get(0).attempts()).isEqualTo(2);
        assertThat(gaveUp.get(0).totalDelay()).isEqualTo(ofSeconds(1));
        assertThat(gaveUp.get(1).failure()).isNull();
        assertThat(gaveUp.get(1).decision()).isEqualTo(Decision.EXHAUSTED);
    }

    @Test
    @Tag("BR-025")
    void done_error_stopsAsADefect() {
        assertThat(decisions(retry(3, ZERO).retryIf(failure -> true), new AssertionError("on purpose")))
                .containsExactly(Decision.STOPPED);
        assertThat(events.names()).containsExactly("retry.attempt_failed", "retry.defect");
    }

    @Test
    void done_classifierThrowsAnError_propagatesAndCountsAsReported() {
        AssertionError fault = new AssertionError("on purpose");
        Throwable caught = catchThrowable(() -> {
            try (Attempts attempts = retry(3, ZERO)
                    .classifier((failure, attempt) -> {
                        throw fault;
                    })
                    .attempts()) {
                attempts.next().done(E1);
            }
        });
        assertThat(caught).isSameAs(fault);
        assertThat(caught.getSuppressed()).isEmpty();
        assertThat(costs.balance()).isEqualTo(100);
    }

    @Test
    @Tag("BR-112")
    void doneWith_everyAttemptAsksForAnother_endsAtTheLimit() {
        Retry retry = retry(1, ZERO)
                .schedule(Schedule.fixedDelay(ofSeconds(1)).upTo(ofSeconds(10)).attempts(Integer.MAX_VALUE))
                .budget(RetryBudget.unlimited());
        int made = 0;
        try (Attempts attempts = retry.attempts()) {
            for (InlineAttempt attempt : attempts) {
                made = attempt.number();
                attempt.doneWith("again", value -> Verdict.retry());
            }
            assertThat(attempts.decision()).isEqualTo(Decision.EXHAUSTED);
        }
        assertThat(made).isEqualTo(11);
    }

    @Test
    void attempt_says_whichItIs() {
        try (Attempts attempts = retry(3, ZERO).label("payments.charge").attempts()) {
            InlineAttempt attempt = attempts.next();
            assertThat(attempt).hasToString("attempt 1 of 3 of payments.charge");
            assertThat(attempt.maximumAttempts()).isEqualTo(3);
            assertThat(attempt.label()).isEqualTo("payments.charge");
            assertThat(attempt.timeLeft()).isEmpty();
            attempt.done(E1);
            assertThat(attempts.next()).hasToString("attempt 2 of 3 of payments.charge");
            assertThat(attempt.number()).isEqualTo(1);
            assertThatThrownBy(attempts::close).hasMessage("Attempt 2 was not reported");
        }
    }
}
