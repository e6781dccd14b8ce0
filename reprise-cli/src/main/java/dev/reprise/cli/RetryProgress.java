package dev.reprise.cli;

import dev.reprise.Decision;
import dev.reprise.cli.Terminal.Output;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.time.AttemptTimeoutException;

/** Tells people, one line for each failed attempt and one for a success that needed more than one. */
record RetryProgress(Output err, int maximumAttempts) implements RetryListener {
    @Override
    public void onEvent(RetryEvent event) {
        if (event instanceof RetryEvent.AttemptFailed failed) {
            if (failed.value() == null && !(failed.failure() instanceof AttemptTimeoutException)) {
                return; // it could not be started, and the command says why
            }
            String line = attempt(event) + " " + err.red(what(failed)) + "; " + next(failed);
            err.line(line);
        } else if (event instanceof RetryEvent.Succeeded && event.attempt() > 1) {
            err.line(attempt(event) + " " + err.green("succeeded") + " after " + Durations.rounded(event.elapsed()));
        }
    }

    private String attempt(RetryEvent event) {
        return "reprise: attempt " + event.attempt() + " of " + maximumAttempts;
    }

    private static String what(RetryEvent.AttemptFailed failed) {
        if (failed.failure() instanceof AttemptTimeoutException timeout) {
            return "timed out after " + Durations.rounded(timeout.limit());
        }
        return "failed with " + (failed.value() instanceof Integer status ? ExitStatuses.describe(status) : "nothing");
    }

    private static String next(RetryEvent.AttemptFailed failed) {
        return failed.nextDelay() != null
                ? "next in " + Durations.rounded(failed.nextDelay())
                : "giving up: " + why(failed.decision());
    }

    private static String why(Decision decision) {
        return switch (decision) {
            case STOPPED -> "another attempt would not change that";
            case EXHAUSTED -> "no attempt is left";
            case EXPIRED -> "another attempt could not end before the deadline";
            case CANCELLED -> "cancelled";
            case AGAIN, SUCCEEDED, NESTED, THROTTLED -> decision.toString();
        };
    }
}
