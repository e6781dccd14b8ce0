package dev.reprise.retry;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RetrySettingsTest {
    private final RetrySettings defaults = RetrySettings.defaults();

    @Test
    void defaults_areThoseOfSeedC() {
        assertThat(defaults.attempts()).isEqualTo(3);
        assertThat(defaults.delay()).isEqualTo(ofMillis(100));
        assertThat(defaults.backoff()).isEqualTo(2.0);
        assertThat(defaults.maximumDelay()).isEqualTo(ofSeconds(5));
        assertThat(defaults.jitter()).isEqualTo(0.2);
        assertThat(defaults.maximumTotalDelay()).isNull();
        assertThat(defaults.maximumTotalDelay(ofSeconds(2)).maximumTotalDelay()).isEqualTo(ofSeconds(2));
        assertThat(defaults.schedule())
                .hasToString("exponential(100ms, 2.0).capped(5s).jittered(0.8..1.2).attempts(3)");
    }

    @Test
    void schedule_withoutJitterAndWithALimit_hasTheirNodes() {
        assertThat(defaults.jitter(0).maximumTotalDelay(ofSeconds(2)).schedule())
                .hasToString("exponential(100ms, 2.0).capped(5s).waitingAtMost(2s).attempts(3)");
    }

    @Test
    void schedule_zeroDurations_legal() {
        assertThat(defaults.delay(ZERO)
                        .maximumDelay(ZERO)
                        .maximumTotalDelay(ZERO)
                        .schedule()
                        .maximumAttempts())
                .isEqualTo(3);
    }

    @Test
    void schedule_bounds_legal() {
        assertThat(defaults.attempts(1).backoff(1).jitter(1).schedule())
                .hasToString("exponential(100ms, 1.0).capped(5s).jittered(0.0..2.0).attempts(1)");
        assertThat(defaults.backoff(1000).delay(ofSeconds(5)).schedule())
                .hasToString("exponential(5s, 1000.0).capped(5s).jittered(0.8..1.2).attempts(3)");
    }

    @Test
    @Tag("BR-031")
    void schedule_invalid_saysWhyAllAtOnce() {
        RetrySettings bad = defaults.attempts(0)
                .delay(ofMillis(-1))
                .backoff(0.5)
                .maximumDelay(ofSeconds(-2))
                .jitter(Double.NaN)
                .maximumTotalDelay(ofMillis(-3));
        assertThatThrownBy(bad::schedule)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "Invalid retry settings: attempts (0) must be at least 1; delay (-1ms) must not be negative;"
                                + " backoff (0.5) must be from 1.0 to 1000.0; maximumDelay (-2s) must not be negative;"
                                + " jitter (NaN) must be from 0.0 to 1.0; maximumTotalDelay (-3ms) must not be negative.");
        assertThatThrownBy(bad::retry).hasMessageStartingWith("Invalid retry settings: attempts (0)");
        assertThatThrownBy(() -> defaults.attempts(Integer.MIN_VALUE).schedule())
                .hasMessageContaining("attempts (-2147483648) must be at least 1");
    }

    @Test
    void schedule_capBelowDelay_saysWhy() {
        assertThatThrownBy(() -> defaults.delay(ofSeconds(6)).schedule())
                .hasMessage("Invalid retry settings: maximumDelay (5s) must be at least delay (6s).");
    }

    @Test
    @Tag("BR-067")
    void schedule_totalDelayUnsetOrZero_noLimitOrNoWait() {
        assertThat(defaults.attempts(2).jitter(0).schedule().maximumTotalDelay())
                .isEqualTo(ofMillis(100));
        assertThat(defaults.attempts(2)
                        .jitter(0)
                        .maximumTotalDelay(ZERO)
                        .schedule()
                        .maximumTotalDelay())
                .isEqualTo(ZERO);
    }

    @Test
    @Tag("BR-019")
    void schedule_hugeDurations_meanForever() {
        Duration huge = ofSeconds(Long.MAX_VALUE);
        assertThat(defaults.delay(huge)
                        .maximumDelay(huge)
                        .maximumTotalDelay(huge)
                        .jitter(0)
                        .schedule())
                .hasToString("exponential(forever, 2.0).capped(forever).waitingAtMost(forever).attempts(3)");
    }

    @Test
    void adjusted_outOfRange_nearestGoodSettings() {
        RetrySettings bad =
                defaults.attempts(-5).delay(ofSeconds(9)).backoff(0.2).jitter(7).maximumTotalDelay(ofMillis(-1));
        assertThat(bad.adjusted())
                .isEqualTo(defaults.attempts(1)
                        .delay(ofSeconds(5))
                        .backoff(1.0)
                        .jitter(1.0)
                        .maximumTotalDelay(ZERO));
        assertThat(defaults.backoff(5000).jitter(-1).delay(ofMillis(-1)).adjusted())
                .isEqualTo(defaults.backoff(1000).jitter(0).delay(ZERO));
        assertThat(defaults.maximumDelay(ofSeconds(-1)).adjusted())
                .isEqualTo(defaults.delay(ZERO).maximumDelay(ZERO));
        assertThat(defaults.adjusted()).isEqualTo(defaults);
    }

    @Test
    void adjusted_notFinite_saysWhy() {
        assertThatThrownBy(() -> defaults.backoff(Double.NaN)
                        .jitter(Double.POSITIVE_INFINITY)
                        .adjusted())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid retry settings: backoff (NaN) must be finite; jitter (Infinity) must be finite.");
    }

    @Test
    void equals_eachField_counts() {
        assertThat(defaults.attempts(3)).isEqualTo(defaults).hasSameHashCodeAs(defaults);
        assertThat(defaults.attempts(4)).doesNotHaveSameHashCodeAs(defaults);
        assertThat(defaults)
                .isNotEqualTo(defaults.attempts(4))
                .isNotEqualTo(defaults.delay(ZERO))
                .isNotEqualTo(defaults.backoff(3))
                .isNotEqualTo(defaults.maximumDelay(ofSeconds(6)))
                .isNotEqualTo(defaults.jitter(0))
                .isNotEqualTo(defaults.maximumTotalDelay(ZERO))
                .isNotEqualTo("defaults");
    }

    @Test
    void toString_saysEverySetting() {
        assertThat(defaults.maximumTotalDelay(ofSeconds(90)))
                .hasToString("RetrySettings[attempts=3, delay=100ms, backoff=2.0, maximumDelay=5s, jitter=0.2,"
                        + " maximumTotalDelay=1m30s]");
        assertThat(defaults.delay(ofMillis(-1)).toString())
                .contains("delay=-1ms")
                .doesNotContain("maximumTotalDelay");
    }

    @Test
    void delay_null_namesTheParameter() {
        assertThatThrownBy(() -> defaults.delay(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("delay");
        assertThatThrownBy(() -> defaults.maximumDelay(null)).hasMessage("maximumDelay");
    }
}
