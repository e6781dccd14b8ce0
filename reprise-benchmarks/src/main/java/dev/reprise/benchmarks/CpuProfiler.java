package dev.reprise.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * CPU time per operation, of the threads that run the benchmark and of the whole process, in the iteration that was disturbed least.
 * Unlike the time on the wall it does not grow when the machine has other things to do; what other processes do to the caches and to
 * the other half of a core remains, and comes in bursts, which not every short iteration meets.
 */
public final class CpuProfiler implements InternalProfiler {
    static final String OF_WORKERS = "cpu.workers.norm";
    static final String OF_PROCESS = "cpu.process.norm";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long workersBefore;
    private long processBefore;

    @Override
    public String getDescription() {
        return "CPU time per operation";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        processBefore = process.getProcessCpuTime();
        workersBefore = workers();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double operations = (double) result.getMetadata().getAllOps();
        double ofWorkers = (double) (workers() - workersBefore);
        double ofProcess = (double) (process.getProcessCpuTime() - processBefore);
        return List.of(
                new ScalarResult(OF_WORKERS, ofWorkers / operations, "ns/op", AggregationPolicy.MIN),
                new ScalarResult(OF_PROCESS, ofProcess / operations, "ns/op", AggregationPolicy.MIN));
    }

    /** The workers live from the first iteration to the last. */
    private long workers() {
        long sum = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread == null || !thread.getThreadName().contains("jmh-worker")) continue;
            sum += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
        }
        return sum;
    }
}
