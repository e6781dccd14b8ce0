package dev.reprise.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Benchmark;

/** Every benchmark runs a few times, calls its service as often as it says, and has the right answer. */
class BenchmarksTest {
    private static final int RUNS = 3;

    private static List<Method> methodsOf(Class<?> type) {
        List<Method> methods = Arrays.stream(type.getMethods())
                .filter(method -> method.isAnnotationPresent(Benchmark.class))
                .toList();
        assertThat(methods).isNotEmpty();
        return methods;
    }

    private static Object run(Method method, Object benchmark) throws ReflectiveOperationException {
        if (method.getParameterCount() == 0) return method.invoke(benchmark);
        Peers.WithoutSleep withoutSleep = new Peers.WithoutSleep();
        withoutSleep.replace();
        return method.invoke(benchmark, withoutSleep);
    }

    /** What a call ended with, under whatever a peer wraps it in. */
    private static Object innermost(Object outcome) {
        return outcome instanceof Throwable failure && failure.getCause() != null
                ? innermost(failure.getCause())
                : outcome;
    }

    private static void assertCalls(Supplier<CallBenchmark> benchmarks, int attempts, Object outcome)
            throws ReflectiveOperationException {
        for (Method method : methodsOf(benchmarks.get().getClass())) {
            CallBenchmark benchmark = benchmarks.get();
            for (int i = 1; i <= RUNS; i++) {
                assertThat(innermost(run(method, benchmark)))
                        .as(method.toString())
                        .isSameAs(outcome);
                assertThat(benchmark.service.calls()).as(method.toString()).isEqualTo(attempts * i);
            }
        }
    }

    @Test
    void success_anybody_makesOneAttempt() throws ReflectiveOperationException {
        assertCalls(SuccessBenchmark::new, 1, Service.VALUE);
    }

    @Test
    void failingTwice_anybody_makesThreeAttempts() throws ReflectiveOperationException {
        assertCalls(FailingTwiceBenchmark::new, 3, Service.VALUE);
    }

    @Test
    void exhausted_anybody_makesFiveAttempts() throws ReflectiveOperationException {
        assertCalls(ExhaustedBenchmark::new, 5, Service.FAILURE);
    }

    private static void assertResults(Supplier<ResultBenchmark> benchmarks, int attempts)
            throws ReflectiveOperationException {
        for (Method method : methodsOf(benchmarks.get().getClass())) {
            ResultBenchmark benchmark = benchmarks.get();
            for (int i = 1; i <= RUNS; i++) {
                assertThat(run(method, benchmark)).as(method.toString()).isSameAs(Service.VALUE);
                assertThat(benchmark.service.calls()).as(method.toString()).isEqualTo(attempts * i);
            }
        }
    }

    @Test
    void acceptedResult_anybody_makesOneAttempt() throws ReflectiveOperationException {
        assertResults(ResultBenchmark.AcceptedBenchmark::new, 1);
    }

    @Test
    void rejectedTwice_anybody_makesThreeAttempts() throws ReflectiveOperationException {
        assertResults(ResultBenchmark.RejectedTwiceBenchmark::new, 3);
    }

    /** The waits of the peers are in milliseconds or a Duration; that of springRetry is not told. */
    @Test
    void step_manyTimes_waitsNoLongerThanTheCap() throws ReflectiveOperationException {
        for (Method method : methodsOf(StepBenchmark.class)) {
            StepBenchmark benchmark = new StepBenchmark();
            benchmark.restart();
            boolean inNanos =
                    method.getName().equals("handWritten") || method.getName().equals("reprise");
            long cap = inNanos ? 30_000_001_000L : 30_000;
            for (int i = 0; i < 1000; i++) {
                Object step = method.invoke(benchmark);
                long wait = step instanceof java.time.Duration duration ? duration.toMillis() : (long) step;
                assertThat(wait).as(method.toString()).isBetween(0L, cap);
            }
        }
    }

    @Test
    void budget_anybody_grantsEveryTime() throws ReflectiveOperationException {
        DepositBenchmark deposits = new DepositBenchmark();
        deposits.fill();
        for (Method method : methodsOf(DepositBenchmark.class)) {
            for (int i = 0; i < RUNS; i++) method.invoke(deposits);
        }
        assertThat(deposits.balance()).isGreaterThan(19);

        GrantBenchmark grants = new GrantBenchmark();
        grants.fill();
        double balance = grants.balance();
        for (int i = 0; i < 100; i++) assertThat(grants.reprise()).isNotNull();
        assertThat(grants.balance()).isEqualTo(balance);
        for (int i = 0; i < 100; i++) assertThat(grants.handWritten()).isTrue();
        assertThat(grants.aws()).isNotNull();
        assertThat(grants.awsBalance()).isEqualTo(500);
    }

    @Test
    void async_anybody_makesTwoAttemptsOfEachCall() throws ReflectiveOperationException {
        for (Method method : methodsOf(AsyncBenchmark.class)) {
            AsyncBenchmark benchmark = new AsyncBenchmark();
            assertThat(method.invoke(benchmark)).as(method.toString()).isEqualTo(Service.VALUE);
            assertThat(benchmark.services.stream().map(AsyncService::calls).collect(Collectors.toSet()))
                    .as(method.toString())
                    .containsExactly(2);
        }
    }

    /** On threads of the platform, and few, where the JDK has no virtual ones. */
    @Test
    void blockingCallers_anybody_makesTwoAttempts() {
        for (BlockingCallers who : BlockingCallers.values()) {
            AsyncService service = new AsyncService();
            assertThat(who.after(1).call(service)).as(who.name()).isEqualTo(Service.VALUE);
            assertThat(service.calls()).as(who.name()).isEqualTo(2);
        }
    }

    @Test
    void text_parsedAndPrinted_isTheSame() {
        TextBenchmark benchmark = new TextBenchmark();
        assertThat(benchmark.repriseParse()).hasToString(benchmark.reprisePrint());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100})
    void callSites_some_areClassesOfTheirOwn(int sites) throws Exception {
        CallSiteGrowthBenchmark benchmark = new CallSiteGrowthBenchmark();
        benchmark.sites = sites;
        benchmark.makeSites();
        assertThat(benchmark.sites()).hasSize(sites);
        for (Method method : methodsOf(CallSiteGrowthBenchmark.class)) {
            assertThat(method.invoke(benchmark)).as(method.toString()).isEqualTo(Service.VALUE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 9, 999})
    void scheduleNodes_some_areThere(int nodes) {
        ScheduleGrowthBenchmark benchmark = new ScheduleGrowthBenchmark();
        benchmark.nodes = nodes;
        benchmark.grow();
        assertThat(benchmark.reprisePrint().split("\\(", -1)).hasSize(nodes + 1);
        assertThat(benchmark.repriseParse()).hasToString(benchmark.reprisePrint());
        assertThat(benchmark.repriseStep()).isEqualTo(1_000_001_000L);
    }

    @Test
    void table_ofThreeRounds_hasMediansAndRatios() {
        Table table = new Table();
        for (double nanos : new double[] {10, 30, 20}) {
            table.add("call", "handWritten", nanos / 2, 0);
            table.add("call", "reprise", nanos, 8);
            table.add("call", "peer", nanos * 2, 64);
        }
        assertThat(table.toString().lines().skip(2))
                .containsExactly(
                        "| call | handWritten | 10.0 ns | 0 | 1.00 | 0.25 | 200 % |",
                        "| call | reprise | 20.0 ns | 8 | 2.00 | 0.50 | 200 % |",
                        "| call | peer | 40.0 ns | 64 | 4.00 | 1.00 | 200 % |");
    }
}
