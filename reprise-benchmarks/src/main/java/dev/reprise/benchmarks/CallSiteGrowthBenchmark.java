package dev.reprise.benchmarks;

import dev.reprise.Operation;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Calls under the default policy from many places in turn. Each has a class and so a budget of its own; one shared policy, or one for
 * each place. The loop by hand goes round the same operations.
 */
@State(Scope.Thread)
public class CallSiteGrowthBenchmark {
    @Param({"1", "100", "10000"})
    int sites = 1;

    private final List<Site> operations = new ArrayList<>();
    private final List<Retry> policies = new ArrayList<>();
    private final Retry shared = policy();
    private int next;

    private static Retry policy() {
        return Retry.with(
                Schedule.backoff(Duration.ofMillis(100), Duration.ofSeconds(30)).attempts(5));
    }

    /** What an operation is to both. */
    interface Site extends Operation<String, RuntimeException>, Supplier<String> {}

    /** Its class file is loaded again and again, as so many hidden classes. */
    static final class Template implements Site {
        private int calls;

        @Override
        public String call() {
            calls++;
            return Service.VALUE;
        }

        @Override
        public String get() {
            return call();
        }

        @Override
        public String toString() {
            return calls + " calls";
        }
    }

    @Setup
    public void makeSites() throws IOException, ReflectiveOperationException {
        byte[] template;
        try (InputStream file = Template.class.getResourceAsStream("CallSiteGrowthBenchmark$Template.class")) {
            if (file == null) throw new IOException("The class file is not there");
            template = file.readAllBytes();
        }
        for (int i = 0; i < sites; i++) {
            MethodHandles.Lookup site = MethodHandles.lookup().defineHiddenClass(template, true);
            operations.add((Site) site.lookupClass().getDeclaredConstructor().newInstance());
            policies.add(policy());
        }
    }

    Set<Class<?>> sites() {
        return operations.stream().map(Object::getClass).collect(Collectors.toSet());
    }

    private int next() {
        next = next + 1 < sites ? next + 1 : 0;
        return next;
    }

    @Benchmark
    public Object handWritten() {
        Supplier<String> operation = operations.get(next());
        for (int attempt = 1; ; attempt++) {
            try {
                return operation.get();
            } catch (RuntimeException failure) {
                if (attempt >= 5) throw failure;
            }
        }
    }

    @Benchmark
    public Object reprise() {
        int site = next();
        return policies.get(site).call(operations.get(site));
    }

    @Benchmark
    public Object repriseSharedPolicy() {
        return shared.call(operations.get(next()));
    }
}
