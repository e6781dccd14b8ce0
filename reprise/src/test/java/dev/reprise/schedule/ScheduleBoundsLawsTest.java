package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a value promises about its runs, jitter and demanded waits included; and that text and state lose nothing. */
class ScheduleBoundsLawsTest {

    @Test
    void run_ofABoundedSchedule_staysWithinItsBounds() {
        Trees.each(trees -> {
            BoundedSchedule schedule = trees.nextBounded();
            long timeout = trees.nextNanos(5_000_000_000L);
            Stepper stepper = schedule.start(new SplittableRandom(trees.nextInt(1000)));
            long waited = 0;
            long end = trees.nextNanos(timeout);
            for (long at = stepper.next(0, end); at != Stepper.STOP; ) {
                long start = Math.max(at, end);
                waited += start - end;
                end = Nanos.add(start, trees.nextNanos(timeout));
                at = stepper.next(start, end);
            }
            assertThat(stepper.attempts()).as("%s", schedule).isLessThanOrEqualTo(schedule.maximumAttempts());
            assertThat(waited)
                    .as("waits of %s", schedule)
                    .isLessThanOrEqualTo(schedule.maximumTotalDelay().toNanos());
            assertThat(end)
                    .as("end of %s with %d ns", schedule, timeout)
                    .isLessThanOrEqualTo(
                            schedule.worstCase(Duration.ofNanos(timeout)).toNanos());
        });
    }

    @Test
    void run_withDemandedWaits_endsBeforeItsWorstCase() {
        Trees.each(trees -> {
            BoundedSchedule schedule = trees.nextBounded();
            long timeout = trees.nextNanos(5_000_000_000L);
            long cap = trees.nextNanos(20_000_000_000L);
            Stepper stepper = schedule.start(new SplittableRandom(trees.nextInt(1000)));
            long end = trees.nextNanos(timeout);
            long at = stepper.next(0, end, trees.nextNanos(cap), trees.nextInt(2) == 0);
            while (at != Stepper.STOP) {
                long start = Math.max(at, end);
                end = Nanos.add(start, trees.nextNanos(timeout));
                at = stepper.next(start, end, trees.nextNanos(cap), trees.nextInt(2) == 0);
            }
            assertThat(end)
                    .as("end of %s with %d ns, demanded %d ns", schedule, timeout, cap)
                    .isLessThanOrEqualTo(schedule.worstCase(Duration.ofNanos(timeout), Duration.ofNanos(cap))
                            .toNanos());
        });
    }

    @Test
    void run_ofACappedSchedule_waitsFromZeroToTheCap() {
        Trees.each(trees -> {
            Duration cap = trees.nextLength();
            Schedule schedule = trees.next().capped(cap);
            Stepper stepper = schedule.start(new SplittableRandom(trees.nextInt(1000)));
            long end = 0;
            for (int i = 0; i < 10; i++) {
                long at = stepper.next(end, end);
                if (at == Stepper.STOP) {
                    break;
                }
                long wait = Math.max(at, end) - end;
                assertThat(wait).as("a wait of %s", schedule).isBetween(0L, cap.toNanos());
                end = Math.max(at, end);
            }
        });
    }

    @Test
    void parse_ofWhatIsPrinted_isEqual() {
        Trees.each(trees -> {
            Schedule schedule = trees.next();
            Schedule read = Schedule.parse(schedule.toString());
            assertThat(read).isEqualTo(schedule).hasSameHashCodeAs(schedule);
            assertThat(read).hasToString(schedule.toString());
            Schedule node = BoundedSchedule.unwrapped(schedule);
            assertThat(BoundedSchedule.unwrapped(Schedule.parse(node.toString())))
                    .isEqualTo(node);
        });
    }

    @Test
    void nextAfter_withoutHistory_isWhatTheStepperAnswers() {
        Trees.each(any -> {
            Trees trees = any.withoutHistory();
            Schedule schedule = trees.next();
            double draw = trees.nextDouble();
            Stepper stepper = schedule.start(Draws.of(draw));
            long start = 0;
            long at = 0;
            for (int attempt = 1; attempt <= 8 && at != Stepper.STOP; attempt++) {
                long end = Nanos.add(start, trees.nextNanos(10_000_000_000L));
                at = stepper.next(start, end);
                Duration instant = schedule.nextAfter(attempt, Duration.ofNanos(end), Draws.of(draw))
                        .orElse(null);
                assertThat(instant)
                        .as("%s after %d attempts at %d ns", schedule, attempt, end)
                        .isEqualTo(at == Stepper.STOP ? null : Duration.ofNanos(at));
                start = Math.max(at, end);
            }
        });
    }

    @Test
    void nextAfter_withHistory_isTheReplay() {
        Trees.each(trees -> {
            Schedule schedule = trees.next();
            int attempt = 1 + trees.nextInt(30);
            long elapsed = trees.nextLength().toNanos();
            Stepper stepper = schedule.start(Draws.of(0.25));
            long start = 0;
            for (int n = 1; n < attempt; n++) {
                long at = stepper.next(start, start);
                start = at == Stepper.STOP ? start : Math.min(Math.max(start, at), elapsed);
            }
            boolean hasHistory = Program.of(BoundedSchedule.unwrapped(schedule)).hasHistory;
            long at = stepper.next(hasHistory ? start : elapsed, elapsed);
            assertThat(schedule.nextAfter(attempt, Duration.ofNanos(elapsed), Draws.of(0.25))
                            .orElse(null))
                    .as("%s after %d attempts at %d ns", schedule, attempt, elapsed)
                    .isEqualTo(at == Stepper.STOP ? null : Duration.ofNanos(at));
        });
    }

    @Test
    void resume_atAnyPoint_goesOnAsIfNothingHadHappened() {
        Trees.each(trees -> {
            Schedule schedule = trees.next();
            int point = trees.nextInt(8);
            long seed = trees.nextInt(1000);
            Stepper through = schedule.start(new SplittableRandom(seed));
            Stepper saved = schedule.start(new SplittableRandom(seed));
            SplittableRandom rest = new SplittableRandom(seed);
            Stepper counted = schedule.start(rest);
            long start = 0;
            for (int i = 0; i < 14; i++) {
                long end = Nanos.add(start, trees.nextNanos(3_000_000_000L));
                if (i == point) {
                    // the third has drawn as much as the others
                    saved = Schedule.parse(schedule.toString()).resume(saved.save(), rest);
                    assertThat(saved.attempts()).isEqualTo(i);
                }
                long at = through.next(start, end);
                assertThat(saved.next(start, end)).as("%s at %d", schedule, i).isEqualTo(at);
                if (i < point) {
                    assertThat(counted.next(start, end)).isEqualTo(at);
                }
                start = Math.max(at, end);
            }
            assertThat(saved.save()).isEqualTo(through.save());
        });
    }
}
