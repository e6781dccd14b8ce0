package dev.reprise.cli;

import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryListener;
import dev.reprise.retry.Attempt;
import dev.reprise.retry.Classifier;
import dev.reprise.retry.Retry;
import dev.reprise.retry.Tried;
import dev.reprise.retry.Verdict;
import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.time.AttemptTimeoutException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code reprise retry}: runs a program until it succeeds, or the schedule says that it is enough. */
@Command(
        name = "retry",
        header = "Runs a command until it succeeds.",
        description = {
            "",
            "The command has this terminal to itself: its input and output are not touched. Progress goes to"
                    + " standard error. Every attempt reads the same standard input, so a second one finds what the"
                    + " first has left of it.",
            ""
        },
        showEndOfOptionsDelimiterInUsageHelp = true,
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:an attempt succeeded",
            "2:wrong arguments; nothing was run",
            "124:the last attempt was ended by --attempt-timeout",
            "126:the command is there but cannot be executed",
            "127:there is no such command",
            "130:Ctrl-C (143: SIGTERM); the command was ended too",
            "other:the command's last one; 128 and the signal's number when a signal ended it"
        },
        footer = {
            "",
            "Examples:",
            "  reprise retry -- curl -fsS https://api.example.com/health",
            "  reprise retry -s 'fixedDelay(2s).attempts(10)' --attempt-timeout 5s -- pg_isready -h db",
            "  reprise retry --deadline 1m --stop-exit 2,64-78 -- ./deploy.sh production",
            "  reprise retry --retry-exit 75 --quiet -- sendmail -t < letter"
        })
final class RetryCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Mixin
    ChildOptions child = new ChildOptions();

    @Option(
            names = {"-s", "--schedule"},
            paramLabel = "SCHEDULE",
            defaultValue = "backoff(1s, 30s).attempts(5)",
            description = {"When to try again; it must end.", "(default: ${DEFAULT-VALUE})"})
    String schedule;

    @Option(
            names = "--attempt-timeout",
            paramLabel = "DURATION",
            description =
                    "Ends an attempt, and all the processes it started, after that long; counts as exit status 124.")
    @Nullable
    String attemptTimeout;

    @Option(
            names = "--deadline",
            paramLabel = "DURATION",
            description =
                    "Gives up when another attempt could not end in that time from the start. An attempt under way"
                            + " is cut short only with --attempt-timeout.")
    @Nullable
    String deadline;

    @Option(
            names = "--stop-exit",
            paramLabel = "LIST",
            description = "Exit statuses that another attempt would not change, as 2,64-78.")
    @Nullable
    String stopExit;

    @Option(
            names = "--retry-exit",
            paramLabel = "LIST",
            description = "Retries these exit statuses only; --stop-exit is asked first.")
    @Nullable
    String retryExit;

    @Option(
            names = "--events",
            paramLabel = "FORMAT",
            description = "Tells every event as one line of json on standard error, instead of the progress.")
    @Nullable
    String events;

    @Override
    public Integer call() {
        BoundedSchedule attempts = child.parsed("--schedule", schedule, BoundedSchedule::parse);
        Judge judge = new Judge(
                stopExit == null ? null : child.parsed("--stop-exit", stopExit, ExitStatuses::parse),
                retryExit == null ? null : child.parsed("--retry-exit", retryExit, ExitStatuses::parse));
        Retry retry = Retry.explicit(attempts, judge, RetryBudget.unlimited());
        if (attemptTimeout != null) {
            retry = retry.attemptTimeout(child.positive("--attempt-timeout", attemptTimeout));
        }
        if (deadline != null) {
            retry = retry.within(child.positive("--deadline", deadline));
        }
        RetryListener progress = progress(attempts.maximumAttempts());
        if (progress != null) {
            retry = retry.listener(progress);
        }
        try (ChildCommand running = child.child()) {
            Integer refused = child.refused(main.terminal);
            return refused != null ? refused : run(retry, running, judge);
        }
    }

    private int run(Retry retry, ChildCommand running, Judge judge) {
        Tried<Integer> tried = retry.tried(running::run, judge::status);
        Throwable failure = tried.failure();
        if (failure == null) {
            return tried.value();
        }
        if (failure instanceof AttemptTimeoutException) {
            return ExitStatuses.TIMED_OUT;
        }
        main.terminal.err().line("reprise retry: cannot run it: " + failure.getMessage());
        return ExitStatuses.NOT_EXECUTABLE;
    }

    private @Nullable RetryListener progress(int maximumAttempts) {
        if (events == null) {
            return child.quiet ? null : new RetryProgress(main.terminal.err(), maximumAttempts);
        }
        if (child.quiet) {
            throw child.wrong("--events and --quiet exclude each other");
        }
        if (!events.equals("json")) {
            throw child.wrong("--events (" + events + ") must be json");
        }
        return new EventLines(main.terminal.err(), maximumAttempts);
    }

    /** Judges exit statuses, that of a timeout included. */
    private record Judge(
            @Nullable ExitStatuses stop, @Nullable ExitStatuses only) implements Classifier {
        Verdict status(Integer status) {
            if (status == 0) {
                return Verdict.accept();
            }
            boolean stops = (stop != null && stop.contains(status)) || (only != null && !only.contains(status));
            return stops ? Verdict.stop() : Verdict.retry();
        }

        @Override
        public Verdict classify(Throwable failure, Attempt attempt) {
            return failure instanceof AttemptTimeoutException ? status(ExitStatuses.TIMED_OUT) : Verdict.stop();
        }
    }
}
