package dev.reprise.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NanosTest {
    @ParameterizedTest
    @CsvSource({
        "PT0S, 0s",
        "PT0.000000001S, 1ns",
        "PT0.0000015S, 1.5us",
        "PT0.0004S, 400us",
        "PT0.1S, 100ms",
        "PT0.000999999S, 999.999us",
        "PT1.5S, 1.5s",
        "PT90S, 1m30s",
        "PT48H, 48h",
        "PT1H0.000000001S, 1h1ns",
        "PT1H2M3.000000004S, 1h2m3.000000004s",
        "PT-0.001S, -1ms",
        "PT9223372036.854775807S, forever",
        "PT9999999999999H, forever"
    })
    void text_duration_isShort(Duration duration, String text) {
        assertThat(Nanos.text(duration)).isEqualTo(text);
    }

    @Test
    @Tag("BR-019")
    void of_hugeDuration_saturates() {
        assertThat(Nanos.of(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(Nanos.of(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
        assertThat(Nanos.text(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo("-forever");
    }
}
