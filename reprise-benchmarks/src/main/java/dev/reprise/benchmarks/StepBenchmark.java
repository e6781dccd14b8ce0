package dev.reprise.benchmarks;

import dev.reprise.retry.RandomSource;
import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.Stepper;
import io.github.resilience4j.core.IntervalFunction;
import io.smallrye.faulttolerance.core.retry.RandomJitter;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.springframework.retry.backoff.BackOffContext;
import org.springframework.retry.backoff.ExponentialRandomBackOffPolicy;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;
import software.amazon.awssdk.retries.api.BackoffStrategy;

/** (e) One step of a schedule: exponential, capped, jittered, bounded. Some peers count in milliseconds, or round. */
@State(Scope.Thread)
public class StepBenchmark {
    private static final long BASE = 100_000_000;
    private static final long CAP = 30_000_000_000L;
    private static final int FOREVER = Integer.MAX_VALUE;

    private final BoundedSchedule schedule = Schedule.exponential(Duration.ofNanos(BASE))
            .capped(Duration.ofNanos(CAP))
            .jittered()
            .attempts(FOREVER);
    private final IntervalFunction resilience4j =
            IntervalFunction.ofExponentialRandomBackoff(Duration.ofNanos(BASE), 2, 0.5, Duration.ofNanos(CAP));
    private final ExponentialBackOff springCore = new ExponentialBackOff(100, 2);
    private final ExponentialRandomBackOffPolicy springRetry = new ExponentialRandomBackOffPolicy();
    private final BackoffStrategy aws = BackoffStrategy.exponentialDelay(Duration.ofNanos(BASE), Duration.ofNanos(CAP));

    private int attempt;
    private long end;
    private Stepper stepper = start();
    private io.smallrye.faulttolerance.core.retry.ExponentialBackOff smallrye = smallryeSteps();
    private BackOffExecution springCoreSteps = springCore.start();
    private BackOffContext springRetrySteps = springRetry.start(null);

    private Stepper start() {
        return schedule.start(RandomSource.system().forCall("step", 1));
    }

    private static io.smallrye.faulttolerance.core.retry.ExponentialBackOff smallryeSteps() {
        return new io.smallrye.faulttolerance.core.retry.ExponentialBackOff(100, 2, new RandomJitter(100), 30_000);
    }

    /** As after a call that has ended: no iteration is so long that its attempts run out. */
    @Setup(Level.Iteration)
    public void restart() {
        attempt = 0;
        end = 1000;
        stepper = start();
        smallrye = smallryeSteps();
        springCore.setMaxInterval(30_000);
        springCore.setJitter(100);
        springCoreSteps = springCore.start();
        springRetry.setInitialInterval(100);
        springRetry.setMultiplier(2);
        springRetry.setMaxInterval(30_000);
        springRetry.setSleeper(millis -> {});
        springRetrySteps = springRetry.start(null);
    }

    @Benchmark
    public long handWritten() {
        int n = ++attempt;
        if (n >= FOREVER) return -1;
        long wait = Math.min(CAP, BASE << Math.min(n - 1, 30));
        return end + (long) (ThreadLocalRandom.current().nextDouble() * wait);
    }

    @Benchmark
    public long reprise() {
        return stepper.next(0, end);
    }

    /** It works out every wait from the first, so that the tenth costs ten times as much; here the first eight in turn. */
    @Benchmark
    public long resilience4j() {
        return resilience4j.apply((attempt++ & 7) + 1);
    }

    @Benchmark
    public long springCore() {
        return springCoreSteps.nextBackOff();
    }

    /** Its waiting is replaced. */
    @Benchmark
    public long springRetry() {
        springRetry.backOff(springRetrySteps);
        return 0;
    }

    @Benchmark
    @SuppressWarnings("NullAway") // the failure is not looked at
    public long smallrye() {
        return smallrye.getInMillis(null);
    }

    @Benchmark
    public Duration aws() {
        return aws.computeDelay((attempt++ & 7) + 1);
    }
}
