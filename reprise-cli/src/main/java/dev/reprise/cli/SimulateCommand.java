package dev.reprise.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reprise.cli.Terminal.Output;
import dev.reprise.simulator.Report;
import dev.reprise.simulator.Scenario;
import dev.reprise.simulator.Simulation;
import dev.reprise.time.MonotonicClock;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code reprise simulate}: what policies do in an outage, before it happens. */
@Command(
        name = "simulate",
        header = "Shows what retry policies do to a dependency in trouble, on a virtual clock.",
        description = {
            "",
            "Arrivals, network and servers are simulated; schedules, budgets, deadlines and every decision are the real"
                    + " ones. The same seed gives the same result, and every policy meets the same arrivals.",
            ""
        },
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:simulated",
            "1:a result could not be written",
            "2:wrong arguments, or no such scenario, or one with mistakes: the message names them all"
        },
        footer = {
            "",
            "Examples:",
            "  reprise simulate --list",
            "  reprise simulate collapse --html collapse.html",
            "  reprise simulate --print outage > mine.toml",
            "  reprise simulate mine.toml --seed 7 --csv curves.csv"
        })
final class SimulateCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Mixin
    ScenarioOptions source = new ScenarioOptions();

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Writes every curve as CSV; - is standard output, instead of the table.")
    @Nullable
    String csv;

    @Option(names = "--html", paramLabel = "FILE", description = "Writes the report with charts as one HTML page.")
    @Nullable
    Path html;

    @Option(names = "--list", description = "Lists the scenarios that come with the command.")
    boolean list;

    @Option(
            names = "--print",
            paramLabel = "NAME",
            description = "Prints the TOML text of one of them, to begin your own with.")
    @Nullable
    String print;

    @Override
    public Integer call() throws IOException {
        Output out = main.terminal.out();
        if (list || print != null) {
            show(out);
            return 0;
        }
        Scenario scenario = source.load();
        SimulationProgress progress = new SimulationProgress(main.terminal.err(), MonotonicClock.system());
        Report report = Simulation.run(scenario, progress);
        double seconds = progress.seconds();
        if ("-".equals(csv)) {
            report.writeCsv(out.writer());
            out.writer().flush();
        } else {
            out.writer().print(plain(report.table(), out));
            out.writer().flush();
        }
        if (csv != null && !csv.equals("-")) {
            try (Writer file = Files.newBufferedWriter(Path.of(csv), UTF_8)) {
                report.writeCsv(file);
            }
        }
        if (html != null) {
            Files.writeString(html, report.html());
        }
        main.terminal.err().line(main.terminal.err().faint(speed(report, seconds)));
        return 0;
    }

    private void show(Output out) {
        try {
            if (print != null) {
                out.writer().print(Scenario.builtInText(print));
            } else {
                Scenario.builtInNames()
                        .forEach(name -> out.line(String.format(
                                Locale.ROOT,
                                "%-9s %s",
                                name,
                                Scenario.builtIn(name).title())));
            }
            out.writer().flush();
        } catch (IllegalArgumentException e) {
            throw source.wrong(e.getMessage());
        }
    }

    private static String speed(Report report, double seconds) {
        long attempts = report.outcomes().stream()
                .mapToLong(outcome -> outcome.totals().attempts())
                .sum();
        return String.format(
                Locale.ROOT, "reprise: %,d attempts in %.1f s, %,.0f a second", attempts, seconds, attempts / seconds);
    }

    /** In a locale without those characters. */
    static String plain(String table, Output out) {
        return out.unicode()
                ? table
                : table.replace("×", "x").replace("–", "-").replace("±", "+-").replace("…", "...");
    }
}
