package dev.reprise.benchmarks;

import dev.reprise.budget.RetryBudget;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** (f) What a healthy call pays for its budget: a deposit where the budget is full. By hand it is one volatile read. */
@State(Scope.Benchmark)
public class DepositBenchmark {
    private final RetryBudget budget = RetryBudget.standard();
    private final AtomicLong atomic = new AtomicLong();
    private final LongAdder adder = new LongAdder();

    @Setup
    public void fill() {
        for (int i = 0; i < 1000; i++) budget.onFirstAttempt();
    }

    double balance() {
        return budget.balance();
    }

    @Benchmark
    public long handWritten() {
        return atomic.get();
    }

    @Benchmark
    public void reprise() {
        budget.onFirstAttempt();
    }

    @Benchmark
    public long atomicLong() {
        return atomic.incrementAndGet();
    }

    @Benchmark
    public void longAdder() {
        adder.increment();
    }
}
