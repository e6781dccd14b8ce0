package dev.reprise.schedule;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads a schedule from text. What is open waits on a stack, so neither a long chain nor a deep one can overflow the
 * caller's. The grammar, with white space anywhere but inside a name, number or duration:
 *
 * <pre>
 * schedule  = leaf { "." modifier }
 * leaf      = name "(" [ argument { "," argument } ] ")"
 * modifier  = name "(" [ argument ] ")"  |  ("union" | "intersect" | "andThen") "(" schedule ")"
 * argument  = duration | number | count | jitter
 * jitter    = "full" | "equal" | ("±" | "+-") number "%" | number ".." number | number "%" ".." number "%"
 * </pre>
 */
final class ScheduleParser {
    /** How deep schedules may stand inside the parentheses of others. */
    static final int DEEPEST = 1_000;

    private static final String LEAVES = "a schedule (immediate, once, times, delays, fixedDelay, fixedRate, aligned,"
            + " linear, exponential, fibonacci, decorrelated or backoff)";
    private static final String MODIFIERS =
            "a modifier (capped, jittered, upTo, waitingAtMost, attempts, union, intersect or andThen)";
    private static final String JITTERS = "a jitter such as full, equal, ±20% or 0.8..1.2";
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private final TextReader in;
    private final Deque<Open> open = new ArrayDeque<>();

    private ScheduleParser(String text) {
        in = new TextReader(text);
    }

    /** The node, never a {@link BoundedSchedule}. */
    static Schedule parse(String text) {
        return new ScheduleParser(text).schedule();
    }

    private Schedule schedule() {
        Schedule current = leaf();
        while (true) {
            in.skipSpace();
            if (in.accept(".")) {
                current = modified(current);
            } else if (!open.isEmpty()) {
                expect(")", "'.' or ')'");
                Open closed = open.pop();
                Schedule right = current;
                current = built(closed.column, () -> closed.combinator.apply(closed.left, right));
            } else if (in.atEnd()) {
                return current;
            } else {
                throw in.failure(in.position(), "'.' or the end");
            }
        }
    }

    private Schedule leaf() {
        in.skipSpace();
        int column = in.position();
        String name = in.letters();
        Supplier<Schedule> leaf = leaf(name, column);
        expect(")", "')'");
        return built(column, leaf);
    }

    /** Reads the arguments; what is made of them is checked when the whole call has been read. */
    private Supplier<Schedule> leaf(String name, int column) {
        return switch (name) {
            case "immediate" -> {
                openParenthesis();
                yield Schedule::immediate;
            }
            case "once" -> {
                openParenthesis();
                yield Schedule::once;
            }
            case "times" -> {
                int limit = count();
                yield () -> Schedule.times(limit);
            }
            case "delays" -> {
                List<Duration> delays = durations();
                yield () -> Schedule.delays(delays);
            }
            case "fixedDelay" -> {
                Duration delay = firstDuration();
                yield () -> Schedule.fixedDelay(delay);
            }
            case "fixedRate" -> {
                Duration period = firstDuration();
                yield () -> Schedule.fixedRate(period);
            }
            case "aligned" -> {
                Duration grid = firstDuration();
                yield () -> Schedule.aligned(grid);
            }
            case "linear" -> {
                Duration initial = firstDuration();
                Duration step = comma() ? duration() : initial;
                yield () -> Schedule.linear(initial, step);
            }
            case "exponential" -> {
                Duration base = firstDuration();
                double factor = comma() ? number().doubleValue() : Schedule.Exponential.DOUBLING;
                yield () -> Schedule.exponential(base, factor);
            }
            case "fibonacci" -> {
                Duration unit = firstDuration();
                yield () -> Schedule.fibonacci(unit);
            }
            case "decorrelated" -> {
                Duration least = firstDuration();
                Duration most = secondDuration();
                yield () -> Schedule.decorrelated(least, most);
            }
            case "backoff" -> {
                Duration first = firstDuration();
                Duration cap = secondDuration();
                yield () -> Schedule.backoff(first, cap);
            }
            default -> throw in.failure(column, LEAVES);
        };
    }

    private Schedule modified(Schedule inside) {
        in.skipSpace();
        int column = in.position();
        String name = in.letters();
        BinaryOperator<Schedule> combinator = combinator(name);
        if (combinator != null) {
            openParenthesis();
            if (open.size() == DEEPEST) {
                throw in.failure(column, "schedules at most " + DEEPEST + " deep inside each other");
            }
            open.push(new Open(inside, combinator, column));
            return leaf();
        }
        UnaryOperator<Schedule> modifier = modifier(name, column);
        expect(")", "')'");
        return built(column, () -> modifier.apply(inside));
    }

