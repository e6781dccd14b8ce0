package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every build answers the shared cases alike, printing, reading and bounds included. */
class ScheduleConformanceTest {

    static List<ConformanceCase> cases() {
        return ConformanceCase.all();
    }

    @Test
    void all_theCasesOfTheFile_areHere() {
        assertThat(cases()).hasSize(298);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void answers_aCase_areTheExpectedOnes(ConformanceCase shared) {
        Schedule schedule = Schedule.parse(shared.text("schedule"));

        assertThat(schedule).hasToString(shared.text("schedule"));
        assertThat(Schedule.parse(schedule.toString())).isEqualTo(schedule);
        if (shared.text("kind").equals("run")) {
            assertRun(shared, schedule);
            assertBounds(shared, schedule);
        } else {
            assertNextAfter(shared, schedule);
        }
    }

    private static void assertRun(ConformanceCase shared, Schedule schedule) {
        List<Long> lasts = shared.list("lasts_ns");
        List<Long> expected = shared.list("starts_ns");
        Stepper stepper = schedule.start(Draws.of(shared.number("draw")));
        List<Long> starts = new ArrayList<>();
        long start = 0;
        String then = "more";
        for (int i = 0; i < shared.nanos("decisions") && then.equals("more"); i++) {
            long end = Nanos.add(start, i < lasts.size() ? lasts.get(i) : 0);
            long at = stepper.next(start, end);
            start = Math.max(at, end);
            if (at == Stepper.STOP) {
                then = "stop";
            } else {
                starts.add(start);
            }
        }
        assertThat(then).isEqualTo(shared.text("then"));
        assertThat(starts).hasSameSizeAs(expected);
        for (int i = 0; i < starts.size(); i++) {
            assertNear(starts.get(i), expected.get(i), i + 1);
        }
    }

    private static void assertBounds(ConformanceCase shared, Schedule schedule) {
        if (!shared.has("maximumAttempts")) {
            assertThat(schedule).isNotInstanceOf(BoundedSchedule.class);
            return;
        }
        BoundedSchedule bounded = (BoundedSchedule) schedule;
        assertThat(bounded.maximumAttempts()).isEqualTo((int) shared.nanos("maximumAttempts"));
        int n = bounded.maximumAttempts();
        assertNear(bounded.maximumTotalDelay().toNanos(), shared.nanos("maximumTotalDelay_ns"), n);
        assertNear(bounded.worstCase(Duration.ofSeconds(1)).toNanos(), shared.nanos("worstCase_1s_ns"), n);
    }

    private static void assertNextAfter(ConformanceCase shared, Schedule schedule) {
        Optional<Duration> at = schedule.nextAfter(
                (int) shared.nanos("attempt"),
                Duration.ofNanos(shared.nanos("elapsed_ns")),
                Draws.of(shared.number("draw")));
        if (shared.has("at_ns")) {
            assertNear(at.orElseThrow().toNanos(), shared.nanos("at_ns"), 1);
        } else {
            assertThat(at).isEmpty();
        }
    }

    /** The n-th start to n nanoseconds, or nine digits of what a double cannot hold exactly. */
    private static void assertNear(long actual, long expected, int n) {
        double tolerance = expected > 1L << 53 ? 1e-9 * expected : n;
        assertThat((double) Math.abs(actual - expected)).isLessThanOrEqualTo(tolerance);
    }
}
