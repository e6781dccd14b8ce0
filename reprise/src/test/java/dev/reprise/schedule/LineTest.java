package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LineTest {

    @Test
    void notNegativeFor_randomLines_isTheNumberOfValuesBeforeTheFirstNegativeOne() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 20_000; i++) {
            Line line = new Line(random.nextInt(-5, 400), random.nextInt(-60, 30), random.nextInt(-5, 8));
            long limit = random.nextInt(60);
            long expected = 0;
            while (expected < limit && line.at(expected) >= 0) {
                expected++;
            }
            assertThat(line.notNegativeFor(limit))
                    .as("%s up to %d", line, limit)
                    .isEqualTo(expected);
        }
    }

    @Test
    void sum_isThatOfTheValues() {
        Line line = new Line(7, -3, 2);
        long sum = 0;
        for (int j = 0; j < 50; j++) {
            assertThat(line.sum(j)).isEqualTo(BigInteger.valueOf(sum));
            sum += line.at(j);
        }
    }

    @Test
    void next_isTheSameLineLater() {
        Line line = new Line(7, -3, 2);
        assertThat(line.next().at(4)).isEqualTo(line.at(5));
        assertThat(line.plus(line).minus(line)).isEqualTo(line);
    }
}
