package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
            same(program, decisions, lasts, demanded, latest);
        });
    }

    /** Something happens to each of these after a while: a limit is reached, a side overtakes another, time ends. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "fixedDelay(3ns).upTo(100ns)",
                "fixedDelay(3ns).attempts(70)",
                "linear(1ns).upTo(1us)",
                "fixedRate(7ns).upTo(500ns)",
                "fixedDelay(5ns).waitingAtMost(301ns)",
                "linear(1ns, 2ns).waitingAtMost(999ns)",
                "fixedRate(9ns).waitingAtMost(300ns)",
                "linear(1ns).union(fixedDelay(40ns))",
                "fixedDelay(40ns).union(linear(1ns))",
                "linear(1ns).intersect(fixedDelay(40ns))",
                "fixedRate(10ns).union(linear(1ns))",
                "fixedRate(25ns).intersect(linear(1ns))",
                "fixedRate(25ns).intersect(fixedDelay(24ns))",
                "linear(1ns).capped(30ns)",
                "linear(1ns, 3ns).jittered().upTo(5us)",
                "linear(1ns).capped(30ns).jittered(0.0..1.0)",
                "linear(1ns).jittered(0.0..0.5)",
                "fixedRate(10ns).jittered()",
                "fixedDelay(9ns).jittered(0.5..1.0).jittered()",
                "fixedDelay(9ns).attempts(50).andThen(linear(2ns))",
                "fixedDelay(9ns).upTo(200ns).andThen(fixedRate(20ns).upTo(1us)).andThen(aligned(7ns))",
                "fixedDelay(5ns).upTo(90ns).union(fixedDelay(7ns).upTo(300ns))",
                "times(40).union(fixedDelay(3ns).attempts(90)).union(fixedDelay(4ns))",
                "delays(1ns, 2ns, 3ns).union(fixedDelay(9ns))",
                "delays(3ns, 2ns, 1ns, 0s, 0s, 0s, 0s)",
                "aligned(10ns)",
                "aligned(12ns).upTo(555ns)",
                "aligned(0s)",
                "aligned(8ns).union(times(2))",
                "exponential(1ns).capped(64ns).upTo(2us)",
                "exponential(1ns, 1.03).capped(64ns)",
                "decorrelated(2ns, 50ns).upTo(1us)",
                "fixedDelay(9600h)",
                "fixedRate(9600h)",
                "linear(9600h)",
                "fixedDelay(1ns).intersect(linear(100h).capped(9600h))",
            })
    void run_whereSomethingHappensLater_isWhereSingleStepsLead(String schedule) {
        Program program = Program.of(BoundedSchedule.unwrapped(Schedule.parse(schedule)));
        for (long decisions : new long[] {2, 5, 6, 47, 48, 49, 300}) {
            for (long lasts : new long[] {0, 1, 4, 24}) {
                for (long demanded : new long[] {0, 6, 31}) {
                    for (long latest : new long[] {0, 333, 1000, Nanos.FOREVER}) {
                        same(program, decisions, lasts, demanded, latest);
                    }
                }
            }
        }
    }

    /** These go on as they are, so thousands of millions of decisions are a few leaps; without them it would give up. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "immediate()",
                "fixedDelay(3ns)",
                "fixedRate(3ns)",
                "aligned(3ns)",
                "linear(1ns).capped(30ns)",
                "linear(0s, 1ns)",
                "exponential(1ns).capped(64ns)",
                "exponential(1ns, 1.03).capped(64ns)",
                "fibonacci(1ns).capped(50ns)",
                "decorrelated(1ns, 9ns)",
                "fixedDelay(9ns).jittered().jittered(0.5..1.0)",
                "linear(0s, 1ns).jittered()",
                "fixedDelay(3ns).attempts(2147483647)",
                "fixedDelay(3ns).upTo(2000h)",
                "fixedDelay(3ns).waitingAtMost(2000h)",
                "delays(5ns).union(fixedDelay(7ns))",
                "fixedDelay(7ns).union(times(9).upTo(1s))",
                "fixedDelay(3ns).union(fixedDelay(9ns).upTo(2000h))",
                "fixedRate(3ns).intersect(linear(0s, 1ns))",
                "times(3).andThen(fixedDelay(3ns))",
                "fixedDelay(3ns).upTo(2000h).andThen(immediate())",
                "times(3).andThen(linear(0s, 1ns)).andThen(immediate())",
            })
    void run_asManyDecisionsAsCanBe_isForeseen(String schedule) {
        Program program = Program.of(BoundedSchedule.unwrapped(Schedule.parse(schedule)));
        long decisions = Integer.MAX_VALUE;
        for (long lasts : new long[] {0, 3}) {
            Forecast forecast = new Forecast(program, Draws.of(1), lasts, 0, Nanos.FOREVER);
            assertThat(forecast.run(decisions, true)).isTrue();
            assertThat(forecast.attempts()).isEqualTo(decisions);
        }
    }

    /** The same instants, and the same memory. */
    private static void same(Program program, long decisions, long lasts, long demanded, long latest) {
        Forecast forecast = new Forecast(program, Draws.of(1), lasts, demanded, latest);
        String run = program.schedule + ", " + decisions + " decisions, attempts of " + lasts + ", demanded " + demanded
                + ", until " + latest;
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
