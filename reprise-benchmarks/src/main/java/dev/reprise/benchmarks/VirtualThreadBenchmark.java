package dev.reprise.benchmarks;

import dev.reprise.benchmarks.BlockingCallers.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** (h) 100,000 virtual threads at once, each with a call that fails once and waits 50 ms. The figure is the time of all. */
@State(Scope.Thread)
public class VirtualThreadBenchmark {
    private static final int THREADS = 100_000;
    private static final long MILLIS = 50;

    final List<AsyncService> services = new ArrayList<>();

    public VirtualThreadBenchmark() {
        for (int i = 0; i < THREADS; i++) services.add(new AsyncService());
    }

    private Object run(Caller caller) {
        CountDownLatch left = new CountDownLatch(services.size());
        for (AsyncService service : services) {
            VirtualThreads.start(() -> {
                if (caller.call(service) == Service.VALUE) left.countDown();
            });
        }
        try {
            left.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return Service.VALUE;
    }

    @Benchmark
    public Object handWritten() {
        return run(BlockingCallers.HAND_WRITTEN.after(MILLIS));
    }

    @Benchmark
    public Object reprise() {
        return run(BlockingCallers.REPRISE.after(MILLIS));
    }

    @Benchmark
    public Object resilience4j() {
        return run(BlockingCallers.RESILIENCE4J.after(MILLIS));
    }

    @Benchmark
    public Object failsafe() {
        return run(BlockingCallers.FAILSAFE.after(MILLIS));
    }

    @Benchmark
    public Object springCore() {
        return run(BlockingCallers.SPRING_CORE.after(MILLIS));
    }

    @Benchmark
    public Object springRetry() {
        return run(BlockingCallers.SPRING_RETRY.after(MILLIS));
    }

    @Benchmark
    public Object smallrye() {
        return run(BlockingCallers.SMALLRYE.after(MILLIS));
    }
}
