package dev.reprise.cli;

import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.Stepper;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A schedule driven without waiting: the instants at which attempts 2, 3, … start, in nanoseconds from the start of
 * attempt 1, the wait before each, and whether the last decision taken was to stop.
 */
record ScheduleRun(List<Long> starts, List<Long> waits, boolean stopped) {

    /** How long each attempt lasts, from number 1; those not listed last {@code then}. */
    record Lasts(List<Long> listed, long then) {
        long of(int attempt) {
            return attempt <= listed.size() ? listed.get(attempt - 1) : then;
        }
    }

    /** Takes that many decisions, fewer if the schedule stops, with every draw the same. */
    static ScheduleRun of(Schedule schedule, int decisions, Lasts lasts, double draw) {
        List<Long> starts = new ArrayList<>();
        List<Long> waits = new ArrayList<>();
        Stepper stepper = schedule.start(fixed(draw));
        long start = 0;
        for (int attempt = 1; attempt <= decisions; attempt++) {
            long end = saturatingSum(start, lasts.of(attempt));
            long at = stepper.next(start, end);
            if (at == Stepper.STOP) {
                return new ScheduleRun(starts, waits, true);
            }
            start = Math.max(at, end);
            starts.add(start);
            waits.add(start - end);
        }
        return new ScheduleRun(starts, waits, false);
    }

    /** A generator whose every draw is this one. */
    static RandomGenerator fixed(double draw) {
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                throw new UnsupportedOperationException("a schedule draws doubles only");
            }

            @Override
            public double nextDouble() {
                return draw;
            }
        };
    }

    private static long saturatingSum(long start, long length) {
        long sum = start + length;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
