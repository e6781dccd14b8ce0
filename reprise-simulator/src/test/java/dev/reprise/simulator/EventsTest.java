package dev.reprise.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventsTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void remove_randomHistory_isAPriorityQueue(long seed) {
        Random random = new Random(seed);
        Events events = new Events();
        PriorityQueue<Long> oracle = new PriorityQueue<>();
        Set<Integer> inside = new HashSet<>();
        long[] times = new long[20_000];
        for (int i = 0; i < times.length; i++) {
            if (oracle.isEmpty() || random.nextInt(5) < 3) {
                times[i] = random.nextInt(1000);
                events.add(times[i], i);
                oracle.add(times[i]);
                inside.add(i);
            } else {
                assertThat(events.soonest()).isEqualTo(oracle.peek());
                int removed = events.remove();
                assertThat(times[removed]).as("seed " + seed).isEqualTo(oracle.remove());
                assertThat(inside.remove(removed)).as("seed " + seed).isTrue();
            }
        }
        assertThat(events.isEmpty()).isEqualTo(oracle.isEmpty());
    }
}
