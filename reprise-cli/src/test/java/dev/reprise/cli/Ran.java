package dev.reprise.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What one run of a command left behind. */
record Ran(int status, String out, String err) {

    /** Runs the command in this JVM. What a child process prints goes to the JVM's own output, so let it be silent. */
    static Ran here(String... arguments) {
        return here(false, "", arguments);
    }

    static Ran here(boolean unicode, String input, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(input.getBytes(UTF_8)),
                Terminal.Output.to(out, false, unicode),
                Terminal.Output.to(err, false, unicode));
        int status = Main.run(terminal, arguments);
        return new Ran(status, out.toString(UTF_8), err.toString(UTF_8));
    }

    /** The command in a JVM of its own, as a process that can be given signals. */
    static ProcessBuilder command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.reprise.cli.Main"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    /** Runs a process to its end. */
    static Ran process(ProcessBuilder builder) throws IOException, InterruptedException {
        Running running = Running.start(builder);
        return running.end();
    }

    /** A process under way; its output goes to files, so that it never waits for us. */
    record Running(Process process, Path out, Path err) {
        static Running start(ProcessBuilder builder) throws IOException {
            Path out = Files.createTempFile("reprise", ".out");
            Path err = Files.createTempFile("reprise", ".err");
            builder.redirectOutput(out.toFile()).redirectError(err.toFile());
            if (builder.redirectInput().equals(ProcessBuilder.Redirect.PIPE)) {
                builder.redirectInput(new File("/dev/null"));
            }
            return new Running(builder.start(), out, err);
        }

        Ran end() throws IOException, InterruptedException {
            boolean ended = process.waitFor(60, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly();
                throw new AssertionError("still running; it said: " + Files.readString(err));
            }
            Ran ran = new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
            Files.delete(out);
            Files.delete(err);
            return ran;
        }
    }
}
