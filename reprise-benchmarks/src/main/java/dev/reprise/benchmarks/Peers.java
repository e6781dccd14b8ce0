package dev.reprise.benchmarks;

import dev.failsafe.RetryPolicy;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.internal.RetryImpl;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.retry.support.RetryTemplateBuilder;
import software.amazon.awssdk.retries.StandardRetryStrategy;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;

/** The other libraries, set up to retry every failure at once, and without a budget where they have one. */
public final class Peers {
    /** Where a coroutine that never suspends would go on. */
    static final Continuation<Object> NOWHERE = new Continuation<>() {
        @Override
        public CoroutineContext getContext() {
            return EmptyCoroutineContext.INSTANCE;
        }

        @Override
        public void resumeWith(Object result) {
            throw new IllegalStateException("It suspended");
        }
    };

    private Peers() {}

    static io.github.resilience4j.retry.Retry resilience4j(int attempts) {
        RetryConfig config = RetryConfig.custom()
                .maxAttempts(attempts)
                .intervalFunction(attempt -> 0L)
                .build();
        return io.github.resilience4j.retry.Retry.of("service", config);
    }

    /** Replaces the sleeping of resilience4j, in the whole process. */
    @State(Scope.Benchmark)
    public static class WithoutSleep {
        @Setup
        public void replace() {
            RetryImpl.setSleepFunction(millis -> {});
        }
    }

    /** It does not wait unless told to. */
    static RetryPolicy<String> failsafe(int attempts) {
        return RetryPolicy.<String>builder().withMaxAttempts(attempts).build();
    }

    static RetryTemplate springCore(int attempts) {
        return new RetryTemplate(org.springframework.core.retry.RetryPolicy.builder()
                .maxRetries(attempts - 1L)
                .delay(Duration.ZERO)
                .build());
    }

    static org.springframework.retry.support.RetryTemplate springRetry(int attempts) {
        return new RetryTemplateBuilder().maxAttempts(attempts).noBackoff().build();
    }

    static TypedGuard<String> smallrye(int attempts) {
        return TypedGuard.create(String.class)
                .withRetry()
                .maxRetries(attempts - 1)
                .delay(0, ChronoUnit.MILLIS)
                .jitter(0, ChronoUnit.MILLIS)
                .done()
                .build();
    }

    @SuppressWarnings("unchecked")
    static arrow.resilience.Schedule<Throwable, ?> arrow(int attempts) {
        try {
            // By name: the generic signature of the class file is one that javac does not read.
            Object companion =
                    arrow.resilience.Schedule.class.getField("Companion").get(null);
            Method recurs = companion.getClass().getMethod("recurs", long.class);
            return (arrow.resilience.Schedule<Throwable, ?>) recurs.invoke(companion, attempts - 1L);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static RetryStrategy aws(int attempts) {
        return StandardRetryStrategy.builder()
                .maxAttempts(attempts)
                .circuitBreakerEnabled(false)
                .backoffStrategy(BackoffStrategy.retryImmediately())
                .throttlingBackoffStrategy(BackoffStrategy.retryImmediately())
                .retryOnException(failure -> true)
                .build();
    }
}
