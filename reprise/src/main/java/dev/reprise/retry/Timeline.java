package dev.reprise.retry;

import dev.reprise.Decision;
import dev.reprise.event.RetryEvent;
import dev.reprise.time.MonotonicClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The times of one call, in nanoseconds from the beginning of its first attempt, and what is told of them. A call has one
 * only where the schedule, a deadline or a report asks for it: reading a clock can cost more than all the rest.
 */
final class Timeline {
    private final MonotonicClock clock;
    private final @Nullable History history;
    private boolean begun;
    private long origin;
    private long start;
    private long end;
    private long waitBegan;
    private long totalDelay;
    private long demandedBeforeCap;
    private @Nullable Throwable lastFailure;

    Timeline(MonotonicClock clock, boolean remembers) {
        this.clock = clock;
        this.history = remembers ? new History() : null;
    }

    void attemptBegins() {
        if (begun) {
            start = Math.max(end, sinceOrigin());
        } else {
            begun = true;
            origin = clock.nanoTime();
        }
    }

    void attemptEnds() {
        end = Math.max(start, sinceOrigin());
        waitBegan = end;
        demandedBeforeCap = 0;
    }

    private long sinceOrigin() {
        return clock.nanoTime() - origin;
    }

    /** A demanded wait was longer than the cap; a reported decision says so. */
    void capped(long demandedNanos) {
        demandedBeforeCap = demandedNanos;
    }

    void record(int number, long delayNanos, @Nullable Throwable failure) {
        lastFailure = failure;
        if (history == null) return;
        history.add(new Tried.Entry(
                number,
                Duration.ofNanos(start),
                Duration.ofNanos(lastDuration()),
                Duration.ofNanos(delayNanos),
                failure));
    }

    /** A wait has ended, early or not; said twice, it counts once. None is before the first attempt. */
    void waited() {
        if (!begun) return;
        long now = Math.max(waitBegan, sinceOrigin());
        totalDelay += now - waitBegan;
        waitBegan = now;
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    long lastDuration() {
        return end - start;
    }

    long totalDelay() {
        return totalDelay;
    }

    List<Tried.Entry> history() {
        return history == null ? List.of() : history.entries();
    }

    /** What is told of an attempt, in order. */
    List<RetryEvent> events(
            Decision decision,
            Policy policy,
            int number,
            long delayNanos,
            @Nullable Throwable failure,
            @Nullable Object value) {
        String label = policy.label;
        Duration elapsed = Duration.ofNanos(end);
        if (decision == Decision.SUCCEEDED) return List.of(new RetryEvent.Succeeded(label, number, elapsed));
        List<RetryEvent> events = new ArrayList<>(3);
        if (demandedBeforeCap > 0) {
            events.add(new RetryEvent.AfterCapped(
                    label, number, elapsed, decision, Duration.ofNanos(demandedBeforeCap), policy.retryAfterCap));
        }
        Duration nextDelay = decision == Decision.AGAIN ? Duration.ofNanos(delayNanos) : null;
        events.add(new RetryEvent.AttemptFailed(label, number, elapsed, decision, failure, value, nextDelay));
        if (decision != Decision.AGAIN) events.add(endingEvent(decision, label, number));
        return events;
    }

    /** The one event that says why no further attempt follows. */
    RetryEvent endingEvent(Decision decision, @Nullable String label, int number) {
        Duration elapsed = Duration.ofNanos(end);
        Throwable failure = lastFailure;
        return switch (decision) {
            case CANCELLED -> new RetryEvent.Cancelled(label, number, elapsed, failure);
            case NESTED -> new RetryEvent.Nested(label, number, elapsed, failure);
            case STOPPED ->
                failure != null && StandardClassifier.isDefect(failure)
                        ? new RetryEvent.Defect(label, number, elapsed, failure)
                        : new RetryEvent.Permanent(label, number, elapsed, failure);
            case EXHAUSTED -> new RetryEvent.Exhausted(label, number, elapsed, failure);
            case EXPIRED -> new RetryEvent.DeadlineSkip(label, number, elapsed, failure);
            case THROTTLED -> new RetryEvent.BudgetExhausted(label, number, elapsed, failure);
            case AGAIN, SUCCEEDED -> throw new IllegalArgumentException(decision + " ends no call in failure");
        };
    }
}
