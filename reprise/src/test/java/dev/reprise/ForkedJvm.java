package dev.reprise;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a main class in a JVM of its own: for what the whole process does, as to exit. */
public record ForkedJvm(int exit, String output) {
    /** Fails when the JVM has not exited by itself within a minute. */
    public static ForkedJvm run(Class<?> main, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.addAll(List.of(options));
        command.add(main.getName());
        Path output = Files.createTempFile("forked", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(60, SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("The JVM does not exit: " + Files.readString(output));
            }
            return new ForkedJvm(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
        } finally {
            Files.delete(output);
        }
    }
}
