package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GrowthTest {

    @Test
    void power_randomArguments_isTheExactOneRoundedDown() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 20_000; i++) {
            long base = 1 + random.nextLong(1L << random.nextInt(1, 62));
            double factor = i % 3 == 0
                    ? 1 + random.nextInt(1, 64) / 32.0
                    : 1 + Math.pow(10, -random.nextInt(6)) * random.nextDouble();
            long k = random.nextInt(200);
            BigDecimal exact = new BigDecimal(factor)
                    .pow((int) k, new MathContext(400))
                    .multiply(BigDecimal.valueOf(base))
                    .min(BigDecimal.valueOf(Long.MAX_VALUE));
            assertThat(Growth.power(base, factor, Long.MAX_VALUE, k))
                    .as("%d * %s^%d", base, factor, k)
                    .isEqualTo(exact.longValue());
        }
    }

    @Test
    void power_growing_neverDecreases() {
        for (double factor : new double[] {Math.nextUp(1.0), 1.0000001, 1.01, 1.5, 1000}) {
            long before = 0;
            for (long k = 0; k < 3_000; k++) {
                long wait = Growth.power((1L << 53) + 1, factor, Long.MAX_VALUE, k);
                assertThat(wait).isGreaterThanOrEqualTo(before);
                before = wait;
            }
        }
    }

    @Test
    void power_beyondAnyDouble_isTheCap() {
        assertThat(Growth.power(1, 1000, 17, Integer.MAX_VALUE)).isEqualTo(17);
        assertThat(Growth.power(Long.MAX_VALUE - 1, 2, Long.MAX_VALUE, 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(Growth.power(Long.MAX_VALUE - 1, 2, Long.MAX_VALUE, 0)).isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void power_justBelowTheCap_isNotTheCap() {
        assertThat(Growth.power(1_000_000_000, Math.nextDown(1.5), 1_500_000_000, 1))
                .isEqualTo(1_499_999_999);
        assertThat(Growth.power(1_000_000_000, 1.5, 1_500_000_000, 1)).isEqualTo(1_500_000_000);
    }

    @Test
    void tables_endWhereTheWaitStays() {
        assertThat(Growth.exponential(1, 2, 8)).containsExactly(1, 2, 4, 8);
        assertThat(Growth.exponential(9, 2, 8)).containsExactly(8);
        assertThat(Growth.exponential(0, 2, 8)).containsExactly(0);
        assertThat(Growth.exponential(3, 1, 8)).containsExactly(3);
        assertThat(Growth.exponential(1, 1.001, Long.MAX_VALUE)).isEmpty();
        assertThat(Growth.fibonacci(2, 7)).containsExactly(2, 2, 4, 6, 7);
        assertThat(Growth.fibonacci(0, 7)).containsExactly(0);
        assertThat(Growth.fibonacci(1, Long.MAX_VALUE)).hasSize(93).endsWith(7540113804746346429L, Long.MAX_VALUE);
    }
}
