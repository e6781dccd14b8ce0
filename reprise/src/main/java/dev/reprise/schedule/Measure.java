package dev.reprise.schedule;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * How large a schedule is and how many attempts it can make. A part that is shared counts each time it appears.
 *
 * <p>Records have no room for a size, and every constructor asks for it. Sizes of larger schedules are therefore
 * remembered for a while, which makes building a long chain linear: the part below has just been measured.
 *
 * @param leaves the number of nodes with nothing inside
 * @param modifiers the number of nodes with one schedule inside
 * @param attempts the largest number of attempts, {@link #UNBOUNDED} when there is none
 */
record Measure(int leaves, int modifiers, long attempts) {
    static final long UNBOUNDED = Long.MAX_VALUE;

    /** The largest number of leaves, and of modifiers. */
    static final int LIMIT = 10_000;

    private static final int WORTH_REMEMBERING = 32;
    private static final AtomicReferenceArray<@Nullable Remembered> RECENT = new AtomicReferenceArray<>(64);

    int nodes() {
        return leaves + modifiers + leaves - 1;
    }

    boolean isBounded() {
        return attempts != UNBOUNDED;
    }

    static Measure of(Schedule schedule) {
        Measure known = known(schedule);
        if (known != null) {
            return known;
        }
        Measure measured = combined(unmeasured(schedule));
        if (measured.nodes() >= WORTH_REMEMBERING) {
            RECENT.setRelease(place(schedule), new Remembered(schedule, measured));
        }
        return measured;
    }

    /** Refuses a modifier around the schedule when that would be too large. */
    static void checkRoom(Schedule inside) {
        check(new Measure(0, 1, 0), of(inside));
    }

    /** Refuses a combinator of the two when that would be too large. */
    static void checkRoom(Schedule left, Schedule right) {
        check(of(left), of(right));
    }

    private static void check(Measure one, Measure other) {
        Problems.ofSchedule()
                .atMost("leaves", one.leaves + other.leaves, LIMIT)
                .atMost("modifiers", one.modifiers + other.modifiers, LIMIT)
                .throwIfAny();
    }

    /** Nodes not known yet in pre-order, with the measures of known ones in their place. */
    private static List<Object> unmeasured(Schedule schedule) {
        List<Object> order = new ArrayList<>();
        Deque<Schedule> ahead = new ArrayDeque<>();
        ahead.push(schedule);
        while (!ahead.isEmpty()) {
            Schedule node = ahead.pop();
            Measure known = known(node);
            order.add(known == null ? node : known);
            if (known == null) {
                if (Kind.of(node).arity == 2) {
                    ahead.push(Kind.second(node));
                }
                ahead.push(Kind.first(node));
            }
        }
        return order;
    }

    /** Backwards, so that what is inside a node has been measured before it. */
    private static Measure combined(List<Object> order) {
        Deque<Measure> measured = new ArrayDeque<>();
        for (int i = order.size() - 1; i >= 0; i--) {
            if (order.get(i) instanceof Measure known) {
                measured.push(known);
            } else {
                Schedule node = (Schedule) order.get(i);
                Measure first = measured.pop();
                measured.push(Kind.of(node).arity == 1 ? around(node, first) : around(node, first, measured.pop()));
            }
        }
        return measured.pop();
    }

    private static Measure around(Schedule node, Measure inside) {
        long attempts = node instanceof Schedule.Limited limited
                ? Math.min(limited.attempts(), inside.attempts)
                : inside.attempts;
        return new Measure(inside.leaves, inside.modifiers + 1, attempts);
    }

    private static Measure around(Schedule node, Measure left, Measure right) {
        long attempts = attempts(Kind.of(node), left.attempts, right.attempts);
        return new Measure(left.leaves + right.leaves, left.modifiers + right.modifiers, attempts);
    }

    /** The attempts of a leaf. */
    static long attempts(Schedule leaf) {
        if (leaf instanceof Schedule.Times times) {
            return times.limit();
        }
        return leaf instanceof Schedule.Delays delays ? delays.delays().size() + 1L : UNBOUNDED;
    }

    /** The attempts of a combinator. The last attempt of the first part is the first one of the second. */
    static long attempts(Kind combinator, long left, long right) {
        return switch (combinator) {
            case UNION -> Math.max(left, right);
            case INTERSECTION -> Math.min(left, right);
            default -> left == UNBOUNDED || right == UNBOUNDED ? UNBOUNDED : left + right - 1;
        };
    }

    private static @Nullable Measure known(Schedule node) {
        if (Kind.of(node).arity == 0) {
            return new Measure(1, 0, attempts(node));
        }
        Remembered recent = RECENT.getAcquire(place(node));
        return recent != null && recent.refersTo(node) ? recent.measure : null;
    }

    private static int place(Schedule node) {
        return System.identityHashCode(node) & (RECENT.length() - 1);
    }

    private static final class Remembered extends WeakReference<Schedule> {
        private final Measure measure;

        Remembered(Schedule node, Measure measure) {
            super(node);
            this.measure = measure;
        }
    }
}
