package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class JitterTest {

    @Test
    void factories_areTheirRanges() {
        assertThat(Jitter.full()).isEqualTo(new Jitter(0, 1));
        assertThat(Jitter.equal()).isEqualTo(new Jitter(0.5, 1));
        assertThat(Jitter.proportional(0.25)).isEqualTo(new Jitter(0.75, 1.25));
        assertThat(Jitter.between(1, 1000)).isEqualTo(new Jitter(1, 1000));
    }

    @Test
    void between_negativeZero_isZero() {
        assertThat(Jitter.between(-0.0, -0.0)).isEqualTo(Jitter.between(0, 0));
    }

    @Test
    @Tag("BR-057")
    void between_invalid_saysWhy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jitter.between(-0.5, 1000.5))
                .withMessage("Invalid jitter: low (-0.5) must not be negative; high (1000.5) must be at most 1000.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jitter.between(0.9, 0.5))
                .withMessage("Invalid jitter: low (0.9) must not be greater than high (0.5).");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jitter.between(Double.NaN, Double.POSITIVE_INFINITY))
                .withMessage("Invalid jitter: low (NaN) must be finite; high (Infinity) must be finite.");
    }

    @Test
    @Tag("BR-057")
    void proportional_invalid_saysWhy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jitter.proportional(2))
                .withMessage("Invalid jitter: fraction (2.0) must be at most 1.");
    }
}
