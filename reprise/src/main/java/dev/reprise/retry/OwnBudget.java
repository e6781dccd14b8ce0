package dev.reprise.retry;

import dev.reprise.budget.RetryBudget;
import dev.reprise.time.MonotonicClock;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The standard budget of a policy and its copies, for calls that no lambda tells apart. It has one for each clock, of which
 * it remembers the last: a policy is on one clock for its life, but in a test.
 */
final class OwnBudget {
    private static final double RATIO = 0.2;
    private static final double RESERVE_PER_SECOND = 1;
    private static final int RESERVE_CAPACITY = 10;
    private static final int EARNED_CAPACITY = 10;

    private record OnClock(MonotonicClock clock, RetryBudget budget) {}

    private final AtomicReference<@Nullable OnClock> last = new AtomicReference<>();

    RetryBudget on(MonotonicClock clock) {
        while (true) {
            OnClock known = last.get();
            if (known != null && known.clock == clock) return known.budget;
            RetryBudget budget = RetryBudget.ratio(RATIO, RESERVE_PER_SECOND, RESERVE_CAPACITY, EARNED_CAPACITY, clock);
            if (last.compareAndSet(known, new OnClock(clock, budget))) return budget;
        }
    }
}
