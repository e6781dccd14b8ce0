package dev.reprise.cli;

import dev.reprise.cli.Terminal.Output;
import dev.reprise.simulator.Progress;
import dev.reprise.time.MonotonicClock;

/**
 * Tells people how far a long run is: on a terminal one line that is written over, elsewhere a line now and then. A run of a second
 * says nothing.
 */
final class SimulationProgress implements Progress {
    private static final long SECOND = 1_000_000_000;

    private final Output err;
    private final MonotonicClock clock;
    private final long start;
    private long next;
    private int width;

    SimulationProgress(Output err, MonotonicClock clock) {
        this.err = err;
        this.clock = clock;
        start = clock.nanoTime();
        next = start + SECOND;
    }

    @Override
    public void advanced(String what, double fraction) {
        long now = clock.nanoTime();
        if (now - next < 0) {
            return;
        }
        next = now + (err.colours() ? SECOND / 5 : 5 * SECOND);
        String line = "reprise: " + (int) (fraction * 100) + " %, " + what;
        if (err.colours()) {
            String shown = line.length() > 78 ? line.substring(0, 78) : line;
            err.writer().print("\r" + shown + " ".repeat(Math.max(0, width - shown.length())));
            err.writer().flush();
            width = shown.length();
        } else {
            err.line(line);
        }
    }

    /** Wipes the line, and tells how long it took. */
    double seconds() {
        if (width > 0) {
            err.writer().print("\r" + " ".repeat(width) + "\r");
            err.writer().flush();
            width = 0;
        }
        return (clock.nanoTime() - start) / 1e9;
    }
}
