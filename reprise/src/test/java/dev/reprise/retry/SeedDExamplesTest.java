package dev.reprise.retry;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Jitter;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.Deadline;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** The examples of seed D, printing what they print there. */
class SeedDExamplesTest {
    private static final Classifier CLASSIFY =
            (failure, attempt) -> failure instanceof FileNotFoundException ? Verdict.stop() : Verdict.retry();

    private final VirtualClock clock = VirtualClock.automatic();
    private final List<String> printed = new ArrayList<>();

    private void println(String line) {
        printed.add(line);
    }

    @Test
    void example_failsTwiceThenSucceeds_takesTwoTokensAndEarnsTheRatio() {
        Schedule delays = Schedule.exponential(ofMillis(1)).capped(ofMillis(10)).jittered(Jitter.full());
        RetryBudget budget = RetryBudget.tokens(10, 0.1);
        Retry retry = Retry.explicit(delays.attempts(4), CLASSIFY, budget).clock(clock);
        IOException unavailable = new IOException("payments: unavailable");
        IOException[] results = {unavailable, unavailable, null};

        IOException failure = null;
        try (Attempts attempts = retry.attempts()) {
            for (InlineAttempt attempt : attempts) {
                failure = results[attempt.number() - 1];
                println("attempt " + attempt.number() + ": " + message(failure) + ": " + attempt.done(failure));
            }
        }
        println("call: " + message(failure));
        println("tokens: " + budget.balance());

        assertThat(printed)
                .containsExactly(
                        "attempt 1: payments: unavailable: again",
                        "attempt 2: payments: unavailable: again",
                        "attempt 3: null: succeeded",
                        "call: null",
                        "tokens: 8.1");
        assertThat(clock.sleeps()).hasSizeBetween(0, 2).allMatch(slept -> slept.compareTo(ofMillis(2)) < 0);
    }

    private static String message(IOException failure) {
        return failure == null ? "null" : failure.getMessage();
    }

    private Retry startup() {
        BoundedSchedule schedule =
                Schedule.exponential(ofMillis(1)).capped(ofMillis(5)).jittered().attempts(Integer.MAX_VALUE);
        return Retry.explicit(schedule, (failure, attempt) -> Verdict.retry(), RetryBudget.unlimited())
                .clock(clock)
                .deadline(Deadline.after(ofMinutes(1), clock));
    }

    @Test
    void exampleNew_startup_connectsAfterFourAttempts() {
        connect(startup(), 4);

        assertThat(printed).containsExactly("connected after 4 attempts: null");
    }

    @Test
    void exampleNew_startupThatNeverConnects_isEndedByItsDeadlineAlone() {
        connect(startup(), Integer.MAX_VALUE);

        assertThat(printed).containsExactly("gave up: expired");
        assertThat(clock.elapsed()).isBetween(ofSeconds(59), ofMinutes(1));
    }

    @Test
    void exampleNew_interruptedDuringTheWait_endsWithTheFlagSet() throws Exception {
        VirtualClock manual = VirtualClock.manual();
        boolean[] flagged = new boolean[1];
        Thread starting = new Thread(() -> {
            Retry retry = startup().random(RandomSource.fixed(0.5)).clock(manual);
            connect(retry, Integer.MAX_VALUE);
            flagged[0] = Thread.currentThread().isInterrupted();
        });
        starting.start();
        manual.awaitWaits(1);
        starting.interrupt();
        starting.join();

        assertThat(printed).containsExactly("gave up: cancelled");
        assertThat(flagged[0]).isTrue();
    }

    private void connect(Retry retry, int succeedsAt) {
        ConnectException refused = new ConnectException("dial tcp 10.0.0.7:5432: connection refused");
        int tries = 0;
        IOException failure = null;
        try (Attempts attempts = retry.attempts()) {
            for (InlineAttempt attempt : attempts) {
                failure = ++tries < succeedsAt ? refused : null;
                attempt.done(failure);
            }
            if (attempts.decision() == Decision.SUCCEEDED) {
                println("connected after " + tries + " attempts: " + message(failure));
            } else {
                println("gave up: " + attempts.decision());
            }
        }
    }

    @Test
    void exampleAttemptDone_paymentBreaksWhateverWasDecided_neitherWaitsNorRepeats() {
        Retry retry = Retry.explicit(Schedule.fixedDelay(ofSeconds(1)).attempts(3), CLASSIFY, RetryBudget.unlimited())
                .clock(clock);
        IOException failure = null;
        try (Attempts attempts = retry.attempts()) {
            for (InlineAttempt attempt : attempts) {
                failure = new IOException("payments: connection reset");
                println("decision: " + attempt.done(failure));
                break; // the payment may have been made
            }
        }
        println("call: " + message(failure));

        assertThat(printed).containsExactly("decision: again", "call: payments: connection reset");
        assertThat(clock.sleeps()).isEmpty();
    }

    @Test
    void exampleNewBudget_dependencyIsDown_runsTheSharedBudgetDown() {
        RetryBudget budget = RetryBudget.tokens(4, 0.5);
        Retry retry = Retry.explicit(Schedule.times(5), CLASSIFY, budget).clock(clock);
        IOException down = new IOException("inventory: unavailable");
        for (int call = 1; call <= 3; call++) {
            List<Decision> decisions = new ArrayList<>();
            try (Attempts attempts = retry.attempts()) {
                for (InlineAttempt attempt : attempts) decisions.add(attempt.done(down));
            }
            println("call " + call + ": " + decisions + ", tokens left: " + budget.balance());
        }

        assertThat(printed)
                .containsExactly(
                        "call 1: [again, throttled], tokens left: 2.0",
                        "call 2: [throttled], tokens left: 1.0",
                        "call 3: [throttled], tokens left: 0.0");
    }

    /** With -1 ms, since zero is legal here. */
    @Test
    void exampleExponential_badConfiguration_isOneErrorThatNamesEverySetting() {
        assertThatThrownBy(() -> RetrySettings.defaults()
                        .delay(ofMillis(-1))
                        .maximumDelay(ofSeconds(-1))
                        .schedule())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("delay (-1ms) must not be negative")
                .hasMessageContaining("maximumDelay (-1s)");
        assertThatThrownBy(() -> Schedule.exponential(ofMillis(-1), 0.5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("base (-1ms) must not be negative")
                .hasMessageContaining("factor (0.5)");
    }

    /** Each draw of the jitter once at its bounds, so that the waits are known: 1, 2, 4, 8, 10 ms at most. */
    @Test
    void exponential_fullJitter_waitsBetweenZeroAndTheDelay() {
        Schedule delays = Schedule.exponential(ofMillis(1)).capped(ofMillis(10)).jittered(Jitter.full());
        for (double draw : DoubleStream.of(0, 1).toArray()) {
            VirtualClock time = VirtualClock.automatic();
            Retry retry = Retry.explicit(delays.attempts(6), CLASSIFY, RetryBudget.unlimited())
                    .clock(time)
                    .random(RandomSource.fixed(draw));
            List<Long> waits = new ArrayList<>();
            try (Attempts attempts = retry.attempts()) {
                for (InlineAttempt attempt : attempts) {
                    attempt.done(new IOException("down"));
                    waits.add(attempt.delay().toNanos() / 1000);
                }
            }
            if (draw == 0) assertThat(waits).containsOnly(0L);
            else assertThat(waits).containsExactly(1000L, 2000L, 4000L, 8000L, 10_000L, 0L);
        }
    }
}
