package dev.reprise.retry;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The future that an asynchronous call returned: it tells its call when somebody else completes it. */
final class AsyncResult<R extends @Nullable Object> extends CompletableFuture<R> {
    private final AsyncCall<?> call;

    AsyncResult(AsyncCall<?> call) {
        this.call = call;
    }

    /** The call's own completion; false when somebody else was sooner. */
    boolean settle(R value) {
        return super.complete(value);
    }

    /** The call's own completion; false when somebody else was sooner. */
    boolean settleExceptionally(Throwable failure) {
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
        call.abandoned();
    }

    @Override
    public void obtrudeException(Throwable failure) {
        super.obtrudeException(failure);
        call.abandoned();
    }

    @Override
    public CompletableFuture<R> completeAsync(Supplier<? extends R> supplier, Executor executor) {
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
        if (completed) call.abandoned();
        return completed;
    }

    /** What is derived from it is a plain future: completing that does not end the call. */
    @Override
    public <U extends @Nullable Object> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
