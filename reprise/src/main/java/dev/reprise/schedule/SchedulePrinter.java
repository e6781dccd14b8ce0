package dev.reprise.schedule;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints the canonical text, without recursion: what is still to print waits on a stack. */
final class SchedulePrinter {
    private static final int DOUBLE_DIGITS = 17;

    private SchedulePrinter() {}

    static String print(Schedule schedule) {
        StringBuilder text = new StringBuilder();
        Deque<Object> ahead = new ArrayDeque<>();
        ahead.push(schedule);
        while (!ahead.isEmpty()) {
            Object next = ahead.pop();
            if (next instanceof Schedule node) {
                print(node, text, ahead);
            } else {
                text.append(next);
            }
        }
        return text.toString();
    }

    private static void print(Schedule node, StringBuilder text, Deque<Object> ahead) {
        Kind kind = Kind.of(node);
        switch (kind.arity) {
            case 0 -> text.append(leaf(node));
            case 1 -> {
                ahead.push("." + kind.text + "(" + argument(node) + ")");
                ahead.push(Kind.first(node));
            }
            default -> {
                ahead.push(")");
                ahead.push(Kind.second(node));
                ahead.push("." + kind.text + "(");
                ahead.push(Kind.first(node));
            }
        }
    }

    private static String leaf(Schedule node) {
        String name = Kind.of(node).text;
        return switch (Kind.of(node)) {
            case IMMEDIATE -> "immediate()";
            case TIMES -> times(((Schedule.Times) node).limit());
            case DELAYS ->
                ((Schedule.Delays) node)
                        .delays().stream().map(DurationText::print).collect(Collectors.joining(", ", "delays(", ")"));
            case FIXED_DELAY -> call(name, ((Schedule.FixedDelay) node).delay());
            case FIXED_RATE -> call(name, ((Schedule.FixedRate) node).period());
            case ALIGNED -> call(name, ((Schedule.Aligned) node).period());
            case LINEAR -> linear((Schedule.Linear) node);
            case EXPONENTIAL -> exponential((Schedule.Exponential) node);
            case FIBONACCI -> {
                Schedule.Fibonacci fibonacci = (Schedule.Fibonacci) node;
                yield call(name, fibonacci.base()) + cap(fibonacci.cap());
            }
            default -> {
                Schedule.Decorrelated decorrelated = (Schedule.Decorrelated) node;
                yield call(name, decorrelated.base(), decorrelated.cap());
            }
        };
    }

    private static String argument(Schedule node) {
        return switch (Kind.of(node)) {
            case LIMITED -> Integer.toString(((Schedule.Limited) node).attempts());
            case CAPPED -> DurationText.print(((Schedule.Capped) node).cap());
            case UP_TO -> DurationText.print(((Schedule.UpTo) node).elapsed());
            case WAITING_AT_MOST -> DurationText.print(((Schedule.WaitingAtMost) node).limit());
            default -> {
                Jitter jitter = ((Schedule.Jittered) node).jitter();
                yield number(jitter.low()) + ".." + number(jitter.high());
            }
        };
    }

    private static String times(int limit) {
        return limit == 1 ? "once()" : "times(" + limit + ")";
    }

    private static String linear(Schedule.Linear linear) {
        return linear.initial().equals(linear.step())
                ? call("linear", linear.initial())
                : call("linear", linear.initial(), linear.step());
    }

    private static String exponential(Schedule.Exponential node) {
        return "exponential(" + DurationText.print(node.base()) + ", " + number(node.factor()) + ")" + cap(node.cap());
    }

    private static String cap(@Nullable Duration cap) {
        return cap == null ? "" : ".capped(" + DurationText.print(cap) + ")";
    }

    private static String call(String name, Duration argument) {
        return name + "(" + DurationText.print(argument) + ")";
    }

    private static String call(String name, Duration one, Duration two) {
        return name + "(" + DurationText.print(one) + ", " + DurationText.print(two) + ")";
    }

    /**
     * The shortest plain decimal that reads back as the same number, with a digit after the point. Not {@link
     * Double#toString}, which has an exponent and before JDK 19 is not always the shortest.
     */
    static String number(double value) {
        BigDecimal exact = new BigDecimal(value);
        BigDecimal shortest = exact;
        for (int digits = 1; digits <= DOUBLE_DIGITS; digits++) {
            shortest = exact.round(new MathContext(digits));
            if (shortest.doubleValue() == value) {
                break;
            }
        }
        BigDecimal plain = shortest.stripTrailingZeros();
        return plain.setScale(Math.max(1, plain.scale())).toPlainString();
    }
}
