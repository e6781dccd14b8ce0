package dev.reprise.retry;

import java.util.Map;

/** The only reader of the environment of this process, and of what it was started with. */
final class ProcessEnvironment {
    private ProcessEnvironment() {}

    static Map<String, String> variables() {
        return System.getenv();
    }

    /** Unless it was told to have none. The pool itself does not say so: on JDK 17 it answers 1 for 0. */
    static boolean commonPoolHasThreads() {
        return !"0".equals(System.getProperty("java.util.concurrent.ForkJoinPool.common.parallelism"));
    }
}
