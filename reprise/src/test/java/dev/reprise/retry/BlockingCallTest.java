package dev.reprise.retry;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@link AsyncCallTest} and {@link AttemptsTest} say of their drivers, of the blocking one. */
class BlockingCallTest {
    private static final IOException E1 = new IOException("first");

    private final VirtualClock clock = VirtualClock.automatic();
    private final AtomicInteger attempts = new AtomicInteger();

    private Retry retry(int attempts, Duration delay) {
        return Retry.with(Schedule.fixedDelay(delay).attempts(attempts))
                .budget(RetryBudget.unlimited())
                .clock(clock);
    }

    private String failing() throws IOException {
        attempts.incrementAndGet();
        throw E1;
    }

    @Test
    @Tag("BR-036")
    void call_attemptFails_resultClassifierIsNotAsked() {
        assertThatThrownBy(() -> retry(2, ZERO)
                        .call(this::failing, value -> value.isEmpty() ? Verdict.retry() : Verdict.accept()))
                .isSameAs(E1);
        assertThat(attempts).hasValue(2);
    }

    @Test
    @Tag("BR-038")
    void call_nullValue_isASuccess() {
        assertThat(retry(3, ZERO).<String, RuntimeException>call(() -> {
                    attempts.incrementAndGet();
                    return null;
                }))
                .isNull();
        assertThat(attempts).hasValue(1);
    }

    @Test
    @Tag("BR-039")
    void call_stopsForAnyReason_throws() {
        assertThatThrownBy(() -> retry(3, ZERO).call(this::failing)).isSameAs(E1);
        assertThatThrownBy(() -> retry(3, ofSeconds(2)).within(ofSeconds(1)).call(this::failing))
                .isSameAs(E1);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> retry(3, ofSeconds(1)).call(this::failing)).isSameAs(E1);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(attempts).hasValue(5);
    }

    @Test
    @Tag("BR-050")
    void tried_waitIsAllThatIsLeft_isExpiredAtOnceAndOneNanosecondLessIsNot() {
        for (int less = 0; less <= 1; less++) {
            Duration wait = ofSeconds(3).minusNanos(less);
            Decision last = less == 0 ? Decision.EXPIRED : Decision.EXHAUSTED;
            Tried<String> tried =
                    retry(2, wait).deadline(Deadline.after(ofSeconds(3), clock)).tried(this::failing);
            assertThat(tried.failure()).isSameAs(E1);
            assertThat(tried.attempts()).isEqualTo(1 + less);
            assertThat(tried.decision()).isEqualTo(last);

            Duration began = clock.elapsed();
            try (Attempts inline =
                    retry(2, wait).deadline(Deadline.after(ofSeconds(3), clock)).attempts()) {
                for (InlineAttempt attempt : inline) attempt.done(E1);
                assertThat(inline.decision()).isEqualTo(last);
            }
            assertThat(clock.elapsed().minus(began)).isEqualTo(less == 0 ? ZERO : wait);
        }
    }
}
