package dev.reprise.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Runs the JCStress tests of this module in a virtual machine of their own: each for a moment with every build, in every way that
 * JCStress knows with {@code bin/stress}. The report is left in {@code target/jcstress}.
 */
class InterleavingsTest {
    private static final Path REPORT = Path.of("target", "jcstress").toAbsolutePath();

    private static final List<String> BRIEF = List.of(
            "-m", "sanity", "-f", "1", "-fsm", "1", "-iters", "1", "-time", "200", "-sc", "false", "-af", "NONE");

    /** One configuration of the virtual machine instead of all that it has. */
    private static final List<String> ONE_MACHINE = List.of("-jvmArgs", "-XX:+UseSerialGC");

    @Test
    void everyTest_seesOnlyWhatItAccepts() throws IOException, InterruptedException {
        Files.createDirectories(REPORT);
        Path output = REPORT.resolve("output.txt");
        int exit = new ProcessBuilder(command())
                .directory(REPORT.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        String said = Files.readString(output);
        assertThat(exit).as(said).isZero();
        assertThat(said)
                .contains("Failed tests: No matches.", "Error tests: No matches.")
                .containsPattern("All remaining tests: 12 matching");
    }

    private static List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", absolute(System.getProperty("java.class.path"))));
        command.addAll(List.of("org.openjdk.jcstress.Main", "-r", REPORT.toString()));
        if (Exploration.isLong()) {
            command.addAll(List.of(System.getProperty("jcstress", "-m quick").split(" ", -1)));
        } else {
            command.addAll(BRIEF);
            command.addAll(ONE_MACHINE);
        }
        return command;
    }

    /** It runs elsewhere, so relative entries would be lost. */
    private static String absolute(String classPath) {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            entries.add(new File(entry).getAbsolutePath());
        }
        return String.join(File.pathSeparator, entries);
    }
}
