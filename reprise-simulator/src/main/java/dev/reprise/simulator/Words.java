package dev.reprise.simulator;

import dev.reprise.retry.RetryNesting;
import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.simulator.Clients.Surge;
import dev.reprise.simulator.Server.Outage;
import dev.reprise.simulator.Server.OutageKind;
import dev.reprise.simulator.Server.Slowdown;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A scenario and its policies in sentences, made from the values themselves, so that they say what was run. */
final class Words {
    private static final int WAITS_SHOWN = 6;

    private Words() {}

    static List<String> scenario(Scenario scenario) {
        List<String> sentences = new ArrayList<>();
        clients(scenario.clients(), sentences);
        network(scenario.network(), sentences);
        server(scenario.server(), sentences);
        sentences.add("Calls arrive for " + text(scenario.duration())
                + "; what is under way then is still finished. Seed " + scenario.seed() + ".");
        return sentences;
    }

    private static void clients(Clients clients, List<String> sentences) {
        boolean one = clients.count() == 1;
        String who = one ? "One client makes " : Findings.count(clients.count()) + " clients make ";
        String each = one ? "" : " each";
        sentences.add(who
                + switch (clients.arrivals()) {
                    case FIXED -> number(clients.rate()) + " calls a second" + each + ", evenly spaced.";
                    case POISSON ->
                        number(clients.rate()) + " calls a second" + each + ", at random and independently (Poisson).";
                    case TOGETHER ->
                        "one call" + each + ", " + (one ? "at the beginning." : "all at the same instant.");
                });
        for (Surge surge : clients.surges()) {
            sentences.add(span(surge.from(), surge.until()) + " it is " + number(surge.rate()) + " calls a second"
                    + each + ".");
        }
        if (clients.hasTimeout()) {
            sentences.add("An attempt is given up after " + text(clients.timeout()) + ", its request is not.");
        }
        if (clients.hasDeadline()) {
            sentences.add("A call has " + text(clients.deadline()) + " in all.");
        }
    }

    private static void network(Network network, List<String> sentences) {
        if (!network.hop().isZero()) {
            sentences.add("The network takes " + text(network.hop()) + spread(network.spread()) + " each way.");
        }
    }

    private static String spread(Spread spread) {
        return spread == Spread.EXPONENTIAL ? " on average (exponential)" : "";
    }

    private static void server(Server server, List<String> sentences) {
        StringBuilder first = new StringBuilder(
                server.count() == 1
                        ? "One server answers "
                        : Findings.count(server.count()) + " servers take turns to answer ");
        first.append(
                server.serviceTime().isZero()
                        ? "at once"
                        : "after " + text(server.serviceTime()) + spread(server.spread()));
        if (!server.perConcurrent().isZero()) {
            first.append(", plus ").append(text(server.perConcurrent())).append(" for each request in progress");
        }
        sentences.add(first.append('.').toString());
        if (server.capacity() < Server.UNLIMITED) {
            String queue = server.queue() == Server.UNLIMITED
                    ? "others wait."
                    : server.queue() == 0
                            ? "others are refused (429)."
                            : Findings.count(server.queue()) + " more wait, others are refused (429).";
            sentences.add((server.count() == 1 ? "It works on " : "Each works on ") + Findings.count(server.capacity())
                    + " requests at once; " + queue);
        }
        if (!server.retryAfter().isZero()) {
            sentences.add("A refusal says Retry-After " + text(server.retryAfter()) + ".");
        }
        if (server.failure() > 0) {
            sentences.add(number(server.failure() * 100) + " % of the requests fail, independently.");
        }
        for (Outage outage : server.outages()) {
            sentences.add(span(outage.from(), outage.until())
                    + (outage.kind() == OutageKind.SILENT
                            ? " nothing is answered."
                            : " every request is refused at once."));
        }
        for (Slowdown slowdown : server.slowdowns()) {
            sentences.add(span(slowdown.from(), slowdown.until()) + " serving takes " + number(slowdown.factor())
                    + " times as long.");
        }
    }

    static String policy(Policy policy) {
        List<String> parts = new ArrayList<>();
        parts.add(schedule(policy.schedule()));
        if (policy.schedule().maximumAttempts() > 1) {
            parts.add("Budget: " + ended(policy.budget().explain()));
            if (!policy.budget().isUnlimited()) {
                parts.add(
                        switch (policy.scope()) {
                            case LAYER ->
                                policy.layers() == 1
                                        ? "Each client has its own."
                                        : "Each layer of each client has its own.";
                            case CLIENT -> "Each client has one for all its layers.";
                            case EVERYONE -> "All clients share one.";
                        });
            }
        }
        if (policy.layers() > 1) {
            parts.add(policy.layers() + " layers retry around each other; "
                    + (policy.nesting() == RetryNesting.ALLOW
                            ? "each one retries (nesting allowed)."
                            : "an inner one makes one attempt (the nesting rule)."));
        }
        return String.join(" ", parts);
    }

    private static String schedule(BoundedSchedule schedule) {
        int attempts = schedule.maximumAttempts();
        if (attempts == 1) {
            return "One attempt.";
        }
        List<Duration> waits = schedule.maximalDelays();
        if (waits.stream().allMatch(Duration::isZero)) {
            return "At most " + Findings.count(attempts) + " attempts, without a wait.";
        }
        String shown = waits.stream().limit(WAITS_SHOWN).map(Words::text).collect(Collectors.joining(", "));
        return "At most " + Findings.count(attempts) + " attempts, waiting at most " + shown
                + (waits.size() > WAITS_SHOWN ? ", …" : "") + " before the retries.";
    }

    private static String ended(String sentence) {
        return sentence.endsWith(".") ? sentence : sentence + ".";
    }

    private static String span(Duration from, Duration until) {
        return "From " + text(from) + " to " + text(until);
    }

    private static String text(Duration duration) {
        return DurationText.print(duration);
    }

    private static String number(double number) {
        return BigDecimal.valueOf(number)
                .round(new MathContext(4))
                .stripTrailingZeros()
                .toPlainString();
    }
}
