package dev.reprise.cli;

import dev.reprise.cli.Terminal.Output;
import dev.reprise.simulator.Advice;
import dev.reprise.simulator.Advisor;
import dev.reprise.simulator.Scenario;
import dev.reprise.simulator.Simulation;
import dev.reprise.time.MonotonicClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code reprise advise}: which policies no other one beats in a scenario. */
@Command(
        name = "advise",
        header = "Tries many retry policies on a scenario and prints those that no other one beats.",
        description = {
            "",
            "A policy beats another when it is no worse in success, load and time to recover, and better in one of them."
                    + " What is left is a choice between success and load. The policies of the scenario itself are not"
                    + " tried; layers, nesting and who shares a budget are those of its first one.",
            ""
        },
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:advised",
            "1:a result could not be written",
            "2:wrong arguments, or no such scenario, or one with mistakes: the message names them all"
        },
        footer = {
            "",
            "Examples:",
            "  reprise advise collapse",
            "  reprise advise mine.toml --seeds 5 --java --html advice.html"
        })
final class AdviseCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Mixin
    ScenarioOptions source = new ScenarioOptions();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Tries each policy with so many seeds, from 1 to 100 (default: ${DEFAULT-VALUE}).")
    int seeds;

    @Option(names = "--java", description = "Prints the Java that makes each policy, too.")
    boolean java;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Writes a report that compares them, the eight most successful, as one HTML page.")
    @Nullable
    Path html;

    @Override
    public Integer call() throws IOException {
        Scenario scenario = source.load();
        if (seeds < 1 || seeds > 100) {
            throw source.wrong("--seeds (" + seeds + ") must be from 1 to 100");
        }
        Output out = main.terminal.out();
        SimulationProgress progress = new SimulationProgress(main.terminal.err(), MonotonicClock.system());
        Advice advice = Advisor.advise(scenario, seeds, progress);
        double unused = progress.seconds();
        out.writer().print(SimulateCommand.plain(advice.table(), out));
        if (java) {
            out.writer().print("\n" + advice.java());
        }
        out.writer().flush();
        if (html != null) {
            Files.writeString(html, Simulation.run(advice.comparison()).html());
        }
        return 0;
    }
}
