package dev.reprise.guide;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.Retry;
import dev.reprise.retry.Tried;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.VirtualClock;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The code of the guide to asynchronous calls, asserted. */
class AsyncSnippets {
    private final VirtualClock clock = VirtualClock.automatic();
    private final Executor executor = clock.executor(Runnable::run);
    private final AtomicInteger calls = new AtomicInteger();
    private final Client client = new Client();
    private final Retry retry = Retry.with(Schedule.exponential(ofMillis(100)).attempts(3))
            .budget(RetryBudget.unlimited())
            .clock(clock)
            .executor(executor);

    private final class Client {
        CompletableFuture<String> fetchAsync() {
            return calls.incrementAndGet() < 3
                    ? CompletableFuture.failedFuture(new IOException("busy"))
                    : CompletableFuture.completedFuture("V");
        }

        String fetch() throws IOException {
            if (calls.incrementAndGet() < 3) throw new IOException("busy");
            return "V";
        }
    }

    @Test
    void stages() {
        CompletableFuture<String> later = retry.callAsync(() -> client.fetchAsync());
        assertThat(clock.join(later)).isEqualTo("V");
        assertThat(clock.elapsed()).isEqualTo(ofMillis(300));
    }

    @Test
    void outcome() {
        CompletableFuture<Tried<String>> how = retry.triedAsync(() -> client.fetchAsync());
        assertThat(clock.join(how).attempts()).isEqualTo(3);
    }

    @Test
    void blockingWork() {
        CompletableFuture<String> later = retry.callOn(executor, () -> client.fetch());
        assertThat(clock.join(later)).isEqualTo("V");
    }

    @Test
    void cancelled() {
        Retry patient = retry.attemptTimeout(ofSeconds(2));
        CompletableFuture<Object> running = new CompletableFuture<>();
        CompletableFuture<Object> later = patient.callAsync(() -> running);
        later.cancel(true);
        assertThat(running).isCancelled();
        assertThat(clock.timers()).isZero();
    }
}
