package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.schedule.Schedule;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class VerdictTest {
    @Test
    void equals_sameMeaning_equal() {
        assertThat(Verdict.retryAfter(Duration.ofSeconds(2))).isEqualTo(Verdict.retryAfter(Duration.ofMillis(2000)));
        assertThat(Verdict.retryAfter(Duration.ofSeconds(2)))
                .hasSameHashCodeAs(Verdict.retryAfter(Duration.ofMillis(2000)))
                .doesNotHaveSameHashCodeAs(Verdict.retryAfter(Duration.ofSeconds(3)))
                .isNotEqualTo(Verdict.retryNoSoonerThan(Duration.ofSeconds(2)))
                .isNotEqualTo(Verdict.retryAfter(Duration.ofSeconds(3)))
                .isNotEqualTo("retryAfter(2s)");
        assertThat(Verdict.retry()).isNotEqualTo(Verdict.stop()).isNotEqualTo(Verdict.accept());
        assertThat(Verdict.retryAfter(Duration.ZERO)).isNotEqualTo(Verdict.retry());
    }

    @Test
    void retryAfter_beyondForever_isForever() {
        assertThat(Verdict.retryAfter(Duration.ofSeconds(Long.MAX_VALUE)))
                .isEqualTo(Verdict.retryAfter(Schedule.FOREVER))
                .hasToString("retryAfter(forever)");
    }

    @Test
    void toString_each_saysIt() {
        assertThat(Verdict.accept()).hasToString("accept");
        assertThat(Verdict.retry()).hasToString("retry");
        assertThat(Verdict.stop()).hasToString("stop");
        assertThat(Verdict.retryAfter(Duration.ofMillis(1500))).hasToString("retryAfter(1.5s)");
        assertThat(Verdict.retryNoSoonerThan(Duration.ZERO)).hasToString("retryNoSoonerThan(0s)");
    }

    @Test
    void retryAfter_invalid_saysWhy() {
        assertThatThrownBy(() -> Verdict.retryAfter(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid verdict: delay (-1ms) must not be negative.");
        assertThatThrownBy(() -> Verdict.retryNoSoonerThan(Duration.ofSeconds(Long.MIN_VALUE)))
                .hasMessage("Invalid verdict: delay (-forever) must not be negative.");
        assertThatThrownBy(() -> Verdict.retryAfter(null)).hasMessage("delay");
    }
}
