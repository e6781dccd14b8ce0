package dev.reprise.benchmarks;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.failsafe.function.CheckedSupplier;
import dev.reprise.Operation;
import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.ResultClassifier;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import io.github.resilience4j.retry.RetryConfig;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** (d) Values are judged. What a subclass adds is the operation. The others have no such judging. */
@State(Scope.Thread)
@SuppressWarnings("this-escape") // what is made here calls back only when it is measured
public abstract class ResultBenchmark {
    final Service service = new Service();
    private final Supplier<String> supplier = this::serve;
    private final Operation<String, RuntimeException> operation = this::serve;
    private final ResultClassifier<String> notPending = ResultClassifier.retryIf(ResultBenchmark::isPending);
    private final Retry retry = Retry.with(Schedule.immediate().attempts(5)).budget(RetryBudget.unlimited());
    private final FailsafeExecutor<String> failsafe = Failsafe.with(RetryPolicy.<String>builder()
            .withMaxAttempts(5)
            .handleResultIf(ResultBenchmark::isPending)
            .build());
    private final CheckedSupplier<String> failsafeOperation = this::serve;
    private final Supplier<String> resilience4j = io.github.resilience4j.retry.Retry.decorateSupplier(
            io.github.resilience4j.retry.Retry.of(
                    "service",
                    RetryConfig.<String>custom()
                            .maxAttempts(5)
                            .intervalFunction(attempt -> 0L)
                            .retryOnResult(ResultBenchmark::isPending)
                            .build()),
            this::serve);
    private final TypedGuard<String> smallrye = TypedGuard.create(String.class)
            .withRetry()
            .maxRetries(4)
            .delay(0, ChronoUnit.MILLIS)
            .jitter(0, ChronoUnit.MILLIS)
            .whenResult(value -> value == Service.PENDING)
            .done()
            .build();

    /** The operation. */
    abstract String serve();

    private static boolean isPending(String value) {
        return value == Service.PENDING;
    }

    /** (d) The first value is accepted. */
    public static class AcceptedBenchmark extends ResultBenchmark {
        @Override
        String serve() {
            return service.succeed();
        }
    }

    /** (d) Two values are rejected, the third is accepted. */
    public static class RejectedTwiceBenchmark extends ResultBenchmark {
        @Override
        String serve() {
            return service.pendTwice();
        }
    }

    @Benchmark
    public Object handWritten() {
        for (int attempt = 1; ; attempt++) {
            String value = supplier.get();
            if (!isPending(value) || attempt >= 5) return value;
        }
    }

    @Benchmark
    public Object reprise() {
        return retry.call(operation, notPending);
    }

    @Benchmark
    public Object resilience4j() {
        return resilience4j.get();
    }

    @Benchmark
    public Object resilience4jWithoutSleep(Peers.WithoutSleep unused) {
        return resilience4j.get();
    }

    @Benchmark
    public Object failsafe() {
        return failsafe.get(failsafeOperation);
    }

    @Benchmark
    public Object smallrye() {
        return smallrye.get(supplier);
    }
}
