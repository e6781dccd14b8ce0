package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The algebra, about starts and without jitter: stopping is later than any instant. */
class ScheduleLawsTest {
    private static final int DECISIONS = 14;

    private static void same(Trees trees, Schedule one, Schedule other) {
        long[] lasts = new long[trees.nextInt(6)];
        for (int i = 0; i < lasts.length; i++) {
            lasts[i] = trees.nextNanos(10_000_000_000L);
        }
        assertThat(Runs.starts(one, DECISIONS, lasts))
                .as("%s like %s with %s", one, other, lasts)
                .isEqualTo(Runs.starts(other, DECISIONS, lasts));
    }

    @FunctionalInterface
    private interface Law {
        void check(Trees trees, Schedule a, Schedule b, Schedule c);
    }

    private static void law(Law law) {
        Trees.each(any -> {
            Trees trees = any.withoutJitter();
            law.check(trees, trees.next(), trees.next(), trees.next());
        });
    }

    @Test
    void union_sidesSwapped_isTheSame() {
        law((trees, a, b, c) -> same(trees, a.union(b), b.union(a)));
    }

    @Test
    void intersect_sidesSwapped_isTheSame() {
        law((trees, a, b, c) -> same(trees, a.intersect(b), b.intersect(a)));
    }

    @Test
    void union_grouped_isTheSame() {
        law((trees, a, b, c) -> same(trees, a.union(b).union(c), a.union(b.union(c))));
    }

    @Test
    void intersect_grouped_isTheSame() {
        law((trees, a, b, c) -> same(trees, a.intersect(b).intersect(c), a.intersect(b.intersect(c))));
    }

    @Test
    void andThen_grouped_isTheSame() {
        law((trees, a, b, c) -> same(trees, a.andThen(b).andThen(c), a.andThen(b.andThen(c))));
    }

    @Test
    void union_withItself_isTheSame() {
        law((trees, a, b, c) -> same(trees, a.union(a), a));
    }

    @Test
    void intersect_withItself_isTheSame() {
        law((trees, a, b, c) -> same(trees, a.intersect(a), a));
    }

    @Test
    void union_ofAnIntersectionWithItself_absorbs() {
        law((trees, a, b, c) -> same(trees, a.union(a.intersect(b)), a));
    }

    @Test
    void intersect_ofAUnionWithItself_absorbs() {
        law((trees, a, b, c) -> same(trees, a.intersect(a.union(b)), a));
    }

    @Test
    void union_ofAnIntersection_distributes() {
        law((trees, a, b, c) -> same(trees, a.union(b.intersect(c)), a.union(b).intersect(a.union(c))));
    }

    @Test
    void intersect_ofAUnion_distributes() {
        law((trees, a, b, c) ->
                same(trees, a.intersect(b.union(c)), a.intersect(b).union(a.intersect(c))));
    }

    @Test
    void immediate_isTheIdentityOfIntersectAndAbsorbsUnion() {
        law((trees, a, b, c) -> {
            same(trees, Schedule.immediate().intersect(a), a);
            same(trees, Schedule.immediate().union(a), Schedule.immediate());
        });
    }

    @Test
    void once_isTheIdentityOfUnionAndAbsorbsIntersect() {
        law((trees, a, b, c) -> {
            same(trees, Schedule.once().union(a), a);
            same(trees, Schedule.once().intersect(a), Schedule.once());
        });
    }

    @Test
    void once_isTheIdentityOfAndThenOnBothSides() {
        law((trees, a, b, c) -> {
            same(trees, Schedule.once().andThen(a), a);
            same(trees, a.andThen(Schedule.once()), a);
        });
    }

    @Test
    void capped_twice_isTheSmallerCap() {
        law((trees, a, b, c) -> {
            Duration one = trees.nextLength();
            Duration other = trees.nextLength();
            Duration smaller = one.compareTo(other) < 0 ? one : other;
            same(trees, a.capped(one).capped(other), a.capped(smaller));
        });
    }

    @Test
    void capped_upToFiveMinutes_distributes() {
        law((trees, a, b, c) -> {
            Duration cap = Duration.ofNanos(trees.nextNanos(Schedule.DEFAULT_CAP.toNanos()));
            same(trees, a.union(b).capped(cap), a.capped(cap).union(b.capped(cap)));
            same(trees, a.intersect(b).capped(cap), a.capped(cap).intersect(b.capped(cap)));
            same(trees, a.andThen(b).capped(cap), a.capped(cap).andThen(b.capped(cap)));
        });
    }

    @Test
    void upTo_twice_isTheSmallerLimit() {
        law((trees, a, b, c) -> {
            Duration one = trees.nextLength();
            Duration other = trees.nextLength();
            Duration smaller = one.compareTo(other) < 0 ? one : other;
            same(trees, a.upTo(one).upTo(other), a.upTo(smaller));
        });
    }

    @Test
    void upTo_ofAnIntersection_distributes() {
        law((trees, a, b, c) -> {
            Duration limit = trees.nextLength();
            same(trees, a.intersect(b).upTo(limit), a.upTo(limit).intersect(b.upTo(limit)));
        });
    }

    @Test
    void upTo_aSmallerLimit_runsAPrefix() {
        law((trees, a, b, c) -> {
            Duration limit = trees.nextLength();
            Duration smaller = Duration.ofNanos(trees.nextNanos(limit.toNanos()));
            List<Long> all = Runs.starts(a.upTo(limit), DECISIONS);
            List<Long> some = Runs.starts(a.upTo(smaller), DECISIONS);
            assertThat(some).as("%s up to %s", a, smaller).hasSizeLessThanOrEqualTo(all.size());
            assertThat(some).as("%s up to %s", a, smaller).isEqualTo(all.subList(0, some.size()));
        });
    }

    @Test
    void attempts_twice_isTheSmallerLimit() {
        law((trees, a, b, c) -> {
            int one = 1 + trees.nextInt(6);
            int other = 1 + trees.nextInt(6);
            same(trees, a.attempts(one).attempts(other), a.attempts(Math.min(one, other)));
        });
    }
}
