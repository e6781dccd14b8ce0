package dev.reprise.schedule;

import java.util.random.RandomGenerator;

/** The stateless view of a schedule: the answer after n attempts of which only the number is known. */
final class Replay {
    private Replay() {}

    /**
     * Takes n - 1 decisions about attempts that end at once, on the schedule's own timeline but never past the end, then
     * decides at the end. Where only the number of attempts matters, it decides at once.
     */
    static long nextAfter(Program program, int attempt, long end, RandomGenerator random) {
        long before = attempt - 1L;
        if (!program.hasHistory) {
            boolean stopped = attempt > program.attempts;
            return new Stepper(program, random, program.newSlots(), before, stopped).next(end, end);
        }
        Forecast forecast = new Forecast(program, random, 0, 0, end);
        // one that gives up is as far as it matters
        boolean unused = forecast.run(before, false);
        return new Stepper(program, random, forecast.slots, before, forecast.isStopped()).next(forecast.start(), end);
    }
}
