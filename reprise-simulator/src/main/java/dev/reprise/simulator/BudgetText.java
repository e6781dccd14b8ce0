package dev.reprise.simulator;

import dev.reprise.budget.RetryBudget;
import dev.reprise.time.MonotonicClock;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kind of retry budget as text: {@code standard}, {@code unlimited}, {@code ratio(0.1, 1, 10)},
 * {@code tokens(10, 0.1)} or {@code costs(500, 5, 10)}, named and ordered as the factories of {@link RetryBudget}. The text
 * is a value; each client makes its own budget of it, on its own clock.
 */
public final class BudgetText {
    private static final Pattern FORM = Pattern.compile("\\s*([a-z]+)\\s*(?:\\(([^()]*)\\)\\s*)?");
    private static final String FORMS =
            "be standard, unlimited, ratio(ratio, per second, capacity), tokens(max, ratio) or costs(capacity, cost, timeout cost)";

    private final String kind;
    private final double[] numbers;

    private BudgetText(String kind, double... numbers) {
        this.kind = kind;
        this.numbers = numbers;
    }

    /**
     * Reads what {@link #toString} prints.
     *
     * @throws IllegalArgumentException when the text is no budget, saying what is expected
     */
    public static BudgetText parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw invalid(text, FORMS);
        }
        String[] parts =
                matcher.group(2) == null ? new String[0] : matcher.group(2).split(",", -1);
        double[] numbers = new double[parts.length];
        for (int i = 0; i < parts.length; i++) {
            try {
                numbers[i] = new BigDecimal(parts[i].strip()).doubleValue();
            } catch (NumberFormatException e) {
                throw invalid(text, "have numbers in its brackets, not \"" + parts[i].strip() + '"');
            }
        }
        BudgetText budget = new BudgetText(matcher.group(1), numbers);
        budget.checkShape(text);
        budget.check();
        return budget;
    }

    private static IllegalArgumentException invalid(String text, String rule) {
        return new IllegalArgumentException("Invalid budget: \"" + text + "\" must " + rule + ".");
    }

    private void checkShape(String text) {
        int wanted = switch (kind) {
            case "standard", "unlimited" -> 0;
            case "tokens" -> 2;
            case "costs" -> 3;
            case "ratio" -> numbers.length == 4 ? 4 : 3;
            default -> -1;
        };
        if (wanted != numbers.length) {
            throw invalid(text, FORMS);
        }
        int firstCount = kind.equals("ratio") ? 2 : 0;
        for (int i = firstCount; i < numbers.length; i++) {
            boolean count = !(kind.equals("tokens") && i == 1);
            if (count && (numbers[i] != Math.rint(numbers[i]) || Math.abs(numbers[i]) > Integer.MAX_VALUE)) {
                throw invalid(text, "have a whole number in place " + (i + 1));
            }
        }
    }

    /** The factories know the ranges; a throwaway budget asks them. */
    private void check() {
        RetryBudget unused = on(MonotonicClock.system());
        assert unused != null;
    }

    /** A new budget of this kind on that clock. */
    RetryBudget on(MonotonicClock clock) {
        return switch (kind) {
            case "standard" -> RetryBudget.ratio(0.2, 1, 10, 10, clock);
            case "unlimited" -> RetryBudget.unlimited();
            case "tokens" -> RetryBudget.tokens((int) numbers[0], numbers[1]);
            case "costs" -> RetryBudget.costs((int) numbers[0], (int) numbers[1], (int) numbers[2]);
            default -> {
                int reserve = (int) numbers[2];
                int earned = numbers.length == 4 ? (int) numbers[3] : Math.max(10, reserve);
                yield RetryBudget.ratio(numbers[0], numbers[1], reserve, earned, clock);
            }
        };
    }

    boolean isUnlimited() {
        return kind.equals("unlimited");
    }

    /** In words, what it allows. */
    String explain() {
        return on(MonotonicClock.system()).explain();
    }

    /** The Java expression that makes such a budget, as {@code RetryBudget.ratio(0.1, 1.0, 10)}. */
    public String toJava() {
        return "RetryBudget." + (numbers.length == 0 ? kind + "()" : this);
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof BudgetText that && toString().equals(that.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        if (numbers.length == 0) {
            return kind;
        }
        StringBuilder text = new StringBuilder(kind).append('(');
        for (int i = 0; i < numbers.length; i++) {
            text.append(i == 0 ? "" : ", ").append(plain(numbers[i]));
        }
        return text.append(')').toString().toLowerCase(Locale.ROOT);
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
