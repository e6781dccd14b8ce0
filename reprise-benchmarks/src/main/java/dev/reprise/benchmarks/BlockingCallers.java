package dev.reprise.benchmarks;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.RetryConfig;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.retry.support.RetryTemplateBuilder;

/** Everybody's way to retry a call that blocks its thread, at most five times, after a fixed wait. */
enum BlockingCallers {
    HAND_WRITTEN {
        @Override
        Caller after(long millis) {
            return service -> {
                for (int attempt = 1; ; attempt++) {
                    try {
                        return service.serveBlocking();
                    } catch (RuntimeException failure) {
                        if (attempt >= 5) throw failure;
                        sleep(millis);
                    }
                }
            };
        }
    },
    REPRISE {
        @Override
        Caller after(long millis) {
            Retry retry = Retry.with(
                            Schedule.fixedDelay(Duration.ofMillis(millis)).attempts(5))
                    .budget(RetryBudget.unlimited());
            return service -> retry.call(service::serveBlocking);
        }
    },
    RESILIENCE4J {
        @Override
        Caller after(long millis) {
            var retry = io.github.resilience4j.retry.Retry.of(
                    "service",
                    RetryConfig.custom()
                            .maxAttempts(5)
                            .intervalFunction(IntervalFunction.of(millis))
                            .build());
            return service -> retry.executeSupplier(service::serveBlocking);
        }
    },
    FAILSAFE {
        @Override
        Caller after(long millis) {
            FailsafeExecutor<String> failsafe = Failsafe.with(RetryPolicy.<String>builder()
                    .withMaxAttempts(5)
                    .withDelay(Duration.ofMillis(millis))
                    .build());
            return service -> failsafe.get(service::serveBlocking);
        }
    },
    SPRING_CORE {
        @Override
        Caller after(long millis) {
            RetryTemplate template = new RetryTemplate(org.springframework.core.retry.RetryPolicy.builder()
                    .maxRetries(4)
                    .delay(Duration.ofMillis(millis))
                    .build());
            return service -> {
                try {
                    return template.execute(service::serveBlocking);
                } catch (RetryException failure) {
                    throw new IllegalStateException(failure);
                }
            };
        }
    },
    SPRING_RETRY {
        @Override
        Caller after(long millis) {
            var template = new RetryTemplateBuilder()
                    .maxAttempts(5)
                    .fixedBackoff(millis)
                    .build();
            return service -> template.execute(context -> service.serveBlocking());
        }
    },
    SMALLRYE {
        @Override
        Caller after(long millis) {
            TypedGuard<String> guard = TypedGuard.create(String.class)
                    .withRetry()
                    .maxRetries(4)
                    .delay(millis, ChronoUnit.MILLIS)
                    .jitter(0, ChronoUnit.MILLIS)
                    .maxDuration(1, ChronoUnit.DAYS)
                    .done()
                    .build();
            return service -> guard.get(service::serveBlocking);
        }
    };

    /** One call. */
    interface Caller {
        String call(AsyncService service);
    }

    /** A caller that waits that long between attempts. */
    abstract Caller after(long millis);

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
