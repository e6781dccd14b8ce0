package dev.reprise.budget;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with the arguments of a budget, so that one error names all of it. */
final class Faults {
    private final List<String> faults = new ArrayList<>();

    /** Notes that the field with this value breaks this rule, unless it does not. */
    void rule(boolean kept, String field, double value, String rule) {
        if (!kept) {
            faults.add(field + " (" + plain(value) + ") " + rule);
        }
    }

    void range(String field, double value, double least, double most) {
        rule(value >= least && value <= most, field, value, "must be between " + plain(least) + " and " + plain(most));
    }

    boolean clean() {
        return faults.isEmpty();
    }

    void throwIfAny() {
        if (!clean()) {
            throw new IllegalArgumentException("Invalid budget: " + String.join("; ", faults) + ".");
        }
    }

    /** Digits as a person writes them, the same in every locale: 0.2, 10, 1000000. */
    static String plain(double value) {
        return Double.isFinite(value) ? plain(BigDecimal.valueOf(value)) : Double.toString(value);
    }

    static String plain(BigDecimal value) {
        return value.stripTrailingZeros().toPlainString();
    }
}
