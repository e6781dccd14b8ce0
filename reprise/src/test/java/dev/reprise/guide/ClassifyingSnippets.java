package dev.reprise.guide;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.Answer;
import dev.reprise.retry.Classifier;
import dev.reprise.retry.ResultClassifier;
import dev.reprise.retry.Retry;
import dev.reprise.retry.Retryable;
import dev.reprise.retry.Tried;
import dev.reprise.retry.Verdict;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.Faults;
import dev.reprise.testing.VirtualClock;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The code of the guide to classifying, asserted. */
class ClassifyingSnippets {
    private final Retry retry = Retry.with(Schedule.fixedDelay(ofSeconds(1)).attempts(3))
            .budget(RetryBudget.unlimited())
            .clock(VirtualClock.automatic());

    static class Busy extends IOException implements Retryable {
        private static final long serialVersionUID = 1L;

        @Override
        public Verdict retryVerdict() {
            return Verdict.retryAfter(ofSeconds(2));
        }
    }

    @Test
    void byType() {
        Retry some = retry.retryOn(IOException.class).stopOn(FileNotFoundException.class);
        assertThat(some.tried(Faults.failWith(new FileNotFoundException())).attempts())
                .isEqualTo(1);
        assertThat(some.tried(Faults.failWith(new IOException())).attempts()).isEqualTo(3);
        assertThat(some.tried(Faults.failWith(new IllegalStateException())).attempts())
                .isEqualTo(1);
    }

    @Test
    void onTopOfTheStandardOne() {
        Retry careful = retry.classifier((failure, attempt) ->
                attempt.number() > 2 ? Verdict.stop() : Classifier.standard().classify(failure, attempt));
        assertThat(careful.schedule(Schedule.times(9))
                        .tried(Faults.failWith(new IOException()))
                        .attempts())
                .isEqualTo(3);
    }

    @Test
    void failureThatDecides() {
        Tried<Object> tried = retry.tried(Faults.failWith(new Busy()));
        assertThat(tried.totalDelay()).isEqualTo(ofSeconds(4));
    }

    record Job(boolean ready) {}

    @Test
    void values() {
        Job job = retry.call(() -> new Job(true), ResultClassifier.acceptIf(Job::ready));
        assertThat(job.ready()).isTrue();
        Tried<Job> tried = retry.tried(() -> new Job(false), ResultClassifier.acceptIf(Job::ready));
        assertThat(tried.decision()).isEqualTo(Decision.EXHAUSTED);
        assertThat(tried.value().ready()).isFalse();
    }

    @Test
    void operationDecides() {
        Answer<Integer> answer = retry.decide(() -> {
            int status = 503;
            return status == 503 ? Answer.again(status) : Answer.done(status);
        });
        assertThat(answer).isEqualTo(Answer.again(503));
    }
}
