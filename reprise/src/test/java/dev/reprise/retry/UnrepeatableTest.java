package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryEvent;
import dev.reprise.schedule.Schedule;
import dev.reprise.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The verdict for what another attempt might help, but must not be made; and what a driver elsewhere reads of a policy. */
class UnrepeatableTest {
    private final RetryBudget tokens = RetryBudget.tokens(4, 0.5);

    private Retry policy(Verdict verdict) {
        return Retry.explicit(Schedule.times(5), (failure, attempt) -> verdict, tokens);
    }

    private static String failing() throws IOException {
        throw new IOException("busy");
    }

    @Test
    void unrepeatable_failure_stopsAndCountsInTheBudget() {
        List<String> events = new ArrayList<>();
        Tried<String> tried = policy(Verdict.unrepeatable())
                .listener(event -> events.add(event.name() + " " + event.decision()))
                .tried(UnrepeatableTest::failing);

        assertThat(tried.decision()).isEqualTo(Decision.STOPPED);
        assertThat(tried.attempts()).isEqualTo(1);
        assertThat(tokens.balance()).isEqualTo(3.0);
        assertThat(events).containsExactly("retry.attempt_failed stopped", "retry.permanent stopped");
    }

    @Test
    void stop_failure_countsNothing() {
        assertThat(policy(Verdict.stop()).tried(UnrepeatableTest::failing).decision())
                .isEqualTo(Decision.STOPPED);
        assertThat(tokens.balance()).isEqualTo(4.0);
    }

    @Test
    void unrepeatable_value_stopsCountsAndIsReturned() {
        Tried<String> tried = policy(Verdict.retry()).tried(() -> "busy", value -> Verdict.unrepeatable());

        assertThat(tried.decision()).isEqualTo(Decision.STOPPED);
        assertThat(tried.value()).isEqualTo("busy");
        assertThat(tokens.balance()).isEqualTo(3.0);
    }

    @Test
    void unrepeatable_pastTheDeadline_expiresAndCountsNothing() {
        Tried<String> tried = Deadline.after(Duration.ZERO)
                .call(() -> policy(Verdict.unrepeatable()).tried(UnrepeatableTest::failing));

        assertThat(tried.decision()).isEqualTo(Decision.EXPIRED);
        assertThat(tokens.balance()).isEqualTo(4.0);
    }

    @Test
    void unrepeatable_printed_saysSo() {
        assertThat(Verdict.unrepeatable())
                .hasToString("unrepeatable")
                .isEqualTo(Verdict.unrepeatable())
                .isNotEqualTo(Verdict.stop());
    }

    @Test
    void budget_perCallSite_isTheOneOfInlineAttemptsAndOfCopies() {
        Retry retry = Retry.with(Schedule.times(2));
        double before = retry.budget().balance();
        try (Attempts attempts = retry.attempts()) {
            attempts.next().done();
        }

        assertThat(retry.budget().balance()).isGreaterThan(before);
        assertThat(retry.label("other").budget()).isSameAs(retry.budget());
        assertThat(Retry.with(Schedule.times(2)).budget()).isNotSameAs(retry.budget());
        assertThat(retry.budget(tokens).budget()).isSameAs(tokens);
    }

    @Test
    void classifier_read_isTheOneGiven() {
        Classifier mine = (failure, attempt) -> Verdict.stop();
        assertThat(Retry.with(Schedule.once()).classifier()).isSameAs(Classifier.standard());
        assertThat(Retry.with(Schedule.once()).classifier(mine).classifier()).isSameAs(mine);
    }

    @Test
    void unrepeatable_eventOfTheAttempt_hasTheFailure() {
        List<RetryEvent> events = new ArrayList<>();
        Tried<String> tried =
                policy(Verdict.unrepeatable()).listener(events::add).tried(UnrepeatableTest::failing);
        assertThat(events.get(0)).isInstanceOfSatisfying(RetryEvent.AttemptFailed.class, failed -> {
            assertThat(failed.failure()).isSameAs(tried.failure());
            assertThat(failed.nextDelay()).isNull();
        });
    }
}
