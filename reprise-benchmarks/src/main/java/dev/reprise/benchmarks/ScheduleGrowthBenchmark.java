package dev.reprise.benchmarks;

import dev.reprise.retry.RandomSource;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.Stepper;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A schedule of so many nodes: half of them delays, the others the unions between them. */
@State(Scope.Thread)
public class ScheduleGrowthBenchmark {
    @Param({"1", "9", "999"})
    int nodes = 1;

    private final RandomGenerator random = RandomSource.system().forCall("growth", 1);
    private Schedule schedule = delay(0);
    private String text = schedule.toString();
    private Stepper stepper = schedule.start(random);

    private static Schedule delay(int i) {
        return Schedule.fixedDelay(Duration.ofMillis(1000L + i));
    }

    @Setup
    public void grow() {
        schedule = delay(0);
        for (int i = 1; i <= nodes / 2; i++) schedule = schedule.union(delay(i));
        text = schedule.toString();
        stepper = schedule.start(random);
    }

    @Benchmark
    public long repriseStep() {
        return stepper.next(0, 1000);
    }

    @Benchmark
    public Stepper repriseStart() {
        return schedule.start(random);
    }

    @Benchmark
    public Schedule repriseParse() {
        return Schedule.parse(text);
    }

    @Benchmark
    public String reprisePrint() {
        return schedule.toString();
    }
}
