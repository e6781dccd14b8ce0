package dev.reprise.examples;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.Attempts;
import dev.reprise.retry.Classifier;
import dev.reprise.retry.InlineAttempt;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * Connects to a service that may come up later than this program: until it answers, two minutes have passed, or somebody wants
 * the program to end. Nobody waits for a request here, so there is no limit of attempts and no budget, only the time.
 */
public final class StartupConnection {
    private StartupConnection() {}

    static Retry policy() {
        return Retry.explicit(
                        Schedule.backoff(ofMillis(200), ofSeconds(15)).attempts(Integer.MAX_VALUE),
                        Classifier.transientOnly(),
                        RetryBudget.unlimited())
                .within(ofMinutes(2))
                .label("startup");
    }

    /**
     * A connection.
     *
     * @throws IOException the last failure; with the thread's interrupt flag when it was to end
     */
    static Socket connect(InetSocketAddress address, Retry retry) throws IOException {
        try (Attempts attempts = retry.attempts()) {
            while (true) {
                InlineAttempt attempt = attempts.next();
                try {
                    return attempt.succeed(open(address));
                } catch (IOException failure) {
                    if (!attempt.retry(failure)) throw failure;
                }
            }
        }
    }

    private static Socket open(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(address, 2_000);
            return socket;
        } catch (IOException failure) {
            socket.close();
            throw failure;
        }
    }

    public static void main(String[] args) throws IOException {
        Thread main = Thread.currentThread();
        // SIGTERM ends a wait at once instead of after it.
        Runtime.getRuntime().addShutdownHook(new Thread(main::interrupt));
        try (Socket socket = connect(new InetSocketAddress(args[0], Integer.parseInt(args[1])), policy())) {
            System.out.println("connected to " + socket.getRemoteSocketAddress());
        }
    }
}
