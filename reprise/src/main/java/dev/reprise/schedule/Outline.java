package dev.reprise.schedule;

import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as flat arrays in pre-order: what is inside a node comes after it. A loop from the end to the beginning
 * sees every part before its whole, so nothing that is computed about a schedule needs recursion.
 */
final class Outline {
    /** The nodes. The first schedule inside node i is node i + 1. */
    final Schedule[] nodes;

    final Kind[] kinds;

    /** Where the second schedule inside a combinator is. */
    private final int[] seconds;

    Outline(Schedule schedule) {
        int size = Measure.of(schedule).nodes();
        nodes = new Schedule[size];
        kinds = new Kind[size];
        seconds = new int[size];
        Schedule[] ahead = new Schedule[16];
        int[] parents = new int[16];
        int waiting = 1;
        ahead[0] = schedule;
        parents[0] = -1;
        for (int i = 0; i < size; i++) {
            waiting--;
            Schedule node = ahead[waiting];
            if (parents[waiting] >= 0) {
                seconds[parents[waiting]] = i;
            }
            nodes[i] = node;
            kinds[i] = Kind.of(node);
            if (waiting + 2 > ahead.length) {
                ahead = Arrays.copyOf(ahead, 2 * ahead.length);
                parents = Arrays.copyOf(parents, 2 * parents.length);
            }
            if (kinds[i].arity == 2) {
                ahead[waiting] = Kind.second(node);
                parents[waiting++] = i;
            }
            if (kinds[i].arity > 0) {
                ahead[waiting] = Kind.first(node);
                parents[waiting++] = -1;
            }
        }
    }

    int size() {
        return nodes.length;
    }

    int second(int node) {
        return seconds[node];
    }

    /**
     * The cap that a jitter around the node must not exceed: forever where the node promises none. It needs those of the nodes
     * inside.
     */
    long cap(int node, long[] caps) {
        Schedule schedule = nodes[node];
        return switch (kinds[node]) {
            case EXPONENTIAL -> cap(((Schedule.Exponential) schedule).cap());
            case FIBONACCI -> cap(((Schedule.Fibonacci) schedule).cap());
            case DECORRELATED -> cap(((Schedule.Decorrelated) schedule).cap());
            case CAPPED -> Math.min(caps[node + 1], cap(((Schedule.Capped) schedule).cap()));
            case LIMITED, JITTERED, UP_TO, WAITING_AT_MOST -> caps[node + 1];
            default -> Nanos.FOREVER;
        };
    }

    /** A cap that is written, or the default one. */
    static long cap(@Nullable Duration written) {
        return Nanos.of(written == null ? Schedule.DEFAULT_CAP : written);
    }

    /** Whether two nodes are the same apart from what is inside them. */
    private boolean alike(int i, Outline other) {
        if (kinds[i] != other.kinds[i]) {
            return false;
        }
        Schedule one = nodes[i];
        Schedule two = other.nodes[i];
        return switch (kinds[i]) {
            case LIMITED -> ((Schedule.Limited) one).attempts() == ((Schedule.Limited) two).attempts();
            case CAPPED -> ((Schedule.Capped) one).cap().equals(((Schedule.Capped) two).cap());
            case JITTERED -> ((Schedule.Jittered) one).jitter().equals(((Schedule.Jittered) two).jitter());
            case UP_TO -> ((Schedule.UpTo) one).elapsed().equals(((Schedule.UpTo) two).elapsed());
            case WAITING_AT_MOST ->
                ((Schedule.WaitingAtMost) one).limit().equals(((Schedule.WaitingAtMost) two).limit());
            case UNION, INTERSECTION, AND_THEN -> true;
            default -> one.equals(two);
        };
    }

    private int ownHash(int i) {
        Schedule node = nodes[i];
        int own = switch (kinds[i]) {
            case LIMITED -> ((Schedule.Limited) node).attempts();
            case CAPPED -> ((Schedule.Capped) node).cap().hashCode();
            case JITTERED -> ((Schedule.Jittered) node).jitter().hashCode();
            case UP_TO -> ((Schedule.UpTo) node).elapsed().hashCode();
            case WAITING_AT_MOST -> ((Schedule.WaitingAtMost) node).limit().hashCode();
            case UNION, INTERSECTION, AND_THEN -> 0;
            default -> node.hashCode();
        };
        return 31 * kinds[i].text.hashCode() + own;
    }

    /** Equality of nodes with something inside: same kinds in the same order, each with the same arguments. */
    static boolean equal(Schedule one, @Nullable Object two) {
        if (one == two) {
            return true;
        }
        if (two == null || one.getClass() != two.getClass()) {
            return false;
        }
        if (!Measure.of(one).equals(Measure.of((Schedule) two))) {
            return false;
        }
        Outline left = new Outline(one);
        Outline right = new Outline((Schedule) two);
        for (int i = 0; i < left.size(); i++) {
            if (!left.alike(i, right)) {
                return false;
            }
        }
        return true;
    }

    static int hash(Schedule schedule) {
        Outline outline = new Outline(schedule);
        int hash = 1;
        for (int i = 0; i < outline.size(); i++) {
            hash = 31 * hash + outline.ownHash(i);
        }
        return hash;
    }
}
