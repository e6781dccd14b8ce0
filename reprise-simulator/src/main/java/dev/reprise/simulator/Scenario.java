package dev.reprise.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.reprise.CanIgnoreReturnValue;
import dev.reprise.simulator.Clients.Arrivals;
import dev.reprise.simulator.Server.Outage;
import dev.reprise.simulator.Server.OutageKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What happens: who calls, over which network, which servers, what goes wrong and when, and the policies to compare.
 *
 * <p>{@code Scenario.builtIn("collapse")} is one second of surge too many; {@code Scenario.load(path)} reads a TOML file.
 * Everything random follows from the seed, so a scenario has exactly one report.
 *
 * @param name a short name, as the file's without its ending
 * @param title one line
 * @param description what to look for; may be empty
 * @param seed decides every draw
 * @param duration how long calls arrive; what is under way at its end is still finished; from 1 ms to 7 days
 * @param bucket the width of one point in the curves; above 0, at most the duration, which it divides into at most 5000
 * @param clients who calls
 * @param network the way there and back
 * @param server the dependency
 * @param policies from 1 to 8, with different names
 */
public record Scenario(
        String name,
        String title,
        String description,
        long seed,
        Duration duration,
        Duration bucket,
        Clients clients,
        Network network,
        Server server,
        List<Policy> policies) {
    private static final int MOST_BUCKETS = 5000;
    private static final int WANTED_BUCKETS = 160;
    static final int MOST_POLICIES = 8;
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final List<String> BUILT_IN = List.of("flaky", "outage", "collapse", "herd", "layers", "startup");

    /** @throws IllegalArgumentException naming every argument that is out of range */
    public Scenario {
        requireNonNull(name, "name");
        requireNonNull(title, "title");
        requireNonNull(description, "description");
        requireNonNull(clients, "clients");
        requireNonNull(network, "network");
        requireNonNull(server, "server");
        policies = List.copyOf(policies);
        check(new Problems("scenario " + name), duration, bucket, clients, server, policies)
                .orThrow();
    }

    @CanIgnoreReturnValue
    static Problems check(
            Problems problems,
            Duration duration,
            Duration bucket,
            Clients clients,
            Server server,
            List<Policy> policies) {
        boolean sane = duration.compareTo(Duration.ofMillis(1)) >= 0 && duration.compareTo(LONGEST) <= 0;
        problems.rule(sane, "duration", DurationText.print(duration), "be from 1ms to 168h");
        if (sane) {
            boolean inside = bucket.compareTo(Duration.ZERO) > 0 && bucket.compareTo(duration) <= 0;
            problems.rule(
                    inside && buckets(duration, bucket) <= MOST_BUCKETS,
                    "bucket",
                    DurationText.print(bucket),
                    "be above 0 and divide the duration into 1 to " + MOST_BUCKETS + " parts");
        }
        disturbances(clients, server)
                .filter(at -> at[0].compareTo(duration) >= 0)
                .forEach(at -> problems.add(
                        "from", DurationText.print(at[0]), "be before the end (" + DurationText.print(duration) + ")"));
        boolean silent = server.outages().stream().anyMatch(o -> o.kind() == OutageKind.SILENT);
        problems.rule(
                !silent || clients.hasTimeout(),
                "clients.timeout",
                "none",
                "be given when an outage is silent: no call would ever end");
        problems.rule(
                !policies.isEmpty() && policies.size() <= MOST_POLICIES,
                "policy",
                policies.size(),
                "be given 1 to " + MOST_POLICIES + " times");
        List<String> names = policies.stream().map(Policy::name).toList();
        names.stream()
                .distinct()
                .filter(n -> names.indexOf(n) != names.lastIndexOf(n))
                .forEach(n -> problems.add("policy.name", '"' + n + '"', "be there once"));
        return problems;
    }

    /** Begin and end of everything that goes wrong for a time. */
    private static Stream<Duration[]> disturbances(Clients clients, Server server) {
        return Stream.of(
                        clients.surges().stream().map(s -> new Duration[] {s.from(), s.until()}),
                        server.outages().stream().map(o -> new Duration[] {o.from(), o.until()}),
                        server.slowdowns().stream().map(s -> new Duration[] {s.from(), s.until()}))
                .flatMap(windows -> windows);
    }

    private static long buckets(Duration duration, Duration bucket) {
        return (duration.toNanos() + bucket.toNanos() - 1) / bucket.toNanos();
    }

    /** A width of 1, 2 or 5 in some unit that gives a curve about 160 points at most. */
    static Duration usualBucket(Duration duration) {
        long least = Math.max(1, duration.toNanos() / WANTED_BUCKETS);
        long unit = 1;
        while (unit * 10 <= least) {
            unit *= 10;
        }
        for (int factor : new int[] {1, 2, 5, 10}) {
            if (unit * factor >= least) {
                return Duration.ofNanos(unit * factor);
            }
        }
        throw new AssertionError(least);
    }

    /** The names that {@link #builtIn} knows, in the order in which to read them. */
    public static List<String> builtInNames() {
        return BUILT_IN;
    }

    /**
     * A scenario that comes with the library.
     *
     * @throws IllegalArgumentException when there is none of that name, naming those there are
     */
    public static Scenario builtIn(String name) {
        return parse(name + ".toml", builtInText(name));
    }

    /**
     * The TOML text of a scenario that comes with the library, as a beginning for one's own.
     *
     * @throws IllegalArgumentException when there is none of that name, naming those there are
     */
    public static String builtInText(String name) {
        if (!BUILT_IN.contains(requireNonNull(name, "name"))) {
            throw new IllegalArgumentException("No scenario is called \"" + name + "\": there are "
                    + String.join(", ", BUILT_IN) + "; a file's name ends in .toml.");
        }
        return Resources.text("scenarios/" + name + ".toml");
    }

    /**
     * Reads a scenario file.
     *
     * @param file the TOML file, in UTF-8
     * @throws IOException when it cannot be read
     * @throws IllegalArgumentException when it is no scenario, naming the file and, for everything that is wrong, the key, its
     *     value and the rule
     */
    public static Scenario load(Path file) throws IOException {
        return parse(String.valueOf(file.getFileName()), Files.readString(file, UTF_8));
    }

    /**
     * Reads a scenario.
     *
     * @param file what messages call the text; without {@code .toml} the scenario's name
     * @param toml the text
     * @throws IllegalArgumentException when it is no scenario, naming the file and, for everything that is wrong, the key, its
     *     value and the rule
     */
    public static Scenario parse(String file, String toml) {
        return ScenarioReader.read(requireNonNull(file, "file"), requireNonNull(toml, "toml"));
    }

    /** The same with another seed. */
    public Scenario withSeed(long other) {
        return new Scenario(name, title, description, other, duration, bucket, clients, network, server, policies);
    }

    /** The same with other policies. */
    public Scenario withPolicies(List<Policy> others) {
        return new Scenario(name, title, description, seed, duration, bucket, clients, network, server, others);
    }

    int buckets() {
        return Math.toIntExact(buckets(duration, bucket));
    }

    /** When the last disturbance has passed, if there is one that ends in time. */
    Optional<Duration> calmFrom() {
        if (clients.arrivals() == Arrivals.TOGETHER) {
            return Optional.of(lastOutageOrZero());
        }
        return disturbances(clients, server)
                .map(window -> window[1])
                .max(Duration::compareTo)
                .filter(end -> end.compareTo(duration) < 0);
    }

    private Duration lastOutageOrZero() {
        return server.outages().stream()
                .map(Outage::until)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /** When the first disturbance begins, or the end of the run. */
    Duration calmUntil() {
        return disturbances(clients, server)
                .map(window -> window[0])
                .min(Duration::compareTo)
                .orElse(duration);
    }
}
