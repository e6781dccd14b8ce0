package dev.reprise.retry;

import java.util.Map;

/** The only reader of the environment of this process. */
final class ProcessEnvironment {
    private ProcessEnvironment() {}

    static Map<String, String> variables() {
        return System.getenv();
    }
}
