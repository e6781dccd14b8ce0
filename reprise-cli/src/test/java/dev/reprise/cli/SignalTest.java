package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.cli.Ran.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command in a JVM of its own, told to stop while its child runs or while it waits. */
class SignalTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void signal_commandRuns_endsAtOnceAndTakesTheTreeWithIt(String signal, int status) throws Exception {
        Running running = start("retry", "echo $$ >> \"$1\"; sleep 120 & echo $! >> \"$1\"; wait");
        List<Long> pids = pids(2);

        long begin = System.nanoTime();
        kill(signal, running);
        Ran ran = running.end();

        assertThat(ran.status()).isEqualTo(status);
        assertThat(ran.err()).isEmpty();
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(30));
        assertThat(pids.stream().flatMap(pid -> ProcessHandle.of(pid).stream()).filter(ProcessTree::lives))
                .isEmpty();
    }

    @Test
    void signal_commandIgnoresIt_isKilled() throws Exception {
        Running running = start("retry", "trap '' TERM INT; echo $$ >> \"$1\"; while :; do sleep 0.1; done");
        List<Long> pids = pids(1);

        kill("INT", running);

        assertThat(running.end().status()).isEqualTo(130);
        assertThat(ProcessHandle.of(pids.get(0)).filter(ProcessTree::lives)).isEmpty();
    }

    @Test
    void signal_betweenAttempts_endsTheWait() throws Exception {
        Running running = start("retry", "echo $$ >> \"$1\"; exit 3");
        pids(1);
        awaitText(running.err(), "next in 1h");

        kill("TERM", running);

        Ran ran = running.end();
        assertThat(ran.status()).isEqualTo(143);
        assertThat(ran.err()).isEqualTo("reprise: attempt 1 of 5 failed with exit code 3; next in 1h\n");
    }

    @Test
    void signal_repeatRuns_endsAtOnce() throws Exception {
        Running running = start("repeat", "echo $$ >> \"$1\"; exec sleep 120");
        List<Long> pids = pids(1);

        kill("INT", running);

        Ran ran = running.end();
        assertThat(ran.status()).isEqualTo(130);
        assertThat(ran.err()).isEmpty();
        assertThat(ProcessHandle.of(pids.get(0)).filter(ProcessTree::lives)).isEmpty();
    }

    @Test
    void streams_ofTheCommand_areOurs() throws Exception {
        Path input = Files.writeString(folder.resolve("input"), "to be read\n");
        ProcessBuilder builder =
                Ran.command("retry", "-s", "times(2)", "--", "sh", "-c", "cat; echo complaint >&2; exit 4");

        Ran ran = Ran.process(builder.redirectInput(input.toFile()));

        assertThat(ran.status()).isEqualTo(4);
        assertThat(ran.out()).isEqualTo("to be read\n");
        assertThat(ran.err()).isEqualTo("""
                        complaint
                        reprise: attempt 1 of 2 failed with exit code 4; next in 0s
                        complaint
                        reprise: attempt 2 of 2 failed with exit code 4; giving up: no attempt is left
                        """);
    }

    private Running start(String subcommand, String script) throws IOException {
        return Running.start(Ran.command(
                subcommand, "-s", "fixedDelay(1h).attempts(5)", "--", "sh", "-c", script, "sh", log().toString()));
    }

    private Path log() {
        return folder.resolve("log");
    }

    private List<Long> pids(int count) throws Exception {
        for (int look = 0; look < 3000; look++) {
            if (Files.exists(log()) && Files.readAllLines(log()).size() >= count) {
                return Files.readAllLines(log()).stream().map(Long::parseLong).toList();
            }
            Thread.sleep(10);
        }
        throw new AssertionError("the command did not start");
    }

    private static void awaitText(Path file, String text) throws Exception {
        for (int look = 0; look < 3000 && !Files.readString(file).contains(text); look++) {
            Thread.sleep(10);
        }
    }

    private static void kill(String signal, Running running) throws Exception {
        new ProcessBuilder("kill", "-" + signal, Long.toString(running.process().pid()))
                .inheritIO()
                .start()
                .waitFor();
    }
}
