package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitStatusesTest {
    @Test
    void parse_numbersAndRanges_containsThemAlone() {
        ExitStatuses statuses = ExitStatuses.parse("2, 64-66,255");

        assertThat(IntStream.rangeClosed(0, 255).filter(statuses::contains)).containsExactly(2, 64, 65, 66, 255);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "\"\" | '' is neither an exit status nor a range; write them as 2,64-78",
                "1,,2 | '' is neither an exit status nor a range; write them as 2,64-78",
                "-1 | '-1' is neither an exit status nor a range; write them as 2,64-78",
                "two | 'two' is neither an exit status nor a range; write them as 2,64-78",
                "٣ | '٣' is neither an exit status nor a range; write them as 2,64-78",
                "0 | '0' must lie between 1 and 255, the smaller first (0 is success)",
                "1-256 | '1-256' must lie between 1 and 255, the smaller first (0 is success)",
                "9-2 | '9-2' must lie between 1 and 255, the smaller first (0 is success)",
            })
    void parse_invalid_saysWhy(String text, String message) {
        assertThatThrownBy(() -> ExitStatuses.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message.strip());
    }

    @ParameterizedTest
    @CsvSource({
        "1,exit code 1",
        "128,exit code 128",
        "130,exit code 130 (SIGINT)",
        "137,exit code 137 (SIGKILL)",
        "200,exit code 200"
    })
    void describe_namesTheSignal(int status, String text) {
        assertThat(ExitStatuses.describe(status)).isEqualTo(text);
    }
}
