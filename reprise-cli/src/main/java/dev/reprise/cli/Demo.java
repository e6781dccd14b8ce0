package dev.reprise.cli;

import dev.reprise.cli.Terminal.Output;
import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import dev.reprise.retry.Retry;
import dev.reprise.retry.Tried;
import dev.reprise.retry.Verdict;
import dev.reprise.schedule.Schedule;
import dev.reprise.time.AttemptTimeoutException;
import dev.reprise.time.MonotonicClock;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The call that {@code reprise demo} makes, told while it happens. */
final class Demo implements RetryListener {
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,6}");

    private final Output out;
    private final URI uri;
    private final MonotonicClock clock = MonotonicClock.system();
    private long began;
    private final Retry retry = Retry.with(Schedule.backoff(Duration.ofMillis(100), Duration.ofSeconds(2))
                    .attempts(6))
            .attemptTimeout(Duration.ofMillis(800))
            .label("demo")
            .listener(this);

    Demo(DemoServer server, Output out) {
        this.out = out;
        this.uri = server.uri("/orders/42");
    }

    /** Whether the call succeeded. */
    boolean run() {
        out.line(out.bold("One call to a server that has a bad minute"));
        out.line("  GET " + uri);
        out.line("  " + retry.schedule());
        out.line("  800ms for each attempt; the standard classifier and budget; Retry-After is obeyed");
        out.line("");
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(uri).build();
        AtomicInteger attempts = new AtomicInteger();
        Tried<HttpResponse<String>> tried = retry.tried(
                () -> {
                    begins(attempts.incrementAndGet());
                    return client.send(request, BodyHandlers.ofString());
                },
                Demo::judge);
        out.line("");
        picture(tried);
        out.line("");
        String end = tried.succeeded() ? out.green("succeeded") : out.red("gave up: " + tried.decision());
        out.line("  " + end + " on attempt " + tried.attempts() + " after " + Durations.rounded(tried.elapsed()) + ", "
                + Durations.rounded(tried.totalDelay()) + " of it waiting");
        return tried.succeeded();
    }

    /** An overloaded server is asked again, no sooner than it says. */
    private static Verdict judge(HttpResponse<?> response) {
        if (response.statusCode() != 503) {
            return Verdict.accept();
        }
        return retryAfter(response).map(Verdict::retryNoSoonerThan).orElse(Verdict.retry());
    }

    private static Optional<Duration> retryAfter(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Retry-After")
                .filter(value -> SECONDS.matcher(value).matches())
                .map(value -> Duration.ofSeconds(Long.parseLong(value)));
    }

    /** The line is left open for what will come of the attempt. */
    private void begins(int attempt) {
        long now = clock.nanoTime();
        began = attempt == 1 ? now : began;
        out.writer().printf(Locale.ROOT, "  %.2fs  attempt %d  ", (now - began) / 1e9, attempt);
        out.writer().flush();
    }

    @Override
    public void onEvent(RetryEvent event) {
        if (event instanceof RetryEvent.AttemptFailed failed) {
            out.line(out.red(what(failed.failure(), failed.value())));
            if (failed.nextDelay() != null) {
                out.line(out.faint("         waits " + Durations.rounded(failed.nextDelay())));
            }
        } else if (event instanceof RetryEvent.Succeeded) {
            out.line(out.green("200 OK"));
        }
    }

    private static String what(@Nullable Throwable failure, @Nullable Object value) {
        if (failure instanceof AttemptTimeoutException timeout) {
            return "no answer within " + Durations.text(timeout.limit());
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

    private void picture(Tried<?> tried) {
        List<Timeline.Span> spans = tried.history().stream()
                .map(entry -> new Timeline.Span(
                        entry.start().toNanos(),
                        entry.start().plus(entry.duration()).toNanos()))
                .toList();
        Timeline timeline = new Timeline(out, tried.elapsed().toNanos());
        out.line("  " + timeline.line(spans));
        out.line("  " + timeline.axis(Durations.rounded(tried.elapsed())));
    }
}
