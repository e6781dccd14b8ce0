package dev.reprise.time;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.internal.CallScope;
import dev.reprise.testing.Faults;
import dev.reprise.testing.VirtualClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private final VirtualClock clock = VirtualClock.automatic();
    private final Watchdog twoSeconds = Watchdog.of(ofSeconds(2)).clock(clock);

    @AfterEach
    void nothingIsLeftBehind() {
        assertThat(Thread.interrupted()).isFalse();
        assertThat(clock.timers()).isZero();
        assertThat(Deadline.current()).isEmpty();
    }

    private void sleep(int seconds) throws InterruptedException {
        clock.sleep(ofSeconds(seconds).toNanos());
    }

    @Test
    void call_endsInTime_isTransparent() {
        IOException failure = new IOException("down");

        assertThat(twoSeconds.call(() -> "up")).isEqualTo("up");
        assertThat(twoSeconds.<Object, RuntimeException>call(() -> null)).isNull();
        assertThatThrownBy(() -> twoSeconds.run(() -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThatThrownBy(() -> twoSeconds.callInterruptibly(() -> {
                    throw new InterruptedException("own");
                }))
                .isInstanceOf(InterruptedException.class)
                .hasMessage("own");
    }

    @Test
    void call_hangs_isInterruptedAtTheLimit() {
        TimedOutException timedOut =
                catchThrowableOfType(TimedOutException.class, () -> twoSeconds.callInterruptibly(Faults.hang(clock)));

        assertThat(timedOut).hasMessage("Timed out after 2s.").hasCauseInstanceOf(InterruptedException.class);
        assertThat(timedOut.limit()).isEqualTo(ofSeconds(2));
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(2));
    }

    @Test
    void call_endsAtItsLimit_hasEndedInTime() throws InterruptedException {
        assertThat(twoSeconds.<String, RuntimeException>callInterruptibly(() -> {
                    sleep(2);
                    return "just";
                }))
                .isEqualTo("just");
    }

    @Test
    void call_ignoresInterrupts_isLateWhateverItReturns() {
        assertThatThrownBy(() -> twoSeconds.call(Faults.lasting(ofSeconds(3), clock, Faults.succeedWith("late"))))
                .isInstanceOf(TimedOutException.class)
                .hasNoCause();
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(3));
    }

    @Test
    void call_returnsEarlyBecauseOfTheInterrupt_isLate() {
        assertThatThrownBy(() -> twoSeconds.call(() -> {
                    try {
                        sleep(10);
                    } catch (InterruptedException e) {
                        return "fallback";
                    }
                    return "value";
                }))
                .isInstanceOf(TimedOutException.class);
    }

    @Test
    void call_setsTheFlagAgainAsOneShould_theFlagIsClearAfterwards() {
        IllegalStateException wrapped = new IllegalStateException("interrupted");
        assertThatThrownBy(() -> twoSeconds.call(() -> {
                    try {
                        sleep(10);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw wrapped;
                    }
                    return null;
                }))
                .isInstanceOf(TimedOutException.class)
                .cause()
                .isSameAs(wrapped);
    }

    @Test
    void call_timePassesWithoutTheTimer_isLateAllTheSame() {
        assertThatThrownBy(() -> twoSeconds.run(() -> clock.jump(ofSeconds(2).plusNanos(1))))
                .isInstanceOf(TimedOutException.class);
        twoSeconds.run(() -> clock.jump(ofSeconds(2)));
    }

    @Test
    void call_throwsAnErrorLate_thatIsThrown() {
        AssertionError error = new AssertionError("late");

        assertThatThrownBy(() -> twoSeconds.call(Faults.lasting(ofSeconds(3), clock, Faults.failWith(error))))
                .isSameAs(error);
    }

    @Test
    @Tag("BR-046")
    void call_returnsACloseableLate_closesIt() {
        List<String> closed = new ArrayList<>();
        AutoCloseable quiet = () -> closed.add("quiet");
        IOException failure = new IOException("close");
        AutoCloseable loud = () -> {
            throw failure;
        };

        assertThatThrownBy(() -> twoSeconds.call(Faults.lasting(ofSeconds(3), clock, Faults.succeedWith(quiet))))
                .isInstanceOf(TimedOutException.class)
                .hasNoSuppressedExceptions();
        assertThat(closed).containsExactly("quiet");
        assertThatThrownBy(() -> twoSeconds.call(Faults.lasting(ofSeconds(3), clock, Faults.succeedWith(loud))))
                .isInstanceOf(TimedOutException.class)
                .hasSuppressedException(failure);
    }

    @Test
    void zero_onlyWhatTakesNoTimeIsInTime() {
        Watchdog zero = Watchdog.of(ofNanos(0)).clock(clock);

        assertThat(zero.call(() -> "at once")).isEqualTo("at once");
        assertThatThrownBy(() -> zero.callInterruptibly(() -> {
                    clock.sleep(1);
                    return null;
                }))
                .isInstanceOf(TimedOutException.class)
                .hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    @Tag("BR-019")
    void hugeLimit_isNone() throws InterruptedException {
        Watchdog none = Watchdog.of(ofSeconds(Long.MAX_VALUE)).clock(clock);
        String value = none.<String, RuntimeException>callInterruptibly(() -> {
            assertThat(clock.timers()).isZero();
            sleep(1_000_000_000);
            return "up";
        });

        assertThat(value).isEqualTo("up");
        assertThat(none).hasToString("Watchdog.of(forever)");
        assertThat(Watchdog.of(ofSeconds(Long.MAX_VALUE)).call(() -> "real")).isEqualTo("real");
    }

    @Test
    @Tag("BR-033")
    void clockWrapsAround_limitCountsTheDifference() {
        VirtualClock late = VirtualClock.automatic(Long.MAX_VALUE - 50);
        Watchdog watchdog = Watchdog.of(ofNanos(100)).clock(late);

        assertThatThrownBy(() -> watchdog.callInterruptibly(Faults.hang(late))).isInstanceOf(TimedOutException.class);
        assertThat(late.elapsed()).isEqualTo(ofNanos(100));
    }

    @Test
    void end_isTheDeadlineInside_unlessANearerOneIsBound() {
        Deadline nearer = Deadline.after(ofSeconds(1), clock);

        twoSeconds.run(
                () -> assertThat(Deadline.current().orElseThrow().remaining()).isEqualTo(ofSeconds(2)));
        nearer.run(() -> twoSeconds.run(() -> assertThat(Deadline.current()).containsSame(nearer)));
        twoSeconds.run(() -> nearer.run(() -> assertThat(Deadline.current()).containsSame(nearer)));
    }

    @Test
    void interruptedBefore_flagIsSeenInsideAndStays() throws InterruptedException {
        Thread.currentThread().interrupt();
        assertThat(twoSeconds.call(() -> Thread.currentThread().isInterrupted()))
                .isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void interruptedFromOutsideBeforeTheLimit_andLate_flagStays() {
        assertThatThrownBy(() -> twoSeconds.run(() -> {
                    Thread.currentThread().interrupt();
                    clock.advance(ofSeconds(3));
                }))
                .isInstanceOf(TimedOutException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void interruptedFromOutsideBeforeTheLimit_thrownLate_flagIsSetAgain() {
        assertThatThrownBy(() -> twoSeconds.callInterruptibly(() -> {
                    Thread.currentThread().interrupt();
                    clock.advance(ofSeconds(3));
                    Thread.sleep(1);
                    return null;
                }))
                .isInstanceOf(TimedOutException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void interruptedFromOutside_consumedByTheOperation_isItsOwnBusiness() {
        var unused = clock.schedule(ofSeconds(1).toNanos(), Thread.currentThread()::interrupt);

        assertThatThrownBy(() -> twoSeconds.callInterruptibly(Faults.hang(clock)))
                .isInstanceOf(InterruptedException.class);
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(1));
    }

    @Test
    void nested_innerFirst_outerGoesOn() {
        Watchdog inner = Watchdog.of(ofSeconds(1)).clock(clock);
        String value = twoSeconds.call(() -> {
            assertThatThrownBy(() -> inner.callInterruptibly(Faults.hang(clock)))
                    .isInstanceOf(TimedOutException.class);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            return "outer";
        });

        assertThat(value).isEqualTo("outer");
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(1));
    }

    @Test
    void nested_outerFirst_theInnerOnePassesTheInterruptThrough() {
        Watchdog inner = Watchdog.of(ofSeconds(5)).clock(clock);
        TimedOutException timedOut = catchThrowableOfType(
                TimedOutException.class,
                () -> twoSeconds.callInterruptibly(() -> inner.callInterruptibly(Faults.hang(clock))));

        assertThat(timedOut.limit()).isEqualTo(ofSeconds(2));
        assertThat(timedOut).hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void nested_bothAtOneInstant_innerFirstAndTheOuterIsInTime() {
        Watchdog inner = Watchdog.of(ofSeconds(1)).clock(clock);
        TimedOutException timedOut = catchThrowableOfType(
                TimedOutException.class,
                () -> twoSeconds.callInterruptibly(() -> {
                    sleep(1);
                    return inner.callInterruptibly(Faults.hang(clock));
                }));

        assertThat(timedOut.limit()).isEqualTo(ofSeconds(1));
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(2));
    }

    @Test
    void nested_bothFireBeforeTheInnerEnds_theOuterInterruptIsNotTakenBackWithTheInner() {
        Watchdog inner = Watchdog.of(ofSeconds(1)).clock(clock);
        List<Boolean> flagBetween = new ArrayList<>();
        assertThatThrownBy(() -> twoSeconds.run(() -> {
                    assertThatThrownBy(
                                    () -> inner.call(Faults.lasting(ofSeconds(3), clock, Faults.succeedWith("late"))))
                            .isInstanceOf(TimedOutException.class);
                    flagBetween.add(Thread.currentThread().isInterrupted());
                }))
                .isInstanceOf(TimedOutException.class);
        assertThat(flagBetween).containsExactly(true);
    }

    @Test
    void nested_outerFiresFirstThenTheInner_theFlagIsClearAtTheEnd() {
        Watchdog inner = Watchdog.of(ofSeconds(4)).clock(clock);
        assertThatThrownBy(() -> twoSeconds.call(
                        () -> inner.call(Faults.lasting(ofSeconds(10), clock, Faults.succeedWith("late")))))
                .isInstanceOf(TimedOutException.class)
                .hasCauseInstanceOf(TimedOutException.class);
    }

    @Test
    void timerOnAnotherThread_manualClock_worksAsOnTheSame() throws Exception {
        VirtualClock manual = VirtualClock.manual();
        Watchdog watchdog = Watchdog.of(ofSeconds(2)).clock(manual);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            Future<String> hung = pool.submit(() -> watchdog.callInterruptibly(Faults.hang(manual)));
            manual.awaitWaits(1);
            manual.advance(ofSeconds(10));
            assertThatThrownBy(hung::get).hasCauseInstanceOf(TimedOutException.class);
            Future<String> just = pool.submit(() -> watchdog.<String, RuntimeException>callInterruptibly(() -> {
                manual.sleep(ofSeconds(2).toNanos());
                return "just";
            }));
            manual.awaitWaits(1);
            manual.advance(ofSeconds(10));
            assertThat(just.get()).isEqualTo("just");
            assertThat(pool.submit(() -> Thread.currentThread().isInterrupted()).get())
                    .isFalse();
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void systemClock_hangs_isInterrupted() {
        Watchdog watchdog = Watchdog.of(ofMillis(5));

        assertThatThrownBy(() -> watchdog.call(() -> new CompletableFuture<String>().get()))
                .isInstanceOf(TimedOutException.class)
                .hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void clockRefusesTheTimer_thatIsThrownAndNothingRuns() {
        RejectedExecutionException refused = new RejectedExecutionException("closed");
        MonotonicClock closed = new MonotonicClock() {
            @Override
            public long nanoTime() {
                return 0;
            }

            @Override
            public void sleep(long nanos) {}

            @Override
            public Cancellable schedule(long nanos, Runnable task) {
                throw refused;
            }
        };
        List<String> ran = new ArrayList<>();

        assertThatThrownBy(() -> twoSeconds.clock(closed).run(() -> ran.add("ran")))
                .isSameAs(refused);
        assertThat(ran).isEmpty();
    }

    /** How a driver bounds one attempt: the attempt's scope replaces the watchdog's, and only its own exception counts. */
    @Test
    void aroundAnAttempt_scopeSetInside_holdsThereAndIsPutBack() {
        CallScope scope = CallScope.current();
        Deadline far = Deadline.after(ofSeconds(100), clock);
        far.run(() -> {
            twoSeconds.run(() -> {
                scope.set(far, 1, "budget");
                assertThat(Deadline.current()).containsSame(far);
            });
            assertThat(Deadline.current()).containsSame(far);
            assertThat(scope.depth()).isZero();
            assertThat(scope.budget()).isNull();
        });
    }

    @Test
    void of_invalid_saysWhy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Watchdog.of(ofMillis(-1)))
                .withMessage("Invalid watchdog: limit (-1ms) must not be negative.");
        assertThatNullPointerException().isThrownBy(() -> Watchdog.of(null)).withMessage("limit");
        assertThatNullPointerException()
                .isThrownBy(() -> twoSeconds.clock(null))
                .withMessage("clock");
        assertThatNullPointerException().isThrownBy(() -> twoSeconds.call(null)).withMessage("operation");
        assertThatNullPointerException()
                .isThrownBy(() -> twoSeconds.callInterruptibly(null))
                .withMessage("operation");
        assertThatNullPointerException().isThrownBy(() -> twoSeconds.run(null)).withMessage("action");
    }

    @Test
    void toString_isHowItIsMade() {
        assertThat(twoSeconds).hasToString("Watchdog.of(2s)");
    }
}
