package dev.reprise.schedule;

import java.util.ArrayList;
import java.util.List;

/** What a schedule does with attempts of given lengths. */
final class Runs {
    private Runs() {}

    /** The starts of the attempts after the first, at most that many; fewer when the schedule stops. */
    static List<Long> starts(Schedule schedule, int most, long... lasts) {
        return starts(schedule.start(Draws.of(0.5)), most, lasts);
    }

    static List<Long> starts(Stepper stepper, int most, long... lasts) {
        List<Long> starts = new ArrayList<>();
        long start = 0;
        for (int i = 0; i < most; i++) {
            long end = Nanos.add(start, i < lasts.length ? lasts[i] : 0);
            long at = stepper.next(start, end);
            if (at == Stepper.STOP) {
                break;
            }
            start = Math.max(at, end);
            starts.add(start);
        }
        return starts;
    }

    /** The waits when attempts take no time. */
    static List<Long> waits(Schedule schedule, int most) {
        List<Long> waits = new ArrayList<>();
        long before = 0;
        for (long start : starts(schedule, most)) {
            waits.add(start - before);
            before = start;
        }
        return waits;
    }
}
