package dev.reprise.repeat;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Action;
import dev.reprise.Decision;
import dev.reprise.event.RetryEvent;
import dev.reprise.repeat.Repeated.Reason;
import dev.reprise.retry.RandomSource;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.Faults;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.Watchdog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RepeatTest {
    private final VirtualClock clock = VirtualClock.automatic();
    private final RecordingListener events = new RecordingListener();
    private final List<Duration> starts = new ArrayList<>();

    @AfterEach
    void flagIsClear() {
        assertThat(Thread.interrupted()).isFalse();
    }

    private Repeat every(BoundedSchedule schedule) {
        return Repeat.with(schedule).clock(clock).listener(events);
    }

    /** Notes its start and takes as long as is listed for the run, and no time after the last one. */
    private Action<InterruptedException> taking(Duration... durations) {
        return () -> {
            starts.add(clock.elapsed());
            if (starts.size() <= durations.length) {
                clock.sleep(durations[starts.size() - 1].toNanos());
            }
        };
    }

    @Test
    void run_grid_beginsAtItsTicksWhateverTheRunsTake() {
        Repeated repeated = every(Schedule.fixedRate(ofSeconds(30)).attempts(5))
                .run(taking(ofSeconds(1), ofSeconds(29), ofMillis(1), ofSeconds(7)));

        assertThat(repeated).isEqualTo(new Repeated(5, null, Reason.ENDED));
        assertThat(starts).containsExactly(ofSeconds(0), ofSeconds(30), ofSeconds(60), ofSeconds(90), ofSeconds(120));
        assertThat(events.events()).isEmpty();
    }

    @Test
    void run_delay_countsFromTheEndOfARun() {
        Repeated repeated =
                every(Schedule.fixedDelay(ofSeconds(10)).attempts(3)).run(taking(ofSeconds(3), ofSeconds(4)));

        assertThat(repeated.runs()).isEqualTo(3);
        assertThat(starts).containsExactly(ofSeconds(0), ofSeconds(13), ofSeconds(27));
    }

    @Test
    void run_once_isOneRunWithoutAWait() {
        assertThat(every(Schedule.once()).run(taking())).isEqualTo(new Repeated(1, null, Reason.ENDED));
        assertThat(clock.sleeps()).isEmpty();
    }

    @Test
    @Tag("BR-080")
    void run_window_isInclusive() {
        Repeated repeated = every(
                        Schedule.fixedRate(ofSeconds(1)).upTo(ofSeconds(5)).attempts(100))
                .run(taking());

        assertThat(repeated.runs()).isEqualTo(6);
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(5));
    }

    @Test
    @Tag("BR-077")
    void run_slowRun_fixedRateCatchesUpTickByTick() {
        var unused = every(Schedule.fixedRate(ofSeconds(1)).attempts(6)).run(taking(ofMillis(3_500)));

        assertThat(starts)
                .containsExactly(
                        ofSeconds(0), ofMillis(3_500), ofMillis(3_500), ofMillis(3_500), ofSeconds(4), ofSeconds(5));
    }

    @Test
    @Tag("BR-077")
    void run_slowRun_alignedSkipsWhatItMissed() {
        var unused = every(Schedule.aligned(ofSeconds(1)).attempts(4)).run(taking(ofMillis(3_500)));

        assertThat(starts).containsExactly(ofSeconds(0), ofSeconds(4), ofSeconds(5), ofSeconds(6));
    }

    @Test
    @Tag("BR-077")
    void run_machineSuspendedDuringAWait_alignedRunsOnceAndIsBackOnTheGrid() {
        var unused = clock.schedule(
                ofMillis(500).toNanos(), () -> clock.jump(ofHours(10).plusMillis(200)));
        var unusedEnd = every(Schedule.aligned(ofSeconds(1)).attempts(4)).run(taking());

        assertThat(starts)
                .containsExactly(
                        ofSeconds(0),
                        ofHours(10).plusMillis(700),
                        ofHours(10).plusSeconds(1),
                        ofHours(10).plusSeconds(2));
    }

    @Test
    void run_fails_endsWithTheSameInstanceAndIsReported() {
        IOException failure = new IOException("down");
        Repeated repeated = every(Schedule.fixedRate(ofSeconds(1)).attempts(10))
                .label("poll")
                .run(Faults.<Object, IOException>script(() -> 1, () -> 2, Faults.failWith(failure))::call);

        assertThat(repeated.runs()).isEqualTo(2);
        assertThat(repeated.failure()).isSameAs(failure);
        assertThat(repeated.reason()).isEqualTo(Reason.FAILED);
        assertThat(events.events())
                .containsExactly(
                        new RetryEvent.AttemptFailed("poll", 3, ofSeconds(2), Decision.STOPPED, failure, null, null),
                        new RetryEvent.Permanent("poll", 3, ofSeconds(2), failure));
    }

    @Test
    @Tag("BR-025")
    void run_error_isThrownAndReported() {
        AssertionError error = new AssertionError("defect");

        assertThatThrownBy(() -> every(Schedule.times(3)).run(() -> {
                    throw error;
                }))
                .isSameAs(error);
        assertThat(events.names()).containsExactly("retry.attempt_failed", "retry.defect");
    }

    @Test
    void run_interruptedDuringAWait_endsAtOnceWithTheFlagSet() {
        var unused = clock.schedule(ofMillis(1_500).toNanos(), Thread.currentThread()::interrupt);
        Repeated repeated = every(Schedule.fixedRate(ofSeconds(1)).attempts(10)).run(taking());

        assertThat(Thread.interrupted()).isTrue();
        assertThat(repeated).isEqualTo(new Repeated(2, null, Reason.CANCELLED));
        assertThat(clock.elapsed()).isEqualTo(ofMillis(1_500));
        assertThat(events.names()).containsExactly("retry.cancelled");
    }

    @Test
    @Tag("BR-051")
    void run_interruptedBefore_firstRunIsUnconditional() {
        Thread.currentThread().interrupt();
        Repeated repeated = every(Schedule.immediate().attempts(5)).run(() -> {});

        assertThat(Thread.interrupted()).isTrue();
        assertThat(repeated).isEqualTo(new Repeated(1, null, Reason.CANCELLED));
    }

    @Test
    @Tag("BR-012")
    void run_actionThrowsInterruptedException_isCancelledWithTheFlagSet() {
        InterruptedException interrupted = new InterruptedException();
        Repeated repeated = every(Schedule.times(5)).run(() -> {
            throw interrupted;
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(repeated).isEqualTo(new Repeated(0, interrupted, Reason.CANCELLED));
        assertThat(events.names()).containsExactly("retry.attempt_failed", "retry.cancelled");
    }

    @Test
    void run_insideAWatchdog_isInterruptedByIt() {
        assertThatThrownBy(() -> Watchdog.of(ofSeconds(3)).clock(clock).run(() -> {
                    var unused = every(Schedule.fixedRate(ofSeconds(2)).attempts(100))
                            .run(taking());
                    clock.sleep(1);
                }))
                .hasMessage("Timed out after 3s.");
        assertThat(starts).containsExactly(ofSeconds(0), ofSeconds(2));
    }

    @Test
    void run_retryInside_isNotNested() {
        Retry retry = Retry.with(Schedule.fixedDelay(ofMillis(10)).attempts(3)).clock(clock);
        var flaky = Faults.failTimes(2, new IOException("down"));
        Repeated repeated = every(Schedule.fixedRate(ofSeconds(1)).attempts(2)).run(() -> {
            var unused = retry.call(flaky);
        });

        assertThat(repeated.runs()).isEqualTo(2);
        assertThat(flaky.calls()).isEqualTo(4);
    }

    @Test
    void run_clockStepsBack_goesOn() {
        Repeated repeated = every(Schedule.fixedRate(ofSeconds(1)).attempts(3)).run(() -> clock.jump(ofHours(-1)));

        assertThat(repeated.reason()).isEqualTo(Reason.ENDED);
    }

    @Test
    @Tag("BR-063")
    void run_listenerThrows_theOthersAreToldAndNothingChanges() {
        IOException failure = new IOException("down");
        Repeated repeated = Repeat.with(Schedule.times(2))
                .listener(event -> {
                    throw new IllegalStateException("thrown by a listener on purpose");
                })
                .listener(events)
                .run(() -> {
                    throw failure;
                });

        assertThat(repeated.failure()).isSameAs(failure);
        assertThat(events.names()).hasSize(2);
    }

    @Test
    void run_jittered_sameSeedSameWaits_everyRepeatItsOwn() {
        Repeat repeat = every(Schedule.fixedDelay(ofSeconds(1)).jittered().attempts(20))
                .random(RandomSource.seeded(7))
                .label("poll");
        var first = repeat.run(() -> {});
        List<Duration> firstWaits = clock.sleeps();
        var second = repeat.run(() -> {});
        List<Duration> secondWaits =
                clock.sleeps().subList(firstWaits.size(), clock.sleeps().size());
        VirtualClock other = VirtualClock.automatic();
        var again = repeat.clock(other).random(RandomSource.seeded(7)).run(() -> {});

        assertThat(List.of(first.runs(), second.runs(), again.runs())).containsOnly(20L);
        assertThat(other.sleeps()).isEqualTo(firstWaits).isNotEqualTo(secondWaits);
    }

    @Test
    @Tag("BR-035")
    void run_samePolicyTwice_startsAnew() {
        Repeat repeat = every(Schedule.times(3));

        assertThat(repeat.run(() -> {}).runs()).isEqualTo(3);
        assertThat(repeat.run(() -> {}).runs()).isEqualTo(3);
    }

    @Test
    void null_saysWhich() {
        Repeat repeat = every(Schedule.once());
        assertThatNullPointerException().isThrownBy(() -> Repeat.with(null)).withMessage("schedule");
        assertThatNullPointerException().isThrownBy(() -> repeat.clock(null)).withMessage("clock");
        assertThatNullPointerException().isThrownBy(() -> repeat.random(null)).withMessage("random");
        assertThatNullPointerException().isThrownBy(() -> repeat.label(null)).withMessage("label");
        assertThatNullPointerException().isThrownBy(() -> repeat.listener(null)).withMessage("listener");
        assertThatNullPointerException().isThrownBy(() -> repeat.run(null)).withMessage("action");
        assertThatNullPointerException()
                .isThrownBy(() -> new Repeated(0, null, null))
                .withMessage("reason");
    }

    @Test
    void toString_showsScheduleAndLabel() {
        assertThat(every(Schedule.fixedRate(ofSeconds(30)).attempts(10)))
                .hasToString("Repeat[fixedRate(30s).attempts(10)]");
        assertThat(every(Schedule.once()).label("poll")).hasToString("Repeat[once(), label=poll]");
    }
}
