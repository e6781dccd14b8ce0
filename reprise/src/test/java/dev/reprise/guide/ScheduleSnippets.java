package dev.reprise.guide;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Jitter;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.Stepper;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The code of the guide to schedules, asserted. */
class ScheduleSnippets {
    @Test
    void backoff() {
        BoundedSchedule schedule =
                Schedule.backoff(ofMillis(100), ofSeconds(30)).attempts(5);
        assertThat(schedule).hasToString("exponential(100ms, 2.0).capped(30s).jittered(0.5..1.0).attempts(5)");
        assertThat(schedule.maximalDelays())
                .containsExactly(ofMillis(100), ofMillis(200), ofMillis(400), ofMillis(800));
    }

    @Test
    void herd() {
        Schedule full =
                Schedule.exponential(ofMillis(100)).capped(ofSeconds(30)).jittered();
        Schedule some = Schedule.fixedDelay(ofSeconds(10)).jittered(Jitter.proportional(0.2));
        Schedule apart = Schedule.decorrelated(ofMillis(100), ofSeconds(30));
        assertThat(full).hasToString("exponential(100ms, 2.0).capped(30s).jittered(0.0..1.0)");
        assertThat(some).hasToString("fixedDelay(10s).jittered(0.8..1.2)");
        assertThat(apart).hasToString("decorrelated(100ms, 30s)");
    }

    @Test
    void hardThenSlow() {
        BoundedSchedule schedule =
                Schedule.times(3).andThen(Schedule.fixedDelay(ofMinutes(1)).attempts(10));
        assertThat(schedule.maximumAttempts()).isEqualTo(12);
        assertThat(schedule.maximumTotalDelay()).isEqualTo(ofMinutes(9));
    }

    @Test
    void giveUpAfterAMinute() {
        BoundedSchedule schedule = Schedule.backoff(ofMillis(100), ofSeconds(30))
                .upTo(ofMinutes(1))
                .attempts(50);
        assertThat(schedule.worstCase(ofSeconds(2))).isEqualTo(ofSeconds(62));
    }

    @Test
    void atLeast() {
        Schedule schedule = Schedule.exponential(ofMillis(100)).jittered().intersect(Schedule.fixedDelay(ofMillis(50)));
        assertThat(schedule.nextAfter(1, ZERO, new Random(1)).orElseThrow()).isGreaterThanOrEqualTo(ofMillis(50));
    }

    @Test
    void poller() {
        Schedule onTheGrid = Schedule.aligned(ofSeconds(30));
        Schedule everyTick = Schedule.fixedRate(ofSeconds(30));
        Stepper skips = onTheGrid.start(new Random(1));
        Stepper catchesUp = everyTick.start(new Random(1));
        long late = ofSeconds(100).toNanos();
        assertThat(skips.next(0, late)).isEqualTo(ofSeconds(120).toNanos());
        assertThat(catchesUp.next(0, late)).isEqualTo(ofSeconds(30).toNanos());
    }

    @Test
    void text() {
        BoundedSchedule schedule =
                BoundedSchedule.parse("exponential(100ms).capped(30s).jittered(50%..100%).attempts(5)");
        assertThat(schedule)
                .isEqualTo(Schedule.backoff(ofMillis(100), ofSeconds(30)).attempts(5));
    }

    @Test
    void resumed() {
        Schedule redelivery = Schedule.exponential(ofSeconds(1)).attempts(4);
        Stepper before = redelivery.start(new Random(1));
        assertThat(before.next(0, 0)).isEqualTo(ofSeconds(1).toNanos());
        String saved = before.save();

        Stepper after = redelivery.resume(saved, new Random(1));
        long failedAt = ofSeconds(60).toNanos();
        assertThat(after.next(failedAt, failedAt)).isEqualTo(ofSeconds(62).toNanos());
    }
}
