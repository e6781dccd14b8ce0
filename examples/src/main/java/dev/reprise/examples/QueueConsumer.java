package dev.reprise.examples;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.Stepper;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A queue consumer that decides when to redeliver, without waiting itself: the broker does that. What it has to remember of a
 * message is its stepper's saved text, which it hands to the broker with the message, so that a restart loses nothing.
 */
public final class QueueConsumer {
    /** Three times at once, then more and more patiently, at most ten times; after that the message is dead. */
    static final BoundedSchedule REDELIVERY = Schedule.times(3)
            .andThen(Schedule.exponential(ofSeconds(1)).capped(ofMinutes(5)).attempts(8));

    /** What the broker keeps with a message that failed: when to bring it again, and what the consumer remembers of it. */
    public record Redelivery(Duration sinceFirstDelivery, String memory) {}

    private final RandomGenerator random;

    public QueueConsumer(RandomGenerator random) {
        this.random = random;
    }

    /**
     * After a delivery that failed: when to deliver again, or empty for the dead letters.
     *
     * @param memory what the last answer gave the broker; null after the first delivery
     * @param began when this delivery began, from the beginning of the first one
     * @param ended when it failed
     */
    public Optional<Redelivery> afterFailure(@Nullable String memory, Duration began, Duration ended) {
        Stepper stepper = memory == null ? REDELIVERY.start(random) : REDELIVERY.resume(memory, random);
        long at = stepper.next(began.toNanos(), ended.toNanos());
        return at == Stepper.STOP
                ? Optional.empty()
                : Optional.of(new Redelivery(Duration.ofNanos(at), stepper.save()));
    }

    /** The same without memory, for a schedule that the number of the delivery alone decides. */
    public Optional<Duration> afterFailure(int delivery, Duration ended) {
        return REDELIVERY.nextAfter(delivery, ended, random);
    }
}
