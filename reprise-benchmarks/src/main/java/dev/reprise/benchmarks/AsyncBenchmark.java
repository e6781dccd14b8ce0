package dev.reprise.benchmarks;

import dev.reprise.benchmarks.AsyncCallers.Caller;
import dev.reprise.benchmarks.AsyncCallers.Stages;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** (g) 10,000 asynchronous calls at once, each of which fails once and waits 10 ms. Figures are per call. */
@State(Scope.Thread)
public class AsyncBenchmark {
    private static final int CALLS = 10_000;

    final List<AsyncService> services = new ArrayList<>();
    private final List<Stages> operations = new ArrayList<>();
    private final List<CompletableFuture<String>> futures = new ArrayList<>(CALLS);

    private final Caller handWritten = AsyncCallers.HAND_WRITTEN.after(10);
    private final Caller reprise = AsyncCallers.REPRISE.after(10);
    private final Caller resilience4j = AsyncCallers.RESILIENCE4J.after(10);
    private final Caller failsafe = AsyncCallers.FAILSAFE.after(10);
    private final Caller smallrye = AsyncCallers.SMALLRYE.after(10);

    public AsyncBenchmark() {
        for (int i = 0; i < CALLS; i++) {
            AsyncService service = new AsyncService();
            services.add(service);
            operations.add(service::serve);
        }
    }

    private Object run(Caller caller) {
        for (Stages operation : operations) futures.add(caller.call(operation).toCompletableFuture());
        String value = Service.PENDING;
        for (CompletableFuture<String> future : futures) value = future.join();
        futures.clear();
        return value;
    }

    @Benchmark
    @OperationsPerInvocation(CALLS)
    public Object handWritten() {
        return run(handWritten);
    }

    @Benchmark
    @OperationsPerInvocation(CALLS)
    public Object reprise() {
        return run(reprise);
    }

    @Benchmark
    @OperationsPerInvocation(CALLS)
    public Object resilience4j() {
        return run(resilience4j);
    }

    @Benchmark
    @OperationsPerInvocation(CALLS)
    public Object failsafe() {
        return run(failsafe);
    }

    @Benchmark
    @OperationsPerInvocation(CALLS)
    public Object smallrye() {
        return run(smallrye);
    }
}
