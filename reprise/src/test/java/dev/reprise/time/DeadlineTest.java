package dev.reprise.time;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.internal.CallScope;
import dev.reprise.testing.VirtualClock;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DeadlineTest {
    private final VirtualClock clock = VirtualClock.automatic();

    private Deadline after(Duration duration) {
        return Deadline.after(duration, clock);
    }

    @Test
    void remaining_timePasses_goesDownToZeroAndStays() {
        Deadline deadline = after(ofSeconds(3));
        assertThat(deadline.remaining()).isEqualTo(ofSeconds(3));
        clock.advance(ofSeconds(3).minusNanos(1));
        assertThat(deadline.remaining()).isEqualTo(ofNanos(1));
        assertThat(deadline.hasPassed()).isFalse();
        clock.advance(ofNanos(1));
        assertThat(deadline.hasPassed()).isTrue();
        assertThat(deadline.isExceeded()).isFalse();
        clock.advance(ofHours(1));
        assertThat(deadline.remaining()).isZero();
        assertThat(deadline.isExceeded()).isTrue();
    }

    @Test
    void zero_hasPassedAlready() {
        assertThat(after(Duration.ZERO).hasPassed()).isTrue();
    }

    @Test
    @Tag("BR-032")
    void clockGoesBack_doesNotLengthen() {
        Deadline deadline = after(ofSeconds(10));
        clock.jump(ofHours(-1));
        assertThat(deadline.remaining()).isEqualTo(ofSeconds(10));
        clock.jump(ofHours(1).plusSeconds(1));

        assertThat(deadline.remaining()).isEqualTo(ofSeconds(9));
    }

    @Test
    @Tag("BR-033")
    void clockWrapsAround_countsTheDifference() {
        VirtualClock late = VirtualClock.automatic(Long.MAX_VALUE - 50);
        Deadline deadline = Deadline.after(ofMillis(1), late);
        Deadline longest = Deadline.after(ofNanos(Long.MAX_VALUE), late);
        late.advance(ofNanos(100));

        assertThat(late.nanoTime()).isNegative();
        assertThat(deadline.remaining()).isEqualTo(ofMillis(1).minusNanos(100));
        assertThat(deadline.hasPassed()).isFalse();
        assertThat(longest.remaining()).isEqualTo(ofNanos(Long.MAX_VALUE - 100));
    }

    @Test
    @Tag("BR-019")
    void hugeDuration_saturatesAndDoesNotPass() {
        Deadline deadline = after(ofSeconds(Long.MAX_VALUE));
        assertThat(deadline.remaining()).isEqualTo(ofNanos(Long.MAX_VALUE));
        clock.advance(Duration.ofDays(365));

        assertThat(deadline.hasPassed()).isFalse();
        assertThat(Deadline.after(ofSeconds(Long.MAX_VALUE)).hasPassed()).isFalse();
    }

    @Test
    void current_nothingBound_isEmpty() {
        assertThat(Deadline.current()).isEmpty();
    }

    @Test
    void call_bindsInsideOnly_andPassesTheValueThrough() {
        Deadline deadline = after(ofSeconds(3));

        assertThat(deadline.call(() -> Deadline.current().orElseThrow())).isSameAs(deadline);
        assertThat(Deadline.current()).isEmpty();
    }

    @Test
    void call_nested_theOneWithLessTimeLeftHolds() {
        Deadline three = after(ofSeconds(3));
        Deadline five = after(ofSeconds(5));

        assertThat(three.call(() -> five.call(() -> Deadline.current().orElseThrow())))
                .isSameAs(three);
        assertThat(five.call(() -> three.call(() -> Deadline.current().orElseThrow())))
                .isSameAs(three);
        assertThat(five.call(() -> {
                    three.run(() -> {});
                    return Deadline.current().orElseThrow();
                }))
                .isSameAs(five);
    }

    @Test
    void call_nestedOnDifferentClocks_comparesWhatIsLeft() {
        VirtualClock other = VirtualClock.automatic(Long.MIN_VALUE);
        Deadline passing = after(ofSeconds(5));
        Deadline standing = Deadline.after(ofSeconds(3), other);
        clock.advance(ofSeconds(4));

        assertThat(standing.call(() -> passing.call(() -> Deadline.current().orElseThrow())))
                .isSameAs(passing);
    }

    @Test
    void call_operationThrows_thatIsThrownAndNothingStaysBound() {
        IOException failure = new IOException("down");
        Deadline deadline = after(ofSeconds(3));

        assertThatThrownBy(() -> deadline.run(() -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThatThrownBy(() -> deadline.callInterruptibly(() -> {
                    throw new InterruptedException();
                }))
                .isInstanceOf(InterruptedException.class);
        assertThat(Deadline.current()).isEmpty();
    }

    @Test
    void callInterruptibly_bindsToo() throws InterruptedException {
        Deadline deadline = after(ofSeconds(3));

        assertThat(deadline.callInterruptibly(() -> Deadline.current().orElseThrow()))
                .isSameAs(deadline);
    }

    @Test
    void call_insideAnAttempt_keepsItsMarkAndBudget() {
        CallScope scope = CallScope.current();
        scope.set(null, 2, "budget");
        try {
            after(ofSeconds(1)).run(() -> {
                assertThat(scope.depth()).isEqualTo(2);
                assertThat(scope.budget()).isEqualTo("budget");
            });
            assertThat(scope.depth()).isEqualTo(2);
            assertThat(scope.budget()).isEqualTo("budget");
        } finally {
            scope.set(null, 0, null);
        }
    }

    @Test
    void after_invalid_saysWhy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Deadline.after(ofMillis(-1)))
                .withMessage("Invalid deadline: duration (-1ms) must not be negative.");
        assertThatNullPointerException().isThrownBy(() -> Deadline.after(null)).withMessage("duration");
        assertThatNullPointerException()
                .isThrownBy(() -> Deadline.after(ofMillis(1), null))
                .withMessage("clock");
        assertThatNullPointerException()
                .isThrownBy(() -> after(ofMillis(1)).call(null))
                .withMessage("operation");
    }

    @Test
    void toString_saysWhatIsLeft() {
        Deadline deadline = after(ofMillis(1_500));
        assertThat(deadline).hasToString("Deadline[1.5s left]");
        clock.advance(ofSeconds(2));

        assertThat(deadline).hasToString("Deadline[passed]");
    }
}
