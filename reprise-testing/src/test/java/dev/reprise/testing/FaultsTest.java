package dev.reprise.testing;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class FaultsTest {
    private final VirtualClock clock = VirtualClock.automatic();
    private final IOException failure = new IOException("down");

    @Test
    void failTimes_twice_thenItsNumberOrTheValue() throws IOException {
        var counted = Faults.failTimes(2, failure);
        var valued = Faults.failTimes(1, failure, "up");

        assertThatThrownBy(counted::call).isSameAs(failure);
        assertThatThrownBy(counted::call).isSameAs(failure);
        assertThat(counted.call()).isEqualTo(3);
        assertThat(counted.call()).isEqualTo(4);
        assertThat(counted.calls()).isEqualTo(4);
        assertThat(counted).hasToString("FaultyOperation[4 calls]");
        assertThatThrownBy(valued::call).isSameAs(failure);
        assertThat(valued.call()).isEqualTo("up");
    }

    @Test
    void failTimes_invalid_saysWhy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Faults.failTimes(-1, failure))
                .withMessage("Invalid fault: times (-1) must not be negative.");
        assertThatNullPointerException()
                .isThrownBy(() -> Faults.failTimes(1, null))
                .withMessage("failure");
    }

    @Test
    void failWith_alwaysFails_succeedWithNeverDoes() {
        var failing = Faults.failWith(failure);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(failing::call).isSameAs(failure);
        }

        assertThat(Faults.succeedWith("up").call()).isEqualTo("up");
    }

    @Test
    void failThenSucceed_eachFailureOnce() throws Exception {
        IOException second = new IOException("still down");
        var operation = Faults.failThenSucceed("up", failure, second);

        assertThatThrownBy(operation::call).isSameAs(failure);
        assertThatThrownBy(operation::call).isSameAs(second);
        assertThat(operation.call()).isEqualTo("up");
    }

    @Test
    void hang_interruptedByATimer_endsThen() {
        var unused = clock.schedule(ofSeconds(2).toNanos(), Thread.currentThread()::interrupt);

        assertThatThrownBy(Faults.hang(clock)::call).isInstanceOf(InterruptedException.class);
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(2));
    }

    @Test
    void lasting_interruptedMeanwhile_takesItsTimeAndKeepsTheFlag() {
        var unused = clock.schedule(ofSeconds(1).toNanos(), Thread.currentThread()::interrupt);
        var operation = Faults.lasting(ofSeconds(3), clock, Faults.succeedWith("up"));

        assertThat(operation.call()).isEqualTo("up");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(3));
    }

    @Test
    void script_stepForEachCall_beyondTheLastIsAnError() throws Exception {
        var operation = Faults.<String, Exception>script(
                Faults.failWith(failure), Faults.lasting(ofSeconds(2), clock, () -> "slow"), Faults.succeedWith("up"));

        assertThatThrownBy(operation::call).isSameAs(failure);
        assertThat(operation.call()).isEqualTo("slow");
        assertThat(operation.call()).isEqualTo("up");
        assertThatThrownBy(operation::call)
                .isInstanceOf(AssertionError.class)
                .hasMessage("Call 4 of a script with 3 steps.");
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(2));
    }

    @Test
    void stage_completedOrFailed_isDoneAtOnce() {
        CompletionStage<String> up = Faults.<String>stage(() -> "up").call();
        CompletionStage<String> down =
                Faults.<String>stage(Faults.failWith(failure)).call();

        assertThat(up.toCompletableFuture()).isCompletedWithValue("up");
        assertThat(down.toCompletableFuture()).isCompletedExceptionally();
        assertThatThrownBy(() -> clock.join(down)).hasCause(failure);
    }

    @Test
    void stageAfter_completesAtItsTime() {
        CompletableFuture<String> stage = Faults.<String>stageAfter(ofSeconds(5), clock, () -> "up")
                .call()
                .toCompletableFuture();
        clock.advance(ofSeconds(4));
        assertThat(stage).isNotDone();
        clock.advance(ofSeconds(1));

        assertThat(stage).isCompletedWithValue("up");
    }

    @Test
    void pending_everyCall_isAStageOfItsOwn() {
        var operation = Faults.<String>pending();

        assertThat(operation.call()).isNotSameAs(operation.call());
        assertThat(operation.call().toCompletableFuture()).isNotDone();
        assertThat(operation.calls()).isEqualTo(3);
    }
}
