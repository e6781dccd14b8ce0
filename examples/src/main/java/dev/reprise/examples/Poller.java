package dev.reprise.examples;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.reprise.Action;
import dev.reprise.repeat.Recurrence;
import dev.reprise.repeat.Supervisor;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import dev.reprise.time.MonotonicClock;

/** Checks something every 30 seconds until it is closed; one check that fails is tried again before it counts. */
public final class Poller implements AutoCloseable {
    private final Supervisor supervisor;
    private final Recurrence recurrence;

    public Poller(MonotonicClock clock, Action<?> check) {
        Retry retry = Retry.with(Schedule.backoff(ofMillis(200), ofSeconds(5)).attempts(3))
                .label("poller")
                .clock(clock);
        supervisor = Supervisor.open(clock);
        // Aligned: a check that took too long is followed by the next tick, not by all that were missed.
        recurrence = supervisor.repeat(Schedule.aligned(ofSeconds(30)), () -> retry.run(check));
    }

    /** The checks that succeeded so far. */
    public long checks() {
        return recurrence.runs();
    }

    @Override
    public void close() {
        supervisor.close();
    }
}
