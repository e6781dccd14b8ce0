package dev.reprise.schedule;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** What factories, modifiers and record constructors have in common: what may be inside what, and where a cap goes. */
final class Combining {
    private Combining() {}

    /** Refuses null, and a {@link BoundedSchedule}, which combinators take the schedule out of. */
    static void checkInside(String field, Schedule inside) {
        requireNonNull(inside, field);
        Problems.ofSchedule()
                .require(!(inside instanceof BoundedSchedule), field, inside, "must be the schedule() of a bounded one")
                .throwIfAny();
    }

    /** Refuses a cap around what would have taken it in. */
    static void checkCapped(Schedule inside) {
        boolean takesIn = switch (Kind.of(inside)) {
            case EXPONENTIAL, FIBONACCI, DECORRELATED, CAPPED, JITTERED, LIMITED -> true;
            default -> false;
        };
        Problems.ofSchedule()
                .require(!takesIn, "schedule", inside, "must take the cap itself, by capped(cap)")
                .throwIfAny();
    }

    /**
     * A cap replaces the default one of exponential and fibonacci, meets one that is written, and goes inside jitter and
     * attempts. A loop, since there may be thousands of those.
     */
    static Schedule capped(Schedule node, Duration cap) {
        Deque<Schedule> around = new ArrayDeque<>();
        Schedule inside = node;
        while (inside instanceof Schedule.Jittered || inside instanceof Schedule.Limited) {
            around.push(inside);
            inside = Kind.first(inside);
        }
        Schedule capped = cappedItself(inside, cap);
        for (Schedule wrapper : around) {
            capped = wrapper instanceof Schedule.Jittered jittered
                    ? new Schedule.Jittered(capped, jittered.jitter())
                    : new Schedule.Limited(capped, ((Schedule.Limited) wrapper).attempts());
        }
        return capped;
    }

    private static Schedule cappedItself(Schedule node, Duration cap) {
        return switch (Kind.of(node)) {
            case EXPONENTIAL -> {
                Schedule.Exponential exponential = (Schedule.Exponential) node;
                yield new Schedule.Exponential(
                        exponential.base(), exponential.factor(), smaller(exponential.cap(), cap));
            }
            case FIBONACCI -> {
                Schedule.Fibonacci fibonacci = (Schedule.Fibonacci) node;
                yield new Schedule.Fibonacci(fibonacci.base(), smaller(fibonacci.cap(), cap));
            }
            case DECORRELATED -> {
                Schedule.Decorrelated decorrelated = (Schedule.Decorrelated) node;
                yield decorrelated(decorrelated.base(), smaller(decorrelated.cap(), cap));
            }
            case CAPPED -> {
                Schedule.Capped inner = (Schedule.Capped) node;
                yield new Schedule.Capped(inner.schedule(), smaller(inner.cap(), cap));
            }
            default -> new Schedule.Capped(node, cap);
        };
    }

    static Schedule decorrelated(Duration base, Duration cap) {
        // a negative one is complained about by the record, which must see both
        return base.compareTo(cap) > 0 && !cap.isNegative()
                ? new Schedule.Decorrelated(cap, cap)
                : new Schedule.Decorrelated(base, cap);
    }

    private static Duration smaller(@Nullable Duration written, Duration cap) {
        return written == null || written.compareTo(cap) > 0 ? cap : written;
    }
}
