package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SettingsReaderTest {
    @Test
    void fromEnvironment_nothingSet_defaults() {
        assertThat(Retry.fromEnvironment(Map.of("OTHER", "x"), "PAYMENTS_RETRY_")
                        .schedule())
                .isEqualTo(RetrySettings.defaults().schedule());
    }

    @Test
    void fromEnvironment_everySetting_read() {
        Retry retry = Retry.fromEnvironment(
                Map.of(
                        "P_ATTEMPTS", "5",
                        "P_DELAY", " 250ms ",
                        "P_BACKOFF", "1.5",
                        "P_MAXIMUM_DELAY", "PT30S",
                        "P_JITTER", "0",
                        "P_MAXIMUM_TOTAL_DELAY", "1m30s",
                        "P_BUDGET_MAX_TOKENS", "10",
                        "P_BUDGET_TOKEN_RATIO", "0.1"),
                "P_");
        assertThat(retry.schedule())
                .hasToString("exponential(250ms, 1.5).capped(30s).waitingAtMost(1m30s).attempts(5)");
        assertThat(retry.toString()).contains("budget=tokens(max 10, ratio 0.1)");
    }

    @Test
    void fromProperties_kebabCase_read() {
        assertThat(Retry.fromProperties(
                                Map.of("retry.maximum-delay", "1s", "retry.attempts", "2", "retry.jitter", "0.0"),
                                "retry.")
                        .schedule())
                .hasToString("exponential(100ms, 2.0).capped(1s).attempts(2)");
    }

    @Test
    void fromProperties_scheduleAlone_read() {
        assertThat(Retry.fromProperties(Map.of("r.schedule", "fixedDelay(1s).attempts(4)"), "r.")
                        .schedule())
                .hasToString("fixedDelay(1s).attempts(4)");
    }

    @Test
    @Tag("BR-070")
    void fromEnvironment_invalid_saysWhyAllAtOnce() {
        assertThatThrownBy(() -> Retry.fromEnvironment(
                        Map.of(
                                "P_ATTEMPTS", "1e3",
                                "P_DELAY", "10",
                                "P_BACKOFF", "fast",
                                "P_MAXIMUM_DELAY", "5 s",
                                "P_JITTER", "2",
                                "P_BUDGET_MAX_TOKENS", "1",
                                "P_TYPO", "x"),
                        "P_"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid retry configuration:"
                        + " P_TYPO (x) is not one of P_ATTEMPTS, P_BACKOFF, P_BUDGET_MAX_TOKENS, P_BUDGET_TOKEN_RATIO,"
                        + " P_DELAY, P_JITTER, P_MAXIMUM_DELAY, P_MAXIMUM_TOTAL_DELAY, P_SCHEDULE;"
                        + " P_ATTEMPTS (1e3) must be a whole number up to 2147483647;"
                        + " P_DELAY (10) must be a duration, as 250ms, 1m30s or PT0.25S;"
                        + " P_BACKOFF (fast) must be a decimal number, as 0.2;"
                        + " P_MAXIMUM_DELAY (5 s) must be a duration, as 250ms, 1m30s or PT0.25S;"
                        + " P_JITTER (2.0) must be from 0.0 to 1.0;"
                        + " P_BUDGET_MAX_TOKENS (1) needs P_BUDGET_TOKEN_RATIO beside it.");
    }

    @Test
    void fromProperties_badValues_namesTheKeysAsWritten() {
        assertThatThrownBy(() -> Retry.fromProperties(
                        Map.of(
                                "r.attempts",
                                "0",
                                "r.delay",
                                "6s",
                                "r.budget-max-tokens",
                                "1",
                                "r.budget-token-ratio",
                                "0"),
                        "r."))
                .hasMessageContaining("r.attempts (0) must be at least 1")
                .hasMessageContaining("r.maximum-delay (5s) must be at least r.delay (6s)")
                .hasMessageContaining("Invalid");
    }

    @Test
    void fromProperties_scheduleBesideSettings_saysWhy() {
        assertThatThrownBy(() -> Retry.fromProperties(Map.of("r.schedule", "times(2)", "r.delay", "1s"), "r."))
                .hasMessage("Invalid retry configuration: r.delay (1s) must not stand beside r.schedule.");
    }

    @Test
    void fromProperties_unboundedSchedule_saysWhy() {
        assertThatThrownBy(() -> Retry.fromProperties(Map.of("r.schedule", "fixedDelay(1s)"), "r."))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "Invalid retry configuration: r.schedule (fixedDelay(1s)) must be a schedule that ends: ");
    }

    @Test
    void fromEnvironment_injectionThroughADuration_refused() {
        assertThatThrownBy(() -> Retry.fromEnvironment(Map.of("P_DELAY", "1s).capped(2s"), "P_"))
                .hasMessageContaining("P_DELAY (1s).capped(2s) must be a duration");
    }

    @Test
    void fromEnvironment_ofThisProcess_readsIt() {
        assertThat(Retry.fromEnvironment("A_PREFIX_THAT_NOBODY_SETS_").schedule())
                .isEqualTo(RetrySettings.defaults().schedule());
        // Some variable is always set; taken as a prefix it is no setting itself.
        String name = System.getenv().keySet().iterator().next();
        assertThatThrownBy(() -> Retry.fromEnvironment(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Invalid retry configuration: " + name + " (");
    }
}
