package dev.reprise.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** {@code reprise demo}: one call to a server that fails in real ways, shown as it happens. */
@Command(
        name = "demo",
        header = "Calls a failing HTTP server until it answers, and shows every attempt and wait.",
        description = {
            "",
            "The server is a real one on loopback. It is overloaded (503 with Retry-After), resets a connection half-way"
                    + " through an answer, keeps silent beyond the attempt's timeout, and recovers. It takes about three"
                    + " seconds.",
            ""
        },
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:the call succeeded in the end", "1:it did not"},
        footer = {"", "Example:", "  reprise demo"})
final class DemoCommand implements Callable<Integer> {
    @ParentCommand
    Main main;

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (DemoServer server = new DemoServer()) {
            Demo demo = new Demo(server, main.terminal.out(), Duration.ofMillis(800));
            return demo.run() ? 0 : Main.FAILED;
        }
    }
}
