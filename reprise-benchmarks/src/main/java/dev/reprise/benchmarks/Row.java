package dev.reprise.benchmarks;

import java.util.List;
import org.openjdk.jmh.annotations.Mode;

/**
 * One benchmark class and how it is run.
 *
 * @param title what it is called in the table
 * @param type the class
 * @param figure which of its figures the table tells
 * @param threads how many threads run it at a time
 * @param growth whether it shows how the cost grows, which nothing is compared with
 */
record Row(String title, Class<?> type, Figure figure, int threads, boolean growth) {
    /** What is measured. */
    enum Figure {
        /** CPU time of the threads that run it, for each operation. */
        WORKERS(Mode.AverageTime, CpuProfiler.OF_WORKERS),
        /** CPU time of the process, for each operation: where other threads do part of the work. */
        PROCESS(Mode.AverageTime, CpuProfiler.OF_PROCESS),
        /** Time on the wall, for all of it. */
        WALL(Mode.SingleShotTime, "");

        final Mode mode;
        final String result;

        Figure(Mode mode, String result) {
            this.mode = mode;
            this.result = result;
        }
    }

    private static Row of(String title, Class<?> type) {
        return new Row(title, type, Figure.WORKERS, 1, false);
    }

    private static Row growth(String title, Class<?> type) {
        return new Row(title, type, Figure.WORKERS, 1, true);
    }

    static List<Row> all() {
        return List.of(
                of("(a) success", SuccessBenchmark.class),
                of("(b) two failures", FailingTwiceBenchmark.class),
                of("(c) five failures", ExhaustedBenchmark.class),
                of("(d) value accepted", ResultBenchmark.AcceptedBenchmark.class),
                of("(d) two values rejected", ResultBenchmark.RejectedTwiceBenchmark.class),
                of("(e) schedule step", StepBenchmark.class),
                of("(f) deposit, 1 thread", DepositBenchmark.class),
                new Row("(f) deposit, 2 threads", DepositBenchmark.class, Figure.WORKERS, 2, false),
                new Row("(f) deposit, 4 threads", DepositBenchmark.class, Figure.WORKERS, 4, false),
                of("(f) grant, 1 thread", GrantBenchmark.class),
                new Row("(f) grant, 2 threads", GrantBenchmark.class, Figure.WORKERS, 2, false),
                new Row("(f) grant, 4 threads", GrantBenchmark.class, Figure.WORKERS, 4, false),
                new Row("(g) async, one failure", AsyncBenchmark.class, Figure.PROCESS, 1, false),
                new Row("(h) virtual threads", VirtualThreadBenchmark.class, Figure.WALL, 1, false),
                of("(i) text", TextBenchmark.class),
                growth("call sites", CallSiteGrowthBenchmark.class),
                growth("schedule nodes", ScheduleGrowthBenchmark.class));
    }

    boolean needsVirtualThreads() {
        return type == VirtualThreadBenchmark.class;
    }
}
