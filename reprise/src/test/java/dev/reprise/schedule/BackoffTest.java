package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BackoffTest {
    static Stream<Schedule> schedules() {
        return Stream.of(
                Schedule.immediate(),
                Schedule.immediate().attempts(3),
                Schedule.fixedDelay(Duration.ofSeconds(1)),
                Schedule.fixedDelay(Duration.ofSeconds(1)).jittered().attempts(4),
                Schedule.fixedDelay(Schedule.FOREVER).jittered(Jitter.proportional(0.5)),
                Schedule.exponential(Duration.ofMillis(100)).attempts(20),
                Schedule.backoff(Duration.ofMillis(100), Duration.ofSeconds(30)).attempts(12),
                Schedule.fibonacci(Duration.ofMillis(100)).jittered(Jitter.between(0.5, 7)),
                Schedule.exponential(Duration.ZERO).jittered());
    }

    /** The one step and the interpreter, on the same attempts, which take longer and longer. */
    @ParameterizedTest
    @MethodSource("schedules")
    void decide_backoff_isAsInterpreted(Schedule schedule) {
        Program program = Program.of(schedule);
        for (double draw : new double[] {0, 0.3, 0.999}) {
            Draws ofStep = Draws.of(draw);
            Draws ofInterpreter = Draws.of(draw);
            for (long attempt = 1; attempt <= 30; attempt++) {
                long end = attempt * attempt * attempt * 1_000_000;
                long step = program.decide(program.newSlots(), ofStep, attempt, 0, end, 0, false);
                long interpreted = program.run(program.newSlots(), ofInterpreter, attempt, 0, end, 0, false);
                assertThat(step).as("attempt %d of %s", attempt, schedule).isEqualTo(interpreted);
                assertThat(ofStep.count()).isEqualTo(ofInterpreter.count());
            }
        }
    }

    @Test
    void decide_waitDemanded_isAsInterpreted() {
        Program program = Program.of(Schedule.fixedDelay(Duration.ofSeconds(1)).attempts(3));
        Draws draws = Draws.of(0.5);
        assertThat(program.decide(program.newSlots(), draws, 1, 0, 0, 5_000_000_000L, false))
                .isEqualTo(5_000_000_000L);
        assertThat(program.decide(program.newSlots(), draws, 1, 0, 0, 0, true)).isZero();
        assertThat(program.decide(program.newSlots(), draws, 3, 0, 0, 0, true)).isEqualTo(Stepper.STOP);
    }
}
