package dev.reprise.cli;

import dev.reprise.schedule.Schedule;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code reprise explain}: what a schedule does, without doing it. */
@Command(
        name = "explain",
        header = "Shows what a schedule does: its waits, its starts, and whether and when it ends.",
        description = {
            "",
            "Nothing is run and nothing is waited for. A wait that is drawn at random is shown as the least"
                    + " and the most it can be.",
            ""
        },
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:explained (with --batch: every line was answered)", "2:wrong arguments, or no such file"},
        footer = {
            "",
            "Examples:",
            "  reprise explain 'backoff(100ms, 30s).attempts(5)' --attempt-timeout 2s",
            "  reprise explain 'fixedRate(30s).upTo(5m)' --lasts 40s,1s",
            "  reprise explain 'exponential(100ms).attempts(4)' --json",
            "  reprise explain --batch cases.jsonl"
        })
final class ExplainCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Spec
    CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "SCHEDULE",
            description = "The schedule, as exponential(100ms).capped(30s).jittered().attempts(5).")
    @Nullable
    String schedule;

    @Option(
            names = "--attempt-timeout",
            paramLabel = "DURATION",
            description = "The longest an attempt lasts; gives the worst case.")
    @Nullable
    String attemptTimeout;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "12",
            description = "How many retries to show, at most 100000 (default: ${DEFAULT-VALUE}).")
    int limit;

    @Option(
            names = "--draw",
            paramLabel = "X",
            description = "Every random draw, from 0 (the least wait) to 1 (the most); with --json 0.5 unless given.")
    @Nullable
    String draw;

    @Option(
            names = "--lasts",
            paramLabel = "DURATION[,DURATION...]",
            description = "How long the attempts last, from the first; those not listed take no time.")
    @Nullable
    String lasts;

    @Option(names = "--json", description = "Prints one JSON object; times are nanoseconds.")
    boolean json;

    @Option(
            names = "--batch",
            paramLabel = "FILE",
            description = "Answers a file of cases, one JSON object a line; - is standard input.")
    @Nullable
    String batch;

    @Override
    public Integer call() throws IOException {
        if (limit < 1 || limit > 100_000) {
            throw wrong("--limit (" + limit + ") must be from 1 to 100000");
        }
        Explanation explanation = new Explanation(limit, parsedLasts(), parsedDraw(), parsedTimeout());
        if (schedule == null && batch != null) {
            return batch(batch, explanation);
        }
        if (schedule == null || batch != null) {
            throw wrong(batch == null ? "Missing SCHEDULE, or --batch FILE" : "--batch takes no SCHEDULE");
        }
        Schedule parsed = parsedSchedule(schedule);
        if (json) {
            main.terminal.out().line(ScheduleJson.explanation(parsed, explanation));
        } else {
            explanation.print(parsed, main.terminal.out());
        }
        return 0;
    }

    private int batch(String file, Explanation defaults) throws IOException {
        try (BufferedReader lines = open(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    main.terminal.out().line(ScheduleJson.answer(line, defaults)); // flushed, for who waits for it
                }
            }
            return 0;
        }
    }

    /** Bytes that are no UTF-8 make their own line wrong, not the whole file. */
    private BufferedReader open(String file) {
        try {
            if (!file.equals("-") && Files.isDirectory(Path.of(file))) {
                throw wrong("--batch: is a directory: " + file);
            }
            Reader reader = new InputStreamReader(
                    file.equals("-") ? main.terminal.in() : Files.newInputStream(Path.of(file)),
                    StandardCharsets.UTF_8);
            return new BufferedReader(reader);
        } catch (NoSuchFileException e) {
            throw wrong("--batch: no such file: " + file);
        } catch (IOException | IllegalArgumentException e) {
            throw wrong("--batch: cannot read " + file + ": " + e.getMessage());
        }
    }

    private Schedule parsedSchedule(String text) {
        try {
            return Schedule.parse(text);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private List<Long> parsedLasts() {
        return lasts == null
                ? List.of()
                : List.of(lasts.split(",", -1)).stream()
                        .map(text -> duration("--lasts", text).toNanos())
                        .toList();
    }

    private @Nullable Double parsedDraw() {
        if (draw == null) {
            return null;
        }
        try {
            double number = Double.parseDouble(draw);
            if (number >= 0 && number <= 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The same complaint as for one out of range.
        }
        throw wrong("--draw (" + draw + ") must be a number from 0 to 1");
    }

    private @Nullable Duration parsedTimeout() {
        return attemptTimeout == null ? null : duration("--attempt-timeout", attemptTimeout);
    }

    private Duration duration(String option, String text) {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw wrong(option + ": " + e.getMessage());
        }
    }

    private ParameterException wrong(@Nullable String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
