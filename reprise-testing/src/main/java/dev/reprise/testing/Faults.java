package dev.reprise.testing;

import static java.util.Objects.requireNonNull;

import dev.reprise.Operation;
import dev.reprise.time.MonotonicClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Operations that fail as told, for tests of code that retries.
 *
 * <pre>{@code
 * var operation = Faults.failTimes(2, new IOException("down"), "up");
 * retry.call(operation);                                // "up"
 * operation.calls();                                    // 3
 * }</pre>
 *
 * <p>A longer story is a script of such parts, one for each call:
 *
 * <pre>{@code
 * var operation = Faults.script(
 *         Faults.failWith(new ConnectException("refused")),
 *         Faults.lasting(ofSeconds(2), clock, Faults.failWith(new SocketTimeoutException("read"))),
 *         Faults.succeedWith("up"));
 * }</pre>
 *
 * <p>The same instance of a failure is thrown every time it is due. For asynchronous calls {@link #stage} makes an operation of
 * completed stages, {@link #stageAfter} one of stages that complete later, and {@link #pending} one of stages that never do;
 * {@link #failWith} throws instead of returning a stage.
 */
public final class Faults {
    private Faults() {}

    /**
     * Fails that many times, then returns the number of the call for ever: {@code failTimes(2, e)} returns 3 at the third.
     *
     * @param times how many calls fail; must not be negative
     */
    public static <X extends Throwable> FaultyOperation<Integer, X> failTimes(int times, X failure) {
        return failing(times, failure, number -> number);
    }

    /**
     * Fails that many times, then returns the value for ever.
     *
     * @param times how many calls fail; must not be negative
     */
    public static <T extends @Nullable Object, X extends Throwable> FaultyOperation<T, X> failTimes(
            int times, X failure, T value) {
        return failing(times, failure, number -> value);
    }

    private static <T extends @Nullable Object, X extends Throwable> FaultyOperation<T, X> failing(
            int times, X failure, FaultyOperation.Script<T, X> afterwards) {
        if (times < 0) {
            throw new IllegalArgumentException("Invalid fault: times (" + times + ") must not be negative.");
        }
        requireNonNull(failure, "failure");
        return new FaultyOperation<>(number -> {
            if (number <= times) {
                throw failure;
            }
            return afterwards.call(number);
        });
    }

    /** Always fails. */
    public static <T extends @Nullable Object, X extends Throwable> FaultyOperation<T, X> failWith(X failure) {
        requireNonNull(failure, "failure");
        return new FaultyOperation<>(number -> {
            throw failure;
        });
    }

    /** Always returns the value. */
    public static <T extends @Nullable Object> FaultyOperation<T, RuntimeException> succeedWith(T value) {
        return new FaultyOperation<>(number -> value);
    }

    /** Fails with each of the failures in turn, then returns the value for ever. */
    @SafeVarargs
    public static <T extends @Nullable Object, X extends Throwable> FaultyOperation<T, X> failThenSucceed(
            T value, X... failures) {
        List<X> each = new ArrayList<>();
        for (X failure : failures) {
            each.add(requireNonNull(failure, "failure"));
        }
        return new FaultyOperation<>(number -> {
            if (number <= each.size()) {
                throw each.get(number - 1);
            }
            return value;
        });
    }

    /** Blocks, on the given clock, until the thread is interrupted. */
    public static <T extends @Nullable Object> FaultyOperation<T, InterruptedException> hang(MonotonicClock clock) {
        requireNonNull(clock, "clock");
        return new FaultyOperation<>(number -> {
            while (true) {
                clock.sleep(Long.MAX_VALUE);
            }
        });
    }

    /**
     * Takes that long on the given clock, whatever interrupts it, and then does what the operation does.
     *
     * <p>A flag set meanwhile is set again at the end, as by code that does not react to interruption.
     */
    public static <T extends @Nullable Object, X extends Throwable> FaultyOperation<T, X> lasting(
            Duration duration, MonotonicClock clock, Operation<? extends T, ? extends X> operation) {
        requireNonNull(clock, "clock");
        requireNonNull(operation, "operation");
        long nanos = TimeUnit.NANOSECONDS.convert(duration);
        return new FaultyOperation<>(number -> {
            sleepThrough(nanos, clock);
            return operation.call();
        });
    }

    /**
     * One step for each call, in order.
     *
     * @return an operation whose call beyond the last step is an {@link AssertionError}, which no retry repeats
     */
    @SafeVarargs
    public static <T extends @Nullable Object, X extends Throwable> FaultyOperation<T, X> script(
            Operation<? extends T, ? extends X>... steps) {
        List<Operation<? extends T, ? extends X>> each = new ArrayList<>();
        for (Operation<? extends T, ? extends X> step : steps) {
            each.add(requireNonNull(step, "step"));
        }
        return new FaultyOperation<>(number -> {
            if (number > each.size()) {
                throw new AssertionError("Call " + number + " of a script with " + each.size() + " steps.");
            }
            return each.get(number - 1).call();
        });
    }

    /** Returns a stage that is completed already, with the value or the failure of the operation. */
    public static <T extends @Nullable Object> FaultyOperation<CompletionStage<T>, RuntimeException> stage(
            Operation<? extends T, ?> operation) {
        requireNonNull(operation, "operation");
        return new FaultyOperation<>(number -> {
            CompletableFuture<T> stage = new CompletableFuture<>();
            complete(stage, operation);
            return stage;
        });
    }

    /** Returns a stage that completes that long afterwards on the given clock, as the operation does then. */
    public static <T extends @Nullable Object> FaultyOperation<CompletionStage<T>, RuntimeException> stageAfter(
            Duration delay, MonotonicClock clock, Operation<? extends T, ?> operation) {
        requireNonNull(clock, "clock");
        requireNonNull(operation, "operation");
        long nanos = TimeUnit.NANOSECONDS.convert(delay);
        return new FaultyOperation<>(number -> {
            CompletableFuture<T> stage = new CompletableFuture<>();
            MonotonicClock.Cancellable unused = clock.schedule(nanos, () -> complete(stage, operation));
            return stage;
        });
    }

    /** Returns stages that never complete by themselves. */
    public static <T extends @Nullable Object> FaultyOperation<CompletionStage<T>, RuntimeException> pending() {
        return new FaultyOperation<>(number -> new CompletableFuture<>());
    }

    private static <T extends @Nullable Object> void complete(
            CompletableFuture<T> stage, Operation<? extends T, ?> operation) {
        try {
            stage.complete(operation.call());
        } catch (Throwable e) {
            stage.completeExceptionally(e);
        }
    }

    private static void sleepThrough(long nanos, MonotonicClock clock) {
        boolean interrupted = false;
        long start = clock.nanoTime();
        for (long left = nanos; left > 0; left = nanos - (clock.nanoTime() - start)) {
            try {
                clock.sleep(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
