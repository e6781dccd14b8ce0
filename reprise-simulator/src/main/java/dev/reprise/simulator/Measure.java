package dev.reprise.simulator;

import java.util.Locale;

/** What is measured in each bucket of time. */
public enum Measure {
    /** Calls that the clients began. */
    OFFERED("Offered load", "calls/s", "Calls the clients begin, the same under every policy"),
    /** Requests sent to the servers, first attempts and retries. */
    ATTEMPTS("Attempts", "attempts/s", "Requests sent to the servers, retries included"),
    /** Requests beyond the first one of each call. */
    RETRIES("Retries", "retries/s", "Requests beyond each call's first"),
    /** Attempts for each call that began in the bucket. */
    LOAD("Load", "× calls", "Attempts as a multiple of the calls"),
    /** Calls that ended well in the bucket. */
    GOODPUT("Goodput", "calls/s", "Calls that end well"),
    /** Of the calls that began in the bucket, those that ended well, sooner or later. */
    SUCCESS("Success", "% of calls", "Of the calls begun at that time, those that end well sooner or later"),
    /** The median time of the calls that ended well in the bucket. */
    LATENCY_P50("Latency, median", "ms", "Half of the calls that end well take no longer, waits included"),
    /** The 99th percentile of the same. */
    LATENCY_P99("Latency, 99th percentile", "ms", "99 of 100 calls that end well take no longer, waits included"),
    /** Tokens held at the end of the bucket, the mean of all budgets. */
    BALANCE("Budget balance", "tokens", "Tokens left, the mean over all budgets; none for an unlimited one"),
    /** Calls that the budget ended, in any layer. */
    THROTTLED("Throttled", "calls/s", "Calls that end because the budget refuses a retry"),
    /** Calls that the deadline ended, in any layer. */
    EXPIRED("Expired", "calls/s", "Calls that end because the deadline is too near"),
    /** Requests at the servers at the end of the bucket, in service or in the queue. */
    IN_PROGRESS("Requests at the servers", "requests", "In service or waiting, those nobody waits for included");

    private final String title;
    private final String unit;
    private final String meaning;

    Measure(String title, String unit, String meaning) {
        this.title = title;
        this.unit = unit;
        this.meaning = meaning;
    }

    /** A heading, as {@code Load}. */
    public String title() {
        return title;
    }

    /** As {@code attempts/s}. */
    public String unit() {
        return unit;
    }

    /** In one line. */
    public String meaning() {
        return meaning;
    }

    /** As in the first line of a CSV file: {@code latency_p99_ms}. */
    String column() {
        String name = name().toLowerCase(Locale.ROOT);
        return switch (this) {
            case OFFERED, ATTEMPTS, RETRIES, GOODPUT, THROTTLED, EXPIRED -> name + "_per_s";
            case LATENCY_P50, LATENCY_P99 -> name + "_ms";
            case SUCCESS -> name + "_percent";
            case LOAD, BALANCE, IN_PROGRESS -> name;
        };
    }
}
