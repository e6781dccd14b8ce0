package dev.reprise.retry;

import static dev.reprise.retry.Answer.again;
import static dev.reprise.retry.Answer.done;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.AttemptTimeoutException;
import dev.reprise.time.Watchdog;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The examples of the seeds A, B and C with the numbers that they promise; those of D are beside the inline loop. */
class SeedExamplesTest {
    private final VirtualClock clock = VirtualClock.automatic();
    private final AtomicInteger calls = new AtomicInteger();

    private String busy(String message) throws IOException {
        calls.incrementAndGet();
        throw new IOException(message);
    }

    @Nested
    class A {
        @Test
        void microphone_outerWatchdogDerivedFromTheSchedule() throws IOException {
            BoundedSchedule start = Schedule.fixedDelay(ofMillis(650)).attempts(2);
            assertThat(start.worstCase(ofMillis(2500))).isEqualTo(ofMillis(5650));
            Watchdog watchdog = Watchdog.of(start.worstCase(ofMillis(2500))).clock(clock);
            Retry retry = Retry.with(start).clock(clock).attemptTimeout(ofMillis(2500));

            watchdog.run(() -> retry.run(() -> {
                if (calls.incrementAndGet() == 1) throw new IOException("not yet");
            }));
            assertThat(clock.elapsed()).isEqualTo(ofMillis(650));
        }

        @Test
        void microphone_thatHangs_endsWithTheAttemptsOwnTimeout() {
            BoundedSchedule start = Schedule.fixedDelay(ofMillis(650)).attempts(2);
            Watchdog watchdog = Watchdog.of(start.worstCase(ofMillis(2500))).clock(clock);
            Retry retry = Retry.with(start).clock(clock).attemptTimeout(ofMillis(2500));

            assertThatThrownBy(() -> watchdog.run(() -> retry.run(() -> {
                        calls.incrementAndGet();
                        clock.sleep(ofSeconds(60).toNanos());
                    })))
                    .isInstanceOf(AttemptTimeoutException.class);
            assertThat(calls).hasValue(2);
            assertThat(clock.elapsed()).isEqualTo(ofMillis(5650));
            assertThat(Thread.interrupted()).isFalse();
        }

        @Test
        void everyParameter() throws IOException {
            Retry retry = Retry.with(Schedule.exponential(ofMillis(100), 2.0)
                            .capped(ofSeconds(30))
                            .jittered()
                            .attempts(5))
                    .budget(RetryBudget.named("seed-a.example.com"))
                    .classifier(Classifier.transientOnly())
                    .nesting(RetryNesting.ALLOW)
                    .label("payments.charge")
                    .attemptTimeout(ofSeconds(2))
                    .clock(clock)
                    .random(RandomSource.fixed(0.5));
            String value = retry.callWithAttempt(attempt -> {
                if (attempt.number() < 3) throw new ConnectException("refused");
                return "charged on attempt " + attempt.number();
            });
            assertThat(value).isEqualTo("charged on attempt 3");
            assertThat(clock.elapsed()).isEqualTo(ofMillis(50 + 100));
        }

        @Test
        void scheduleApi() {
            Schedule any = Schedule.linear(ofMillis(10))
                    .union(Schedule.fibonacci(ofMillis(10)))
                    .andThen(Schedule.decorrelated(ofMillis(10), ofSeconds(1)));
            BoundedSchedule listed = Schedule.delays(List.of(ofMillis(10), ofMillis(20)));
            assertThat(any.maximalDelays(3)).containsExactly(ofMillis(10), ofMillis(10), ofMillis(20));
            assertThat(listed.maximumAttempts()).isEqualTo(3);
            assertThat(listed.maximumTotalDelay()).isEqualTo(ofMillis(30));
            assertThat(listed.worstCase(ofSeconds(1))).isEqualTo(ofMillis(3030));
        }

        @Test
        void exponentialAtAttempt300_isItsCap() {
            assertThat(Schedule.exponential(ofMillis(100)).nextAfter(300, ZERO, new Random(1)))
                    .contains(ofSeconds(300));
        }

        @Test
        void retryableError_decidesForItself() {
            class Busy extends Exception implements Retryable {
                private static final long serialVersionUID = 1L;

                @Override
                public Verdict retryVerdict() {
                    return Verdict.retryAfter(ofSeconds(2));
                }
            }
            Tried<Object> tried = Retry.with(Schedule.exponential(ofMillis(100)).attempts(3))
                    .clock(clock)
                    .tried(() -> {
                        throw new Busy();
                    });
            assertThat(tried.totalDelay()).isEqualTo(ofSeconds(4));
        }
    }

