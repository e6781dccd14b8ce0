package dev.reprise.benchmarks;

import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;

/** (c) All of five attempts fail, without waiting. */
public class ExhaustedBenchmark extends CallBenchmark {
    public ExhaustedBenchmark() {
        super(Retry.with(Schedule.immediate().attempts(5)).budget(RetryBudget.unlimited()), 5);
    }

    @Override
    String serve() {
        return service.fail();
    }
}
