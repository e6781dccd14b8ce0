package dev.reprise.event;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What only some events have, for whoever writes them all alike. */
record Details(
        @Nullable Throwable failure,
        @Nullable Object value,
        @Nullable Duration nextDelay,
        @Nullable Duration requestedDelay) {
    static Details of(RetryEvent event) {
        if (event instanceof RetryEvent.AttemptFailed failed) {
            return new Details(failed.failure(), failed.value(), failed.nextDelay(), null);
        }
        if (event instanceof RetryEvent.AfterCapped capped) {
            return new Details(null, null, capped.capped(), capped.requested());
        }
        return new Details(failure(event), null, null, null);
    }

    private static @Nullable Throwable failure(RetryEvent event) {
        if (event instanceof RetryEvent.Exhausted exhausted) {
            return exhausted.failure();
        }
        if (event instanceof RetryEvent.BudgetExhausted throttled) {
            return throttled.failure();
        }
        if (event instanceof RetryEvent.DeadlineSkip expired) {
            return expired.failure();
        }
        if (event instanceof RetryEvent.Defect defect) {
            return defect.failure();
        }
        if (event instanceof RetryEvent.Permanent permanent) {
            return permanent.failure();
        }
        if (event instanceof RetryEvent.Nested nested) {
            return nested.failure();
        }
        return event instanceof RetryEvent.Cancelled cancelled ? cancelled.failure() : null;
    }

    @Nullable
    String valueType() {
        return value == null ? null : value.getClass().getName();
    }
}
