package dev.reprise.cli;

import dev.reprise.cli.Terminal.Output;
import dev.reprise.repeat.Recurrence;
import dev.reprise.repeat.Supervisor;
import dev.reprise.schedule.Schedule;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code reprise repeat}: runs a program again and again, until the schedule ends. */
@Command(
        name = "repeat",
        header = "Runs a command again and again, at once and then as the schedule says.",
        description = {
            "",
            "The schedule may be one that never ends; Ctrl-C ends it then. Runs never overlap. A run that fails is told"
                    + " on standard error and the next one follows all the same, unless --while-success is given.",
            ""
        },
        showEndOfOptionsDelimiterInUsageHelp = true,
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "2:wrong arguments; nothing was run",
            "126:the command is there but cannot be executed",
            "127:there is no such command",
            "130:Ctrl-C (143: SIGTERM); the command was ended too",
            "other:that of the last run"
        },
        footer = {
            "",
            "Examples:",
            "  reprise repeat -s 'aligned(30s)' -- ./collect-metrics.sh",
            "  reprise repeat -s 'fixedDelay(1s).attempts(10)' --while-success -- ./flaky-test.sh"
        })
final class RepeatCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Mixin
    ChildOptions child = new ChildOptions();

    @Option(
            names = {"-s", "--schedule"},
            required = true,
            paramLabel = "SCHEDULE",
            description = "When to run it again; aligned(30s) is every 30 seconds, missed ones skipped.")
    String schedule;

    @Option(names = "--while-success", description = "Ends with the first run that fails.")
    boolean whileSuccess;

    @Override
    public Integer call() {
        Schedule runs = child.parsed("--schedule", schedule, Schedule::parse);
        try (ChildCommand running = child.child()) {
            Integer refused = child.refused(main.terminal);
            return refused != null ? refused : repeat(runs, running);
        }
    }

    private int repeat(Schedule runs, ChildCommand running) {
        AtomicInteger last = new AtomicInteger();
        AtomicLong number = new AtomicLong();
        try (Supervisor supervisor = Supervisor.open()) {
            Recurrence recurrence = supervisor.repeat(runs, () -> {
                number.incrementAndGet();
                int status = running.run();
                last.set(status);
                if (status != 0) {
                    tell(number.get(), status);
                    if (whileSuccess) {
                        throw new RunFailedException();
                    }
                }
            });
            recurrence.completion().toCompletableFuture().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof IOException cause) {
                main.terminal.err().line("reprise repeat: cannot run it: " + cause.getMessage());
                return ExitStatuses.NOT_EXECUTABLE;
            }
            if (!(e.getCause() instanceof RunFailedException)) {
                throw e;
            }
        }
        return last.get();
    }

    private void tell(long run, int status) {
        if (!child.quiet) {
            Output err = main.terminal.err();
            String line = "reprise: run " + run + " " + err.red("failed with " + ExitStatuses.describe(status));
            err.line(line);
        }
    }

    /** Ends the recurrence; what there is to say has been said. */
    private static final class RunFailedException extends Exception {
        private static final long serialVersionUID = 1L;

        RunFailedException() {
            super("a run failed", null, false, false);
        }
    }
}
