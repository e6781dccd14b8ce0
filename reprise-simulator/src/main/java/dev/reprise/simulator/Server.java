package dev.reprise.simulator;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;

/**
 * The dependency: one or more equal servers that take turns. A request that has arrived is worked on to its end, also when
 * nobody waits for the answer any more; that is what makes an overload last.
 *
 * <p>With service time 1 s and 10 ms per concurrent request, the 50th request in progress at once takes 1.5 s.
 *
 * @param count the servers; from 1 to 10,000
 * @param serviceTime the mean time to serve one request alone; must not be negative
 * @param perConcurrent what each request in progress, the new one included, adds to it; must not be negative
 * @param spread how the service time varies
 * @param capacity requests one server works on at once; at least 1, {@link #UNLIMITED} for no limit
 * @param queue requests that wait for one server; the next one is refused with 429; at least 0, {@link #UNLIMITED} for no limit
 * @param failure the share of served requests that fail all the same, independently; from 0 to 1
 * @param retryAfter the Retry-After that a refusal carries; zero for none; must not be negative
 * @param outages when nothing is served
 * @param slowdowns when serving takes longer
 */
public record Server(
        int count,
        Duration serviceTime,
        Duration perConcurrent,
        Spread spread,
        int capacity,
        int queue,
        double failure,
        Duration retryAfter,
        List<Outage> outages,
        List<Slowdown> slowdowns) {
    /** No limit on capacity or queue. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** What a request meets during an outage. */
    public enum OutageKind {
        /** It is refused at once. */
        REFUSING,
        /** It is never answered. */
        SILENT
    }

    /**
     * A time in which no server takes a request. Those already in progress are finished.
     *
     * @param from the beginning, from the start of the run; must not be negative
     * @param until the end, itself outside; must be after the beginning
     * @param kind what a request meets
     */
    public record Outage(Duration from, Duration until, OutageKind kind) {
        /** @throws IllegalArgumentException naming every argument that is out of range */
        public Outage {
            requireNonNull(kind, "kind");
            Window.check(new Problems("outage"), from, until).orThrow();
        }
    }

    /**
     * A time in which serving takes longer.
     *
     * @param from the beginning, from the start of the run; must not be negative
     * @param until the end, itself outside; must be after the beginning
     * @param factor what the service time is multiplied with; above 0, at most 1000
     */
    public record Slowdown(Duration from, Duration until, double factor) {
        /** @throws IllegalArgumentException naming every argument that is out of range */
        public Slowdown {
            Window.check(new Problems("slowdown"), from, until)
                    .rule(factor > 0 && factor <= 1000, "factor", factor, "be above 0, at most 1000")
                    .orThrow();
        }
    }

    /** @throws IllegalArgumentException naming every argument that is out of range */
    public Server {
        requireNonNull(serviceTime, "serviceTime");
        requireNonNull(perConcurrent, "perConcurrent");
        requireNonNull(spread, "spread");
        requireNonNull(retryAfter, "retryAfter");
        outages = List.copyOf(outages);
        slowdowns = List.copyOf(slowdowns);
        new Problems("server")
                .rule(count >= 1 && count <= 10_000, "count", count, "be from 1 to 10000")
                .rule(!serviceTime.isNegative(), "service-time", DurationText.print(serviceTime), "not be negative")
                .rule(
                        !perConcurrent.isNegative(),
                        "per-concurrent",
                        DurationText.print(perConcurrent),
                        "not be negative")
                .rule(capacity >= 1, "capacity", capacity, "be at least 1")
                .rule(queue >= 0, "queue", queue, "not be negative")
                .rule(failure >= 0 && failure <= 1, "failure", failure, "be from 0 to 1")
                .rule(!retryAfter.isNegative(), "retry-after", DurationText.print(retryAfter), "not be negative")
                .orThrow();
    }
}
