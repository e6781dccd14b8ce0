package dev.reprise.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenciesTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void percentile_randomTimes_isAtMostALittleTooHigh(long seed) {
        Random random = new Random(seed);
        long[] times = random.longs(5_000)
                .map(bits -> (bits & Long.MAX_VALUE) >>> random.nextInt(63))
                .toArray();
        Latencies latencies = new Latencies();
        Arrays.stream(times).forEach(latencies::add);
        Arrays.sort(times);

        for (double percent : new double[] {0.1, 1, 50, 90, 99, 99.9, 100}) {
            long exact = times[(int) Math.ceil(times.length * percent / 100) - 1];
            assertThat(latencies.percentile(percent) - exact)
                    .as("seed " + seed + ", " + percent + " %")
                    .isBetween(0L, exact / 127);
        }
        assertThat(latencies.longest()).isEqualTo(times[times.length - 1]);
        assertThat(latencies.percentile(100)).isEqualTo(latencies.longest());
    }

    @Test
    void percentile_extremes_areHeld() {
        Latencies latencies = new Latencies();
        assertThat(latencies.isEmpty()).isTrue();
        assertThat(latencies.percentile(50)).isZero();

        latencies.add(0);
        latencies.add(Long.MAX_VALUE);
        assertThat(latencies.percentile(50)).isZero();
        assertThat(latencies.percentile(51)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void addAll_andClear_keepCount() {
        Latencies one = new Latencies();
        Latencies all = new Latencies();
        one.add(100);
        one.add(3_000);
        all.addAll(one);
        one.clear();
        one.add(7);
        all.addAll(one);

        assertThat(one.percentile(100)).isEqualTo(7);
        assertThat(all.percentile(50)).isEqualTo(100);
        assertThat(all.longest()).isEqualTo(3_000);
    }
}
