package dev.reprise.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks and prints one table.
 *
 * <p>{@code Bench [--quick] [--rounds N] [PATTERN]}: the pattern, found in {@code Class.method}, chooses some; without one all are run. In
 * each round every benchmark is run once, in a process of its own, and the table has the medians of the rounds: a machine that is slower
 * for a while is slower for all.
 */
public final class Bench {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private final boolean quick;
    private final int rounds;
    private final Pattern pattern;
    private final Table table = new Table();

    private Bench(boolean quick, int rounds, Pattern pattern) {
        this.quick = quick;
        this.rounds = rounds;
        this.pattern = pattern;
    }

    public static void main(String[] arguments) throws Exception {
        boolean quick = false;
        int rounds = 0;
        String pattern = "";
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--quick" -> quick = true;
                case "--rounds" -> rounds = Integer.parseInt(arguments[++i]);
                default -> pattern = arguments[i];
            }
        }
        new Bench(quick, rounds > 0 ? rounds : quick ? 1 : 3, Pattern.compile(pattern)).run();
    }

    private void run() throws Exception {
        long start = System.nanoTime();
        List<Row> rows = Row.all().stream()
                .filter(row -> !quick || !row.growth() && row.threads() <= 2)
                .filter(row -> !row.needsVirtualThreads() || VirtualThreads.areThere())
                .toList();
        for (int round = 1; round <= rounds; round++) {
            for (Row row : rows) {
                progress(start, round, row.title());
                measure(row);
            }
            progress(start, round, "what waiting calls keep");
            measureFootprints();
        }
        System.out.println(machine());
        if (!VirtualThreads.areThere()) System.out.println("Without (h): this JDK has no virtual threads.");
        System.out.printf(
                Locale.ROOT,
                "%d round%s, %d s. Time is CPU time of one operation; of (h) it is on the wall, of all 100,000 calls.%n%n",
                rounds,
                rounds == 1 ? "" : "s",
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
        System.out.println(table);
    }

    private void progress(long start, int round, String what) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        System.err.printf(Locale.ROOT, "%4d s, round %d of %d: %s%n", seconds, round, rounds, what);
    }

    private static String machine() {
        long memory = Runtime.getRuntime().maxMemory() >> 20;
        return String.format(
                Locale.ROOT,
                "%d cores, JDK %s (%s), at most %d MB of heap here.",
                Runtime.getRuntime().availableProcessors(),
                Runtime.version(),
                System.getProperty("java.vm.name"),
                memory);
    }

    private void measure(Row row) throws RunnerException {
        String methods = Arrays.stream(row.type().getMethods())
                .filter(method -> method.isAnnotationPresent(org.openjdk.jmh.annotations.Benchmark.class))
                .map(method -> row.type().getSimpleName() + "." + method.getName())
                .filter(name -> pattern.matcher(name).find())
                .map(name -> name.substring(name.indexOf('.') + 1))
                .distinct()
                .collect(Collectors.joining("|"));
        if (methods.isEmpty()) return;
        boolean single = row.figure() == Row.Figure.WALL;
        TimeValue warmup = TimeValue.milliseconds(quick ? 300 : 500);
        var options = new OptionsBuilder()
                .include(Pattern.quote(row.type().getCanonicalName()) + "\\.(" + methods + ")$")
                .mode(row.figure().mode)
                .timeUnit(TimeUnit.NANOSECONDS)
                .threads(row.threads())
                .forks(1)
                .warmupIterations(quick ? 2 : 4)
                .warmupTime(warmup)
                .measurementIterations(single ? 5 : quick ? 8 : 12)
                .measurementTime(TimeValue.milliseconds(100))
                .jvmArgsAppend(jvmArguments())
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();
        Collection<RunResult> results = new Runner(options).run();
        for (RunResult result : results) {
            for (BenchmarkResult fork : result.getBenchmarkResults()) {
                String benchmark = result.getParams().getBenchmark();
                String parameters = result.getParams().getParamsKeys().stream()
                        .map(result.getParams()::getParam)
                        .collect(Collectors.joining(", "));
                table.add(
                        parameters.isEmpty() ? row.title() : row.title() + ", " + parameters,
                        benchmark.substring(benchmark.lastIndexOf('.') + 1),
                        single ? fork.getPrimaryResult().getScore() : secondary(fork, row.figure().result),
                        secondary(fork, ALLOCATED));
            }
        }
    }

    /**
     * The young generation is touched before the start, as that of a process that has run for a while: else most of what an
     * allocation costs is the first use of its page.
     */
    private static String[] jvmArguments() {
        List<String> arguments = new ArrayList<>(List.of("-Xms256m", "-Xmx2g", "-Xmn128m", "-XX:+AlwaysPreTouch"));
        // Later JDKs complain of how JMH looks into objects.
        if (Runtime.version().feature() >= 23) arguments.add("--sun-misc-unsafe-memory-access=allow");
        return arguments.toArray(String[]::new);
    }

    private static double secondary(BenchmarkResult fork, String label) {
        Result<?> result = fork.getSecondaryResults().get(label);
        if (result == null) throw new IllegalStateException("No " + label + " in " + fork.getSecondaryResults());
        return result.getScore();
    }

    /** What waiting calls keep alive. The bytes are those retained; the time is that of beginning the wait. */
    private void measureFootprints() throws IOException, InterruptedException {
        if (VirtualThreads.areThere()) {
            for (BlockingCallers who : BlockingCallers.values()) {
                footprint("(h) kept by each waiting virtual thread", "threads", who.name(), 100_000);
            }
        }
        for (AsyncCallers who : AsyncCallers.values()) {
            footprint("(g) kept by each waiting async call", "pending", who.name(), 100_000);
        }
        if (quick) return;
        for (int calls : new int[] {1_000, 10_000, 1_000_000}) {
            for (AsyncCallers who : List.of(AsyncCallers.HAND_WRITTEN, AsyncCallers.REPRISE)) {
                footprint("async calls waiting, " + calls, "pending", who.name(), calls);
            }
        }
    }

    private void footprint(String row, String kind, String who, int calls) throws IOException, InterruptedException {
        if (!pattern.matcher("Footprint." + kind).find()) return;
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx6g", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Footprint.class.getName(), kind, who, Integer.toString(calls)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String answer;
        try (InputStream output = process.getInputStream()) {
            answer = new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
        if (process.waitFor() != 0) throw new IOException(who + " failed: " + answer);
        String[] figures = answer.substring(answer.lastIndexOf('\n') + 1).split(" ", -1);
        table.add(row, method(who), Double.parseDouble(figures[1]), Double.parseDouble(figures[0]));
    }

    /** {@code SPRING_CORE} as {@code springCore}. */
    private static String method(String constant) {
        String[] words = constant.split("_", -1);
        StringBuilder name = new StringBuilder(words[0].toLowerCase(Locale.ROOT));
        for (int i = 1; i < words.length; i++) {
            name.append(words[i].charAt(0)).append(words[i].substring(1).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }
}
