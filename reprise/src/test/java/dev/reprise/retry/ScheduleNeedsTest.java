package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.schedule.BoundedSchedule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleNeedsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    once()                                                              | false | false
                    delays(1s, 2s)                                                      | false | false
                    exponential(100ms).capped(30s).attempts(5)                          | false | false
                    exponential(100ms).jittered().attempts(5)                           | false | true
                    decorrelated(1s, 9s).attempts(5)                                    | false | true
                    fixedRate(1s).attempts(5)                                           | true  | false
                    aligned(1s).attempts(5)                                             | true  | false
                    fixedDelay(1s).upTo(9s).attempts(5)                                 | true  | false
                    linear(1s).capped(2s).waitingAtMost(9s).attempts(5)                 | false | false
                    fibonacci(1s).union(fixedRate(1s)).attempts(5)                      | true  | false
                    immediate().intersect(fixedDelay(1s).jittered()).attempts(5)        | false | true
                    times(3).andThen(aligned(1s).jittered()).attempts(9)                | true  | true
                    """)
    void of_schedule_whatItMustBeGiven(String schedule, boolean time, boolean randomness) {
        assertThat(ScheduleNeeds.of(BoundedSchedule.parse(schedule))).isEqualTo(new ScheduleNeeds(time, randomness));
    }
}
