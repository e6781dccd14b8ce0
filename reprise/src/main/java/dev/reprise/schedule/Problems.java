package dev.reprise.schedule;

import java.time.Duration;
import java.util.StringJoiner;

/** Collects everything that is wrong with the arguments of one value, so that one exception can name it all. */
final class Problems {
    private final StringJoiner found;
    private boolean any;

    private Problems(String what) {
        found = new StringJoiner("; ", "Invalid " + what + ": ", ".");
    }

    static Problems ofSchedule() {
        return new Problems("schedule");
    }

    static Problems ofJitter() {
        return new Problems("jitter");
    }

    Problems notNegative(String field, Duration value) {
        return value.isNegative() ? add(field, DurationText.print(value), "must not be negative") : this;
    }

    Problems atLeast(String field, long value, long least) {
        return value < least ? add(field, Long.toString(value), "must be at least " + least) : this;
    }

    Problems atMost(String field, long value, long most) {
        return value > most ? add(field, Long.toString(value), "must be at most " + most) : this;
    }

    /** Finite and within both bounds; the bounds are whole so that they read as in the documentation. */
    Problems within(String field, double value, int least, int most) {
        String text = Double.toString(value);
        if (!Double.isFinite(value)) {
            return add(field, text, "must be finite");
        }
        if (value < least) {
            return add(field, text, least == 0 ? "must not be negative" : "must be at least " + least);
        }
        return value > most ? add(field, text, "must be at most " + most) : this;
    }

    Problems require(boolean holds, String field, Object value, String rule) {
        return holds ? this : add(field, value.toString(), rule);
    }

    private Problems add(String field, String value, String rule) {
        found.add(field + " (" + value + ") " + rule);
        any = true;
        return this;
    }

    void throwIfAny() {
        if (any) {
            throw new IllegalArgumentException(found.toString());
        }
    }
}
