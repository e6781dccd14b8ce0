package dev.reprise.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.ForkedJvm;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TimerExitTest {
    @Test
    @Tag("BR-023")
    void main_returnsWithTimersPending_theJvmExits() throws Exception {
        ForkedJvm jvm = ForkedJvm.run(PendingTimers.class);

        assertThat(jvm.output()).isEqualTo("returns" + System.lineSeparator());
        assertThat(jvm.exit()).isZero();
    }

    static final class PendingTimers {
        public static void main(String[] args) throws InterruptedException {
            CountDownLatch ran = new CountDownLatch(1);
            var unusedHour = MonotonicClock.system().schedule(3_600_000_000_000L, () -> {});
            var unusedNow = MonotonicClock.system().schedule(0, ran::countDown);
            ran.await();
            System.out.println("returns");
        }
    }
}
