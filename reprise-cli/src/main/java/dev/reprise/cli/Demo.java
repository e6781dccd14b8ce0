package dev.reprise.cli;

import dev.reprise.cli.Terminal.Output;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.http.RetryingHttpClient;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import dev.reprise.time.AttemptTimeoutException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The call that {@code reprise demo} makes, told while it happens. */
final class Demo implements RetryListener {
    private final Output out;
    private final URI uri;
    private final Duration limit;
    private final Retry retry;
    private final List<Timeline.Span> attempts = new ArrayList<>();
    private Duration start = Duration.ZERO;
    private Duration waited = Duration.ZERO;

    /** The limit for each attempt; beyond it the silent server's answer is given up. */
    Demo(DemoServer server, Output out, Duration limit) {
        this.out = out;
        this.uri = server.uri("/orders/42");
        this.limit = limit;
        this.retry = Retry.with(Schedule.backoff(Duration.ofMillis(100), Duration.ofSeconds(2))
                        .attempts(6))
                .attemptTimeout(limit)
                .label("demo")
                .listener(this);
    }

    /** Whether the call succeeded. */
    boolean run() throws InterruptedException {
        out.line(out.bold("One call to a server that has a bad minute"));
        out.line("  GET " + uri);
        out.line("  " + retry.schedule());
        out.line("  " + Durations.text(limit) + " for each attempt; the standard classifier and budget");
        out.line("");
        HttpClient client = RetryingHttpClient.wrap(HttpClient.newHttpClient(), retry);
        boolean succeeded;
        try {
            succeeded = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            succeeded = false; // told as the last attempt's
        }
        out.line("");
        picture(succeeded);
        return succeeded;
    }

    @Override
    public void onEvent(RetryEvent event) {
        if (event instanceof RetryEvent.AttemptFailed failed) {
            attempt(event, out.red(what(failed.failure(), failed.value())));
            if (failed.nextDelay() != null) {
                out.line(out.faint("         waits " + Durations.rounded(failed.nextDelay())));
                start = event.elapsed().plus(failed.nextDelay());
                waited = waited.plus(failed.nextDelay());
            }
        } else if (event instanceof RetryEvent.Succeeded) {
            attempt(event, out.green("200 OK"));
        }
    }

    private void attempt(RetryEvent event, String outcome) {
        attempts.add(new Timeline.Span(start.toNanos(), event.elapsed().toNanos()));
        String begun = String.format(Locale.ROOT, "%6.2fs", start.toMillis() / 1000.0);
        out.line(begun + "  attempt " + event.attempt() + "  " + outcome);
    }

    private String what(@Nullable Throwable failure, @Nullable Object value) {
        if (failure instanceof AttemptTimeoutException || failure instanceof HttpTimeoutException) {
            return "no answer within " + Durations.text(limit);
        }
        if (value instanceof HttpResponse<?> response) {
            String hint = response.headers()
                    .firstValue("Retry-After")
                    .map(seconds -> ", Retry-After: " + seconds)
                    .orElse("");
            return response.statusCode() + " Service Unavailable" + hint;
        }
        Throwable cause = failure;
        while (cause != null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause == null ? "nothing" : String.valueOf(cause.getMessage());
    }

    private void picture(boolean succeeded) {
        long end = attempts.get(attempts.size() - 1).end();
        Timeline timeline = new Timeline(out, end);
        String elapsed = Durations.rounded(Duration.ofNanos(end));
        out.line("  " + timeline.line(attempts));
        out.line("  " + timeline.axis(elapsed));
        out.line("");
        String how = succeeded ? out.green("succeeded") : out.red("gave up");
        out.line("  " + how + " on attempt " + attempts.size() + " after " + elapsed + ", " + Durations.rounded(waited)
                + " of it waiting");
    }
}
