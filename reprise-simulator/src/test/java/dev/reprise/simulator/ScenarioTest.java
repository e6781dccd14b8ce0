package dev.reprise.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.retry.RetryNesting;
import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Schedule;
import dev.reprise.simulator.Clients.Arrivals;
import dev.reprise.simulator.Clients.Surge;
import dev.reprise.simulator.Server.Outage;
import dev.reprise.simulator.Server.OutageKind;
import dev.reprise.simulator.Server.Slowdown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class ScenarioTest {
    static final List<String> NAMES = Scenario.builtInNames();

    private static final String SMALL = """
            duration = "10s"
            [clients]
            count = 2
            rate = 3
            [server]
            [[policy]]
            name = "it"
            schedule = "times(3)"
            budget = "standard"
            """;

    @ParameterizedTest
    @FieldSource("NAMES")
    void builtIn_everyName_isAScenario(String name) {
        Scenario scenario = Scenario.builtIn(name);

        assertThat(scenario.name()).isEqualTo(name);
        assertThat(scenario.title()).isNotBlank();
        assertThat(scenario.description()).isNotBlank().doesNotContain("\n");
        assertThat(scenario.policies()).hasSizeGreaterThan(1);
    }

    @Test
    void builtIn_unknown_saysWhichThereAre() {
        assertThatThrownBy(() -> Scenario.builtIn("flacky"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "No scenario is called \"flacky\": there are flaky, outage, collapse, herd, layers, startup; "
                                + "a file's name ends in .toml.");
    }

    @Test
    void parse_everyKey_isRead() {
        Scenario scenario = Scenario.parse("every.toml", """
                title = "Every key"
                description = \"""
                Two
                lines.\"""
                seed = 7
                duration = "1m"
                bucket = "2s"
                [clients]
                count = 3
                arrivals = "fixed"
                rate = 1.5
                timeout = "1.5s"
                deadline = "10s"
                layers = 2
                [[clients.surge]]
                from = "5s"
                until = "6s"
                rate = 4
                [network]
                hop = "7ms"
                spread = "exponential"
                [server]
                count = 4
                service-time = "20ms"
                per-concurrent = "1ms"
                spread = "exponential"
                capacity = 8
                queue = 9
                failure = 0.25
                retry-after = "2s"
                [[server.outage]]
                from = "10s"
                until = "20s"
                kind = "silent"
                [[server.slowdown]]
                from = "20s"
                until = "30s"
                factor = 3
                [[policy]]
                name = "it"
                schedule = "exponential(1s).attempts(3)"
                budget = "tokens(10, 0.1)"
                share = "client"
                nesting = "allow"
                layers = 3
                """);

        Duration s = Duration.ofSeconds(1);
        assertThat(scenario)
                .isEqualTo(new Scenario(
                        "every",
                        "Every key",
                        "Two lines.",
                        7,
                        s.multipliedBy(60),
                        s.multipliedBy(2),
                        new Clients(
                                3,
                                Arrivals.FIXED,
                                1.5,
                                Duration.ofMillis(1500),
                                s.multipliedBy(10),
                                List.of(new Surge(s.multipliedBy(5), s.multipliedBy(6), 4))),
                        new Network(Duration.ofMillis(7), Spread.EXPONENTIAL),
                        new Server(
                                4,
                                Duration.ofMillis(20),
                                Duration.ofMillis(1),
                                Spread.EXPONENTIAL,
                                8,
                                9,
                                0.25,
                                s.multipliedBy(2),
                                List.of(new Outage(s.multipliedBy(10), s.multipliedBy(20), OutageKind.SILENT)),
                                List.of(new Slowdown(s.multipliedBy(20), s.multipliedBy(30), 3))),
                        List.of(new Policy(
                                "it",
                                BoundedSchedule.parse("exponential(1s).attempts(3)"),
                                BudgetText.parse("tokens(10, 0.1)"),
                                BudgetScope.CLIENT,
                                RetryNesting.ALLOW,
                                3))));
    }

    @Test
    void parse_fewKeys_takesTheDefaults() {
        Scenario scenario = Scenario.parse("small.toml", SMALL);

        assertThat(scenario.title()).isEqualTo("small");
        assertThat(scenario.seed()).isEqualTo(1);
        assertThat(scenario.bucket()).isEqualTo(Duration.ofMillis(100));
        assertThat(scenario.clients().arrivals()).isEqualTo(Arrivals.POISSON);
        assertThat(scenario.clients().timeout()).isEqualTo(Schedule.FOREVER);
        assertThat(scenario.server().capacity()).isEqualTo(Server.UNLIMITED);
        assertThat(scenario.policies().get(0).scope()).isEqualTo(BudgetScope.LAYER);
    }

    @Test
    void parse_manyErrors_saysThemAllAtOnce() {
        assertThatThrownBy(() -> Scenario.parse("bad.toml", """
                        duration = "soon"
                        colour = "red"
                        [clients]
                        count = 0
                        arrivals = "sometimes"
                        rate = "fast"
                        [network]
                        hop = 10
                        [server]
                        failure = 1.5
                        servicetime = "1s"
                        [[server.outage]]
                        from = "20s"
                        until = "10s"
                        [[policy]]
                        name = "it"
                        schedule = "exponential(1s)"
                        budget = "lavish"
                        """))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Invalid scenario bad.toml: ")
                .hasMessageContainingAll(
                        "duration (\"soon\") must be a duration such as 250ms or 1m30s",
                        "colour (\"red\") is no key here; there are bucket, clients, description, duration, network, policy, ",
                        "clients.arrivals (\"sometimes\") must be one of fixed, poisson, together",
                        "clients.rate (\"fast\") must be a number",
                        "network.hop (10) must be a duration such as 250ms or 1m30s",
                        "server.servicetime (\"1s\") is no key here; there are capacity, count, failure, outage, per-concurrent, ",
                        "server.outage[1].until (10s) must be after from (20s)",
                        "policy[1].schedule (\"exponential(1s)\") must be a bounded schedule: ",
                        "add .attempts(n)",
                        "policy[1].budget (\"lavish\") must be a budget: ")
                .hasMessageNotContaining("missing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "count = 2 | count = 0 | clients.count (0) must be from 1 to 1000000",
                "count = 2 | count = -3 | clients.count (-3) must be a whole number from 0 to 1000000",
                "count = 2 | count = 2.5 | clients.count (2.5) must be a whole number from 0 to 1000000",
                "rate = 3 | '' | clients.rate is missing",
                "rate = 3 | rate = 0 | clients.rate (0.0) must be above 0, all clients together at most 1000000",
                "rate = 3 | rate = nan | clients.rate (NaN) must be above 0, all clients together at most 1000000",
                "duration = \"10s\" | '' | duration is missing",
                "duration = \"10s\" | duration = \"0s\" | duration (0s) must be from 1ms to 168h",
                "[server] | '' | server is missing",
                "name = \"it\" | name = \" \" | policy[1].name (\" \") must not be blank",
                "name = \"it\" | name = 7 | policy[1].name (7) must be a text in quotes",
            })
    void parse_oneError_saysWhy(String good, String bad, String message) {
        assertThatThrownBy(() -> Scenario.parse("one.toml", SMALL.replace(good, bad)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Invalid scenario one.toml: ")
                .hasMessageContaining(message);
    }

    @Test
    void parse_noToml_saysWhere() {
        assertThatThrownBy(() -> Scenario.parse("broken.toml", "duration = \"1s\"\n[clients\ncount = 1\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Invalid scenario broken.toml: line 2, column ")
                .hasMessageContaining(" is no TOML: ");
    }

    @Test
    void parse_silentOutageWithoutTimeout_saysWhy() {
        assertThatThrownBy(() -> Scenario.parse(
                        "silent.toml",
                        SMALL.replace(
                                "[server]", "[server]\n[[server.outage]]\nfrom=\"1s\"\nuntil=\"2s\"\nkind=\"silent\"")))
                .hasMessage(
                        "Invalid scenario silent.toml: clients.timeout (none) must be given when an outage is silent: "
                                + "no call would ever end.");
    }

    @Test
    void parse_surgeAfterTheEnd_saysWhy() {
        assertThatThrownBy(() -> Scenario.parse(
                        "late.toml",
                        SMALL.replace("[server]", "[[clients.surge]]\nfrom=\"10s\"\nuntil=\"12s\"\nrate=1\n[server]")))
                .hasMessage("Invalid scenario late.toml: from (10s) must be before the end (10s).");
    }

    @Test
    void parse_policyTwice_saysWhy() {
        assertThatThrownBy(() -> Scenario.parse("twice.toml", SMALL + SMALL.substring(SMALL.indexOf("[[policy]]"))))
                .hasMessage("Invalid scenario twice.toml: policy.name (\"it\") must be there once.");
    }

    @Test
    void load_file_isParsedUnderItsName(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("mine.toml"), SMALL);

        assertThat(Scenario.load(file)).isEqualTo(Scenario.parse("mine.toml", SMALL));
    }

    @Test
    void load_missing_isAnIoException(@TempDir Path directory) {
        assertThatThrownBy(() -> Scenario.load(directory.resolve("none.toml"))).isInstanceOf(IOException.class);
    }

    @Test
    void new_clients_invalid_saysWhy() {
        assertThatThrownBy(() -> new Clients(0, Arrivals.TOGETHER, 3, Duration.ZERO, Duration.ofSeconds(-1), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "Invalid clients: count (0) must be from 1 to 1000000; rate (3.0) must be left out when the calls "
                                + "come together; timeout (0s) must be above 0; deadline (-1s) must be above 0.");
    }

    @Test
    void new_server_invalid_saysWhy() {
        Duration negative = Duration.ofMillis(-1);
        assertThatThrownBy(() -> new Server(
                        0, negative, negative, Spread.CONSTANT, 0, -1, Double.NaN, negative, List.of(), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "Invalid server: count (0) must be from 1 to 10000; service-time (-1ms) must not be negative; "
                                + "per-concurrent (-1ms) must not be negative; capacity (0) must be at least 1; "
                                + "queue (-1) must not be negative; failure (NaN) must be from 0 to 1; "
                                + "retry-after (-1ms) must not be negative.");
    }

    @Test
    void new_policy_invalid_saysWhy() {
        assertThatThrownBy(() -> new Policy(
                        "", Schedule.once(), BudgetText.parse("standard"), BudgetScope.LAYER, RetryNesting.ALLOW, 9))
                .hasMessage("Invalid policy: name (\"\") must not be blank; layers (9) must be from 1 to 8.");
    }

    @ParameterizedTest
    @CsvSource({"60s, 500ms", "80s, 500ms", "100s, 1s", "1s, 10ms", "1h, 50s", "160ms, 1ms", "1ns, 1ns"})
    void usualBucket_isARoundNumber(String duration, String bucket) {
        assertThat(Scenario.usualBucket(DurationText.parse(duration))).isEqualTo(DurationText.parse(bucket));
    }

    @ParameterizedTest
    @CsvSource({"1m30s", "250ms", "0s", "1h1ns", "forever", "168h"})
    void durationText_printed_isRead(String text) {
        assertThat(DurationText.print(DurationText.parse(text))).isEqualTo(text);
    }
}
