package dev.reprise.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command itself: it parses, runs one of its subcommands, and turns whatever goes wrong into one message. */
@Command(
        name = "reprise",
        versionProvider = Main.Version.class,
        subcommands = {
            ExplainCommand.class,
            RetryCommand.class,
            RepeatCommand.class,
            DemoCommand.class,
            SimulateCommand.class,
            AdviseCommand.class
        },
        header = "Runs things again: retries what failed, repeats what worked, and explains a schedule first.",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:it worked",
            "1:it did not; the message says why",
            "2:wrong arguments; nothing was run",
            "other:from retry and repeat, the last status of the command they ran"
        },
        footer = {
            "",
            "Examples:",
            "  reprise demo",
            "  reprise explain 'exponential(100ms).capped(30s).jittered().attempts(5)'",
            "  reprise retry -- curl -fsS https://api.example.com/health",
            "  reprise simulate outage --html outage.html",
            "",
            "Help about one of them: reprise COMMAND --help"
        })
final class Main implements Callable<Integer> {
    static final int FAILED = 1;
    static final int WRONG_ARGUMENTS = 2;

    @Spec
    CommandSpec spec;

    /** Shared by the subcommands, which reach it through their parent. */
    final Terminal terminal;

    @CommandLine.Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = CommandLine.ScopeType.INHERIT,
            description = "Shows this help.")
    boolean help;

    @CommandLine.Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Shows the version.")
    boolean version;

    private Main(Terminal terminal) {
        this.terminal = terminal;
    }

    public static void main(String[] arguments) {
        System.exit(run(Terminal.system(), arguments));
    }

    /** Runs one command line and returns its exit status; nothing is thrown and the JVM goes on. */
    static int run(Terminal terminal, String... arguments) {
        return commandLine(terminal).execute(arguments);
    }

    static CommandLine commandLine(Terminal terminal) {
        CommandLine line = new CommandLine(new Main(terminal));
        line.setOut(terminal.out().writer());
        line.setErr(terminal.err().writer());
        line.setColorScheme(CommandLine.Help.defaultColorScheme(terminal.out().colours() ? Ansi.ON : Ansi.OFF));
        line.setExpandAtFiles(false); // @name may be an argument of the user's own command
        line.setUsageHelpAutoWidth(false);
        line.setUsageHelpWidth(100);
        // After the name of the user's command everything is its own, with or without the -- before it.
        line.getSubcommands().values().stream()
                .filter(command -> command.getMixins().containsKey("child"))
                .forEach(command -> command.setStopAtPositional(true));
        line.setParameterExceptionHandler(Main::wrongArguments);
        line.setExecutionExceptionHandler((failure, at, parsed) -> failed(failure, at));
        return line;
    }

    /** Without a subcommand there is nothing to do but to say which there are. */
    @Override
    public Integer call() {
        spec.commandLine().usage(terminal.err().writer(), Ansi.OFF);
        return WRONG_ARGUMENTS;
    }

    private static int wrongArguments(ParameterException failure, String[] arguments) {
        CommandLine at = failure.getCommandLine();
        String name = at.getCommandSpec().qualifiedName();
        PrintWriter err = at.getErr();
        err.println(name + ": " + message(failure, at));
        UnmatchedArgumentException.printSuggestions(failure, err);
        err.println("Try '" + name + " --help'.");
        return WRONG_ARGUMENTS;
    }

    private static String message(ParameterException failure, CommandLine at) {
        boolean atTop = at.getParent() == null;
        return atTop && failure instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
                ? "no such command: " + unmatched.getUnmatched().get(0)
                : String.valueOf(failure.getMessage());
    }

    private static int failed(Exception failure, CommandLine at) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        at.getErr().println(at.getCommandSpec().qualifiedName() + ": " + message);
        return FAILED;
    }

    /** What {@code --version} prints; the build writes the number into a resource. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() throws IOException {
            try (InputStream text = Main.class.getResourceAsStream("version.txt")) {
                String number = text == null ? "unknown" : new String(text.readAllBytes(), UTF_8).strip();
                return new String[] {"reprise " + number + " (Java " + System.getProperty("java.version") + ")"};
            }
        }
    }
}
