package dev.reprise.schedule;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final Duration BEYOND = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    @Test
    void times_three_retriesTwiceAtOnce() {
        assertThat(Runs.starts(Schedule.times(3), 9, 5, 5)).containsExactly(5L, 10L);
    }

    @Test
    void fixedDelay_slowAttempts_waitsAfterEach() {
        assertThat(Runs.starts(Schedule.fixedDelay(ofNanos(10)), 3, 5, 5, 5)).containsExactly(15L, 30L, 45L);
    }

    @Test
    @Tag("BR-077")
    void fixedRate_lateAttempt_catchesUpTickByTick() {
        List<Long> starts = Runs.starts(Schedule.fixedRate(ofSeconds(1)), 6, 3500 * MILLI);
        assertThat(starts)
                .containsExactly(3500 * MILLI, 3500 * MILLI, 3500 * MILLI, 4 * SECOND, 5 * SECOND, 6 * SECOND);
    }

    @Test
    @Tag("BR-077")
    void aligned_lateAttemptOrJumpOfTheClock_isBackOnTheGridAtOnce() {
        Schedule schedule = Schedule.aligned(ofSeconds(1));
        assertThat(Runs.starts(schedule, 3, 3500 * MILLI)).containsExactly(4 * SECOND, 5 * SECOND, 6 * SECOND);
        assertThat(Runs.starts(schedule, 3, 0, 36_000 * SECOND + 1))
                .containsExactly(SECOND, 36_002 * SECOND, 36_003 * SECOND);
        assertThat(Runs.starts(schedule, 2, SECOND)).containsExactly(SECOND, 2 * SECOND);
    }

    @Test
    void aligned_ofZero_isTheEndOfTheAttempt() {
        assertThat(Schedule.aligned(Duration.ZERO).nextAfter(1, ofSeconds(5), Draws.of(0)))
                .contains(ofSeconds(5));
    }

    @Test
    void linear_initialAndStep_growsByTheStep() {
        assertThat(Runs.waits(Schedule.linear(ofNanos(7), ofNanos(10)), 4)).containsExactly(7L, 17L, 27L, 37L);
        assertThat(Runs.waits(Schedule.linear(ofNanos(7)), 3)).containsExactly(7L, 14L, 21L);
    }

    @Test
    @Tag("BR-030")
    void exponential_firstRetry_waitsTheBase() {
        assertThat(Runs.waits(Schedule.exponential(ofMillis(100), 2), 3))
                .containsExactly(100 * MILLI, 200 * MILLI, 400 * MILLI);
    }

    @Test
    @Tag("BR-013")
    void exponential_manyRetries_neverFallsBack() {
        Schedule schedule = Schedule.exponential(ofSeconds(5)).capped(ofSeconds(20));
        List<Long> waits = Runs.waits(schedule, 101);
        assertThat(waits.subList(0, 3)).containsExactly(5 * SECOND, 10 * SECOND, 20 * SECOND);
        assertThat(waits.subList(3, 101)).containsOnly(20 * SECOND);
        assertThat(schedule.nextAfter(Integer.MAX_VALUE, Duration.ZERO, Draws.of(0.5)))
                .contains(ofSeconds(20));
    }

    @Test
    @Tag("BR-014")
    void exponential_afterThousandsOfRetries_staysWithinTheCap() {
        Schedule schedule =
                Schedule.exponential(ofSeconds(2)).capped(ofSeconds(30)).jittered();
        Stepper stepper = schedule.start(new java.util.SplittableRandom(1));
        for (int i = 0; i < 2_049; i++) {
            assertThat(stepper.next(0, 0)).isBetween(0L, 30 * SECOND);
        }
        assertThat(stepper.attempts()).isEqualTo(2_049);
    }

    @Test
    @Tag("BR-113")
    void exponential_hugeAttemptNumbers_costNoMoreThanSmallOnes() {
        for (double factor : new double[] {1, 1.0000001, 1.1, 2, 1000}) {
            Schedule schedule = Schedule.exponential(ofMillis(1), factor).capped(ofMinutes(1));
            for (int attempt : new int[] {1_000_000, Integer.MAX_VALUE}) {
                long wait = schedule.nextAfter(attempt, Duration.ZERO, Draws.of(0.5))
                        .orElseThrow()
                        .toNanos();
                assertThat(wait).isBetween(MILLI, 60 * SECOND);
            }
        }
    }

    @Test
    void exponential_growingTooSlowlyForATable_waitsTheBaseFirst() {
        assertThat(Runs.waits(Schedule.exponential(ofSeconds(1), 1 + 1.0 / 1024), 3))
                .containsExactly(SECOND, 1_000_976_562L, 1_001_954_078L);
    }

    @Test
    void exponential_withoutCap_neverExceedsFiveMinutes() {
        assertThat(Runs.waits(Schedule.exponential(ofMinutes(3)), 3))
                .containsExactly(180 * SECOND, 300 * SECOND, 300 * SECOND);
        assertThat(Runs.waits(Schedule.fibonacci(ofMinutes(3)), 3))
                .containsExactly(180 * SECOND, 180 * SECOND, 300 * SECOND);
    }

    @Test
    void exponential_cappedAtForever_saturates() {
        Schedule schedule = Schedule.exponential(ofSeconds(1)).capped(Schedule.FOREVER);
        assertThat(schedule.nextAfter(64, ofSeconds(1), Draws.of(0))).contains(Schedule.FOREVER);
        assertThat(Schedule.fibonacci(ofNanos(1)).capped(Schedule.FOREVER).nextAfter(93, Duration.ZERO, Draws.of(0)))
                .contains(Schedule.FOREVER);
        assertThat(Schedule.fibonacci(ofNanos(1)).capped(Schedule.FOREVER).nextAfter(92, Duration.ZERO, Draws.of(0)))
                .contains(ofNanos(7540113804746346429L));
    }

    @Test
    void exponential_ofZero_waitsZeroForEver() {
        Schedule schedule = Schedule.exponential(Duration.ZERO, 1000);
        assertThat(schedule.nextAfter(Integer.MAX_VALUE, ofSeconds(1), Draws.of(0)))
                .contains(ofSeconds(1));
    }

    @Test
    void decorrelated_largestDraws_triplesUpToTheCap() {
        Schedule schedule = Schedule.decorrelated(ofMillis(100), ofSeconds(1));
        assertThat(schedule.maximalDelays(4)).containsExactly(ofMillis(300), ofMillis(900), ofSeconds(1), ofSeconds(1));
        assertThat(Schedule.decorrelated(ofSeconds(2), ofSeconds(1))).hasToString("decorrelated(1s, 1s)");
    }

    @Test
    void delays_listed_areWaitedThenItStops() {
        assertThat(Runs.waits(Schedule.delays(ofNanos(4), ofNanos(7)), 9)).containsExactly(4L, 7L);
        assertThat(Runs.waits(Schedule.delays(), 9)).isEmpty();
    }

    @Test
    @Tag("BR-065")
    void delays_listChangedAfterwards_staysAsItWas() {
        List<Duration> list = new ArrayList<>(List.of(ofSeconds(1)));
        BoundedSchedule schedule = Schedule.delays(list);
        list.add(ofSeconds(2));
        assertThat(schedule).hasToString("delays(1s)");
        Duration[] array = {ofSeconds(1)};
        BoundedSchedule other = Schedule.delays(array);
        array[0] = ofSeconds(2);
        assertThat(other).isEqualTo(schedule);
    }

    @Test
    void backoff_isExponentialCappedWithEqualJitter() {
        assertThat(Schedule.backoff(ofMillis(100), ofSeconds(30)))
                .isEqualTo(Schedule.exponential(ofMillis(100))
                        .capped(ofSeconds(30))
                        .jittered(Jitter.equal()))
                .hasToString("exponential(100ms, 2.0).capped(30s).jittered(0.5..1.0)");
    }

    @Test
    void capped_whateverItIsWrittenOn_goesWhereItBelongs() {
        Duration cap = ofSeconds(9);
        assertThat(Schedule.exponential(ofSeconds(1)).capped(ofMinutes(10)).capped(cap))
                .hasToString("exponential(1s, 2.0).capped(9s)");
        assertThat(Schedule.exponential(ofSeconds(1)).capped(cap).capped(ofMinutes(10)))
                .hasToString("exponential(1s, 2.0).capped(9s)");
        assertThat(Schedule.fibonacci(ofSeconds(1)).capped(cap)).hasToString("fibonacci(1s).capped(9s)");
        assertThat(Schedule.decorrelated(ofSeconds(10), ofSeconds(20)).capped(cap))
                .hasToString("decorrelated(9s, 9s)");
        assertThat(Schedule.fixedDelay(ofSeconds(10)).jittered().attempts(2).capped(cap))
                .hasToString("fixedDelay(10s).capped(9s).jittered(0.0..1.0).attempts(2)");
        assertThat(Schedule.fixedDelay(ofSeconds(10)).capped(ofSeconds(8)).capped(cap))
                .hasToString("fixedDelay(10s).capped(8s)");
    }

    @Test
    void capped_fiveMinutesWritten_isNotTheDefault() {
        Schedule schedule = Schedule.exponential(ofSeconds(1));
        assertThat(schedule.capped(Schedule.DEFAULT_CAP)).isNotEqualTo(schedule);
    }

    @Test
    @Tag("BR-017")
    void jittered_largestDrawAtTheCap_isNotAboveTheCap() {
        Jitter quarter = Jitter.proportional(0.25);
        Duration cap = ofSeconds(60);
        for (Schedule schedule : List.of(
                Schedule.exponential(ofSeconds(1)).capped(cap).jittered(quarter),
                Schedule.exponential(ofSeconds(1)).jittered(quarter).capped(cap))) {
            assertThat(schedule.nextAfter(7, Duration.ZERO, Draws.of(1))).contains(cap);
        }
        for (Schedule schedule : List.of(
                Schedule.fixedDelay(ofSeconds(10)).capped(ofSeconds(10)).jittered(quarter),
                Schedule.fixedDelay(ofSeconds(10)).jittered(quarter).capped(ofSeconds(10)))) {
            assertThat(schedule.nextAfter(1, Duration.ZERO, Draws.of(1))).contains(ofSeconds(10));
        }
    }

    @Test
    @Tag("BR-016")
    void jittered_nothingToDrawFrom_isTheOnlyPossibleWait() {
        assertThat(Runs.waits(Schedule.fixedDelay(Duration.ZERO).jittered(), 2)).containsExactly(0L, 0L);
        assertThat(Runs.waits(Schedule.fixedDelay(ofNanos(1)).jittered(Jitter.proportional(0.2)), 2))
                .containsExactly(1L, 1L);
        assertThat(Runs.waits(Schedule.fixedDelay(ofSeconds(1)).jittered(Jitter.between(1, 1)), 1))
                .containsExactly(SECOND);
        assertThat(Schedule.fixedDelay(Schedule.FOREVER)
                        .jittered(Jitter.between(1, 1000))
                        .nextAfter(1, ofSeconds(1), Draws.of(0.9)))
                .contains(Schedule.FOREVER);
    }

    @Test
    @Tag("BR-057")
    void jittered_asWideAsTheDelay_isNeverNegative() {
        Schedule widest = Schedule.fixedDelay(ofMillis(100)).jittered(Jitter.proportional(1));
        Stepper stepper = widest.start(new java.util.SplittableRandom(7));
        for (int i = 0; i < 10_000; i++) {
            assertThat(stepper.next(0, 0)).isBetween(0L, 200 * MILLI);
        }
    }

    @Test
    @Tag("BR-058")
    void jittered_constantDelay_differsWithinItsRange() {
        Stepper stepper =
                Schedule.fixedDelay(ofSeconds(2)).jittered(Jitter.equal()).start(new java.util.SplittableRandom(7));
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            waits.add(stepper.next(0, 0));
        }
        assertThat(waits).allSatisfy(wait -> assertThat(wait).isBetween(SECOND, 2 * SECOND));
        assertThat(waits.stream().distinct().count()).isGreaterThan(990);
    }

    @Test
    @Tag("BR-059")
    void jittered_withAMinimumIntersected_isNeverBelowIt() {
        Schedule schedule = Schedule.exponential(ofSeconds(4))
                .capped(ofSeconds(60))
                .jittered()
                .intersect(Schedule.fixedDelay(ofSeconds(4)));
        Stepper stepper = schedule.start(Draws.of(0));
        for (int i = 0; i <= 10; i++) {
            assertThat(stepper.next(0, 0)).isEqualTo(4 * SECOND);
        }
    }

    @Test
    @Tag("BR-075")
    void upTo_nextStartTooLate_stopsAtOnce() {
        assertThat(Runs.starts(Schedule.fixedDelay(ofSeconds(10)).upTo(ofSeconds(3)), 9))
                .isEmpty();
    }

    @Test
    @Tag("BR-080")
    void upTo_lastStart_isIncluded() {
        assertThat(Runs.starts(Schedule.fixedRate(ofSeconds(1)).upTo(ofSeconds(5)), 9))
                .containsExactly(SECOND, 2 * SECOND, 3 * SECOND, 4 * SECOND, 5 * SECOND);
    }

    @Test
    @Tag("BR-066")
    void upTo_alone_isNoHiddenLimitOfAttempts() {
        Schedule schedule = Schedule.fixedDelay(ofSeconds(1)).upTo(ofSeconds(60));
        assertThat(schedule).isNotInstanceOf(BoundedSchedule.class);
        assertThat(Runs.starts(schedule, 99)).hasSize(60);
    }

    @Test
    @Tag("BR-067")
    void attempts_withAndWithoutATotalLimit_zeroMeansNoWait() {
        BoundedSchedule two = Schedule.fixedDelay(ofSeconds(1)).attempts(2);
        assertThat(Runs.starts(two, 9)).containsExactly(SECOND);
        assertThat(Runs.starts(two.waitingAtMost(Duration.ZERO), 9)).isEmpty();
        assertThat(Runs.starts(Schedule.times(2).waitingAtMost(Duration.ZERO), 9))
                .containsExactly(0L);
    }

    @Test
    @Tag("BR-069")
    void limits_ofOtherUnits_areComparedAsDurations() {
        Schedule schedule = Schedule.parse("fixedDelay(500ms).waitingAtMost(10s)");
        assertThat(Runs.starts(schedule, 99)).hasSize(20);
        assertThat(Schedule.parse("fixedDelay(5ms)").maximalDelays(1)).containsExactly(ofMillis(5));
    }

    @Test
    @Tag("BR-019")
    void durations_beyondForever_meanForever() {
        assertThat(Schedule.fixedDelay(BEYOND)).isEqualTo(Schedule.fixedDelay(Schedule.FOREVER));
        BoundedSchedule schedule = Schedule.exponential(ofSeconds(1))
                .capped(BEYOND)
                .upTo(BEYOND)
                .waitingAtMost(BEYOND)
                .attempts(3);
        assertThat(Runs.starts(schedule, 9)).containsExactly(SECOND, 3 * SECOND);
        assertThat(schedule.worstCase(BEYOND)).isEqualTo(Schedule.FOREVER);
        assertThat(schedule.nextAfter(1, BEYOND, Draws.of(0))).contains(Schedule.FOREVER);
        assertThat(Runs.starts(Schedule.fixedDelay(BEYOND), 2)).containsOnly(Long.MAX_VALUE);
    }

    @Test
    @Tag("BR-020")
    void waits_belowAMillisecond_areNotRounded() {
        assertThat(Runs.waits(Schedule.fixedDelay(ofNanos(999_999)), 1)).containsExactly(999_999L);
        assertThat(Runs.waits(Schedule.parse("fixedDelay(400us)"), 1)).containsExactly(400_000L);
        assertThat(Runs.waits(Schedule.parse("fixedDelay(0.5s)"), 1)).containsExactly(500 * MILLI);
    }

    @Test
    @Tag("BR-074")
    void andThen_secondPart_doesNotStartAgainAtEachStep() {
        BoundedSchedule schedule = Schedule.times(2).andThen(Schedule.times(3));
        assertThat(Runs.starts(schedule, 9)).hasSize(3);
        assertThat(schedule.maximumAttempts()).isEqualTo(4);
    }

    @Test
    void andThen_grid_countsFromTheHandOver() {
        Schedule schedule = Schedule.times(3).andThen(Schedule.fixedRate(ofMinutes(1)));
        assertThat(Runs.starts(schedule, 4, 0, 0, 0)).containsExactly(0L, 0L, 60 * SECOND, 120 * SECOND);
        assertThat(Runs.starts(schedule, 4, SECOND, SECOND, SECOND))
                .containsExactly(SECOND, 2 * SECOND, 62 * SECOND, 122 * SECOND);
    }

    @Test
    void combinators_ofBoundedOnes_areBoundedAtRunTimeToo() {
        Schedule two = Schedule.times(2);
        Schedule endless = Schedule.immediate();
        assertThat(two.union(two)).isInstanceOf(BoundedSchedule.class);
        assertThat(two.andThen(two)).isInstanceOf(BoundedSchedule.class);
        assertThat(endless.intersect(two)).isInstanceOf(BoundedSchedule.class);
        assertThat(endless.intersect(Schedule.times(2)).schedule()).isInstanceOf(Schedule.Intersection.class);
        assertThat(two.union(endless)).isInstanceOf(Schedule.Union.class);
        assertThat(two.andThen(endless)).isInstanceOf(Schedule.AndThen.class);
        assertThat(endless.andThen(two)).isInstanceOf(Schedule.AndThen.class);
        assertThat(endless.intersect(endless)).isInstanceOf(Schedule.Intersection.class);
        assertThat(endless.upTo(ofSeconds(1)).waitingAtMost(ofSeconds(1))).isInstanceOf(Schedule.WaitingAtMost.class);
    }

    @Test
    void draws_inOneDecision_areInOrderAndEndWhenTheNodeHasStopped() {
        Draws draws = Draws.of(0.5);
        Schedule schedule = Schedule.delays(ofSeconds(1), ofSeconds(2))
                .jittered()
                .jittered()
                .union(Schedule.fixedDelay(ofSeconds(1)).jittered().attempts(2))
                .union(Schedule.decorrelated(ofSeconds(1), ofSeconds(9)));
        Stepper stepper = schedule.start(draws);
        int[] counts = new int[5];
        for (int i = 0; i < counts.length; i++) {
            assertThat(stepper.next(0, 0)).isNotEqualTo(Stepper.STOP);
            counts[i] = draws.count();
        }
        // two, one and one draws; the second side stops at 2, the first at 3, each drawing once more
        assertThat(counts).containsExactly(4, 8, 11, 12, 13);
    }

    @Test
    void draws_nested_areFromTheOutsideInwards() {
        Schedule inner = Schedule.fixedDelay(ofNanos(1000)).jittered();
        Schedule immediate = Schedule.immediate();
        for (Schedule schedule : List.of(inner, inner.intersect(immediate), immediate.intersect(inner))) {
            double[] numbers = {0.25, 0.5};
            int[] drawn = {0};
            java.util.random.RandomGenerator random = new java.util.random.RandomGenerator() {
                @Override
                public double nextDouble() {
                    return numbers[drawn[0]++];
                }

                @Override
                public long nextLong() {
                    throw new AssertionError();
                }
            };
            assertThat(schedule.jittered(Jitter.between(1, 2)).start(random).next(0, 0))
                    .as("%s", schedule)
                    .isEqualTo(625);
        }
    }

    @Test
    void union_ofManySidesOfWhichOneGoesOn_goesOnWithIt() {
        for (int last = 1; last <= 70; last++) {
            Schedule all = Schedule.once();
            for (int side = 1; side <= 70; side++) {
                all = all.union(Schedule.fixedDelay(ofSeconds(1)).upTo(ofSeconds(side == last ? 5 : 1)));
            }
            assertThat(Runs.starts(all, 99)).as("side %d", last).hasSize(5);
        }
    }

    @Test
    @Tag("BR-031")
    void attempts_ofOne_isOneCall() {
        assertThat(Runs.starts(Schedule.immediate().attempts(1), 9)).isEmpty();
        assertThat(Runs.starts(Schedule.once(), 9)).isEmpty();
        assertThat(Schedule.immediate()
                        .attempts(Integer.MAX_VALUE)
                        .nextAfter(Integer.MAX_VALUE - 1, Duration.ZERO, Draws.of(0)))
                .contains(Duration.ZERO);
        assertThat(Schedule.immediate()
                        .attempts(Integer.MAX_VALUE)
                        .nextAfter(Integer.MAX_VALUE, Duration.ZERO, Draws.of(0)))
                .isEmpty();
    }

    @Test
    @Tag("BR-031")
    void attempts_belowOne_invalid_saysWhy() {
        for (int limit : new int[] {0, -1, Integer.MIN_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Schedule.immediate().attempts(limit))
                    .withMessage("Invalid schedule: attempts (" + limit + ") must be at least 1.");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Schedule.times(limit))
                    .withMessage("Invalid schedule: limit (" + limit + ") must be at least 1.");
        }
    }

    @Test
    void exponential_invalid_saysWhy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.exponential(ofMillis(-1), 0.5))
                .withMessage("Invalid schedule: base (-1ms) must not be negative; factor (0.5) must be at least 1.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.exponential(ofMillis(1), Double.NaN))
                .withMessage("Invalid schedule: factor (NaN) must be finite.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.exponential(ofMillis(1), 1000.5))
                .withMessage("Invalid schedule: factor (1000.5) must be at most 1000.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Schedule.Exponential(ofMillis(1), 2, ofSeconds(-1)))
                .withMessage("Invalid schedule: cap (-1s) must not be negative.");
    }

    @Test
    void durations_invalid_saysWhy() {
        Duration bad = ofSeconds(-90);
        Schedule ok = Schedule.immediate();
        assertInvalid("delay (-1m30s) must not be negative", () -> Schedule.fixedDelay(bad));
        assertInvalid("period (-1m30s) must not be negative", () -> Schedule.fixedRate(bad));
        assertInvalid("period (-1m30s) must not be negative", () -> Schedule.aligned(bad));
        assertInvalid("cap (-1m30s) must not be negative", () -> ok.capped(bad));
        assertInvalid("elapsed (-1m30s) must not be negative", () -> ok.upTo(bad));
        assertInvalid("limit (-1m30s) must not be negative", () -> ok.waitingAtMost(bad));
        assertInvalid(
                "initial (-1m30s) must not be negative; step (-1m30s) must not be negative",
                () -> Schedule.linear(bad, bad));
        assertInvalid("base (-1m30s) must not be negative", () -> Schedule.fibonacci(bad));
        assertInvalid(
                "base (-1m30s) must not be negative; cap (-1m30s) must not be negative",
                () -> Schedule.decorrelated(bad, bad));
        assertInvalid("cap (-1m30s) must not be negative", () -> Schedule.decorrelated(ofSeconds(1), bad));
        assertInvalid(
                "base (-1m30s) must not be negative; cap (-1m30s) must not be negative",
                () -> Schedule.backoff(bad, bad));
        assertInvalid(
                "delays[0] (-1m30s) must not be negative; delays[2] (-1m30s) must not be negative",
                () -> Schedule.delays(bad, ofSeconds(1), bad));
        assertInvalid(
                "cap (-1m30s) must not be negative",
                () -> Schedule.fibonacci(ofSeconds(1)).capped(bad));
    }

    private static void assertInvalid(String problem, org.assertj.core.api.ThrowableAssert.ThrowingCallable code) {
        assertThatIllegalArgumentException().isThrownBy(code).withMessage("Invalid schedule: " + problem + ".");
    }

    @Test
    void records_whatAFactoryWouldRewrite_invalid_saysWhy() {
        Schedule exponential = Schedule.exponential(ofSeconds(1));
        for (Schedule inside : List.of(
                exponential,
                Schedule.fibonacci(ofSeconds(1)),
                Schedule.decorrelated(ofSeconds(1), ofSeconds(2)),
                Schedule.immediate().capped(ofSeconds(1)),
                Schedule.immediate().jittered(),
                new Schedule.Limited(Schedule.immediate(), 2))) {
            assertInvalid(
                    "schedule (" + inside + ") must take the cap itself, by capped(cap)",
                    () -> new Schedule.Capped(inside, ofSeconds(1)));
        }
        assertInvalid(
                "base (2s) must not be above cap (1s)", () -> new Schedule.Decorrelated(ofSeconds(2), ofSeconds(1)));
    }

    @Test
    void records_aBoundedOneInside_invalid_saysWhy() {
        BoundedSchedule once = Schedule.once();
        Schedule node = once.schedule();
        Duration second = ofSeconds(1);
        refusedInside("schedule", () -> new Schedule.Limited(once, 2));
        refusedInside("schedule", () -> new Schedule.Capped(once, second));
        refusedInside("schedule", () -> new Schedule.Jittered(once, Jitter.full()));
        refusedInside("schedule", () -> new Schedule.UpTo(once, second));
        refusedInside("schedule", () -> new Schedule.WaitingAtMost(once, second));
        refusedInside("left", () -> new Schedule.Union(once, node));
        refusedInside("right", () -> new Schedule.Union(node, once));
        refusedInside("left", () -> new Schedule.Intersection(once, node));
        refusedInside("right", () -> new Schedule.Intersection(node, once));
        refusedInside("first", () -> new Schedule.AndThen(once, node));
        refusedInside("then", () -> new Schedule.AndThen(node, once));
    }

    private static void refusedInside(String field, org.assertj.core.api.ThrowableAssert.ThrowingCallable code) {
        assertInvalid(field + " (once()) must be the schedule() of a bounded one", code);
    }

    @Test
    void nulls_invalid_nameTheParameter() {
        Schedule ok = Schedule.immediate();
        assertNull("delay", () -> Schedule.fixedDelay(null));
        assertNull("base", () -> Schedule.exponential(null));
        assertNull("base", () -> Schedule.fibonacci(null));
        assertNull("base", () -> Schedule.decorrelated(null, ofSeconds(1)));
        assertNull("cap", () -> Schedule.decorrelated(ofSeconds(1), null));
        assertNull("cap", () -> Schedule.backoff(ofSeconds(1), null));
        assertNull("step", () -> Schedule.linear(ofSeconds(1), null));
        assertNull("delays", () -> Schedule.delays((List<Duration>) null));
        assertNull("delays", () -> Schedule.delays((Duration[]) null));
        assertNull("delays[1]", () -> Schedule.delays(Arrays.asList(ofSeconds(1), null)));
        assertNull("text", () -> Schedule.parse(null));
        assertNull("cap", () -> ok.capped(null));
        assertNull("jitter", () -> ok.jittered(null));
        assertNull("elapsed", () -> ok.upTo(null));
        assertNull("limit", () -> ok.waitingAtMost(null));
        assertNull("other", () -> ok.union(null));
        assertNull("other", () -> ok.intersect((Schedule) null));
        assertNull("other", () -> ok.intersect((BoundedSchedule) null));
        assertNull("next", () -> ok.andThen(null));
        assertNull("random", () -> ok.start(null));
        assertNull("saved", () -> ok.resume(null, Draws.of(0)));
        assertNull("elapsed", () -> ok.nextAfter(1, null, Draws.of(0)));
        assertNull("random", () -> ok.nextAfter(1, ofSeconds(1), null));
    }

    private static void assertNull(String parameter, org.assertj.core.api.ThrowableAssert.ThrowingCallable code) {
        assertThatNullPointerException().isThrownBy(code).withMessage(parameter);
    }

    @Test
    void equals_ofNodes_comparesEveryPart() {
        Schedule delay = Schedule.fixedDelay(ofSeconds(1));
        List<Schedule> different = List.of(
                delay,
                delay.capped(ofSeconds(1)),
                delay.capped(ofSeconds(2)),
                delay.upTo(ofSeconds(1)),
                delay.upTo(ofSeconds(2)),
                delay.waitingAtMost(ofSeconds(1)),
                delay.waitingAtMost(ofSeconds(2)),
                delay.jittered(),
                delay.jittered(Jitter.equal()),
                delay.attempts(1),
                delay.attempts(2),
                delay.attempts(2).schedule(),
                delay.union(Schedule.immediate()),
                Schedule.immediate().union(delay),
                delay.intersect(Schedule.immediate()),
                Schedule.immediate().intersect(delay),
                delay.andThen(Schedule.immediate()),
                delay.andThen(delay));
        for (Schedule one : different) {
            for (Schedule other : different) {
                assertThat(one.equals(other)).as("%s equals %s", one, other).isEqualTo(one == other);
            }
            assertThat(one).isNotEqualTo(null).isNotEqualTo("text");
            assertThat(Schedule.parse(one.toString()).hashCode()).isEqualTo(one.hashCode());
        }
        // but for the one that is the node of another, all differ
        assertThat(different.stream().map(Schedule::hashCode).distinct()).hasSize(different.size() - 1);
    }

    @Test
    void maximalDelays_ofAnUnboundedSchedule_isAPreview() {
        assertThat(Schedule.exponential(ofMillis(100)).jittered().maximalDelays(3))
                .containsExactly(ofMillis(100), ofMillis(200), ofMillis(400));
        assertThat(Schedule.exponential(ofMillis(100)).maximalDelays(0)).isEmpty();
        assertThat(Schedule.times(3).maximalDelays(Integer.MAX_VALUE)).hasSize(2);
    }

    @Test
    void maximalDelays_invalid_saysWhy() {
        assertInvalid(
                "limit (-1) must be at least 0", () -> Schedule.immediate().maximalDelays(-1));
        assertInvalid(
                "limit (2147483647) must be at most 1000000 where there are as many waits",
                () -> Schedule.immediate().maximalDelays(Integer.MAX_VALUE));
    }

    @Test
    void nextAfter_invalid_saysWhy() {
        assertInvalid(
                "attempt (0) must be at least 1; elapsed (-1ns) must not be negative",
                () -> Schedule.immediate().nextAfter(0, ofNanos(-1), Draws.of(0)));
    }

    @Test
    void nextAfter_ofTheExample_isAnInstant() {
        assertThat(Schedule.exponential(ofMillis(100)).nextAfter(3, ofMillis(650), Draws.of(0)))
                .contains(ofMillis(1050));
    }

    @Test
    void nextAfter_hugeAttemptNumbersWithHistory_areForeseen() {
        int most = Integer.MAX_VALUE;
        Duration year = Duration.ofDays(365);
        assertThat(Schedule.parse("fixedDelay(1us).attempts(1000000).andThen(fixedDelay(1m))")
                        .nextAfter(most, year, Draws.of(0)))
                .contains(year.plusMinutes(1));
        assertThat(Schedule.parse("aligned(1s).upTo(30000000h)").nextAfter(most, ofMillis(1500), Draws.of(0)))
                .contains(ofSeconds(2));
        assertThat(Schedule.parse("aligned(1s).upTo(1h)").nextAfter(most, year, Draws.of(0)))
                .isEmpty();
        assertThat(Schedule.parse("linear(1ns).waitingAtMost(100h)").nextAfter(most, Duration.ZERO, Draws.of(0)))
                .isEmpty();
        assertThat(Schedule.parse("fixedDelay(1ns).waitingAtMost(100h)").nextAfter(most, Duration.ZERO, Draws.of(0)))
                .contains(ofNanos(1));
        assertThat(Schedule.parse("decorrelated(1ms, 1s)").nextAfter(most, year, Draws.of(0.5)))
                .contains(year.plusNanos(500_500_000));
        assertThat(Schedule.parse("fixedDelay(4s).jittered().upTo(9h).union(fixedDelay(1h).upTo(8000h))")
                        .nextAfter(most, ofSeconds(9), Draws.of(0.5)))
                .contains(ofSeconds(11));
    }
}
