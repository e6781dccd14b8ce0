package dev.reprise.retry;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/** Where asynchronous calls go on unless told otherwise: the common pool, or a daemon thread per task where it has none. */
final class DefaultExecutor {
    /** A common pool set to no parallelism keeps what it is given for whoever joins it, which nobody here does. */
    static final Executor INSTANCE =
            ProcessEnvironment.commonPoolHasThreads() ? ForkJoinPool.commonPool() : DefaultExecutor::inNewThread;

    private DefaultExecutor() {}

    private static void inNewThread(Runnable task) {
        Thread thread = new Thread(task, "reprise-attempt");
        thread.setDaemon(true);
        thread.start();
    }
}
