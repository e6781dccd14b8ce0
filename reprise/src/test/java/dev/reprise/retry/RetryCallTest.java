package dev.reprise.retry;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.internal.CallScope;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.AttemptTimeoutException;
import dev.reprise.time.TimedOutException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The order of checks, numbered as in {@link RetryCall}. Every call here gives each later check its reason, too, so that only
 * the order explains the decision.
 */
class RetryCallTest {
    private static final IOException FAILURE = new IOException("failed");

    private final VirtualClock clock = VirtualClock.automatic();
    private final Ledger ledger = new Ledger();

    /** A budget that refuses, and writes down what it hears. */
    private static class Ledger implements RetryBudget {
        final List<String> heard = new ArrayList<>();
        boolean grants;
        static final Grant GRANT = new Grant() {};

        @Override
        public void onFirstAttempt() {
            heard.add("first");
        }

        @Override
        public void onSuccess(Grant last) {
            heard.add(last == null ? "success" : "success after a grant");
        }

        @Override
        public void onRetryableFailure() {
            heard.add("failure");
        }

        @Override
        public Grant tryAcquire(Cause cause) {
            heard.add("asked for a " + cause);
            return grants ? GRANT : null;
        }

        @Override
        public void refund(Grant grant) {
            heard.add("refund");
        }

        @Override
        public double balance() {
            return 0;
        }

        @Override
        public String explain() {
            return "writes down what it hears";
        }
    }

    private RetryCall begun(Retry retry, Class<?> site) {
        return RetryCall.begin(retry.policy, ledger, site, CallScope.current(), false);
    }

    private Retry hopeless() {
        return Retry.with(Schedule.once())
                .classifier(Classifier.never())
                .clock(clock)
                .within(ZERO);
    }

    private RetryCall attempted(Retry retry) {
        RetryCall call = begun(retry, RetryCallTest.class);
        call.attemptBegins();
        return call;
    }

    @Test
    void returned_0_accepted_succeedsEvenWhenCancelledAndNested() {
        RetryCall call = attempted(hopeless());
        assertThat(call.returned("V", Verdict.accept(), true)).isEqualTo(Decision.SUCCEEDED);
        assertThat(ledger.heard).containsExactly("first", "success");
    }

    @Test
    void threw_1_cancelled_beforeAllElse() {
        Decision decision = inAnAttempt(() -> attempted(hopeless()).threw(FAILURE, true));
        assertThat(decision).isEqualTo(Decision.CANCELLED);
        assertThat(attempted(hopeless()).threw(new InterruptedException(), false))
                .isEqualTo(Decision.CANCELLED);
        assertThat(attempted(hopeless()).returned("bad", Verdict.stop(), true)).isEqualTo(Decision.CANCELLED);
        assertThat(ledger.heard).containsOnly("first");
    }

    @Test
    void threw_2_nested_beforeTheClassifier() {
        Decision decision = inAnAttempt(() -> attempted(hopeless()).threw(FAILURE, false));
        assertThat(decision).isEqualTo(Decision.NESTED);
        assertThat(ledger.heard).as("a nested call makes no budget call at all").isEmpty();
    }

    @Test
    void threw_3_stopped_beforeTheDeadline() {
        assertThat(attempted(hopeless()).threw(FAILURE, false)).isEqualTo(Decision.STOPPED);
        assertThat(ledger.heard).containsExactly("first");
    }

    @Test
    void threw_3_noTimeLeft_expiredBeforeTheScheduleAndTheBudgetHearsNothing() {
        Retry retry = hopeless().classifier(Classifier.standard());
        assertThat(attempted(retry).threw(FAILURE, false)).isEqualTo(Decision.EXPIRED);
        assertThat(ledger.heard).containsExactly("first");
    }

    @Test
    void threw_4_exhausted_beforeTheBudgetIsAsked() {
        Retry retry = hopeless().classifier(Classifier.standard()).within(ofSeconds(1));
        assertThat(attempted(retry).threw(FAILURE, false)).isEqualTo(Decision.EXHAUSTED);
        assertThat(ledger.heard).containsExactly("first", "failure");
    }

    @Test
    void threw_5_waitBeyondTheDeadline_beforeTheBudgetIsAsked() {
        Retry retry = Retry.with(Schedule.fixedDelay(ofSeconds(9)).attempts(2))
                .clock(clock)
                .within(ofSeconds(1));
        assertThat(attempted(retry).threw(FAILURE, false)).isEqualTo(Decision.EXPIRED);
        assertThat(ledger.heard).containsExactly("first", "failure");
    }

