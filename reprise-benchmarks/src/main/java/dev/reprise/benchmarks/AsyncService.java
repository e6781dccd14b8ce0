package dev.reprise.benchmarks;

import java.util.concurrent.CompletableFuture;

/** As {@link Service}, asynchronous: of every two calls the first fails. Its stages are complete, and made once. */
final class AsyncService {
    private static final CompletableFuture<String> FAILED = CompletableFuture.failedFuture(Service.FAILURE);
    private static final CompletableFuture<String> SUCCEEDED = CompletableFuture.completedFuture(Service.VALUE);

    private boolean hasFailed;
    private int calls;

    int calls() {
        return calls;
    }

    CompletableFuture<String> serve() {
        calls++;
        hasFailed = !hasFailed;
        return hasFailed ? FAILED : SUCCEEDED;
    }

    /** The same for whoever blocks. */
    String serveBlocking() {
        calls++;
        hasFailed = !hasFailed;
        if (hasFailed) throw Service.FAILURE;
        return Service.VALUE;
    }
}