    private static @Nullable BinaryOperator<Schedule> combinator(String name) {
        return switch (name) {
            case "union" -> Schedule::union;
            case "intersect" -> Schedule::intersect;
            case "andThen" -> Schedule::andThen;
            default -> null;
        };
    }

    private UnaryOperator<Schedule> modifier(String name, int column) {
        return switch (name) {
            case "attempts" -> {
                int limit = count();
                yield inside -> inside.attempts(limit);
            }
            case "capped" -> {
                Duration cap = firstDuration();
                yield inside -> inside.capped(cap);
            }
            case "upTo" -> {
                Duration elapsed = firstDuration();
                yield inside -> inside.upTo(elapsed);
            }
            case "waitingAtMost" -> {
                Duration total = firstDuration();
                yield inside -> inside.waitingAtMost(total);
            }
            case "jittered" -> {
                openParenthesis();
                Supplier<Jitter> jitter = jitter();
                yield inside -> inside.jittered(jitter.get());
            }
            default -> throw in.failure(column, MODIFIERS);
        };
    }

    private Supplier<Jitter> jitter() {
        int column = in.position();
        String name = in.letters();
        if (name.equals("full") || (name.isEmpty() && in.peek() == ')')) {
            return Jitter::full;
        }
        if (name.equals("equal")) {
            return Jitter::equal;
        }
        if (!name.isEmpty()) {
            throw in.failure(column, JITTERS);
        }
        if (in.accept("±") || in.accept("+-")) {
            in.skipSpace();
            BigDecimal spread = number();
            expectPercent();
            BigDecimal part = spread.divide(HUNDRED);
            return () -> Jitter.between(
                    BigDecimal.ONE.subtract(part).doubleValue(),
                    BigDecimal.ONE.add(part).doubleValue());
        }
        if (!in.atDigit()) {
            throw in.failure(column, JITTERS);
        }
        return range();
    }

    private Supplier<Jitter> range() {
        BigDecimal low = number();
        boolean percent = in.accept("%");
        expect("..", "'..'");
        in.skipSpace();
        BigDecimal high = number();
        if (percent) {
            expectPercent();
        }
        BigDecimal unit = percent ? HUNDRED : BigDecimal.ONE;
        return () ->
                Jitter.between(low.divide(unit).doubleValue(), high.divide(unit).doubleValue());
    }

    private void expectPercent() {
        if (!in.accept("%")) {
            throw in.failure(in.position(), "'%'");
        }
    }

    private BigDecimal number() {
        String whole = in.digits("a number such as 2 or 0.5");
        // ".." goes on after the first bound of a range
        boolean fraction = in.peek() == '.' && !in.lookingAt("..") && in.accept(".");
        return new BigDecimal(fraction ? whole + "." + in.digits("a digit after the point") : whole);
    }

    private int count() {
        openParenthesis();
        int column = in.position();
        BigDecimal count = new BigDecimal(in.digits("a whole number"));
        if (count.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) > 0) {
            throw in.failure(column, "a whole number up to " + Integer.MAX_VALUE);
        }
        return count.intValueExact();
    }

    private List<Duration> durations() {
        openParenthesis();
        List<Duration> durations = new ArrayList<>();
        if (in.peek() != ')') {
            do {
                durations.add(duration());
            } while (comma());
        }
        return durations;
    }

    private Duration firstDuration() {
        openParenthesis();
        return duration();
    }

    private Duration secondDuration() {
        expect(",", "','");
        return duration();
    }

    private Duration duration() {
        in.skipSpace();
        return Nanos.duration(DurationText.read(in));
    }

    private boolean comma() {
        in.skipSpace();
        boolean comma = in.accept(",");
        in.skipSpace();
        return comma;
    }

    private void openParenthesis() {
        expect("(", "'('");
        in.skipSpace();
    }

    private void expect(String token, String expected) {
        in.skipSpace();
        if (!in.accept(token)) {
            throw in.failure(in.position(), expected);
        }
    }

    private Schedule built(int column, Supplier<Schedule> schedule) {
        try {
            return BoundedSchedule.unwrapped(schedule.get());
        } catch (IllegalArgumentException refused) {
            throw in.failure(column, refused);
        }
    }

    /** A combinator whose right side is being read. */
    private static final class Open {
        private final Schedule left;
        private final BinaryOperator<Schedule> combinator;
        private final int column;

        Open(Schedule left, BinaryOperator<Schedule> combinator, int column) {
            this.left = left;
            this.combinator = combinator;
            this.column = column;
        }
    }
}
