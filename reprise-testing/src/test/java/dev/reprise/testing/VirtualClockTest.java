package dev.reprise.testing;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.time.MonotonicClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One thread; see VirtualClockThreadsTest for several. */
class VirtualClockTest {
    private final VirtualClock clock = VirtualClock.automatic();
    private final List<String> log = new ArrayList<>();

    private void note(String what) {
        log.add(what + "@" + clock.elapsed().toMillis());
    }

    private Runnable noting(String what) {
        return () -> note(what);
    }

    @Test
    void sleep_automatic_movesTheTimeAndIsCounted() throws InterruptedException {
        clock.sleep(ofHours(10).toNanos());
        clock.sleep(1);
        clock.sleep(0);
        clock.sleep(-1);

        assertThat(clock.nanoTime()).isEqualTo(ofHours(10).toNanos() + 1);
        assertThat(clock.elapsed()).isEqualTo(ofHours(10).plusNanos(1));
        assertThat(clock.slept()).isEqualTo(ofHours(10).plusNanos(1));
        assertThat(clock.sleeps()).containsExactly(ofHours(10), ofNanos(1));
        assertThat(clock.waits()).isZero();
    }

    @Test
    void sleep_timersOnTheWay_fireInOrderAtTheirOwnTimesOnTheSleepingThread() throws InterruptedException {
        clock.schedule(ofSeconds(3).toNanos(), noting("c"));
        clock.schedule(ofSeconds(1).toNanos(), noting("a"));
        clock.schedule(ofSeconds(2).toNanos(), () -> {
            note("b");
            clock.schedule(ofMillis(500).toNanos(), noting("from b"));
            clock.schedule(ofHours(1).toNanos(), noting("late"));
        });
        clock.sleep(ofSeconds(10).toNanos());

        assertThat(log).containsExactly("a@1000", "b@2000", "from b@2500", "c@3000");
        assertThat(clock.timers()).isEqualTo(1);
    }

    @Test
    void sleep_endsAtTheInstantOfOlderAndNewerTimers_newestFirst() throws InterruptedException {
        clock.schedule(1_000_000_000, noting("older"));
        clock.schedule(1_000_000_000, noting("old"));
        clock.schedule(0, () -> clock.schedule(1_000_000_000, noting("newer")));
        clock.sleep(1_000_000_000);
        note("slept");
        clock.advance(Duration.ZERO);

        assertThat(log).containsExactly("newer@1000", "slept@1000", "old@1000", "older@1000");
    }

