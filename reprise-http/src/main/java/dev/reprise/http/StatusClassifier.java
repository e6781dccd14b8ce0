package dev.reprise.http;

import static java.util.Objects.requireNonNull;

import dev.reprise.retry.Verdict;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Judges responses by their status. Immutable: each method that changes something returns a copy.
 *
 * <table><caption>As it is unless adjusted</caption>
 * <tr><th>status</th><th>verdict</th></tr>
 * <tr><td>below 400</td><td>accept</td></tr>
 * <tr><td>408, 425, 429, 500, 502, 503, 504</td><td>retry, no sooner than {@code Retry-After} says</td></tr>
 * <tr><td>413</td><td>the same with a {@code Retry-After}, and stop without</td></tr>
 * <tr><td>every other</td><td>stop</td></tr>
 * </table>
 *
 * <p>{@code HttpClassifier.standard().retrying(409).stopping(500)} retries conflicts and not internal errors. For a client
 * other than the JDK's there are methods that take a status and headers as they are.
 *
 * <p>From seed D, whose four statuses are 429, 502, 503 and 504, and from what is common among clients.
 */
public final class StatusClassifier implements HttpClassifier {
    private enum Answer {
        ACCEPT,
        RETRY,
        RETRY_IF_ASKED,
        STOP
    }

    static final StatusClassifier STANDARD = new StatusClassifier(
            with(with(Map.of(), Answer.RETRY, 408, 425, 429, 500, 502, 503, 504), Answer.RETRY_IF_ASKED, 413),
            Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"),
            InstantSource.system());

    private final Map<Integer, Answer> answers;
    private final Set<String> methods;
    private final InstantSource time;

    private StatusClassifier(Map<Integer, Answer> answers, Set<String> methods, InstantSource time) {
        this.answers = answers;
        this.methods = methods;
        this.time = time;
    }

    private static Map<Integer, Answer> with(Map<Integer, Answer> before, Answer answer, int... statuses) {
        Map<Integer, Answer> after = new TreeMap<>(before);
        for (int status : statuses) after.put(status, answer);
        return after;
    }

    private StatusClassifier answering(Answer answer, int... statuses) {
        String wrong = Arrays.stream(statuses)
                .filter(status -> status < 100 || status > 599)
                .mapToObj(status -> "status (" + status + ") must be between 100 and 599")
                .collect(Collectors.joining("; "));
        if (!wrong.isEmpty()) throw new IllegalArgumentException("Invalid classifier: " + wrong + ".");
        return new StatusClassifier(with(answers, answer, statuses), methods, time);
    }

    /**
     * Retries these statuses, too.
     *
     * @throws IllegalArgumentException naming every status that is none
     */
    public StatusClassifier retrying(int... statuses) {
        return answering(Answer.RETRY, statuses);
    }

    /**
     * Stops on these statuses: the response is returned, and is no success.
     *
     * @throws IllegalArgumentException naming every status that is none
     */
    public StatusClassifier stopping(int... statuses) {
        return answering(Answer.STOP, statuses);
    }

    /**
     * Takes these statuses for success, as 404 where the question is whether something is there.
     *
     * @throws IllegalArgumentException naming every status that is none
     */
    public StatusClassifier accepting(int... statuses) {
        return answering(Answer.ACCEPT, statuses);
    }

    /**
     * These methods, and no others, may be repeated without an {@code Idempotency-Key}. {@code repeating("GET", "HEAD")}
     * is for a service whose PUT counts.
     *
     * @param methods names, as they are sent; none at all is allowed
     */
    public StatusClassifier repeating(String... methods) {
        return new StatusClassifier(answers, Set.copyOf(List.of(methods)), time);
    }

    /** Where the time of day comes from, which a {@code Retry-After} with a date needs when the response has none. */
    public StatusClassifier time(InstantSource time) {
        return new StatusClassifier(answers, methods, requireNonNull(time, "time"));
    }

    @Override
    public Verdict classify(HttpResponse<?> response) {
        int status = response.statusCode();
        HttpHeaders headers = response.headers();
        return verdict(status, () -> RetryAfter.of(headers, time.instant()));
    }

    /**
     * The verdict on the response of any client.
     *
     * @param retryAfter the header {@code Retry-After}, or null
     * @param date the header {@code Date}, or null
     * @param age the header {@code Age}, or null
     */
    public Verdict classify(int status, @Nullable String retryAfter, @Nullable String date, @Nullable String age) {
        return verdict(status, () -> RetryAfter.of(listOf(retryAfter), listOf(date), listOf(age), time.instant()));
    }

    private static List<String> listOf(@Nullable String value) {
        return value == null ? List.of() : List.of(value);
    }

    /** Read only when it counts. */
    private interface Hint {
        Optional<Duration> read();
    }

    private Verdict verdict(int status, Hint hint) {
        return switch (answer(status)) {
            case ACCEPT -> Verdict.accept();
            case STOP -> Verdict.stop();
            case RETRY -> hint.read().map(StatusClassifier::noSoonerThan).orElse(Verdict.retry());
            case RETRY_IF_ASKED ->
                hint.read().map(StatusClassifier::noSoonerThan).orElse(Verdict.stop());
        };
    }

    private Answer answer(int status) {
        Answer given = answers.get(status);
        if (given != null) return given;
        return status < 400 ? Answer.ACCEPT : Answer.STOP;
    }

    /** A wait of zero demands none. */
    private static Verdict noSoonerThan(Duration wait) {
        return wait.isZero() ? Verdict.retry() : Verdict.retryNoSoonerThan(wait);
    }

    @Override
    public boolean isRepeatable(HttpRequest request) {
        return isRepeatable(
                request.method(),
                request.headers().firstValue("Idempotency-Key").isPresent());
    }

    /** Whether a request of any client may be made again: by its method, or because it has a key. */
    public boolean isRepeatable(String method, boolean hasIdempotencyKey) {
        return hasIdempotencyKey || methods.contains(method);
    }

    /** As {@code StatusClassifier[{408=RETRY, …}, repeating=[GET, …]]}. */
    @Override
    public String toString() {
        return "StatusClassifier[" + answers + ", repeating="
                + methods.stream().sorted().toList() + "]";
    }
}
