package dev.reprise.cli;

import dev.reprise.cli.Terminal.Output;
import dev.reprise.repeat.Recurrence;
import dev.reprise.repeat.Supervisor;
import dev.reprise.schedule.Schedule;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
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
    /** No exit status of any process. */
    private static final int CANNOT_RUN = -1;

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
        CompletableFuture<Recurrence> self = new CompletableFuture<>();
        AtomicInteger last = new AtomicInteger();
        AtomicLong number = new AtomicLong();
        try (Supervisor supervisor = Supervisor.open()) {
            Recurrence recurrence = supervisor.repeat(runs, () -> {
                last.set(run(running, number.incrementAndGet()));
                if (last.get() == CANNOT_RUN || (whileSuccess && last.get() != 0)) {
                    self.join().stop(); // not thrown: a supervisor logs what it did not expect, and this is expected
                }
            });
            self.complete(recurrence);
            recurrence.completion().toCompletableFuture().join();
        }
        return last.get() == CANNOT_RUN ? ExitStatuses.NOT_EXECUTABLE : last.get();
    }

    private int run(ChildCommand running, long number) throws InterruptedException {
        try {
            int status = running.run();
            if (status != 0) {
                tell(number, status);
            }
            return status;
        } catch (IOException e) {
            main.terminal.err().line("reprise repeat: cannot run it: " + e.getMessage());
            return CANNOT_RUN;
        }
    }

    private void tell(long run, int status) {
        if (!child.quiet) {
            Output err = main.terminal.err();
            String line = "reprise: run " + run + " " + err.red("failed with " + ExitStatuses.describe(status));
            err.line(line);
        }
    }
}
