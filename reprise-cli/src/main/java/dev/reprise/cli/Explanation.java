package dev.reprise.cli;

import dev.reprise.cli.Terminal.Output;
import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How a schedule is to be explained: how many retries to look at, how long the attempts last (nanoseconds from the
 * first; those not listed take no time), every draw or null for both ends of the range, and the attempt timeout or null.
 */
record Explanation(
        int limit,
        List<Long> lasts,
        @Nullable Double draw,
        @Nullable Duration attemptTimeout) {
    Explanation {
        lasts = List.copyOf(lasts);
    }

    /** For people: what is known of it, its waits and starts as a table, and a picture. */
    void print(Schedule schedule, Output out) {
        facts(schedule).forEach(out::line);
        List<Column> columns = columns(schedule);
        out.line("");
        List<String> table = table(columns);
        out.line(out.bold(table.get(0)));
        table.stream().skip(1).forEach(out::line);
        out.line("");
        picture(columns, out).forEach(out::line);
    }

    private List<String> facts(Schedule schedule) {
        List<String> facts = new ArrayList<>();
        facts.add(fact("schedule", schedule.toString()));
        if (schedule instanceof BoundedSchedule bounded) {
            facts.add(fact("bounded", "yes"));
            facts.add(fact("maximum attempts", Integer.toString(bounded.maximumAttempts())));
            facts.add(fact("maximum total delay", Durations.text(bounded.maximumTotalDelay())));
            facts.add(fact(
                    "worst case",
                    attemptTimeout == null
                            ? "unknown without --attempt-timeout"
                            : Durations.text(bounded.worstCase(attemptTimeout)) + " when each attempt lasts "
                                    + Durations.text(attemptTimeout)));
        } else {
            facts.add(fact("bounded", "no: nothing in it limits the attempts; .attempts(n) would"));
        }
        if (!lasts.isEmpty()) {
            List<String> texts = lasts.stream().map(Durations::text).toList();
            facts.add(fact("attempts last", String.join(", ", texts) + ", then 0s"));
        }
        return facts;
    }

    private static String fact(String name, String value) {
        return name + " ".repeat(21 - name.length()) + value;
    }

    /** One way the run can go: with the least or the most waits, or with the slowest attempts too. */
    private record Column(String name, ScheduleRun run, ScheduleRun.Lasts lasts) {
        private static final String SLOWEST = "slowest";

        /** The waits of the slowest run are those of another column, or follow from its starts. */
        boolean hasWaits() {
            return !name.equals(SLOWEST);
        }

        List<Timeline.Span> spans() {
            List<Timeline.Span> spans = new ArrayList<>();
            for (int attempt = 1; attempt <= run.starts().size() + 1; attempt++) {
                long start = attempt == 1 ? 0 : run.starts().get(attempt - 2);
                long end = start + lasts.of(attempt);
                spans.add(new Timeline.Span(start, end < 0 ? Long.MAX_VALUE : end));
            }
            return spans;
        }

        String wait(int attempt) {
            return attempt == 1 ? "" : cell(attempt, run.waits());
        }

        String start(int attempt) {
            return attempt == 1 ? "0s" : cell(attempt, run.starts());
        }

        /** Below the last one stands why there is none. */
        private String cell(int attempt, List<Long> instants) {
            if (attempt - 2 < instants.size()) {
                return Durations.text(instants.get(attempt - 2));
            }
            return attempt - 2 > instants.size() ? "" : run.stopped() ? "stop" : "...";
        }
    }

    private List<Column> columns(Schedule schedule) {
        ScheduleRun.Lasts asGiven = new ScheduleRun.Lasts(lasts, 0);
        List<Column> columns = new ArrayList<>();
        if (draw != null) {
            columns.add(column("", schedule, asGiven, draw));
        } else {
            Column least = column("least", schedule, asGiven, 0);
            Column most = column("most", schedule, asGiven, 1);
            if (least.run.equals(most.run)) {
                columns.add(new Column("", least.run, asGiven));
            } else {
                columns.addAll(List.of(least, most));
            }
        }
        if (attemptTimeout != null) {
            ScheduleRun.Lasts slowest = new ScheduleRun.Lasts(List.of(), attemptTimeout.toNanos());
            columns.add(column(Column.SLOWEST, schedule, slowest, draw == null ? 1 : draw));
        }
        return columns;
    }

    private Column column(String name, Schedule schedule, ScheduleRun.Lasts attempts, double drawn) {
        return new Column(name, ScheduleRun.of(schedule, limit, attempts, drawn), attempts);
    }

    private static List<String> table(List<Column> columns) {
        List<String> header = new ArrayList<>(List.of("attempt"));
        List<Column> waiting = columns.stream().filter(Column::hasWaits).toList();
        waiting.forEach(column -> header.add(named("wait", column)));
        columns.forEach(column -> header.add(named("start", column)));
        Table table = new Table(header);
        int rows = columns.stream()
                        .mapToInt(column -> column.run.starts().size())
                        .max()
                        .orElse(0)
                + 2;
        for (int row = 1; row <= rows; row++) {
            int attempt = row;
            List<String> cells = new ArrayList<>(List.of(attempt == rows ? "" : Integer.toString(attempt)));
            waiting.forEach(column -> cells.add(column.wait(attempt)));
            columns.forEach(column -> cells.add(column.start(attempt)));
            table.row(cells);
        }
        return table.lines();
    }

    private static String named(String what, Column column) {
        return column.name.isEmpty() ? what : what + " (" + column.name + ")";
    }

    private static List<String> picture(List<Column> columns, Output out) {
        List<List<Timeline.Span>> drawn = columns.stream().map(Column::spans).toList();
        long end = drawn.stream()
                .mapToLong(spans -> spans.get(spans.size() - 1).end())
                .max()
                .orElse(0);
        Timeline timeline = new Timeline(out, end);
        List<String> lines = new ArrayList<>();
        IntStream.range(0, columns.size()).forEach(i -> {
            String more = columns.get(i).run.stopped() ? "" : " ...";
            lines.add(label(columns.get(i).name) + timeline.line(drawn.get(i)) + more);
        });
        lines.add(label("") + timeline.axis(Durations.text(end)));
        return lines;
    }

    private static String label(String name) {
        return "  " + name + " ".repeat(9 - name.length());
    }
}
