package dev.reprise.benchmarks;

import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;

/** (b) Two attempts fail, the third succeeds, without waiting. */
public class FailingTwiceBenchmark extends CallBenchmark {
    public FailingTwiceBenchmark() {
        super(Retry.with(Schedule.immediate().attempts(5)).budget(RetryBudget.unlimited()), 5);
    }

    @Override
    String serve() {
        return service.failTwice();
    }
}
