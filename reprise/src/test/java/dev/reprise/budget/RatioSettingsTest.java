package dev.reprise.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RatioSettingsTest {
    private final HandClock clock = new HandClock();

    private RetryBudget ratio(double ratio, double perSecond, int reserve, int earned) {
        return RetryBudget.ratio(ratio, perSecond, reserve, earned, clock);
    }

    private void refused(double ratio, double perSecond, int reserve, int earned, String message) {
        assertThatThrownBy(() -> ratio(ratio, perSecond, reserve, earned))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid budget: " + message + ".");
    }

    @Test
    void ratio_everythingInvalid_saysWhyAtOnce() {
        refused(
                -0.1,
                2e6,
                -1,
                0,
                "ratio (-0.1) must be between 0 and 10; reservePerSecond (2000000) must be 0 or between 0.001 and 1000000; "
                        + "reserveCapacity (-1) must be between 0 and 1000000; earnedCapacity (0) must be between 1 and 1000000");
    }

    @Test
    void ratio_invalid_saysWhy() {
        refused(10.001, 1, 10, 10, "ratio (10.001) must be between 0 and 10");
        refused(Double.NaN, 1, 10, 10, "ratio (NaN) must be between 0 and 10");
        refused(0.0005, 1, 10, 10, "ratio (0.0005) must be a multiple of 0.001");
        refused(0.2001, 1, 10, 10, "ratio (0.2001) must be a multiple of 0.001");
    }

    @Test
    void reserve_invalid_saysWhy() {
        refused(0.2, -1, 10, 10, "reservePerSecond (-1) must be 0 or between 0.001 and 1000000");
        refused(0.2, 0.0009, 10, 10, "reservePerSecond (0.0009) must be 0 or between 0.001 and 1000000");
        refused(0.2, Double.NaN, 10, 10, "reservePerSecond (NaN) must be 0 or between 0.001 and 1000000");
        refused(
                0.2,
                Double.POSITIVE_INFINITY,
                0,
                10,
                "reservePerSecond (Infinity) must be 0 or between 0.001 and 1000000");
        refused(0.2, 1, 1_000_001, 10, "reserveCapacity (1000001) must be between 0 and 1000000");
        refused(0.2, 1, -1, 10, "reserveCapacity (-1) must be between 0 and 1000000");
        refused(0.2, 0, 10, 10, "reserveCapacity (10) must be 0 when reservePerSecond (0) is");
        refused(0.2, 0, 1_000_000, 10, "reserveCapacity (1000000) must be 0 when reservePerSecond (0) is");
        refused(0.2, 1.5, 0, 10, "reserveCapacity (0) must not be 0 when reservePerSecond (1.5) is not");
    }

    @Test
    void earned_invalid_saysWhy() {
        refused(0.2, 1, 10, 1_000_001, "earnedCapacity (1000001) must be between 1 and 1000000");
    }

    @Test
    void threeArguments_invalid_namesNoneThatWasNotGiven() {
        assertThatThrownBy(() -> RetryBudget.ratio(0.2, 1, 2_000_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid budget: reserveCapacity (2000000) must be between 0 and 1000000.");
        assertThatThrownBy(() -> RetryBudget.ratio(0.2, 1, 10, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid budget: earnedCapacity (0) must be between 1 and 1000000.");
    }

    @Test
    void bounds_areLegal() {
        assertThat(ratio(0, 0, 0, 1)).hasToString("ratio(0, no reserve, earned up to 1)");
        assertThat(ratio(10, 1e6, 1_000_000, 1_000_000))
                .hasToString("ratio(10, reserve 1000000/s up to 1000000, earned up to 1000000)");
        assertThat(ratio(0.001, 0.001, 1, 1)).hasToString("ratio(0.001, reserve 0.001/s up to 1, earned up to 1)");
    }

    @Test
    void ratio_computed_isTakenAsTheThousandthItMeans() {
        assertThat(57 * 0.01).isNotEqualTo(0.57);
        assertThat(ratio(57 * 0.01, -0.0, 0, 10)).hasToString("ratio(0.57, no reserve, earned up to 10)");
        assertThat(new RatioSettings(0.1 + 0.2, 0.0, 0, 10)).isEqualTo(new RatioSettings(0.3, -0.0, 0, 10));
    }

    @Test
    void earnedCapacity_notGiven_isAtLeastTen() {
        assertThat(RetryBudget.ratio(0.2, 1, 3)).hasToString("ratio(0.2, reserve 1/s up to 3, earned up to 10)");
        assertThat(RetryBudget.ratio(0.2, 1, 30)).hasToString("ratio(0.2, reserve 1/s up to 30, earned up to 30)");
        assertThat(RetryBudget.ratio(0.2, 1, 30, 7)).hasToString("ratio(0.2, reserve 1/s up to 30, earned up to 7)");
    }

    @Test
    void explain_saysLoadBurstAndWhenItBites() {
        assertThat(ratio(0.2, 1, 10, 10).explain())
                .isEqualTo(
                        "Retries add at most 20% to the load, plus 1 a second. At most 20 go out in one burst: 10 earned and 10 in"
                                + " reserve. At 100 calls a second it bites when they need more than 21 retries a second for longer than the"
                                + " burst lasts. First attempts are never limited.");
        assertThat(ratio(0.125, 0, 0, 50).explain())
                .isEqualTo(
                        "Retries add at most 12.5% to the load. At most 50 go out in one burst. At 100 calls a second it bites when"
                                + " they need more than 12.5 retries a second for longer than the burst lasts. First attempts are never"
                                + " limited.");
        assertThat(ratio(0, 0.5, 3, 10).explain())
                .isEqualTo(
                        "Retries add at most 0.5 a second, whatever the load. At most 3 go out in one burst. At 100 calls a second it"
                                + " bites when they need more than 0.5 retries a second for longer than the burst lasts. First attempts are"
                                + " never limited.");
        assertThat(ratio(0, 0, 0, 10).explain()).isEqualTo("Refuses every retry. First attempts are never limited.");
    }
}
