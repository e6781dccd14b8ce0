package dev.reprise.testing;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RepriseExtension.class)
class RepriseExtensionTest {
    private VirtualClock before;

    @BeforeEach
    void setUp(VirtualClock clock) {
        before = clock;
        clock.advance(ofSeconds(1));
    }

    @AfterAll
    static void tearDown(RecordingListener events) {
        assertThat(events.events()).isEmpty();
    }

    @RepeatedTest(2)
    void clock_perTest_isFreshAndSharedByAllItsMethods(VirtualClock clock) throws InterruptedException {
        assertThat(clock).isSameAs(before);
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(1));
        clock.sleep(ofSeconds(1).toNanos());
        assertThat(clock.elapsed()).isEqualTo(ofSeconds(2));
    }

    @Test
    void manual_asked_isAnotherClock(VirtualClock automatic, @Manual VirtualClock manual, @Manual VirtualClock again) {
        assertThat(manual).isNotSameAs(automatic).isSameAs(again);
    }

    @Test
    void listener_perTest_isTheSame(RecordingListener events, RecordingListener again) {
        assertThat(events).isSameAs(again);
        assertThat(events.events()).isEmpty();
    }
}
