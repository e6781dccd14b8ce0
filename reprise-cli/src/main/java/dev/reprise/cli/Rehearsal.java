package dev.reprise.cli;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Does a little of everything and shows nothing. {@code bin/reprise} runs it once after a build, so that the JVM can
 * write the classes it needed into an archive from which they load several times as fast.
 */
final class Rehearsal {
    private Rehearsal() {}

    public static void main(String[] arguments) {
        InputStream in =
                new ByteArrayInputStream("{\"id\": 1, \"schedule\": \"times(2)\"}\n".getBytes(StandardCharsets.UTF_8));
        Terminal.Output nowhere = Terminal.Output.to(OutputStream.nullOutputStream(), true, true);
        Terminal terminal = new Terminal(in, nowhere, nowhere);
        Main.run(terminal, "explain", "backoff(100ms, 30s).attempts(5)", "--attempt-timeout", "2s");
        Main.run(terminal, "explain", "--batch", "-");
        Main.run(terminal, "explain", "none(");
        Main.run(terminal, "retry", "--help");
        Main.run(terminal, "retry", "-s", "once()", "--attempt-timeout", "1m", "--", "true");
        Main.run(terminal, "retry", "-s", "once()", "--events", "json", "--", "true");
        Main.run(terminal, "repeat", "-s", "once()", "--", "true");
        Main.run(terminal, "demo");
        Main.run(terminal, "simulate", "collapse");
        System.exit(0);
    }
}
