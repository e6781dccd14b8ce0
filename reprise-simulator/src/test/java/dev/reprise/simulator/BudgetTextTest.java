package dev.reprise.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.time.MonotonicClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "standard",
                "unlimited",
                "ratio(0.1, 1, 10)",
                "ratio(0.1, 0.05, 1, 20)",
                "tokens(10, 0.1)",
                "costs(500, 5, 10)"
            })
    void parse_printed_isEqual(String text) {
        BudgetText budget = BudgetText.parse(text);

        assertThat(budget)
                .hasToString(text)
                .isEqualTo(BudgetText.parse(" " + text + " "))
                .hasSameHashCodeAs(BudgetText.parse(text));
        assertThat(budget.explain()).isNotBlank();
    }

    @Test
    void on_standard_isTheLibrarysStandard() {
        assertThat(BudgetText.parse("standard").on(MonotonicClock.system()).explain())
                .isEqualTo(dev.reprise.budget.RetryBudget.standard().explain());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "standard | RetryBudget.standard()",
                "unlimited | RetryBudget.unlimited()",
                "ratio(0.1, 1.0, 10) | RetryBudget.ratio(0.1, 1, 10)",
                "tokens(10, 0.1) | RetryBudget.tokens(10, 0.1)"
            })
    void toJava_isTheFactory(String text, String java) {
        assertThat(BudgetText.parse(text).toJava()).isEqualTo(java);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lavish | must be standard, unlimited, ratio(ratio, per second, capacity), tokens(max, ratio)",
                "ratio(0.1) | must be standard, unlimited, ratio(ratio, per second, capacity)",
                "standard(3) | must be standard, unlimited",
                "tokens(10, much) | must have numbers in its brackets, not \"much\"",
                "ratio(0.1, 1, 2.5) | must have a whole number in place 3",
                "tokens(1e400, 0.1) | must have a whole number in place 1",
            })
    void parse_invalid_saysWhy(String text, String rule) {
        assertThatThrownBy(() -> BudgetText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Invalid budget: \"" + text + "\" " + rule);
    }

    @Test
    void parse_outOfRange_saysWhatTheFactorySays() {
        assertThatThrownBy(() -> BudgetText.parse("ratio(11, 1, 10)"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid budget: ratio (11) must be between 0 and 10.");
    }
}
