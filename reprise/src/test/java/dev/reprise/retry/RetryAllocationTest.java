package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.reprise.Operation;
import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.Schedule;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What a call allocates once it is compiled, by the thread's own counter: the same on a slow machine as on a fast one. */
class RetryAllocationTest {
    private static final int CALLS = 20_000;
    private static final int ROUNDS = 200;

    private static final class Flaky implements Operation<String, IOException> {
        private final IOException failure = new IOException("busy");
        private final int failures;
        private int call;

        Flaky(int failures) {
            this.failures = failures;
        }

        @Override
        public String call() throws IOException {
            if (call++ % (failures + 1) < failures) throw failure;
            return "V";
        }
    }

    @Test
    void call_success_defaultPolicy_allocatesNothing() throws Exception {
        Retry retry = Retry.with(
                Schedule.backoff(Duration.ofMillis(100), Duration.ofSeconds(30)).attempts(5));
        Operation<String, RuntimeException> operation = () -> "V";
        assertThat(leastBytesPerCall(() -> {
                    String unused = retry.call(operation);
                }))
                .isZero();
    }

    @Test
    void call_twoFailures_allocatesOneSmallCall() throws Exception {
        Retry retry = Retry.with(Schedule.times(3)).budget(RetryBudget.unlimited());
        Flaky operation = new Flaky(2);
        assertThat(leastBytesPerCall(() -> {
                    try {
                        String unused = retry.call(operation);
                    } catch (IOException impossible) {
                        throw new AssertionError(impossible);
                    }
                }))
                .isLessThanOrEqualTo(160);
    }

    /** The least of several rounds: compilation allocates on other threads, but the interpreter does on this one. */
    private static long leastBytesPerCall(Runnable call) throws Exception {
        AtomicReference<Long> least = new AtomicReference<>(Long.MAX_VALUE);
        Thread thread = new Thread(() -> {
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long self = Thread.currentThread().getId();
            for (int round = 0; round < ROUNDS && least.get() > 0; round++) {
                long before = threads.getThreadAllocatedBytes(self);
                for (int i = 0; i < CALLS; i++) call.run();
                long bytes = (threads.getThreadAllocatedBytes(self) - before) / CALLS;
                least.accumulateAndGet(bytes, Math::min);
            }
        });
        thread.start();
        thread.join();
        return least.get();
    }
}
