package dev.reprise.schedule;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepperTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void next_afterAStop_staysStopped() {
        Stepper stepper = Schedule.times(2).start(Draws.of(0));
        assertThat(stepper.next(0, 1)).isEqualTo(1);
        assertThat(stepper.next(1, 2)).isEqualTo(Stepper.STOP);
        assertThat(stepper.next(2, 3)).isEqualTo(Stepper.STOP);
        assertThat(stepper.attempts()).isEqualTo(3);
    }

    @Test
    void next_ofALateGrid_isInThePast() {
        assertThat(Schedule.fixedRate(ofSeconds(1)).start(Draws.of(0)).next(0, 5 * SECOND))
                .isEqualTo(SECOND);
    }

    @Test
    void next_invalid_saysWhy() {
        Stepper stepper = Schedule.immediate().start(Draws.of(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stepper.next(-1, -2))
                .withMessage("Invalid attempt: start (-1ns) must not be negative; end (-2ns) must not be before start"
                        + " (-1ns).");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> stepper.next(0, 0, -3, true))
                .withMessage("Invalid attempt: demanded (-3ns) must not be negative.");
        assertThatIllegalArgumentException().isThrownBy(() -> stepper.next(1, 0, 0, true));
        assertThatIllegalArgumentException().isThrownBy(() -> stepper.next(-1, 0, 0, true));
        assertThat(stepper.attempts()).isZero();
    }

    @Test
    @Tag("BR-109")
    void next_demandedWait_replacesTheSchedulesOrIsTheLeast() {
        assertThat(fresh("fixedDelay(5s)").next(0, SECOND, 2 * SECOND, true)).isEqualTo(3 * SECOND);
        assertThat(fresh("fixedDelay(5s)").next(0, SECOND, 2 * SECOND, false)).isEqualTo(6 * SECOND);
        assertThat(fresh("fixedDelay(5s)").next(0, SECOND, 8 * SECOND, false)).isEqualTo(9 * SECOND);
        assertThat(fresh("fixedDelay(5s)").next(0, SECOND, 0, true)).isEqualTo(SECOND);
        assertThat(fresh("fixedDelay(5s)").next(0, SECOND, 0, false)).isEqualTo(6 * SECOND);
        assertThat(fresh("fixedRate(1s)").next(0, 4 * SECOND, 0, false)).isEqualTo(SECOND);
        assertThat(fresh("fixedRate(1s)").next(0, 4 * SECOND, 1, false)).isEqualTo(4 * SECOND + 1);
        assertThat(fresh("fixedDelay(5s)").next(0, SECOND, Long.MAX_VALUE, true))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    @Tag("BR-109")
    void next_demandedWaitOnTheLastAttempt_stopsAllTheSame() {
        Stepper stepper = fresh("fixedDelay(5s).attempts(2)");
        assertThat(stepper.next(0, 0, 2 * SECOND, true)).isEqualTo(2 * SECOND);
        assertThat(stepper.next(2 * SECOND, 2 * SECOND, 2 * SECOND, true)).isEqualTo(Stepper.STOP);
    }

    @Test
    void next_demandedWait_advancesTheSchedule() {
        Stepper stepper = fresh("exponential(1s)");
        assertThat(stepper.next(0, 0, 7 * SECOND, true)).isEqualTo(7 * SECOND);
        assertThat(stepper.next(7 * SECOND, 7 * SECOND)).isEqualTo(9 * SECOND);
    }

    @Test
    void next_demandedWait_isWhatUpToJudges() {
        assertThat(fresh("fixedDelay(5s).upTo(6s)").next(0, 0, 7 * SECOND, false))
                .isEqualTo(Stepper.STOP);
        assertThat(fresh("fixedDelay(5s).upTo(4s)").next(0, 0, 3 * SECOND, true))
                .isEqualTo(3 * SECOND);
        assertThat(fresh("fixedDelay(5s).upTo(6s)").next(0, 0, 6 * SECOND, true))
                .isEqualTo(6 * SECOND);
        assertThat(fresh("times(2).andThen(fixedDelay(5s).upTo(6s))").next(0, 0, 7 * SECOND, true))
                .isEqualTo(7 * SECOND);
    }

    @Test
    void next_demandedWait_isWhatWaitingAtMostCounts() {
        Stepper stepper = fresh("fixedDelay(1s).waitingAtMost(5s)");
        assertThat(stepper.next(0, 0, 4 * SECOND, true)).isEqualTo(4 * SECOND);
        assertThat(stepper.next(4 * SECOND, 4 * SECOND, 0, true)).isEqualTo(4 * SECOND);
        assertThat(stepper.next(4 * SECOND, 4 * SECOND)).isEqualTo(5 * SECOND);
        assertThat(stepper.next(5 * SECOND, 5 * SECOND)).isEqualTo(Stepper.STOP);
    }

    @Test
    void next_waitingAtMostOnTheLosingSide_countsWhatItProposedItself() {
        Stepper stepper = fresh("fixedDelay(3s).waitingAtMost(5s).union(fixedDelay(1s).attempts(2))");
        assertThat(stepper.next(0, 0)).isEqualTo(SECOND);
        assertThat(stepper.next(SECOND, SECOND)).isEqualTo(Stepper.STOP);
    }

    private static Stepper fresh(String schedule) {
        return Schedule.parse(schedule).start(Draws.of(0.5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exponential(100ms).capped(30s).jittered().attempts(5)",
                "exponential(1s, 1.0001).jittered(±20%).jittered().intersect(fibonacci(1s))",
                "decorrelated(1ms, 1s).union(aligned(7ms)).union(delays(1s, 2s).upTo(1h)).waitingAtMost(100h)",
                "times(3).andThen(linear(1s).attempts(9)).andThen(fixedRate(1s)).intersect(immediate())",
            })
    void next_warm_allocatesNothing(String text) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Schedule schedule = Schedule.parse(text);
        SplittableRandom random = new SplittableRandom(1);
        Stepper stepper = schedule.start(random);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            drive(stepper);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
    }

    private static void drive(Stepper stepper) {
        long now = 0;
        for (int i = 0; i < 1_000; i++) {
            now = Math.max(now, stepper.next(now, now));
        }
    }

    @Test
    void start_ofABoundedSchedule_allocatesTheStepperAlone() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Schedule schedule = Schedule.parse("exponential(100ms).capped(30s).jittered().attempts(5)");
        SplittableRandom random = new SplittableRandom(1);
        Stepper[] steppers = new Stepper[1000];
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < steppers.length; i++) {
                steppers[i] = schedule.start(random);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least / steppers.length).isLessThanOrEqualTo(48);
    }

    @Test
    void save_isAShortText() {
        Stepper stepper = fresh("exponential(100ms).capped(30s).jittered().attempts(2)");
        assertThat(stepper.next(0, 0)).isEqualTo(50_000_000);
        assertThat(stepper.save()).matches("r1:[0-9a-f]{1,16}:1");
        assertThat(stepper.next(0, 0)).isEqualTo(Stepper.STOP);
        assertThat(stepper.save()).matches("r1:[0-9a-f]{1,16}:2!");
    }

    @Test
    void resume_withState_goesOnExactly() {
        Schedule schedule = Schedule.parse(
                "fixedDelay(1s).attempts(2).andThen(fixedRate(3s)).waitingAtMost(100s).union(delays(1s).upTo(1h))");
        Stepper stepper = schedule.start(Draws.of(0.5));
        List<Long> all = Runs.starts(schedule, 6);
        assertThat(stepper.next(0, 0)).isEqualTo(all.get(0));
        assertThat(stepper.next(all.get(0), all.get(0))).isEqualTo(all.get(1));
        Stepper resumed = schedule.resume(stepper.save(), Draws.of(0.5));
        assertThat(resumed.attempts()).isEqualTo(2);
        assertThat(resumed.next(all.get(1), all.get(1))).isEqualTo(all.get(2));
        Stepper boundedToo = schedule.attempts(99)
                .resume(schedule.attempts(99).start(Draws.of(0)).save(), Draws.of(0));
        assertThat(boundedToo.next(0, 0)).isEqualTo(all.get(0));
    }

    @Test
    void resume_ofAStoppedOne_staysStopped() {
        Stepper stepper = Schedule.once().start(Draws.of(0));
        assertThat(stepper.next(0, 0)).isEqualTo(Stepper.STOP);
        assertThat(Schedule.once().resume(stepper.save(), Draws.of(0)).next(0, 0))
                .isEqualTo(Stepper.STOP);
    }

    @Test
    void resume_byAnotherSchedule_invalid_saysWhy() {
        String saved = fresh("fixedDelay(1s)").save();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.fixedDelay(ofSeconds(2)).resume(saved, Draws.of(0)))
                .withMessage("Invalid saved state: text (" + saved + ") must come from the same schedule,"
                        + " fixedDelay(2s), but comes from another.");
    }

    @Test
    void resume_ofADamagedText_invalid_saysWhy() {
        Schedule schedule = Schedule.decorrelated(ofSeconds(1), ofSeconds(3));
        String good = schedule.start(Draws.of(0)).save();
        assertThat(good).endsWith(":0:1000000000");
        String start = good.substring(0, good.length() - 12);
        for (String bad : List.of(
                start,
                start + "0",
                start + "-1:1000000000",
                start + "x:1000000000",
                start + "0:999999999",
                start + "0:3000000001",
                start + "0:",
                start + "0:1000000000,1",
                start + "0:1000000000:1",
                start + "99999999999999999999:1000000000")) {
            assertThatIllegalArgumentException()
                    .as(bad)
                    .isThrownBy(() -> schedule.resume(bad, Draws.of(0)))
                    .withMessage("Invalid saved state: text (" + bad + ") must be the whole text, unchanged.");
        }
        for (String bad : List.of("", "r1", "r1:", "r2" + good.substring(2), "text")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> schedule.resume(bad, Draws.of(0)))
                    .withMessage("Invalid saved state: text (" + bad + ") must begin with r1: and come from save().");
        }
    }

    @Test
    void attempts_beyondAnInt_saturatesAndTheGridGoesOn() {
        Schedule schedule = Schedule.fixedRate(Duration.ofNanos(3));
        String saved = schedule.start(Draws.of(0)).save();
        Stepper stepper = schedule.resume(saved.substring(0, saved.length() - 1) + "3000000000", Draws.of(0));
        assertThat(stepper.attempts()).isEqualTo(Integer.MAX_VALUE);
        assertThat(stepper.next(0, 0)).isEqualTo(9_000_000_003L);
    }
}
