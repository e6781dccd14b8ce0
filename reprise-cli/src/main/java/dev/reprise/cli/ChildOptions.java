package dev.reprise.cli;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What {@code retry} and {@code repeat} have in common: the command they run, and how it is ended. */
final class ChildOptions {
    @Spec(Spec.Target.MIXEE)
    CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "COMMAND",
            description = "The command and its arguments; a -- before it keeps its options its own.")
    List<String> command;

    @Option(
            names = "--kill-after",
            paramLabel = "DURATION",
            defaultValue = "2s",
            description = "How long a command that is ended (SIGTERM) may take until it is killed"
                    + " (default: ${DEFAULT-VALUE}).")
    String killAfter;

    @Option(
            names = {"-q", "--quiet"},
            description = "Tells nothing on standard error.")
    boolean quiet;

    /** Null when the command can be run, otherwise the exit status; the reason has been told then. */
    @Nullable
    Integer refused(Terminal terminal) {
        ChildCommand.Problem problem = ChildCommand.problem(command.get(0));
        if (problem == null) {
            return null;
        }
        terminal.err().line(spec.qualifiedName() + ": " + problem.message());
        return problem.status();
    }

    ChildCommand child() {
        return new ChildCommand(command, parsed("--kill-after", killAfter, Durations::parse));
    }

    /** An option's text read, with its name in the message when that fails. */
    <T> T parsed(String option, String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw wrong(option + ": " + e.getMessage());
        }
    }

    /** A duration that leaves some time for something. */
    Duration positive(String option, String text) {
        Duration duration = parsed(option, text, Durations::parse);
        if (duration.isZero()) {
            throw wrong(option + " (" + text + ") must be longer than 0s");
        }
        return duration;
    }

    ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
