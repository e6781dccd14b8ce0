package dev.reprise.benchmarks;

import dev.reprise.budget.RetryBudget;
import dev.reprise.budget.RetryBudget.Cause;
import dev.reprise.budget.RetryBudget.Grant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import software.amazon.awssdk.retries.internal.circuitbreaker.TokenBucket;
import software.amazon.awssdk.retries.internal.circuitbreaker.TokenBucketStore;

/**
 * (f) A retry is granted and given back, so that the budget stays as it is. By hand: one compare-and-set that takes a token where
 * there is one, one that returns it.
 */
@State(Scope.Benchmark)
public class GrantBenchmark {
    private static final long FULL = 1000;

    private final RetryBudget budget = RetryBudget.standard();
    private final AtomicLong atomic = new AtomicLong(FULL);
    private final LongAdder adder = new LongAdder();
    private final TokenBucket aws =
            TokenBucketStore.builder().tokenBucketMaxCapacity(500).build().tokenBucketForScope("service");

    @Setup
    public void fill() {
        for (int i = 0; i < 1000; i++) budget.onFirstAttempt();
    }

    double balance() {
        return budget.balance();
    }

    int awsBalance() {
        return aws.currentCapacity();
    }

    @Benchmark
    public boolean handWritten() {
        while (true) {
            long held = atomic.get();
            if (held <= 0) return false;
            if (atomic.compareAndSet(held, held - 1)) break;
        }
        while (true) {
            long held = atomic.get();
            if (held >= FULL) return true;
            if (atomic.compareAndSet(held, held + 1)) return true;
        }
    }

    @Benchmark
    public @Nullable Grant reprise() {
        Grant grant = budget.tryAcquire(Cause.FAILURE);
        if (grant != null) budget.refund(grant);
        return grant;
    }

    /** Cannot refuse. */
    @Benchmark
    public long atomicLong() {
        return atomic.decrementAndGet() + atomic.incrementAndGet();
    }

    /** Cannot refuse either, nor tell. */
    @Benchmark
    public void longAdder() {
        adder.decrement();
        adder.increment();
    }

    @Benchmark
    public Object aws() {
        Object unused = aws.tryAcquire(5);
        return aws.release(5);
    }
}
