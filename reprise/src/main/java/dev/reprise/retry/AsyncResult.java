package dev.reprise.retry;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The future that an asynchronous call returned: it tells its call when somebody else completes it. */
final class AsyncResult<R extends @Nullable Object> extends CompletableFuture<R> {
    /** Null once the result is there: whoever keeps that must not keep the operation with it. */
    private volatile @Nullable AsyncCall<?> call;

    AsyncResult(AsyncCall<?> call) {
        this.call = call;
    }

    /** The call's own completion; false when somebody else was sooner. */
    boolean settle(R value) {
        call = null;
        return super.complete(value);
    }

    /** The call's own completion; false when somebody else was sooner. */
    boolean settleExceptionally(Throwable failure) {
        call = null;
        return super.completeExceptionally(failure);
    }

    @Override
    public boolean complete(R value) {
        return told(super.complete(value));
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        return told(super.completeExceptionally(failure));
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return told(super.cancel(mayInterruptIfRunning));
    }

    @Override
    public void obtrudeValue(R value) {
        super.obtrudeValue(value);
        boolean unused = told(true);
    }

    @Override
    public void obtrudeException(Throwable failure) {
        super.obtrudeException(failure);
        boolean unused = told(true);
    }

    @Override
    public CompletableFuture<R> completeAsync(Supplier<? extends R> supplier, Executor executor) {
        requireNonNull(supplier, "supplier");
        executor.execute(() -> {
            if (isDone()) return;
            try {
                boolean unused = complete(supplier.get());
            } catch (Throwable thrown) {
                boolean unused = completeExceptionally(thrown);
            }
        });
        return this;
    }

    private boolean told(boolean completed) {
        AsyncCall<?> abandoned = call;
        if (completed && abandoned != null) abandoned.abandoned();
        return completed;
    }

    /** What is derived from it is a plain future: completing that does not end the call. */
    @Override
    public <U extends @Nullable Object> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
