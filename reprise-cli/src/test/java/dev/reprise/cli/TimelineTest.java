package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.cli.Timeline.Span;
import java.io.OutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private final Terminal.Output plain = Terminal.Output.to(OutputStream.nullOutputStream(), false, false);

    @Test
    void line_attemptsAndWaits_areToScale() {
        Timeline timeline = new Timeline(plain, 59);

        assertThat(timeline.line(List.of(new Span(0, 10), new Span(20, 20), new Span(50, 59))))
                .isEqualTo("o=========..........o.............................o========");
    }

    @Test
    void line_nothingLasts_isOneDot() {
        assertThat(new Timeline(plain, 0).line(List.of(new Span(0, 0), new Span(0, 0))))
                .isEqualTo("o");
    }

    @Test
    void line_longestTimes_stayInside() {
        Timeline timeline = new Timeline(plain, Long.MAX_VALUE);

        assertThat(timeline.line(List.of(new Span(0, Long.MAX_VALUE), new Span(Long.MAX_VALUE, Long.MAX_VALUE))))
                .hasSize(60)
                .startsWith("o===")
                .endsWith("=o");
    }

    @Test
    void axis_isAsWideAsTheLines() {
        assertThat(new Timeline(plain, 1).axis("1m30s"))
                .hasSize(60)
                .startsWith("0s ")
                .endsWith(" 1m30s");
    }
}
