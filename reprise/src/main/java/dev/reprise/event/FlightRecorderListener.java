package dev.reprise.event;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** Writes each event as one of JDK Flight Recorder. Everything that needs the module jdk.jfr is in this file. */
final class FlightRecorderListener implements RetryListener {
    /** Also makes sure, when the listener is made and not when the first event comes, that there is a recorder. */
    FlightRecorderListener() {
        boolean unused = new Recorded().isEnabled();
    }

    @Override
    public void onEvent(RetryEvent event) {
        Recorded recorded = new Recorded();
        if (!recorded.isEnabled()) {
            return;
        }
        Details details = Details.of(event);
        Throwable failure = details.failure();
        recorded.event = event.name();
        recorded.label = event.label();
        recorded.attempt = event.attempt();
        recorded.elapsed = nanos(event.elapsed());
        recorded.decision = event.decision().toString();
        recorded.failureType = failure == null ? null : failure.getClass().getName();
        recorded.failureMessage = failure == null ? null : failure.getMessage();
        recorded.valueType = details.valueType();
        recorded.nextDelay = nanos(details.nextDelay());
        recorded.requestedDelay = nanos(details.requestedDelay());
        recorded.commit();
    }

    @Override
    public String toString() {
        return "RetryListener.jfr()";
    }

    /** The recorder's own sign for "not available" is the least number. */
    private static long nanos(@Nullable Duration duration) {
        return duration == null ? Long.MIN_VALUE : TimeUnit.NANOSECONDS.convert(duration);
    }

    @Name("dev.reprise.Retry")
    @Label("Retry")
    @Description("Something that happened in a retry")
    @Category("Reprise")
    @StackTrace(false)
    static final class Recorded extends Event {
        @Label("Event")
        @Nullable
        String event;

        @Label("Label")
        @Description("The label of the policy")
        @Nullable
        String label;

        @Label("Attempt")
        @Description("Attempts started so far")
        int attempt;

        @Label("Elapsed")
        @Description("From the beginning of the first attempt")
        @Timespan(Timespan.NANOSECONDS)
        long elapsed;

        @Label("Decision")
        @Nullable
        String decision;

        @Label("Failure Type")
        @Nullable
        String failureType;

        @Label("Failure Message")
        @Nullable
        String failureMessage;

        @Label("Value Type")
        @Description("The type of a value that was rejected")
        @Nullable
        String valueType;

        @Label("Next Delay")
        @Description("The wait before the next attempt")
        @Timespan(Timespan.NANOSECONDS)
        long nextDelay;

        @Label("Requested Delay")
        @Description("The demanded wait that was longer than the cap")
        @Timespan(Timespan.NANOSECONDS)
        long requestedDelay;
    }
}
