package dev.reprise.benchmarks;

import dev.reprise.schedule.Schedule;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** (i) A schedule of five nodes read and printed. Nobody else has a text. */
@State(Scope.Thread)
public class TextBenchmark {
    private String text = "times(3).andThen(fixedDelay(1m).jittered(0.5..1.0).attempts(10))";
    private Schedule schedule = Schedule.parse(text);

    @Benchmark
    public Schedule repriseParse() {
        return Schedule.parse(text);
    }

    @Benchmark
    public String reprisePrint() {
        return schedule.toString();
    }
}
