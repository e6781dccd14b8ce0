package dev.reprise.repeat;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.CapturedLog;
import dev.reprise.ForkedJvm;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SupervisorTest {
    private final VirtualClock clock = VirtualClock.manual();
    private final List<String> log = new CopyOnWriteArrayList<>();

    private void note(String what) {
        log.add(what + "@" + clock.elapsed().toSeconds());
    }

    private static CompletableFuture<Void> end(Recurrence recurrence) {
        return recurrence.completion().toCompletableFuture();
    }

    @Test
    void repeat_withoutEnd_runsOnItsGridUntilClosed() {
        Recurrence poll;
        Recurrence refresh;
        try (Supervisor supervisor = Supervisor.open(clock)) {
            poll = supervisor.repeat(Schedule.fixedRate(ofSeconds(2)), () -> note("poll"));
            clock.awaitWaits(1);
            refresh = supervisor.repeat(Schedule.fixedRate(ofSeconds(3)), () -> note("refresh"));
            clock.awaitWaits(2);
            clock.advance(ofSeconds(6));
            assertThat(poll.runs()).isEqualTo(4);
            assertThat(refresh.runs()).isEqualTo(3);
            assertThat(end(poll)).isNotDone();
        }

        assertThat(log).containsExactly("poll@0", "refresh@0", "poll@2", "refresh@3", "poll@4", "poll@6", "refresh@6");
        assertThat(end(poll)).isCompletedWithValue(null);
        assertThat(end(refresh)).isCompletedWithValue(null);
        assertThat(clock.waits()).isZero();
    }

    @Test
    void repeat_scheduleEnds_completes() {
        try (Supervisor supervisor = Supervisor.open(clock)) {
            Recurrence recurrence =
                    supervisor.repeat(Schedule.fixedDelay(ofSeconds(1)).attempts(3), () -> note("run"));
            clock.awaitWaits(1);
            clock.advance(ofSeconds(10));

            assertThat(end(recurrence)).succeedsWithin(Duration.ofSeconds(10));
            assertThat(recurrence.runs()).isEqualTo(3);
            assertThat(recurrence).hasToString("Recurrence[fixedDelay(1s).attempts(3), 3 runs]");
        }
    }

    @Test
    @Tag("BR-078")
    void repeat_secondRunThrows_completesExceptionallyAndIsLogged() {
        IOException failure = new IOException("thrown by an action on purpose");
        try (CapturedLog captured = CapturedLog.of("dev.reprise");
                Supervisor supervisor = Supervisor.open(clock)) {
            Recurrence recurrence = supervisor.repeat(Schedule.fixedRate(ofSeconds(1)), () -> {
                note("run");
                if (log.size() == 2) {
                    throw failure;
                }
            });
            Recurrence other = supervisor.repeat(Schedule.fixedRate(ofSeconds(1)), () -> {});
            clock.awaitWaits(2);
            clock.advance(ofSeconds(10));

            assertThatThrownBy(end(recurrence)::get).hasCause(failure);
            assertThat(recurrence.runs()).isEqualTo(1);
            assertThat(log).containsExactly("run@0", "run@1");
            assertThat(other.runs()).isEqualTo(11);
            assertThat(captured.records())
                    .filteredOn(logged -> logged.getThrown() == failure)
                    .extracting(LogRecord::getMessage)
                    .containsExactly("A recurrence of fixedRate(1s) failed in run 2.");
        }
    }

    @Test
    @Tag("BR-025")
    void repeat_error_completesExceptionallyWithIt() {
        AssertionError error = new AssertionError("thrown by an action on purpose");
        try (CapturedLog captured = CapturedLog.of("dev.reprise");
                Supervisor supervisor = Supervisor.open(clock)) {
            Recurrence recurrence = supervisor.repeat(Schedule.immediate(), () -> {
                throw error;
            });

            assertThatThrownBy(() -> end(recurrence).get(10, SECONDS)).cause().isSameAs(error);
            assertThat(captured.thrown()).contains(error);
        }
    }

    @Test
    void repeat_threadInterruptedBySomebodyElse_isNotSilent() {
        AtomicReference<Thread> thread = new AtomicReference<>();
        try (CapturedLog captured = CapturedLog.of("dev.reprise");
                Supervisor supervisor = Supervisor.open(clock)) {
            Recurrence recurrence =
                    supervisor.repeat(Schedule.fixedRate(ofSeconds(1)), () -> thread.set(Thread.currentThread()));
            clock.awaitWaits(1);
            thread.get().interrupt();

            assertThatThrownBy(() -> end(recurrence).get(10, SECONDS)).hasCauseInstanceOf(InterruptedException.class);
            assertThat(captured.thrown()).hasAtLeastOneElementOfType(InterruptedException.class);
        }
    }

    @Test
    void stop_duringAWait_endsAtOnceAndLeavesTheOthers() throws Exception {
        try (Supervisor supervisor = Supervisor.open(clock)) {
            Recurrence stopped = supervisor.repeat(Schedule.fixedRate(ofHours(1)), () -> {});
            Recurrence other = supervisor.repeat(Schedule.fixedRate(ofHours(1)), () -> {});
            clock.awaitWaits(2);
            stopped.stop();
            end(stopped).get(10, SECONDS);
            stopped.stop();
            clock.advance(ofHours(2));

            assertThat(stopped.runs()).isEqualTo(1);
            assertThat(other.runs()).isEqualTo(3);
        }
    }

    @Test
    void stop_duringARun_letsItFinishUninterrupted() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        try (Supervisor supervisor = Supervisor.open(clock)) {
            Recurrence recurrence = supervisor.repeat(Schedule.fixedRate(ofSeconds(1)), () -> {
                running.countDown();
                finish.await();
                interrupted.set(Thread.currentThread().isInterrupted());
            });
            running.await();
            recurrence.stop();
            assertThat(end(recurrence)).isNotDone();
            finish.countDown();
            end(recurrence).get(10, SECONDS);

            assertThat(interrupted).hasValue(false);
            assertThat(recurrence.runs()).isEqualTo(1);
        }
    }

    @Test
    void stop_byItsOwnAction_endsAfterThatRun() throws Exception {
        CompletableFuture<Recurrence> self = new CompletableFuture<>();
        try (Supervisor supervisor = Supervisor.open(clock)) {
            Recurrence recurrence =
                    supervisor.repeat(Schedule.immediate(), () -> self.get().stop());
            self.complete(recurrence);
            end(recurrence).get(10, SECONDS);

            assertThat(recurrence.runs()).isEqualTo(1);
        }
    }

    @Test
    void stop_hotLoop_endsIt() throws Exception {
        try (Supervisor supervisor = Supervisor.open(clock)) {
            Recurrence recurrence = supervisor.repeat(Schedule.immediate(), () -> {});
            recurrence.stop();
            end(recurrence).get(10, SECONDS);
        }
    }

    @Test
    void close_fromInsideAnAction_stopsAllAndDoesNotWait() throws Exception {
        Supervisor supervisor = Supervisor.open(clock);
        Recurrence waiting = supervisor.repeat(Schedule.fixedRate(ofHours(1)), () -> {});
        Recurrence one = supervisor.repeat(Schedule.immediate(), supervisor::close);
        end(one).get(10, SECONDS);
        end(waiting).get(10, SECONDS);
        supervisor.close();

        assertThat(one.runs()).isLessThanOrEqualTo(1);
    }

    @Test
    void close_interruptedWhileItWaits_interruptsTheRunsAndWaitsOn() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        Supervisor supervisor = Supervisor.open(clock);
        Recurrence recurrence = supervisor.repeat(Schedule.fixedRate(ofSeconds(1)), () -> {
            running.countDown();
            new CountDownLatch(1).await();
        });
        running.await();
        Thread.currentThread().interrupt();
        supervisor.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(end(recurrence)).isCompletedWithValue(null);
        assertThat(recurrence.runs()).isZero();
    }

    @Test
    void repeat_closed_saysWhy() {
        Supervisor supervisor = Supervisor.open(clock);
        supervisor.close();
        supervisor.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> supervisor.repeat(Schedule.immediate(), () -> {}))
                .withMessage("The supervisor is closed.");
    }

    @Test
    void repeat_insideADeadline_isNotBoundByIt() throws Exception {
        try (Supervisor supervisor = Supervisor.open(clock)) {
            CompletableFuture<Boolean> bound = new CompletableFuture<>();
            Deadline.after(ofMillis(1))
                    .run(() -> supervisor.repeat(
                            Schedule.once(),
                            () -> bound.complete(Deadline.current().isPresent())));

            assertThat(bound.get(10, SECONDS)).isFalse();
        }
    }

    @Test
    void completion_cancelledByTheCaller_changesNothing() {
        try (Supervisor supervisor = Supervisor.open(clock)) {
            Recurrence recurrence = supervisor.repeat(Schedule.fixedRate(ofSeconds(1)), () -> {});
            clock.awaitWaits(1);
            end(recurrence).cancel(true);
            clock.advance(ofSeconds(5));

            assertThat(recurrence.runs()).isEqualTo(6);
            assertThat(end(recurrence)).isNotDone();
        }
    }

    @Test
    @Tag("BR-077")
    void aligned_machineSuspended_runsOnceAndIsBackOnTheGrid() {
        try (Supervisor supervisor = Supervisor.open(clock)) {
            Recurrence recurrence = supervisor.repeat(Schedule.aligned(ofSeconds(1)), () -> note("run"));
            clock.awaitWaits(1);
            clock.jump(ofHours(10));
            clock.advance(ofSeconds(2));

            assertThat(log).containsExactly("run@0", "run@36000", "run@36001", "run@36002");
            assertThat(recurrence.runs()).isEqualTo(4);
        }
    }

    @Test
    @Tag("BR-023")
    void main_returnsWithoutClosing_theJvmExits() throws Exception {
        assertThat(ForkedJvm.run(NeverClosed.class).exit()).isZero();
    }

    static final class NeverClosed {
        public static void main(String[] args) throws InterruptedException {
            CountDownLatch ran = new CountDownLatch(2);
            Supervisor.open().repeat(Schedule.fixedRate(ofMillis(1)), ran::countDown);
            ran.await();
        }
    }

    @Test
    void null_saysWhich() {
        try (Supervisor supervisor = Supervisor.open(clock)) {
            assertThatNullPointerException()
                    .isThrownBy(() -> supervisor.repeat(null, () -> {}))
                    .withMessage("schedule");
            assertThatNullPointerException()
                    .isThrownBy(() -> supervisor.repeat(Schedule.once(), null))
                    .withMessage("action");
        }
        assertThatNullPointerException().isThrownBy(() -> Supervisor.open(null)).withMessage("clock");
    }
}
