package dev.reprise.benchmarks;

import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import java.time.Duration;

/** (a) The first attempt succeeds, under the default policy: budget, mark of nesting and classifier on. */
public class SuccessBenchmark extends CallBenchmark {
    public SuccessBenchmark() {
        super(
                Retry.with(Schedule.backoff(Duration.ofMillis(100), Duration.ofSeconds(30))
                        .attempts(5)),
                5);
    }

    @Override
    String serve() {
        return service.succeed();
    }
}
