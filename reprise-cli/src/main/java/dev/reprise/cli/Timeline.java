package dev.reprise.cli;

import dev.reprise.cli.Terminal.Output;
import java.util.Arrays;
import java.util.List;

/** Attempts drawn to scale on one line: a dot where one starts, a bar while it runs, points while nothing does. */
final class Timeline {
    private static final int WIDTH = 60;

    private final Output output;
    private final double end;

    /** The whole width is that long; every line drawn has the same scale. */
    Timeline(Output output, long endNanos) {
        this.output = output;
        this.end = Math.max(1, endNanos);
    }

    /** One attempt, from its start to its end. */
    record Span(long start, long end) {}

    String line(List<Span> attempts) {
        char[] cells = new char[WIDTH];
        Arrays.fill(cells, ' ');
        if (!attempts.isEmpty()) {
            Arrays.fill(cells, 0, column(attempts.get(attempts.size() - 1).end()), character("·", "."));
        }
        for (Span attempt : attempts) {
            Arrays.fill(cells, column(attempt.start()), column(attempt.end()), character("━", "="));
        }
        for (Span attempt : attempts) {
            cells[column(attempt.start())] = character("●", "o");
        }
        return new String(cells).stripTrailing();
    }

    /** What the ends of the scale mean, to go below the lines. */
    String axis(String last) {
        return "0s" + " ".repeat(Math.max(1, WIDTH - 2 - last.length())) + last;
    }

    private int column(long instant) {
        return (int) Math.min(WIDTH - 1, instant / end * (WIDTH - 1));
    }

    private char character(String character, String ascii) {
        return output.glyph(character, ascii).charAt(0);
    }
}