    @Test
    void threw_6_budgetRefuses_throttled() {
        Retry retry = Retry.with(Schedule.fixedDelay(ofSeconds(9)).attempts(2)).clock(clock);
        RetryCall call = attempted(retry);
        assertThat(call.threw(FAILURE, false)).isEqualTo(Decision.THROTTLED);
        assertThat(call.delayNanos()).isZero();
        assertThat(ledger.heard).containsExactly("first", "failure", "asked for a FAILURE");
    }

    @Test
    void threw_7_again_waitsAsTheScheduleSays() {
        ledger.grants = true;
        RetryCall call = attempted(
                Retry.with(Schedule.fixedDelay(ofSeconds(9)).attempts(2)).clock(clock));
        assertThat(call.threw(FAILURE, false)).isEqualTo(Decision.AGAIN);
        assertThat(Duration.ofNanos(call.delayNanos())).isEqualTo(ofSeconds(9));
        assertThat(call.waited()).isEqualTo(Decision.AGAIN);
        call.attemptBegins();
        assertThat(call.returned("V", Verdict.accept(), false)).isEqualTo(Decision.SUCCEEDED);
        assertThat(ledger.heard).containsExactly("first", "failure", "asked for a FAILURE", "success after a grant");
    }

    @Test
    void waited_deadlinePassedMeanwhile_expiredAndRefunded() throws InterruptedException {
        ledger.grants = true;
        Retry retry = Retry.with(Schedule.fixedDelay(ofSeconds(9)).attempts(2))
                .clock(clock)
                .within(ofSeconds(10));
        RetryCall call = attempted(retry);
        assertThat(call.threw(FAILURE, false)).isEqualTo(Decision.AGAIN);
        clock.sleep(ofSeconds(10).toNanos());
        assertThat(call.waited()).isEqualTo(Decision.EXPIRED);
        assertThat(ledger.heard).endsWith("asked for a FAILURE", "refund");
    }

    @Test
    void cancelledWhileWaiting_refundsOnce() {
        ledger.grants = true;
        RetryCall call = attempted(
                Retry.with(Schedule.fixedDelay(ofSeconds(9)).attempts(2)).clock(clock));
        assertThat(call.threw(FAILURE, false)).isEqualTo(Decision.AGAIN);
        assertThat(call.cancelledWhileWaiting()).isEqualTo(Decision.CANCELLED);
        call.refund();
        assertThat(ledger.heard).endsWith("asked for a FAILURE", "refund").containsOnlyOnce("refund");
    }

    static Stream<Throwable> timeouts() {
        return Stream.of(
                new AttemptTimeoutException(ofSeconds(1), null),
                new TimedOutException(ofSeconds(1), null),
                new TimeoutException(),
                new SocketTimeoutException(),
                new HttpTimeoutException("x"),
                new HttpConnectTimeoutException("x"),
                new ExecutionException(new TimeoutException()));
    }

    @ParameterizedTest
    @MethodSource("timeouts")
    void acquire_timeouts_costAsTimeouts(Throwable timeout) {
        RetryCall call = attempted(Retry.with(Schedule.times(2)).classifier((failure, attempt) -> Verdict.retry()));
        assertThat(call.threw(timeout, false)).isEqualTo(Decision.THROTTLED);
        assertThat(ledger.heard).endsWith("asked for a TIMEOUT");
    }

    @Test
    void acquire_rejectedValue_costsAsAFailure() {
        RetryCall call = attempted(Retry.with(Schedule.times(2)));
        assertThat(call.returned("bad", Verdict.retry(), false)).isEqualTo(Decision.THROTTLED);
        assertThat(ledger.heard).endsWith("asked for a FAILURE");
    }

    @Test
    void deposit_insideACallWithTheSameBudget_onceAndNoMore() {
        Retry retry = Retry.with(Schedule.once()).nesting(RetryNesting.ALLOW).budget(ledger);
        String unused = retry.call(() -> retry.call(() -> "V"));
        assertThat(ledger.heard).containsExactly("first", "success", "success");
    }

    private static Decision inAnAttempt(dev.reprise.Operation<Decision, RuntimeException> inside) {
        return Retry.with(Schedule.once()).budget(RetryBudget.unlimited()).call(inside);
    }
}
