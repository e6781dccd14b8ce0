package dev.reprise.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.reprise.benchmarks.AsyncCallers.Stages;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;

/**
 * What calls keep alive while they wait between two attempts, and what it costs to have them wait. As in a process that has run for a
 * while, what they run is compiled, since frames of the interpreter are larger. A program of its own, since it measures its whole heap: {@code Footprint threads|pending REPRISE 100000} prints {@code bytes-each cpu-nanos-each}.
 */
public final class Footprint {
    private static final long AN_HOUR = 3_600_000;
    private static final int WARMUP = 20_000;

    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final List<AsyncService> services = new ArrayList<>();
    private final ArrayList<CompletionStage<String>> results = new ArrayList<>();

    private Footprint() {}

    public static void main(String[] arguments) throws InterruptedException {
        // A caller that breaks ends the program, which would wait for its call for ever.
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            failure.printStackTrace();
            Runtime.getRuntime().halt(1);
        });
        int calls = Integer.parseInt(arguments[2]);
        Footprint footprint = new Footprint();
        switch (arguments[0]) {
            case "threads" -> footprint.threads(BlockingCallers.valueOf(arguments[1]), calls);
            case "pending" -> footprint.pending(AsyncCallers.valueOf(arguments[1]), calls);
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private void threads(BlockingCallers who, int calls) throws InterruptedException {
        BlockingCallers.Caller warming = who.after(1);
        CountDownLatch left = new CountDownLatch(WARMUP);
        for (int i = 0; i < WARMUP; i++) {
            AsyncService service = new AsyncService();
            VirtualThreads.start(() -> {
                if (warming.call(service) == Service.VALUE) left.countDown();
            });
        }
        left.await();
        BlockingCallers.Caller caller = who.after(AN_HOUR);
        for (int i = 0; i < calls; i++) services.add(new AsyncService());
        AsyncService first = new AsyncService();
        VirtualThreads.start(() -> caller.call(first));
        awaitCall(first);
        long before = usedBytes();
        long cpuBefore = process.getProcessCpuTime();
        for (AsyncService service : services) VirtualThreads.start(() -> caller.call(service));
        for (AsyncService service : services) awaitCall(service);
        report(before, cpuBefore, calls);
    }

    private void pending(AsyncCallers who, int calls) throws InterruptedException {
        AsyncCallers.Caller warming = who.after(1);
        for (int i = 0; i < WARMUP; i++) results.add(warming.call(new AsyncService()::serve));
        for (CompletionStage<String> result : results) {
            String unused = result.toCompletableFuture().join();
        }
        results.clear();
        AsyncCallers.Caller caller = who.after(AN_HOUR);
        List<Stages> operations = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            AsyncService service = new AsyncService();
            services.add(service);
            operations.add(service::serve);
        }
        results.ensureCapacity(calls + 1);
        AsyncService first = new AsyncService();
        results.add(caller.call(first::serve));
        awaitCall(first);
        long before = usedBytes();
        long cpuBefore = process.getProcessCpuTime();
        for (Stages operation : operations) results.add(caller.call(operation));
        for (AsyncService service : services) awaitCall(service);
        report(before, cpuBefore, calls);
    }

    private static void awaitCall(AsyncService service) throws InterruptedException {
        while (service.calls() == 0) Thread.sleep(1);
    }

    private void report(long bytesBefore, long cpuBefore, int calls) throws InterruptedException {
        // The last of them may be on the way from their attempt to their wait.
        Thread.sleep(500);
        double cpu = (double) (process.getProcessCpuTime() - cpuBefore) / calls;
        double bytes = (double) (usedBytes() - bytesBefore) / calls;
        System.out.println(String.format(Locale.ROOT, "%.0f %.0f", bytes, cpu));
    }

    private static long usedBytes() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(100);
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
