package dev.reprise.schedule;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Ten thousand parts in any shape, on a small stack. */
class ScheduleSizeTest {
    private static final int SMALL_STACK = 256 * 1024;

    /** As many as there may be with the modifiers that the test itself adds. */
    private static final int STEPS = Measure.LIMIT - 2;

    private static Arguments flat(String name, UnaryOperator<Schedule> step) {
        return Arguments.of(Named.of(name, chain(step)), true);
    }

    private static Arguments nested(String name, UnaryOperator<Schedule> step) {
        return Arguments.of(Named.of(name, chain(step)), false);
    }

    private static Supplier<Schedule> chain(UnaryOperator<Schedule> step) {
        return () -> {
            Schedule chain = Schedule.fixedDelay(ofMillis(1)).attempts(2);
            for (int i = 0; i < STEPS; i++) {
                chain = step.apply(chain);
            }
            return chain;
        };
    }

    static Stream<Arguments> chains() {
        Schedule leaf = Schedule.linear(ofNanos(3));
        Schedule random = Schedule.decorrelated(ofNanos(1), ofSeconds(1));
        return Stream.of(
                flat("union, left", all -> all.union(leaf)),
                flat("union of random, left", all -> all.union(random)),
                flat("intersect, left", all -> all.intersect(leaf)),
                flat("andThen, left", all -> all.andThen(Schedule.once())),
                flat("jittered", Schedule::jittered),
                flat("attempts", all -> all.attempts(5)),
                flat("upTo", all -> all.upTo(ofHours(1))),
                flat("waitingAtMost", all -> all.waitingAtMost(ofHours(1))),
                nested("union, right", leaf::union),
                nested("union of random, right", random::union),
                nested("intersect, right", leaf::intersect),
                nested("andThen, right", all -> Schedule.once().andThen(all)),
                nested("upTo in a union, right", all -> leaf.union(all.upTo(ofHours(1)))));
    }

    @ParameterizedTest
    @Tag("slow")
    @MethodSource("chains")
    void everything_ofAChainOnASmallStack_works(Supplier<Schedule> chains, boolean isFlat) throws InterruptedException {
        onASmallStack(() -> {
            Schedule chain = chains.get();
            Schedule other = chains.get();
            String text = chain.toString();
            assertThat(chain.equals(other)).isTrue();
            assertThat(chain.equals(chain.union(Schedule.immediate()))).isFalse();
            assertThat(chain.hashCode()).isEqualTo(other.hashCode());
            assertThat(other.toString().equals(text)).isTrue();
            if (isFlat) {
                assertThat(Schedule.parse(text).equals(chain)).isTrue();
            } else {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> Schedule.parse(text))
                        .withMessageContaining("expected schedules at most 1000 deep inside each other");
            }
            Stepper stepper = chain.start(Draws.of(0.5));
            assertThat(stepper.next(0, 0)).isNotNegative();
            assertThat(chain.resume(stepper.save(), Draws.of(0.5)).attempts()).isEqualTo(1);
            assertThat(chain.nextAfter(1, ofSeconds(1), Draws.of(0.5))).isPresent();
            BoundedSchedule bounded = chain.attempts(3);
            assertThat(bounded.maximumAttempts()).isBetween(2, 3);
            assertThat(bounded.worstCase(ofSeconds(1))).isBetween(ofSeconds(2), ofHours(3));
            assertThat(bounded.maximumTotalDelay()).isBetween(ofNanos(0), ofSeconds(3));
            assertThat(bounded.maximalDelays()).hasSizeBetween(1, 2);
        });
    }

    @Test
    void chain_ofFortyUnions_isReadComparedAndStepped() {
        Schedule chain = Schedule.fixedDelay(ofNanos(40));
        for (int i = 39; i > 0; i--) {
            chain = chain.union(Schedule.fixedDelay(ofNanos(i)));
        }
        assertThat(Schedule.parse(chain.toString())).isEqualTo(chain).hasSameHashCodeAs(chain);
        assertThat(Schedule.parse(chain.toString().replace("39ns", "41ns"))).isNotEqualTo(chain);
        assertThat(chain.start(Draws.of(0.5)).next(0, 0)).isEqualTo(1);
    }

    @Test
    void capped_aroundAChainOfJitter_goesAllTheWayIn() throws InterruptedException {
        onASmallStack(() -> {
            Schedule capped = chain(Schedule::jittered).get().capped(ofNanos(7));
            assertThat(capped.toString()).startsWith("fixedDelay(1ms).capped(7ns).attempts(2).jittered(0.0..1.0)");
        });
    }

    @Test
    void combinators_beyondTheLimit_areRefused() {
        Schedule doubled = Schedule.immediate();
        for (int i = 0; i < 13; i++) {
            doubled = doubled.union(doubled);
        }
        Schedule largest = doubled;
        assertThat(largest.equals(Schedule.parse(largest.toString()))).isTrue();
        for (UnaryOperator<Schedule> combinator :
                List.<UnaryOperator<Schedule>>of(largest::union, largest::intersect, largest::andThen)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> combinator.apply(largest))
                    .withMessage("Invalid schedule: leaves (16384) must be at most 10000.");
        }
    }

    @Test
    void modifiers_beyondTheLimit_areRefused() {
        Schedule largest = chain(Schedule::jittered).get().upTo(ofSeconds(1));
        for (UnaryOperator<Schedule> modifier : List.<UnaryOperator<Schedule>>of(
                all -> all.upTo(ofSeconds(1)),
                all -> all.waitingAtMost(ofSeconds(1)),
                all -> all.capped(ofSeconds(1)),
                Schedule::jittered,
                all -> all.attempts(2))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> modifier.apply(largest))
                    .withMessage("Invalid schedule: modifiers (10001) must be at most 10000.");
        }
    }

    @Test
    void parse_deeperThanAThousand_invalid_saysWhy() {
        assertThat(Schedule.parse("once().union(".repeat(1000) + "once()" + ")".repeat(1000)))
                .isInstanceOf(BoundedSchedule.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.parse("once().union(".repeat(1001) + "once()" + ")".repeat(1001)))
                .withMessageContaining("expected schedules at most 1000 deep inside each other but found 'union'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Schedule.parse("(".repeat(100_000)))
                .withMessageContaining("column 1.");
    }

    private static void onASmallStack(Runnable work) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(null, work, "small stack", SMALL_STACK);
        thread.setUncaughtExceptionHandler((t, thrown) -> failure.set(thrown));
        thread.start();
        thread.join();
        assertThat(failure.get()).isNull();
    }
}
