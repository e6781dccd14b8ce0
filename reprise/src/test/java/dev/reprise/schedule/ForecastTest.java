package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Runs that are skipped through, against the same runs step by step. */
class ForecastTest {

    @Test
    void run_randomSchedules_isWhereSingleStepsLead() {
        Trees.each(trees -> {
            Program program = Program.of(BoundedSchedule.unwrapped(trees.next()));
            long decisions = 1 + trees.nextInt(200);
            long lasts = trees.nextInt(2) == 0 ? 0 : trees.nextNanos(2_000_000_000L);
            long demanded = trees.nextInt(3) > 0 ? 0 : trees.nextNanos(2_000_000_000L);
            long latest = trees.nextInt(2) == 0
                    ? Nanos.FOREVER
                    : Nanos.multiply(decisions, trees.nextLength().toNanos()) / 2;
            Forecast forecast = new Forecast(program, Draws.of(1), lasts, demanded, latest);
            String run = program.schedule + ", " + decisions + " decisions, attempts of " + lasts + ", demanded "
                    + demanded + ", until " + latest;

            assertThat(forecast.run(decisions, true)).as(run).isTrue();

            Steps steps = new Steps(program, lasts);
            while (steps.attempts < decisions
                    && !steps.stopped
                    && !(steps.end == Nanos.FOREVER && latest == Nanos.FOREVER)) {
                steps.take(lasts, demanded, latest);
            }
            assertThat(forecast.attempts()).as(run).isEqualTo(steps.attempts);
            assertThat(forecast.isStopped()).as(run).isEqualTo(steps.stopped);
            assertThat(forecast.start()).as(run).isEqualTo(steps.start);
            assertThat(forecast.end()).as(run).isEqualTo(steps.end);
            assertThat(Arrays.copyOf(forecast.slots, program.lasting()))
                    .as(run)
                    .isEqualTo(Arrays.copyOf(steps.slots, program.lasting()));
        });
    }

    private static final class Steps {
        final long[] slots;
        private final Program program;
        private final RandomGenerator random = Draws.of(1);
        long attempts;
        long start;
        long end;
        boolean stopped;

        Steps(Program program, long lasts) {
            this.program = program;
            slots = program.newSlots();
            end = lasts;
        }

        void take(long lasts, long demanded, long latest) {
            attempts++;
            long at = program.decide(slots, random, attempts, start, end, 0, false);
            stopped = at == Stepper.STOP;
            if (stopped) return;
            start = Math.min(latest, Math.max(at, Nanos.add(end, demanded)));
            end = Nanos.add(start, lasts);
        }
    }
}
