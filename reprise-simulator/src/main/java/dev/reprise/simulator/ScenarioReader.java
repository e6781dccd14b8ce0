package dev.reprise.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.reprise.retry.RetryNesting;
import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Schedule;
import dev.reprise.simulator.Clients.Arrivals;
import dev.reprise.simulator.Clients.Surge;
import dev.reprise.simulator.Server.Outage;
import dev.reprise.simulator.Server.OutageKind;
import dev.reprise.simulator.Server.Slowdown;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * TOML to a scenario. A bad value is noted and its default goes on in its place, so that one reading finds everything; what
 * was read is thrown away then.
 */
final class ScenarioReader {
    private static final TomlMapper TOML = new TomlMapper();
    private static final BoundedSchedule ANY_SCHEDULE = Schedule.once();
    private static final BudgetText ANY_BUDGET = BudgetText.parse("unlimited");

    private final Problems problems;

    private ScenarioReader(Problems problems) {
        this.problems = problems;
    }

    static Scenario read(String file, String toml) {
        Problems problems = new Problems("scenario " + file);
        JsonNode root;
        try {
            root = TOML.readTree(toml);
        } catch (JsonProcessingException e) {
            problems.add("line " + e.getLocation().getLineNr() + ", column "
                    + e.getLocation().getColumnNr() + " is no TOML: " + firstLine(e.getOriginalMessage()));
            problems.orThrow();
            throw new AssertionError(e);
        }
        String name = file.endsWith(".toml") ? file.substring(0, file.length() - ".toml".length()) : file;
        return new ScenarioReader(problems).scenario(name, new TomlTable("", root, problems));
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse(text);
    }

    private Scenario scenario(String name, TomlTable root) {
        String title = root.text("title", name);
        String description = root.text("description", "").strip().replaceAll("\\s*\\n\\s*", " ");
        long seed = root.wholeNumber("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE);
        Duration duration = root.duration("duration", null);
        Duration bucket = root.duration("bucket", Scenario.usualBucket(duration));

        TomlTable clientTable = root.table("clients", true);
        int layers = clientTable.count("layers", 1, Policy.MOST_LAYERS);
        Clients clients = clients(clientTable);
        Network network = network(root.table("network", false));
        Server server = server(root.table("server", true));
        List<Policy> policies = new ArrayList<>();
        root.tables("policy").forEach(table -> policies.add(policy(table, layers)));
        root.finish();

        Scenario.check(problems, duration, bucket, clients, server, policies);
        problems.orThrow();
        return new Scenario(name, title, description, seed, duration, bucket, clients, network, server, policies);
    }

    private Clients clients(TomlTable table) {
        int count = table.count("count", 1, Clients.MOST);
        Arrivals arrivals = table.choice("arrivals", Arrivals.class, Arrivals.POISSON);
        double rate = table.number("rate", arrivals == Arrivals.TOGETHER ? 0.0 : null);
        Duration timeout = table.duration("timeout", Schedule.FOREVER);
        Duration deadline = table.duration("deadline", Schedule.FOREVER);
        List<Surge> surges = new ArrayList<>();
        for (TomlTable surge : table.tables("surge")) {
            Duration from = surge.duration("from", null);
            Duration until = surge.duration("until", null);
            double surgeRate = surge.number("rate", null);
            surge.finish();
            add(surges, surge, () -> new Surge(from, until, surgeRate));
        }
        table.finish();
        Clients fallback = new Clients(1, Arrivals.POISSON, 1, Schedule.FOREVER, Schedule.FOREVER, List.of());
        return orElse(table, fallback, () -> new Clients(count, arrivals, rate, timeout, deadline, surges));
    }

    private Network network(TomlTable table) {
        Duration hop = table.duration("hop", Duration.ZERO);
        Spread spread = table.choice("spread", Spread.class, Spread.CONSTANT);
        table.finish();
        return orElse(table, new Network(Duration.ZERO, spread), () -> new Network(hop, spread));
    }

    private Server server(TomlTable table) {
        int count = table.count("count", 1, 10_000);
        Duration serviceTime = table.duration("service-time", Duration.ZERO);
        Duration perConcurrent = table.duration("per-concurrent", Duration.ZERO);
        Spread spread = table.choice("spread", Spread.class, Spread.CONSTANT);
        int capacity = table.count("capacity", Server.UNLIMITED, Server.UNLIMITED);
        int queue = table.count("queue", Server.UNLIMITED, Server.UNLIMITED);
        double failure = table.number("failure", 0.0);
        Duration retryAfter = table.duration("retry-after", Duration.ZERO);
        List<Outage> outages = new ArrayList<>();
        for (TomlTable outage : table.tables("outage")) {
            Duration from = outage.duration("from", null);
            Duration until = outage.duration("until", null);
            OutageKind kind = outage.choice("kind", OutageKind.class, OutageKind.REFUSING);
            outage.finish();
            add(outages, outage, () -> new Outage(from, until, kind));
        }
        List<Slowdown> slowdowns = new ArrayList<>();
        for (TomlTable slowdown : table.tables("slowdown")) {
            Duration from = slowdown.duration("from", null);
            Duration until = slowdown.duration("until", null);
            double factor = slowdown.number("factor", null);
            slowdown.finish();
            add(slowdowns, slowdown, () -> new Slowdown(from, until, factor));
        }
        table.finish();
        Server fallback = new Server(
                1, Duration.ZERO, Duration.ZERO, spread, Server.UNLIMITED, 0, 0, Duration.ZERO, outages, slowdowns);
        return orElse(
                table,
                fallback,
                () -> new Server(
                        count,
                        serviceTime,
                        perConcurrent,
                        spread,
                        capacity,
                        queue,
                        failure,
                        retryAfter,
                        outages,
                        slowdowns));
    }

    private Policy policy(TomlTable table, int clientLayers) {
        String name = table.text("name", null);
        BoundedSchedule schedule =
                table.read("schedule", ANY_SCHEDULE, BoundedSchedule::parse, "be a bounded schedule");
        BudgetText budget = table.read("budget", ANY_BUDGET, BudgetText::parse, "be a budget");
        BudgetScope scope = table.choice("share", BudgetScope.class, BudgetScope.LAYER);
        RetryNesting nesting = table.choice("nesting", RetryNesting.class, RetryNesting.SINGLE_ATTEMPT);
        int layers = table.count("layers", clientLayers, Policy.MOST_LAYERS);
        table.finish();
        Policy fallback = new Policy(table.place(), ANY_SCHEDULE, ANY_BUDGET);
        return orElse(table, fallback, () -> new Policy(name, schedule, budget, scope, nesting, layers));
    }

    private <T> void add(List<T> list, TomlTable table, Supplier<T> made) {
        list.addAll(orElse(table, List.of(), () -> List.of(made.get())));
    }

    /** What a record's own rules refuse is noted under the record's place. A missing value was noted before. */
    private <T> T orElse(TomlTable table, T fallback, Supplier<T> made) {
        if (table.hasProblems()) {
            return fallback;
        }
        try {
            return made.get();
        } catch (Problems.Found e) {
            problems.addAll(table.place(), e);
            return fallback;
        }
    }
}
