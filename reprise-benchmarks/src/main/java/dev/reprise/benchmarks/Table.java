package dev.reprise.benchmarks;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** The figures of one run, and their ratios to the loop by hand and to the best peer. */
final class Table {
    private static final String BY_HAND = "handWritten";

    /** Neither ours nor a peer: what a budget is made from. */
    private static final Set<String> PARTS = Set.of("atomicLong", "longAdder");

    private final Map<String, Map<String, Cell>> rows = new LinkedHashMap<>();

    /** {@code row} tells the benchmark, {@code who} the method. */
    void add(String row, String who, double nanos, double bytes) {
        rows.computeIfAbsent(row, key -> new LinkedHashMap<>())
                .computeIfAbsent(who, key -> new Cell())
                .add(nanos, bytes);
    }

    @Override
    public String toString() {
        StringBuilder text =
                new StringBuilder("| benchmark | who | time | bytes | × by hand | × best peer | spread |\n");
        text.append("|---|---|--:|--:|--:|--:|--:|\n");
        rows.forEach((row, cells) -> {
            OptionalDouble hand = cells.entrySet().stream()
                    .filter(cell -> cell.getKey().equals(BY_HAND))
                    .mapToDouble(cell -> cell.getValue().nanos())
                    .findFirst();
            OptionalDouble peer = cells.entrySet().stream()
                    .filter(cell -> isPeer(cell.getKey()))
                    .mapToDouble(cell -> cell.getValue().nanos())
                    .min();
            cells.forEach((who, cell) -> text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %.0f | %s | %s | %.0f %% |%n",
                    row,
                    who,
                    time(cell.nanos()),
                    cell.bytes(),
                    ratio(cell.nanos(), hand),
                    ratio(cell.nanos(), peer),
                    100 * cell.spread())));
        });
        return text.toString();
    }

    private static boolean isPeer(String who) {
        return !who.equals(BY_HAND) && !who.startsWith("reprise") && !PARTS.contains(who);
    }

    private static String ratio(double nanos, OptionalDouble to) {
        return to.isPresent() ? String.format(Locale.ROOT, "%.2f", nanos / to.getAsDouble()) : "–";
    }

    private static String time(double nanos) {
        if (nanos >= 1e6) return String.format(Locale.ROOT, "%.0f ms", nanos / 1e6);
        return String.format(Locale.ROOT, nanos < 100 ? "%.1f ns" : "%.0f ns", nanos);
    }
}