    @Test
    void sleep_interruptedBefore_throwsAtOnceAndMovesNothing() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> clock.sleep(1)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(clock.elapsed()).isZero();
        assertThat(clock.sleeps()).isEmpty();
    }

    @Test
    void sleep_timerInterruptsTheSleeperItself_endsAtTheTimeOfTheTimer() {
        Thread thread = Thread.currentThread();
        clock.schedule(ofSeconds(2).toNanos(), thread::interrupt);

        assertThatThrownBy(() -> clock.sleep(ofSeconds(10).toNanos())).isInstanceOf(InterruptedException.class);
        assertThat(thread.isInterrupted()).isFalse();
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(2));
        assertThat(clock.slept()).isEqualTo(ofSeconds(2));
        assertThat(clock.sleeps()).containsExactly(ofSeconds(10));
        assertThat(clock.waits()).isZero();
    }

    @Test
    void sleep_forEver_endsWithTheInterruptOfATimer() {
        clock.schedule(ofHours(9).toNanos(), Thread.currentThread()::interrupt);

        assertThatThrownBy(() -> clock.sleep(Long.MAX_VALUE)).isInstanceOf(InterruptedException.class);
        assertThat(clock.elapsed()).isEqualTo(ofHours(9));
    }

    @Test
    void sleep_inATask_takesTheTimeWithIt() {
        VirtualClock manual = VirtualClock.manual();
        List<Duration> seen = new ArrayList<>();
        manual.schedule(1_000, () -> {
            try {
                manual.sleep(ofSeconds(5).toNanos());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            seen.add(manual.elapsed());
        });
        manual.schedule(ofSeconds(2).toNanos(), () -> seen.add(manual.elapsed()));
        manual.advance(ofSeconds(1));

        assertThat(seen).containsExactly(ofSeconds(2), ofSeconds(5).plusNanos(1_000));
        assertThat(manual.elapsed()).isEqualTo(ofSeconds(5).plusNanos(1_000));
    }

    @Test
    @Tag("BR-091")
    void advance_longOne_firesEverythingInOrderAtItsOwnTime() {
        for (int i = 5; i >= 1; i--) {
            clock.schedule(ofSeconds(i).toNanos(), noting("t" + i));
        }
        clock.advance(ofSeconds(4));

        assertThat(log).containsExactly("t1@1000", "t2@2000", "t3@3000", "t4@4000");
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(4));
    }

    @Test
    void advance_taskAdvancesTheClock_nothingRunsTwiceAndTimeDoesNotGoBack() {
        clock.schedule(ofSeconds(1).toNanos(), () -> {
            note("outer");
            clock.advance(ofSeconds(10));
            note("outer ends");
        });
        clock.schedule(ofSeconds(2).toNanos(), noting("inner"));
        clock.advance(ofSeconds(3));

        assertThat(log).containsExactly("outer@1000", "inner@2000", "outer ends@11000");
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(11));
    }

    @Test
    void advance_periodicTask_runsOnEveryTick() {
        Runnable[] tick = new Runnable[1];
        tick[0] = () -> {
            note("tick");
            clock.schedule(ofSeconds(1).toNanos(), tick[0]);
        };
        clock.schedule(ofSeconds(1).toNanos(), tick[0]);
        clock.advance(ofMillis(3_500));

        assertThat(log).containsExactly("tick@1000", "tick@2000", "tick@3000");
    }

    @Test
    void advance_taskThrows_theOthersRun() {
        clock.schedule(1, () -> {
            throw new IllegalStateException("thrown by a task on purpose");
        });
        clock.schedule(2, noting("next"));
        clock.advance(ofSeconds(1));

        assertThat(log).containsExactly("next@0");
    }

    @Test
    void advance_negative_saysWhy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> clock.advance(ofSeconds(-1)))
                .withMessage("Invalid advance: duration (PT-1S) must not be negative.");
    }

    @Test
    void advance_interruptFlagSet_worksAndLeavesIt() {
        clock.schedule(1, noting("ran"));
        Thread.currentThread().interrupt();
        clock.advance(ofSeconds(1));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(log).hasSize(1);
    }

    @Test
    void advanceToNext_goesFromInstantToInstant() {
        clock.schedule(ofSeconds(2).toNanos(), noting("b"));
        clock.schedule(ofSeconds(1).toNanos(), noting("a"));
        clock.schedule(ofSeconds(1).toNanos(), noting("a2"));
        clock.schedule(Long.MAX_VALUE, noting("never"));

        assertThat(clock.advanceToNext()).isTrue();
        assertThat(log).containsExactly("a2@1000", "a@1000");
        assertThat(clock.advanceToNext()).isTrue();
        assertThat(clock.advanceToNext()).isFalse();
        assertThat(log).endsWith("b@2000");
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(2));
    }

    @Test
    void cancel_pendingOrRun_takesItOutOnce() {
        MonotonicClock.Cancellable first = clock.schedule(1_000, noting("cancelled"));
        MonotonicClock.Cancellable second = clock.schedule(1_000, noting("ran"));
        first.cancel();
        first.cancel();
        assertThat(clock.timers()).isEqualTo(1);
        clock.advance(ofSeconds(1));
        second.cancel();

        assertThat(log).containsExactly("ran@0");
        assertThat(clock.timers()).isZero();
    }

    @Test
    void cancel_byATaskDueAtTheSameInstant_isInTime() {
        MonotonicClock.Cancellable older = clock.schedule(1_000, noting("older"));
        clock.schedule(1_000, older::cancel);
        clock.advance(ofSeconds(1));

        assertThat(log).isEmpty();
    }

    @Test
    void jump_forward_firesNothingUntilTheNextMoveAndThenLate() {
        clock.schedule(ofSeconds(1).toNanos(), noting("late"));
        clock.jump(ofHours(10));
        assertThat(log).isEmpty();
        clock.advance(Duration.ZERO);

        assertThat(log).containsExactly("late@36000000");
    }

    @Test
    void jump_back_isSeenByReaders() {
        clock.advance(ofSeconds(5));
        clock.jump(ofHours(-1));

        assertThat(clock.nanoTime()).isEqualTo(ofSeconds(5).minusHours(1).toNanos());
        clock.schedule(ofSeconds(1).toNanos(), noting("ran"));
        clock.advance(ofSeconds(1));
        assertThat(log).containsExactly("ran@-3594000");
    }

    @Test
    @Tag("BR-033")
    void startingNearTheEnd_readingsWrapAround() throws InterruptedException {
        VirtualClock late = VirtualClock.automatic(Long.MAX_VALUE - 50);
        long before = late.nanoTime();
        late.schedule(60, () -> log.add("fired " + (late.nanoTime() - before)));
        late.sleep(100);

        assertThat(late.nanoTime()).isNegative();
        assertThat(late.nanoTime() - before).isEqualTo(100);
        assertThat(log).containsExactly("fired 60");
    }

    @Test
    void advance_beyondTheRange_saturates() {
        clock.advance(ofSeconds(Long.MAX_VALUE));
        clock.advance(ofSeconds(1));

        assertThat(clock.elapsed()).isEqualTo(ofNanos(Long.MAX_VALUE));
    }

    @Test
    void join_stageCompletedByTimers_movesTheTimeThatFar() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        clock.schedule(ofSeconds(5).toNanos(), () -> clock.schedule(ofSeconds(5).toNanos(), () -> stage.complete("v")));
        clock.schedule(ofHours(1).toNanos(), noting("not fired"));

        assertThat(clock.join(stage)).isEqualTo("v");
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(10));
        assertThat(log).isEmpty();
    }

    @Test
    void millionSleeps_takeNoTime() throws InterruptedException {
        for (int i = 0; i < 1_000_000; i++) {
            clock.sleep(1_000);
        }

        assertThat(clock.elapsed()).isEqualTo(ofSeconds(1));
    }

    @Test
    void hundredThousandTimers_cancelledInAnyOrder_leaveNone() {
        List<MonotonicClock.Cancellable> timers = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            timers.add(clock.schedule(ofHours(1).toNanos() + i * 7919L % 100_000, noting("never")));
        }
        timers.forEach(MonotonicClock.Cancellable::cancel);

        assertThat(clock.timers()).isZero();
    }

    @Test
    void null_saysWhich() {
        assertThatNullPointerException()
                .isThrownBy(() -> clock.schedule(1, null))
                .withMessage("task");
        assertThatNullPointerException().isThrownBy(() -> clock.executor(null)).withMessage("executor");
    }

    @Test
    void toString_showsTheTime() {
        clock.advance(ofMillis(1_500));

        assertThat(clock).hasToString("VirtualClock[PT1.5S]");
    }
}
