package dev.reprise.benchmarks;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.reprise.Operation;
import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.RetryConfig;
import io.smallrye.faulttolerance.api.TypedGuard;
import jakarta.enterprise.util.TypeLiteral;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Everybody's way to retry a stage, at most five times, after a fixed wait. */
enum AsyncCallers {
    HAND_WRITTEN {
        @Override
        Caller after(long millis) {
            ScheduledExecutorService timer = timer();
            return operation -> new ByHand(operation, timer, millis).start();
        }
    },
    REPRISE {
        @Override
        Caller after(long millis) {
            Retry retry = Retry.with(
                            Schedule.fixedDelay(Duration.ofMillis(millis)).attempts(5))
                    .budget(RetryBudget.unlimited());
            return retry::callAsync;
        }
    },
    RESILIENCE4J {
        @Override
        Caller after(long millis) {
            ScheduledExecutorService timer = timer();
            var retry = io.github.resilience4j.retry.Retry.of(
                    "service",
                    RetryConfig.custom()
                            .maxAttempts(5)
                            .intervalFunction(IntervalFunction.of(millis))
                            .build());
            return operation -> retry.executeCompletionStage(timer, operation);
        }
    },
    FAILSAFE {
        @Override
        Caller after(long millis) {
            FailsafeExecutor<String> failsafe = Failsafe.with(RetryPolicy.<String>builder()
                    .withMaxAttempts(5)
                    .withDelay(Duration.ofMillis(millis))
                    .build());
            return operation -> failsafe.getStageAsync(operation::get);
        }
    },
    SMALLRYE {
        @Override
        Caller after(long millis) {
            TypedGuard<CompletionStage<String>> guard = TypedGuard.create(new StageOfString())
                    .withRetry()
                    .maxRetries(4)
                    .delay(millis, ChronoUnit.MILLIS)
                    .jitter(0, ChronoUnit.MILLIS)
                    .maxDuration(1, ChronoUnit.DAYS)
                    .done()
                    .build();
            return operation -> guard.get(operation);
        }
    };

    /** An operation in the shapes that the callers want, so that none is made for a call. */
    interface Stages extends Supplier<CompletionStage<String>>, Operation<CompletionStage<String>, RuntimeException> {
        @Override
        default CompletionStage<String> call() {
            return get();
        }
    }

    /** One call. */
    interface Caller {
        CompletionStage<String> call(Stages operation);
    }

    private static final class StageOfString extends TypeLiteral<CompletionStage<String>> {
        private static final long serialVersionUID = 1L;
    }

    /** A caller that waits that long between attempts. */
    abstract Caller after(long millis);

    private static ScheduledExecutorService timer() {
        return Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "timer");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** The least that does it: {@code handle}, and one timer on whose thread the later attempts run. */
    private static final class ByHand implements Runnable {
        private final Stages operation;
        private final ScheduledExecutorService timer;
        private final long millis;
        private final CompletableFuture<String> result = new CompletableFuture<>();
        private int attempt;

        ByHand(Stages operation, ScheduledExecutorService timer, long millis) {
            this.operation = operation;
            this.timer = timer;
            this.millis = millis;
        }

        CompletableFuture<String> start() {
            run();
            return result;
        }

        @Override
        public void run() {
            attempt++;
            var unused = operation.get().handle(this::ended);
        }

        @SuppressWarnings({"NullAway", "FutureReturnValueIgnored"}) // a stage has null for what it has not
        private @Nullable Void ended(@Nullable String value, @Nullable Throwable failure) {
            if (failure == null) {
                result.complete(value);
            } else if (attempt >= 5) {
                result.completeExceptionally(failure);
            } else {
                timer.schedule(this, millis, TimeUnit.MILLISECONDS);
            }
            return null;
        }
    }
}
