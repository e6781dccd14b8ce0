package dev.reprise.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.Terminal.Output;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.time.AttemptTimeoutException;

/** Tells programs: every event as one JSON object a line. Times are nanoseconds. */
record EventLines(Output err, int maximumAttempts) implements RetryListener {
    @Override
    public void onEvent(RetryEvent event) {
        ObjectNode line = JsonNodeFactory.instance
                .objectNode()
                .put("event", event.name())
                .put("attempt", event.attempt())
                .put("maximumAttempts", maximumAttempts)
                .put("elapsed_ns", event.elapsed().toNanos())
                .put("decision", event.decision().toString());
        if (event instanceof RetryEvent.AttemptFailed failed) {
            boolean timedOut = failed.failure() instanceof AttemptTimeoutException;
            if (failed.value() instanceof Integer status) {
                line.put("exit", status);
            } else if (timedOut) {
                line.put("exit", ExitStatuses.TIMED_OUT);
            }
            line.put("timedOut", timedOut);
            if (failed.nextDelay() != null) {
                line.put("nextDelay_ns", failed.nextDelay().toNanos());
            }
        }
        err.line(line.toString());
    }
}
