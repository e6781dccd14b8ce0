package dev.reprise.retry;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.VirtualClock;
import java.io.IOException;
import java.sql.SQLException;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TriedTest {
    private static final IOException BUSY = new IOException("busy");

    private final VirtualClock clock = VirtualClock.automatic();
    private final Retry retry = Retry.with(Schedule.exponential(ofMillis(100)).attempts(5))
            .budget(RetryBudget.unlimited())
            .clock(clock);

    private Tried<String> failed() {
        return retry.tried(() -> {
            clock.sleep(ofMillis(10).toNanos());
            throw BUSY;
        });
    }

    @Test
    void tried_failed_saysAll() {
        Tried<String> tried = failed();
        assertThat(tried.succeeded()).isFalse();
        assertThat(tried.failure()).isSameAs(BUSY);
        assertThat(tried.attempts()).isEqualTo(5);
        assertThat(tried.decision()).isEqualTo(Decision.EXHAUSTED);
        assertThat(tried.totalDelay()).isEqualTo(ofMillis(1500));
        assertThat(tried.elapsed()).isEqualTo(ofMillis(1550));
        assertThat(tried.history())
                .containsExactly(
                        new Tried.Entry(1, ZERO, ofMillis(10), ofMillis(100), BUSY),
                        new Tried.Entry(2, ofMillis(110), ofMillis(10), ofMillis(200), BUSY),
                        new Tried.Entry(3, ofMillis(320), ofMillis(10), ofMillis(400), BUSY),
                        new Tried.Entry(4, ofMillis(730), ofMillis(10), ofMillis(800), BUSY),
                        new Tried.Entry(5, ofMillis(1540), ofMillis(10), ZERO, BUSY));
        assertThat(tried)
                .hasToString("Tried[failed after 5 attempts, exhausted, elapsed 1.55s, waited 1.5s:"
                        + " java.io.IOException: busy]");
    }

    @Test
    void value_failed_saysTheFailure() {
        assertThatThrownBy(failed()::value)
                .isInstanceOf(NoSuchElementException.class)
                .hasMessage("The call failed: java.io.IOException: busy")
                .hasCause(BUSY);
    }

    @Test
    void fallbacks_failed_used() {
        Tried<String> tried = failed();
        assertThat(tried.orElse("other")).isEqualTo("other");
        assertThat(tried.orElseGet(Throwable::getMessage)).isEqualTo("busy");
        assertThatThrownBy(() -> tried.orElseThrow(() -> new SQLException("instead")))
                .isInstanceOf(SQLException.class)
                .hasMessage("instead");
        assertThatThrownBy(() -> tried.orThrow(IOException.class)).isSameAs(BUSY);
        assertThatThrownBy(() -> tried.orThrow(SQLException.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The call failed with what is no java.sql.SQLException: java.io.IOException: busy")
                .hasCause(BUSY);
    }

    @Test
    void orThrow_unchecked_asItIs() {
        IllegalStateException unchecked = new IllegalStateException("unchecked");
        Tried<Object> tried = retry.tried(() -> {
            throw unchecked;
        });
        assertThatThrownBy(() -> tried.orThrow(IOException.class)).isSameAs(unchecked);
    }

    @Test
    void fallbacks_succeeded_notUsed() throws Exception {
        Tried<String> tried = retry.tried(() -> "V");
        assertThat(tried.value()).isEqualTo("V");
        assertThat(tried.failure()).isNull();
        assertThat(tried.orElse("other")).isEqualTo("V");
        assertThat(tried.orElseGet(failure -> "other")).isEqualTo("V");
        assertThat(tried.orElseThrow(IllegalStateException::new)).isEqualTo("V");
        assertThat(tried.orThrow(IOException.class)).isEqualTo("V");
        assertThat(tried).hasToString("Tried[succeeded on attempt 1, succeeded, elapsed 0s, waited 0s]");
    }

    @Test
    void value_rejected_isStillTheValue() {
        Tried<String> tried = retry.tried(() -> "bad", ResultClassifier.retryIf("bad"::equals));
        assertThat(tried.succeeded()).isFalse();
        assertThat(tried.value()).isEqualTo("bad");
        assertThat(tried.orElse("other")).isEqualTo("bad");
        assertThat(tried)
                .hasToString("Tried[failed after 5 attempts, exhausted, elapsed 1.5s, waited 1.5s: rejected bad]");
    }

    @Test
    @Tag("BR-038")
    void value_null_isAValue() {
        Tried<Object> tried = retry.tried(() -> null);
        assertThat(tried.succeeded()).isTrue();
        assertThat(tried.attempts()).isEqualTo(1);
        assertThat(tried.value()).isNull();
        assertThat(retry.triedRun(() -> {}).value()).isNull();
    }

    @Test
    @Tag("BR-028")
    void history_manyAttempts_firstAndLastEight() {
        AtomicInteger calls = new AtomicInteger();
        Tried<Object> tried = retry.schedule(Schedule.times(1000)).tried(() -> {
            throw new IOException("" + calls.incrementAndGet());
        });
        assertThat(tried.history().stream().map(Tried.Entry::number))
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 993, 994, 995, 996, 997, 998, 999, 1000);
        assertThat(tried.history().get(15).failure()).hasMessage("1000");
        assertThatThrownBy(() -> tried.history().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @Tag("BR-026")
    void tried_sameInstanceThrownAgain_notAmongItsOwnSuppressed() {
        IOException other = new IOException("other");
        AtomicInteger calls = new AtomicInteger();
        Tried<Object> tried = retry.schedule(Schedule.times(3)).tried(() -> {
            throw calls.incrementAndGet() == 2 ? other : BUSY;
        });
        assertThat(tried.failure()).isSameAs(BUSY).hasNoSuppressedExceptions();
        assertThat(other).hasNoSuppressedExceptions();
    }

    @Test
    void entry_null_namesTheParameter() {
        assertThatThrownBy(() -> new Tried.Entry(1, null, ZERO, ZERO, null)).hasMessage("start");
        assertThatThrownBy(() -> new Tried.Entry(1, ZERO, null, ZERO, null)).hasMessage("duration");
        assertThatThrownBy(() -> new Tried.Entry(1, ZERO, ofSeconds(1), null, null))
                .hasMessage("delay");
    }
}
