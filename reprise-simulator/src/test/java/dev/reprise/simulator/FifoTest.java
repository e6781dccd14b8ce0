package dev.reprise.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FifoTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void remove_randomHistory_isFirstInFirstOut(long seed) {
        Random random = new Random(seed);
        Fifo fifo = new Fifo(4);
        ArrayDeque<Long> oracle = new ArrayDeque<>();
        for (long i = 0; i < 5_000; i++) {
            if (oracle.isEmpty() || random.nextInt(9) < 5) {
                fifo.add(i);
                oracle.add(i);
            } else {
                assertThat(fifo.first()).isEqualTo(oracle.peek());
                assertThat(fifo.remove()).as("seed " + seed).isEqualTo(oracle.remove());
            }
            assertThat(fifo.size()).isEqualTo(oracle.size());
        }
    }
}
