package dev.reprise.examples;

import dev.reprise.retry.Retry;
import java.util.Map;

/**
 * Settings from the environment: {@code INVENTORY_RETRY_ATTEMPTS=5}, {@code INVENTORY_RETRY_MAXIMUM_DELAY=30s}, or all of the
 * schedule at once as {@code INVENTORY_RETRY_SCHEDULE}. A bad one ends the program at its start, with all that is wrong.
 */
public final class FromEnvironment {
    private static final String PREFIX = "INVENTORY_RETRY_";

    private FromEnvironment() {}

    static Retry policy(Map<String, String> environment) {
        return Retry.fromEnvironment(environment, PREFIX).label("inventory");
    }

    public static void main(String[] args) {
        System.out.println(policy(System.getenv()));
    }
}