    @Nested
    class B {
        @Test
        void hardThenSlow() {
            Schedule plan = Schedule.times(3).andThen(Schedule.fixedRate(ofSeconds(60)));
            assertThat(plan.maximalDelays(4)).containsExactly(ZERO, ZERO, ofSeconds(60), ofSeconds(60));
        }

        @Test
        void intersectBounds_backoffUpToAMinute() {
            BoundedSchedule bounded = Schedule.exponential(ofMillis(100), 2.0)
                    .capped(ofSeconds(30))
                    .intersect(Schedule.times(5));
            assertThat(bounded.maximalDelays())
                    .containsExactly(ofMillis(100), ofMillis(200), ofMillis(400), ofMillis(800));
            Schedule giveUpAfterAMinute =
                    Schedule.backoff(ofMillis(100), ofSeconds(30)).upTo(ofSeconds(60));
            assertThat(giveUpAfterAMinute.nextAfter(3, ofSeconds(60), new Random(1)))
                    .isEmpty();
        }

        @Test
        void nextAfter_isAnInstant_onlyWhatIsAheadIsWaitedFor() throws InterruptedException {
            Schedule plan = Schedule.fixedRate(ofSeconds(1));
            clock.sleep(ofMillis(1300).toNanos());
            Optional<Duration> at = plan.nextAfter(2, clock.elapsed(), new Random(1));
            assertThat(at).contains(ofSeconds(2));
            clock.sleep(at.orElseThrow().minus(clock.elapsed()).toNanos());
            assertThat(clock.elapsed()).isEqualTo(ofSeconds(2));
        }

        @Test
        void retry_lastFailureComesBack() {
            Retry hard = Retry.with(Schedule.exponential(ofMillis(100))
                            .capped(ofSeconds(30))
                            .attempts(5))
                    .clock(clock);
            assertThatThrownBy(() -> hard.call(() -> busy("go " + calls.get())))
                    .isInstanceOf(IOException.class)
                    .hasMessage("go 4");
            assertThat(clock.elapsed()).isEqualTo(ofMillis(1500));
        }

        @Test
        void retryWhile_rejectedStatementNotRetried() {
            Retry whileTransient = Retry.with(Schedule.times(3)).retryIf(e -> e instanceof SQLTransientException);
            assertThat(whileTransient
                            .tried(() -> {
                                throw new SQLTransientException("disconnected");
                            })
                            .attempts())
                    .isEqualTo(3);
            assertThat(whileTransient
                            .tried(() -> {
                                throw new SQLSyntaxErrorException("rejected");
                            })
                            .attempts())
                    .isEqualTo(1);
        }

        @Test
        void retryCounting_theLineForTheLog() {
            Tried<String> tried = Retry.with(Schedule.times(5))
                    .retryIf(failure -> true)
                    .tried(() -> {
                        if (calls.incrementAndGet() < 3) throw new IllegalArgumentException("not yet");
                        return "V";
                    });
            assertThat((tried.succeeded() ? "succeeded on attempt " : "failed after ") + tried.attempts())
                    .isEqualTo("succeeded on attempt 3");
        }
    }

    @Nested
    class C {
        @Test
        void finalResult_handled() throws Exception {
            Retry retry = RetrySettings.defaults().attempts(5).retry().clock(clock);
            assertThatThrownBy(() -> retry.callInterruptibly(() -> busy("down")))
                    .hasMessage("down");
            assertThat(calls).hasValue(5);
        }

        @Test
        void fixedDelays_fourCallsAnd750MillisecondsOfSleep() {
            RetrySettings fixed = RetrySettings.defaults()
                    .attempts(4)
                    .delay(ofMillis(250))
                    .backoff(1.0)
                    .maximumDelay(ofMillis(250))
                    .jitter(0.0);
            assertThatThrownBy(() -> fixed.retry().clock(clock).call(() -> busy("not ready")))
                    .hasMessage("not ready");
            assertThat(calls).hasValue(4);
            assertThat(clock.sleeps()).containsExactly(ofMillis(250), ofMillis(250), ofMillis(250));
        }

