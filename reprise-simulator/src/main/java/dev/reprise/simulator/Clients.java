package dev.reprise.simulator;

import static java.util.Objects.requireNonNull;

import dev.reprise.schedule.Schedule;
import java.time.Duration;
import java.util.List;

/**
 * Who calls, when, and how long they are ready to wait. Open loop: a client starts its next call whether or not the last
 * one has ended, as a server that answers its own users does.
 *
 * <p>{@code new Clients(100, Arrivals.FIXED, 10, FOREVER, FOREVER, List.of())} are 100 clients with ten calls a second each.
 *
 * @param count the clients, each one a process with a budget of its own; from 1 to 1,000,000
 * @param arrivals how a client's calls follow each other
 * @param rate calls a second of each client; finite, above 0, at most 1,000,000 by all clients together; for {@link
 *     Arrivals#TOGETHER}, when each client makes one call at the beginning, it must be 0
 * @param timeout the limit of one attempt; {@link Schedule#FOREVER} for none; must be above 0
 * @param deadline the limit of one call with all its attempts; {@link Schedule#FOREVER} for none; must be above 0
 * @param surges when the rate is another one
 */
public record Clients(
        int count, Arrivals arrivals, double rate, Duration timeout, Duration deadline, List<Surge> surges) {
    static final int MOST = 1_000_000;

    /** How a client's calls follow each other. */
    public enum Arrivals {
        /** Evenly, each client beginning at its own moment. */
        FIXED,
        /** Independently of each other, as many small users make them. */
        POISSON,
        /** One call each, all at the same instant. */
        TOGETHER
    }

    /**
     * A time with another rate.
     *
     * @param from the beginning, from the start of the run; must not be negative
     * @param until the end, itself outside; must be after the beginning
     * @param rate calls a second of each client meanwhile; finite, not negative
     */
    public record Surge(Duration from, Duration until, double rate) {
        /** @throws IllegalArgumentException naming every argument that is out of range */
        public Surge {
            Window.check(new Problems("surge"), from, until)
                    .rule(rate >= 0 && rate <= MOST, "rate", rate, "be from 0 to 1000000")
                    .orThrow();
        }
    }

    /** @throws IllegalArgumentException naming every argument that is out of range */
    public Clients {
        requireNonNull(arrivals, "arrivals");
        requireNonNull(timeout, "timeout");
        requireNonNull(deadline, "deadline");
        surges = List.copyOf(surges);
        Problems problems = new Problems("clients");
        problems.rule(count >= 1 && count <= MOST, "count", count, "be from 1 to 1000000");
        if (arrivals == Arrivals.TOGETHER) {
            problems.rule(rate == 0, "rate", rate, "be left out when the calls come together");
            problems.rule(surges.isEmpty(), "surge", surges.size(), "be left out when the calls come together");
        } else {
            problems.rule(
                    rate > 0 && rate * count <= MOST, "rate", rate, "be above 0, all clients together at most 1000000");
        }
        for (Surge surge : surges) {
            problems.rule(
                    surge.rate * count <= MOST,
                    "surge.rate",
                    surge.rate,
                    "be at most 1000000 for all clients together");
        }
        problems.rule(!timeout.isNegative() && !timeout.isZero(), "timeout", DurationText.print(timeout), "be above 0");
        problems.rule(
                !deadline.isNegative() && !deadline.isZero(), "deadline", DurationText.print(deadline), "be above 0");
        problems.orThrow();
    }

    boolean hasTimeout() {
        return timeout.compareTo(Schedule.FOREVER) < 0;
    }

    boolean hasDeadline() {
        return deadline.compareTo(Schedule.FOREVER) < 0;
    }

    /** All clients' calls a second outside surges. */
    double offered() {
        return rate * count;
    }
}
