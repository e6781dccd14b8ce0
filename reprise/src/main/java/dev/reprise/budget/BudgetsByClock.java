package dev.reprise.budget;

import dev.reprise.time.MonotonicClock;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The standard budgets of one call site on clocks other than the system's, one for each clock by identity. Clocks are held weakly: a
 * thousand tests that each bring a clock leave nothing behind. There are few at a time, so a chain will do.
 */
final class BudgetsByClock {
    private final AtomicReference<@Nullable Entry> first = new AtomicReference<>();

    private record Entry(
            WeakClock clock, RatioBudget budget, @Nullable Entry next) {}

    RatioBudget budget(MonotonicClock clock) {
        while (true) {
            Entry seen = first.get();
            for (Entry entry = seen; entry != null; entry = entry.next) {
                if (entry.clock.is(clock)) {
                    return entry.budget;
                }
            }
            WeakClock weak = new WeakClock(clock);
            RatioBudget budget = new RatioBudget(RatioSettings.STANDARD, weak);
            // When another thread was faster it may have added this very clock: look again.
            if (first.compareAndSet(seen, new Entry(weak, budget, withoutGone(seen)))) {
                return budget;
            }
        }
    }

    private static @Nullable Entry withoutGone(@Nullable Entry entries) {
        Entry kept = null;
        for (Entry entry = entries; entry != null; entry = entry.next) {
            if (!entry.clock.is(null)) {
                kept = new Entry(entry.clock, entry.budget, kept);
            }
        }
        return kept;
    }

    /** How many budgets are kept, those of clocks that are gone included. */
    int size() {
        int size = 0;
        for (Entry entry = first.get(); entry != null; entry = entry.next) {
            size++;
        }
        return size;
    }
}
