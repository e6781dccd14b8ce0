package dev.reprise.benchmarks;

import arrow.resilience.ScheduleKt;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.function.CheckedSupplier;
import dev.reprise.Operation;
import dev.reprise.retry.Retry;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.util.function.Supplier;
import kotlin.coroutines.Continuation;
import kotlin.jvm.JvmClassMappingKt;
import kotlin.jvm.functions.Function1;
import kotlin.reflect.KClass;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.core.retry.Retryable;
import org.springframework.retry.RetryCallback;
import software.amazon.awssdk.retries.api.AcquireInitialTokenRequest;
import software.amazon.awssdk.retries.api.RecordSuccessRequest;
import software.amazon.awssdk.retries.api.RefreshRetryTokenRequest;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.retries.api.RetryToken;

/**
 * One blocking call of an operation, by everybody. What a subclass adds is the operation and how many attempts it may have. A failure is
 * returned, so that a call that is meant to fail is an ordinary run.
 */
@State(Scope.Thread)
public abstract class CallBenchmark {
    final Service service = new Service();
    private final int attempts;

    private final Supplier<String> supplier;
    private final Retry retry;
    private final Operation<String, RuntimeException> operation;
    private final Supplier<String> resilience4j;
    private final FailsafeExecutor<String> failsafe;
    private final CheckedSupplier<String> failsafeOperation;
    private final RetryTemplate springCore;
    private final Retryable<String> springCoreOperation;
    private final org.springframework.retry.support.RetryTemplate springRetry;
    private final RetryCallback<String, RuntimeException> springRetryOperation;
    private final TypedGuard<String> smallrye;
    private final arrow.resilience.Schedule<Throwable, ?> arrow;
    private final KClass<Throwable> arrowFailures = JvmClassMappingKt.getKotlinClass(Throwable.class);
    private final Function1<Continuation<? super String>, Object> arrowOperation;
    private final RetryStrategy aws;

    /** {@code retry} makes as many attempts as the peers: {@code attempts}. */
    CallBenchmark(Retry retry, int attempts) {
        this.retry = retry;
        this.attempts = attempts;
        supplier = this::serve;
        operation = this::serve;
        resilience4j = io.github.resilience4j.retry.Retry.decorateSupplier(Peers.resilience4j(attempts), this::serve);
        failsafe = Failsafe.with(Peers.failsafe(attempts));
        failsafeOperation = this::serve;
        springCore = Peers.springCore(attempts);
        springCoreOperation = this::serve;
        springRetry = Peers.springRetry(attempts);
        springRetryOperation = context -> serve();
        smallrye = Peers.smallrye(attempts);
        arrow = Peers.arrow(attempts);
        arrowOperation = continuation -> serve();
        aws = Peers.aws(attempts);
    }

    /** The operation. */
    abstract String serve();

    @Benchmark
    public Object handWritten() {
        try {
            for (int attempt = 1; ; attempt++) {
                try {
                    return supplier.get();
                } catch (RuntimeException failure) {
                    if (attempt >= attempts) throw failure;
                }
            }
        } catch (RuntimeException failure) {
            return failure;
        }
    }

    @Benchmark
    public Object reprise() {
        try {
            return retry.call(operation);
        } catch (RuntimeException failure) {
            return failure;
        }
    }

    @Benchmark
    public Object resilience4j() {
        try {
            return resilience4j.get();
        } catch (RuntimeException failure) {
            return failure;
        }
    }

    /** Its zero wait is a sleep of zero, which costs a system call; here it is replaced. */
    @Benchmark
    public Object resilience4jWithoutSleep(Peers.WithoutSleep unused) {
        return resilience4j();
    }

    @Benchmark
    public Object failsafe() {
        try {
            return failsafe.get(failsafeOperation);
        } catch (RuntimeException failure) {
            return failure;
        }
    }

    @Benchmark
    @SuppressWarnings("NullAway") // the operation never returns null
    public Object springCore() {
        try {
            return springCore.execute(springCoreOperation);
        } catch (Exception failure) {
            return failure;
        }
    }

    @Benchmark
    public Object springRetry() {
        try {
            return springRetry.execute(springRetryOperation);
        } catch (RuntimeException failure) {
            return failure;
        }
    }

    @Benchmark
    public Object smallrye() {
        try {
            return smallrye.get(supplier);
        } catch (RuntimeException failure) {
            return failure;
        }
    }

    /** Nothing suspends, so what the coroutine returns is the value. */
    @Benchmark
    public Object arrow() {
        try {
            return ScheduleKt.retry(arrow, arrowFailures, arrowOperation, Peers.NOWHERE);
        } catch (RuntimeException failure) {
            return failure;
        }
    }

    /** It has no loop of its own: its clients go round like this. */
    @Benchmark
    public Object aws() {
        RetryToken token = aws.acquireInitialToken(AcquireInitialTokenRequest.create("service"))
                .token();
        try {
            while (true) {
                try {
                    String value = supplier.get();
                    var unused = aws.recordSuccess(RecordSuccessRequest.create(token));
                    return value;
                } catch (RuntimeException failure) {
                    token = aws.refreshRetryToken(RefreshRetryTokenRequest.builder()
                                    .token(token)
                                    .failure(failure)
                                    .build())
                            .token();
                }
            }
        } catch (RuntimeException failure) {
            return failure;
        }
    }
}
