package dev.reprise.event;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.reprise.Decision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LoggingListenerTest {
    private final Lines lines = new Lines();
    private final RetryListener listener = RetryListener.logging(lines);

    static Stream<Arguments> events() {
        IOException down = new IOException("down");
        return Stream.of(
                Arguments.of(
                        new RetryEvent.AttemptFailed(
                                "pay", 2, ofMillis(350), Decision.AGAIN, down, null, ofMillis(200)),
                        DEBUG,
                        "retry.attempt_failed label=pay attempt=2 elapsed=0.35s decision=again next=0.2s"
                                + " failure=java.io.IOException: down"),
                Arguments.of(
                        new RetryEvent.AttemptFailed(null, 1, ofMillis(0), Decision.STOPPED, null, "a secret", null),
                        DEBUG,
                        "retry.attempt_failed attempt=1 elapsed=0s decision=stopped value=java.lang.String"),
                Arguments.of(
                        new RetryEvent.Succeeded(null, 1, ofMillis(0)),
                        DEBUG,
                        "retry.succeeded attempt=1 elapsed=0s decision=succeeded"),
                Arguments.of(
                        new RetryEvent.Succeeded("pay", 3, ofSeconds(90)),
                        INFO,
                        "retry.succeeded label=pay attempt=3 elapsed=1m30s decision=succeeded"),
                Arguments.of(
                        new RetryEvent.Exhausted("pay", 3, ofSeconds(1), down),
                        WARNING,
                        "retry.exhausted label=pay attempt=3 elapsed=1s decision=exhausted failure=java.io.IOException: down"),
                Arguments.of(
                        new RetryEvent.BudgetExhausted("pay", 3, ofSeconds(1), null),
                        WARNING,
                        "retry.budget_exhausted label=pay attempt=3 elapsed=1s decision=throttled"),
                Arguments.of(
                        new RetryEvent.DeadlineSkip("pay", 3, ofSeconds(1), down),
                        WARNING,
                        "retry.deadline_skip label=pay attempt=3 elapsed=1s decision=expired failure=java.io.IOException: down"),
                Arguments.of(
                        new RetryEvent.Defect("pay", 1, ofSeconds(1), new IllegalArgumentException()),
                        WARNING,
                        "retry.defect label=pay attempt=1 elapsed=1s decision=stopped"
                                + " failure=java.lang.IllegalArgumentException"),
                Arguments.of(
                        new RetryEvent.Permanent("pay", 1, ofSeconds(1), down),
                        WARNING,
                        "retry.permanent label=pay attempt=1 elapsed=1s decision=stopped failure=java.io.IOException: down"),
                Arguments.of(
                        new RetryEvent.Nested("pay", 1, ofSeconds(1), down),
                        DEBUG,
                        "retry.nested label=pay attempt=1 elapsed=1s decision=nested failure=java.io.IOException: down"),
                Arguments.of(
                        new RetryEvent.Cancelled("pay", 1, ofSeconds(1), down),
                        INFO,
                        "retry.cancelled label=pay attempt=1 elapsed=1s decision=cancelled failure=java.io.IOException: down"),
                Arguments.of(
                        new RetryEvent.AfterCapped("pay", 1, ofSeconds(1), Decision.AGAIN, ofHours(24), ofMinutes(5)),
                        INFO,
                        "retry.after_capped label=pay attempt=1 elapsed=1s decision=again next=5m requested=24h"));
    }

    @ParameterizedTest
    @MethodSource("events")
    void onEvent_everyKind_isOneLine(RetryEvent event, System.Logger.Level level, String line) {
        listener.onEvent(event);

        assertThat(lines.logged).containsExactly(level + " " + line);
    }

    @Test
    void onEvent_messageWithLineBreaksOrTooLong_staysOneShortLine() {
        listener.onEvent(
                new RetryEvent.Permanent(null, 1, ofSeconds(1), new IOException("a\r\nWARNING forged\u2028b")));
        listener.onEvent(new RetryEvent.Permanent(null, 1, ofSeconds(1), new IOException("x".repeat(10_000))));

        assertThat(lines.logged.get(0)).endsWith("failure=java.io.IOException: a WARNING forged b");
        assertThat(lines.logged.get(1)).hasSizeLessThan(600).endsWith("x…");
    }

    @Test
    void onEvent_levelIsOff_makesNoLine() {
        lines.least = WARNING;
        listener.onEvent(new RetryEvent.Succeeded(null, 2, ofSeconds(1)));

        assertThat(lines.logged).isEmpty();
    }

    @Test
    void logging_null_saysWhich() {
        assertThatNullPointerException()
                .isThrownBy(() -> RetryListener.logging(null))
                .withMessage("logger");
    }

    private static final class Lines implements System.Logger {
        private final List<String> logged = new ArrayList<>();
        private Level least = Level.ALL;

        @Override
        public String getName() {
            return "lines";
        }

        @Override
        public boolean isLoggable(Level level) {
            return level.getSeverity() >= least.getSeverity();
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
            throw new AssertionError("no stack traces");
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
            logged.add(level + " " + format);
        }
    }
}
