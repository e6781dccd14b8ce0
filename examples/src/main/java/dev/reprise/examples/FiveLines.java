package dev.reprise.examples;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The least there is: a policy, made once, and a call. Waits for a file that somebody else is about to write. */
public final class FiveLines {
    private static final Retry RETRY = Retry.with(
                    Schedule.backoff(ofMillis(20), ofSeconds(1)).attempts(8))
            .retryOn(IOException.class)
            .onRetry(info ->
                    System.out.println("not there yet, again in " + info.delay().toMillis() + " ms"));

    private FiveLines() {}

    static String read(Path file) throws IOException {
        return RETRY.call(() -> Files.readString(file));
    }

    public static void main(String[] args) throws IOException {
        System.out.println(read(Path.of(args[0])));
    }
}
