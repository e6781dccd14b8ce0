package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.retry.Verdict;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusClassifierTest {
    private final StatusClassifier standard =
            HttpClassifier.standard().time(InstantSource.fixed(Instant.parse("1994-11-06T08:49:00Z")));

    private Verdict verdict(int status) {
        return standard.classify(status, null, null, null);
    }

    private Verdict hinted(int status, String retryAfter) {
        return standard.classify(status, retryAfter, null, null);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504})
    @Tag("BR-104")
    void classify_whatMayPass_retriesNoSoonerThanTheHint(int status) {
        assertThat(verdict(status)).isEqualTo(Verdict.retry());
        assertThat(hinted(status, "7")).isEqualTo(Verdict.retryNoSoonerThan(Duration.ofSeconds(7)));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 405, 409, 410, 412, 418, 422, 451, 501, 505, 508, 511, 599})
    @Tag("BR-104")
    void classify_whatStays_stopsWhateverTheHint(int status) {
        assertThat(verdict(status)).isEqualTo(Verdict.stop());
        assertThat(hinted(status, "7")).isEqualTo(Verdict.stop());
    }

    @Test
    @Tag("BR-104")
    void classify_contentTooLarge_retriesOnlyWithAHint() {
        assertThat(verdict(413)).isEqualTo(Verdict.stop());
        assertThat(hinted(413, "soon")).isEqualTo(Verdict.stop());
        assertThat(hinted(413, "7")).isEqualTo(Verdict.retryNoSoonerThan(Duration.ofSeconds(7)));
        assertThat(hinted(413, "0")).isEqualTo(Verdict.retry());
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 204, 206, 301, 304, 307, 399})
    void classify_below400_accepts(int status) {
        assertThat(verdict(status)).isEqualTo(Verdict.accept());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "abc", "Sun, 06 Nov 1994 07:49:00 GMT"})
    @Tag("BR-094")
    void classify_hintWithoutAWait_leavesItToTheSchedule(String retryAfter) {
        assertThat(hinted(503, retryAfter)).isEqualTo(Verdict.retry());
    }

    @Test
    @Tag("BR-103")
    void classify_headersOfAnyClient_useTheServersClock() {
        String at = "Sun, 06 Nov 1994 08:44:30 GMT";
        String date = "Sun, 06 Nov 1994 08:44:00 GMT";
        assertThat(standard.classify(503, at, date, null)).isEqualTo(Verdict.retryNoSoonerThan(Duration.ofSeconds(30)));
        assertThat(standard.classify(503, at, date, "300")).isEqualTo(Verdict.retry());
        assertThat(standard.classify(503, "Sun, 06 Nov 1994 08:49:05 GMT", null, null))
                .isEqualTo(Verdict.retryNoSoonerThan(Duration.ofSeconds(5)));
    }

    @Test
    void classify_adjusted_saysOtherwise() {
        StatusClassifier mine = standard.retrying(409, 420).stopping(500).accepting(404);
        assertThat(mine.classify(409, null, null, null)).isEqualTo(Verdict.retry());
        assertThat(mine.classify(420, "3", null, null)).isEqualTo(Verdict.retryNoSoonerThan(Duration.ofSeconds(3)));
        assertThat(mine.classify(500, null, null, null)).isEqualTo(Verdict.stop());
        assertThat(mine.classify(404, null, null, null)).isEqualTo(Verdict.accept());
        assertThat(verdict(409)).as("the original").isEqualTo(Verdict.stop());
    }

    @Test
    void retrying_invalid_saysWhy() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> standard.retrying(99, 503, 600))
                .withMessage("Invalid classifier: status (99) must be between 100 and 599;"
                        + " status (600) must be between 100 and 599.");
    }

    private static HttpRequest request(String method, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://localhost/")).method(method, BodyPublishers.noBody());
        if (headers.length > 0) request.headers(headers);
        return request.build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"})
    void isRepeatable_idempotentMethod_is(String method) {
        assertThat(standard.isRepeatable(request(method))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PATCH", "LOCK", "get"})
    void isRepeatable_otherMethod_isOnlyWithAKey(String method) {
        assertThat(standard.isRepeatable(request(method))).isFalse();
        assertThat(standard.isRepeatable(request(method, "idempotency-key", "1")))
                .isTrue();
    }

    @Test
    void repeating_methods_replacesThem() {
        StatusClassifier reading = standard.repeating("GET", "SEARCH");
        assertThat(reading.isRepeatable(request("PUT"))).isFalse();
        assertThat(reading.isRepeatable(request("SEARCH"))).isTrue();
    }

    @Test
    void httpClassifier_lambda_hasTheStandardMethods() {
        HttpClassifier never = response -> Verdict.stop();
        assertThat(never.isRepeatable(request("GET"))).isTrue();
        assertThat(never.isRepeatable(request("POST"))).isFalse();
    }
}