        @Test
        void exponentialDelays_fiveCallsAndThreeSecondsOfSleep() {
            Retry retry = Retry.with(Schedule.exponential(ofMillis(200))
                            .capped(ofSeconds(5))
                            .attempts(5))
                    .clock(clock);
            assertThatThrownBy(() -> retry.call(() -> busy("busy"))).hasMessage("busy");
            assertThat(calls).hasValue(5);
            assertThat(clock.sleeps()).containsExactly(ofMillis(200), ofMillis(400), ofMillis(800), ofMillis(1600));
        }

        @Test
        void cappedDelays() {
            RetrySettings capped = RetrySettings.defaults()
                    .attempts(6)
                    .delay(ofMillis(500))
                    .backoff(2.0)
                    .maximumDelay(ofSeconds(2))
                    .jitter(0.0);
            assertThat(capped.schedule().maximalDelays())
                    .containsExactly(ofMillis(500), ofSeconds(1), ofSeconds(2), ofSeconds(2), ofSeconds(2));
        }

        @Test
        void oneScheduleForTwoRequests_eachItsFiveAttempts() {
            Retry shared = RetrySettings.defaults().attempts(5).retry().clock(clock);
            assertThat(shared.tried(() -> busy("inventory")).attempts()).isEqualTo(5);
            assertThat(shared.tried(() -> busy("orders")).attempts()).isEqualTo(5);
        }

        @Test
        void optionsDirectly() {
            assertThat(RetrySettings.defaults()
                            .attempts(5)
                            .delay(ofMillis(200))
                            .jitter(0.0)
                            .retry()
                            .call(() -> "ready"))
                    .isEqualTo("ready");
        }

        @Test
        void timeSleepingLimited_twoCallsAndOneSecondOfSleep() {
            RetrySettings limited = RetrySettings.defaults()
                    .attempts(5)
                    .delay(ofSeconds(1))
                    .jitter(0.0)
                    .maximumTotalDelay(ofSeconds(2));
            assertThatThrownBy(() -> limited.retry().clock(clock).call(() -> busy("busy")))
                    .hasMessage("busy");
            assertThat(calls).hasValue(2);
            assertThat(clock.sleeps()).containsExactly(ofSeconds(1));
        }

        @Test
        void jitterWithoutWaiting_sampleZeroIsThreeSeconds() {
            Retry retry = RetrySettings.defaults()
                    .attempts(2)
                    .delay(ofSeconds(4))
                    .jitter(0.25)
                    .retry();
            assertThatThrownBy(() ->
                            retry.clock(clock).random(RandomSource.fixed(0.0)).call(() -> busy("temporary")))
                    .hasMessage("temporary");
            assertThat(calls).hasValue(2);
            assertThat(clock.sleeps()).containsExactly(ofSeconds(3));
        }

        @Test
        void progressReported() {
            List<String> lines = new ArrayList<>();
            Retry retry = RetrySettings.defaults()
                    .attempts(3)
                    .delay(ofSeconds(1))
                    .jitter(0)
                    .retry();
            var unused = retry.clock(clock)
                    .onRetry(info -> lines.add("retrying " + info.nextAttempt() + "/" + info.maximumAttempts() + " in "
                            + info.delay().toSeconds() + " seconds"))
                    .tried(() -> busy("down"));
            assertThat(lines).containsExactly("retrying 2/3 in 1 seconds", "retrying 3/3 in 2 seconds");
        }

        @Test
        void selectedStatuses_decidedByTheOperation() throws Exception {
            Retry retry = Retry.with(Schedule.fixedDelay(ofSeconds(1)).attempts(3))
                    .retryOn(HttpTimeoutException.class, ConnectException.class)
                    .clock(clock);
            Answer<Integer> outcome = retry.decide(() -> {
                if (calls.incrementAndGet() == 1) throw new HttpTimeoutException("slow");
                return Set.of(429, 502, 503, 504).contains(503) ? again(503) : done(503);
            });
            assertThat(outcome).isEqualTo(again(503));
            assertThat(calls).hasValue(3);
            assertThatThrownBy(() -> retry.decide(() -> {
                        throw new IllegalStateException("runtime faults propagate");
                    }))
                    .isInstanceOf(IllegalStateException.class);
        }

        @Test
        void resultOnce_decisionIsExhausted() {
            assertThat(RetrySettings.defaults()
                            .retry()
                            .clock(clock)
                            .tried(() -> busy("x"))
                            .decision())
                    .isEqualTo(Decision.EXHAUSTED);
        }
    }
}
