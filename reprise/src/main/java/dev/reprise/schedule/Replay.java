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
        if (!program.hasHistory) {
            boolean stopped = attempt > program.attempts;
            Stepper stepper = new Stepper(program, random, program.newSlots(), attempt - 1L, stopped);
            return stepper.next(end, end);
        }
        Stepper stepper = program.start(random);
        long start = 0;
        for (int n = 1; n < attempt && !stepper.isStopped(); n++) {
            long at = stepper.next(start, start);
            if (at != Stepper.STOP) {
                start = Math.min(Math.max(start, at), end);
            }
        }
        return stepper.next(start, end);
    }
}
