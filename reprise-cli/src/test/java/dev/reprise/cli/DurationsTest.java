package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.schedule.Schedule;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({"250ms, PT0.25S", "1.5s, PT1.5S", "1m30s, PT1M30S", "PT0.25S, PT0.25S", "0s, PT0S", "15µs, PT0.000015S"
    })
    void parse_durationOfASchedule_isRead(String text, Duration expected) {
        assertThat(Durations.parse(text)).isEqualTo(expected);
    }

    @Test
    void parse_forever_isTheLongest() {
        assertThat(Durations.parse("forever")).isEqualTo(Schedule.FOREVER);
    }

    @ParameterizedTest
    @Tag("BR-070")
    @ValueSource(
            strings = {
                "",
                "10",
                "0",
                "-1s",
                "1e3ms",
                "5 s",
                "2m59.56",
                "1s30m",
                "millis",
                "1s).attempts(2",
                "1s,2s",
                "1s)",
                "(1s"
            })
    void parse_invalid_saysWhy(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is not a duration; write it as 250ms, 1.5s, 1m30s, PT0.25S or forever");
    }

    @Test
    void text_readsBackEqual() {
        Duration duration = Duration.ofHours(1).plusNanos(1);

        assertThat(Durations.text(duration)).isEqualTo("1h1ns");
        assertThat(Durations.parse(Durations.text(duration))).isEqualTo(duration);
    }

    @ParameterizedTest
    @CsvSource({"PT1.2344999S, 1.234s", "PT1.2345S, 1.235s", "PT0.0000015S, 1.5us", "PT0S, 0s", "PT59.9999S, 1m"})
    void rounded_isToTheMillisecond(Duration duration, String text) {
        assertThat(Durations.rounded(duration)).isEqualTo(text);
    }

    @Test
    void rounded_forever_isForever() {
        assertThat(Durations.rounded(Schedule.FOREVER)).isEqualTo("forever");
    }
}
