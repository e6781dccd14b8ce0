package dev.reprise.schedule;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundedScheduleTest {

    @Test
    void worstCase_ofTheExamples_isExact() {
        assertThat(Schedule.exponential(ofMillis(100)).attempts(4).worstCase(ofSeconds(1)))
                .isEqualTo(ofMillis(4_700));
        assertThat(Schedule.fixedDelay(ofMillis(650)).attempts(2).worstCase(ofMillis(2_500)))
                .isEqualTo(ofMillis(5_650));
    }

    @Test
    void worstCase_withDemandedWaits_countsTheLonger() {
        BoundedSchedule schedule = Schedule.exponential(ofMillis(100)).attempts(4);
        assertThat(schedule.worstCase(ofSeconds(1), ofSeconds(10))).isEqualTo(ofSeconds(34));
        assertThat(schedule.worstCase(ofSeconds(1), ofMillis(150))).isEqualTo(ofMillis(4_750));
        assertThat(schedule.worstCase(ofSeconds(1), Duration.ZERO)).isEqualTo(schedule.worstCase(ofSeconds(1)));
        assertThat(schedule.upTo(ofSeconds(5)).worstCase(ofSeconds(1), ofSeconds(10)))
                .isEqualTo(ofSeconds(6));
        assertThat(schedule.waitingAtMost(ofSeconds(5)).worstCase(ofSeconds(1), ofSeconds(10)))
                .isEqualTo(ofSeconds(9));
    }

    /** Attempts up to 2^31 - 1 and beyond: what the closed forms of these sums give. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            immediate()                                  | 2147483647          | 0
            fixedDelay(1ns)                              | 4294967293          | 2147483646
            fixedRate(1us)                               | 2147483646001       | 2147483646000
            fixedRate(1us).jittered(0.0..0.5)            | 2147483645002       | 2147483645000
            linear(1ns)                                  | 2305843008139952128 | 2305843005992468481
            linear(1ns).jittered()                       | 2305843008139952128 | 2305843005992468481
            linear(1ns).capped(1us)                      | 2149630630147       | 2147483146500
            exponential(0s)                              | 2147483647          | 0
            exponential(1s)                              | 9223372036854775807 | 9223372036854775807
            exponential(1ns).capped(8ns)                 | 19327352798         | 17179869151
            fibonacci(1ns).capped(5ns)                   | 12884901864         | 10737418217
            decorrelated(1ns, 9ns)                       | 21474836455         | 19327352808
            aligned(3ns)                                 | 8589934585          | 6442450938
            delays(5ns).union(fixedDelay(7ns))           | 17179869167         | 15032385520
            fixedRate(3ns).intersect(linear(1ns))        | 2305843008139952129 | 2305843005992468484
            fixedDelay(2ns).waitingAtMost(90ns)          | 2147483737          | 90
            fixedDelay(2ns).upTo(90ns)                   | 91                  | 4294967292
            times(3).andThen(fixedDelay(1ns))            | 4294967291          | 2147483644
            """)
    void bounds_ofAsManyAttemptsAsCanBe_areAnsweredAtOnce(String schedule, long worstCase, long totalDelay) {
        BoundedSchedule bounded = Schedule.parse(schedule).attempts(Integer.MAX_VALUE);

        assertThat(bounded.worstCase(ofNanos(1)).toNanos()).isEqualTo(worstCase);
        assertThat(bounded.maximumTotalDelay().toNanos()).isEqualTo(totalDelay);
    }

    /** Each wait of these is rounded down, so that their sum in closed form is one nanosecond each too large at most. */
    @ParameterizedTest
    @CsvSource({
        "linear(1ns).jittered(0.5..1.5), 3458764508451831810",
        "linear(1ns).jittered(0.5..0.5).waitingAtMost(forever), 1152921502459363329",
        "linear(1ns).jittered(0.5..0.5), 1152921502459363329",
    })
    void maximumTotalDelay_ofRoundedWaits_isNeverTooSmall(String schedule, long exact) {
        int attempts = Integer.MAX_VALUE;
        long total =
                Schedule.parse(schedule).attempts(attempts).maximumTotalDelay().toNanos();

        assertThat(total).isBetween(exact, exact + attempts);
    }

    @Test
    @Tag("slow")
    void maximumTotalDelay_slowGrowthForEver_isNeverTooSmall() {
        Schedule schedule = Schedule.exponential(ofSeconds(1), 1 + 1e-12).capped(ofSeconds(2));
        for (BoundedSchedule bounded : List.of(
                schedule.attempts(Integer.MAX_VALUE),
                schedule.waitingAtMost(Schedule.FOREVER).attempts(Integer.MAX_VALUE))) {
            long average = bounded.maximumTotalDelay().toNanos() / Integer.MAX_VALUE;

            // from 1 s to e^0.00215 s, convex
            assertThat(average).isBetween(1_001_074_500L, 1_002_150_000L);
        }
    }

    @Test
    void maximumAttempts_beyondAnInt_saturates() {
        BoundedSchedule most = Schedule.fixedDelay(ofNanos(1)).attempts(Integer.MAX_VALUE);
        assertThat(most.andThen(most).maximumAttempts()).isEqualTo(Integer.MAX_VALUE);
        assertThat(most.andThen(most).maximumTotalDelay()).isEqualTo(ofNanos(4_294_967_292L));
    }

    @Test
    void maximumAttempts_ofCombinations_followsFromTheParts() {
        BoundedSchedule two = Schedule.times(2);
        BoundedSchedule five = Schedule.times(5);
        assertThat(two.union(five).maximumAttempts()).isEqualTo(5);
        assertThat(two.intersect(five).maximumAttempts()).isEqualTo(2);
        assertThat(two.andThen(five).maximumAttempts()).isEqualTo(6);
        assertThat(five.attempts(3).maximumAttempts()).isEqualTo(3);
        assertThat(five.attempts(9).maximumAttempts()).isEqualTo(5);
        assertThat(Schedule.delays(ofSeconds(1)).maximumAttempts()).isEqualTo(2);
    }

    @Test
    void modifiers_ofABoundedSchedule_keepTheType() {
        BoundedSchedule schedule = Schedule.fixedDelay(ofSeconds(3)).attempts(4);
        BoundedSchedule modified = schedule.capped(ofSeconds(2))
                .jittered()
                .jittered(Jitter.equal())
                .upTo(ofSeconds(9))
                .waitingAtMost(ofSeconds(8))
                .intersect(Schedule.immediate())
                .union(Schedule.once())
                .andThen(Schedule.once());
        assertThat(modified)
                .hasToString("fixedDelay(3s).capped(2s).attempts(4).jittered(0.0..1.0).jittered(0.5..1.0)"
                        + ".upTo(9s).waitingAtMost(8s).intersect(immediate()).union(once()).andThen(once())");
    }

    @Test
    void schedule_isTheNode() {
        assertThat(Schedule.times(2).attempts(3).schedule()).isEqualTo(new Schedule.Limited(new Schedule.Times(2), 3));
    }

    @Test
    void of_aBoundedOne_isTheSame() {
        BoundedSchedule once = Schedule.once();
        assertThat(BoundedSchedule.of(once)).isSameAs(once);
        assertThat(BoundedSchedule.of(new Schedule.Times(1))).isEqualTo(once);
    }

    @Test
    void of_anUnboundedOne_invalid_saysWhatIsMissing() {
        String problem = "Invalid schedule: schedule (fixedDelay(1s).upTo(1m)) must have a limit of attempts (upTo and"
                + " waitingAtMost are none): add .attempts(n).";
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        BoundedSchedule.of(Schedule.fixedDelay(ofSeconds(1)).upTo(Duration.ofMinutes(1))))
                .withMessage(problem);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BoundedSchedule.parse("fixedDelay(1s).upTo(1m)"))
                .withMessage(problem);
        assertThat(BoundedSchedule.parse("fixedDelay(1s).attempts(2)").maximumAttempts())
                .isEqualTo(2);
        assertThatNullPointerException()
                .isThrownBy(() -> BoundedSchedule.of(null))
                .withMessage("schedule");
    }

    @Test
    void maximalDelays_areThoseBetweenAllAttempts() {
        assertThat(Schedule.fibonacci(ofMillis(10)).attempts(5).maximalDelays())
                .containsExactly(ofMillis(10), ofMillis(10), ofMillis(20), ofMillis(30));
    }

    @Test
    void maximalDelays_tooMany_invalid_saysWhy() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Schedule.immediate().attempts(1_000_002).maximalDelays())
                .withMessage("Too many waits for a list: more than 1000000."
                        + " maximalDelays(limit) gives the first ones of immediate().attempts(1000002).");
        assertThat(Schedule.immediate().attempts(1_000_001).maximalDelays()).hasSize(1_000_000);
    }

    @Test
    void worstCase_invalid_saysWhy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.once().worstCase(ofSeconds(-1), ofSeconds(-2)))
                .withMessage("Invalid schedule: attemptTimeout (-1s) must not be negative;"
                        + " retryAfterCap (-2s) must not be negative.");
    }

    @Test
    void equals_ofTheNodeInside_isNotEqual() {
        BoundedSchedule once = Schedule.once();
        assertThat(once).isEqualTo(Schedule.times(1)).isNotEqualTo(once.schedule());
        assertThat(once.schedule()).isNotEqualTo(once);
        assertThat(List.of(once)).doesNotContain(Schedule.times(2));
    }
}
