package dev.reprise.schedule;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a node is, so that walks over a schedule can switch instead of asking eighteen times. */
enum Kind {
    IMMEDIATE("immediate", Schedule.Immediate.class, 0),
    TIMES("times", Schedule.Times.class, 0),
    DELAYS("delays", Schedule.Delays.class, 0),
    FIXED_DELAY("fixedDelay", Schedule.FixedDelay.class, 0),
    FIXED_RATE("fixedRate", Schedule.FixedRate.class, 0),
    ALIGNED("aligned", Schedule.Aligned.class, 0),
    LINEAR("linear", Schedule.Linear.class, 0),
    EXPONENTIAL("exponential", Schedule.Exponential.class, 0),
    FIBONACCI("fibonacci", Schedule.Fibonacci.class, 0),
    DECORRELATED("decorrelated", Schedule.Decorrelated.class, 0),
    LIMITED("attempts", Schedule.Limited.class, 1),
    CAPPED("capped", Schedule.Capped.class, 1),
    JITTERED("jittered", Schedule.Jittered.class, 1),
    UP_TO("upTo", Schedule.UpTo.class, 1),
    WAITING_AT_MOST("waitingAtMost", Schedule.WaitingAtMost.class, 1),
    UNION("union", Schedule.Union.class, 2),
    INTERSECTION("intersect", Schedule.Intersection.class, 2),
    AND_THEN("andThen", Schedule.AndThen.class, 2);

    private static final Map<Class<?>, Kind> BY_TYPE =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(kind -> kind.type, Function.identity()));

    /** The name in text. */
    final String text;

    /** How many schedules are inside: 0 for a leaf, 1 for a modifier, 2 for a combinator. */
    final int arity;

    private final Class<? extends Schedule> type;

    Kind(String text, Class<? extends Schedule> type, int arity) {
        this.text = text;
        this.type = type;
        this.arity = arity;
    }

    /** The kind of a node; a {@link BoundedSchedule} is none and must be unwrapped before. */
    static Kind of(Schedule node) {
        return requireNonNull(BY_TYPE.get(node.getClass()));
    }

    /** The only schedule inside a modifier, or the left one inside a combinator. */
    static Schedule first(Schedule node) {
        return switch (of(node)) {
            case LIMITED -> ((Schedule.Limited) node).schedule();
            case CAPPED -> ((Schedule.Capped) node).schedule();
            case JITTERED -> ((Schedule.Jittered) node).schedule();
            case UP_TO -> ((Schedule.UpTo) node).schedule();
            case WAITING_AT_MOST -> ((Schedule.WaitingAtMost) node).schedule();
            case UNION -> ((Schedule.Union) node).left();
            case INTERSECTION -> ((Schedule.Intersection) node).left();
            case AND_THEN -> ((Schedule.AndThen) node).first();
            default -> throw new IllegalArgumentException(node + " has nothing inside");
        };
    }

    /** The right schedule inside a combinator. */
    static Schedule second(Schedule node) {
        return switch (of(node)) {
            case UNION -> ((Schedule.Union) node).right();
            case INTERSECTION -> ((Schedule.Intersection) node).right();
            case AND_THEN -> ((Schedule.AndThen) node).then();
            default -> throw new IllegalArgumentException(node + " has no second schedule inside");
        };
    }
}
