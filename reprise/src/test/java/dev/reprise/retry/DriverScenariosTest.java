package dev.reprise.retry;

import static dev.reprise.Decision.AGAIN;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.Drivers.Run;
import dev.reprise.retry.Drivers.Seen;
import dev.reprise.retry.Drivers.Step;
import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.AttemptTimeoutException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The same scripted calls through every driver give the same attempts, waits, decisions, outcome and events. */
class DriverScenariosTest {
    private static final IOException E1 = new IOException("first");
    private static final IOException E2 = new IOException("second");
    private static final NullPointerException DEFECT = new NullPointerException("defect");

    /** A call, and what must be seen of it; the events of retries that follow are added to those given. */
    record Scenario(
            String name,
            BoundedSchedule schedule,
            UnaryOperator<Retry> options,
            RetryBudget budget,
            ResultClassifier<Object> results,
            boolean nested,
            List<Step> script,
            List<Long> startsMillis,
            Decision decision,
            Object outcome,
            List<String> endingEvents,
            double balance) {
        @Override
        public String toString() {
            return name;
        }

        Scenario with(UnaryOperator<Retry> more) {
            return new Scenario(
                    name,
                    schedule,
                    retry -> more.apply(options.apply(retry)),
                    budget,
                    results,
                    nested,
                    script,
                    startsMillis,
                    decision,
                    outcome,
                    endingEvents,
                    balance);
        }

        Scenario judging(ResultClassifier<Object> judge) {
            return new Scenario(
                    name,
                    schedule,
                    options,
                    budget,
                    judge,
                    nested,
                    script,
                    startsMillis,
                    decision,
                    outcome,
                    endingEvents,
                    balance);
        }

        Scenario insideAnother() {
            return new Scenario(
                    name,
                    schedule,
                    options,
                    budget,
                    results,
                    true,
                    script,
                    startsMillis,
                    decision,
                    outcome,
                    endingEvents,
                    balance);
        }

        Scenario budget(RetryBudget other, double balanceAtEnd) {
            return new Scenario(
                    name,
                    schedule,
                    options,
                    other,
                    results,
                    nested,
                    script,
                    startsMillis,
                    decision,
                    outcome,
                    endingEvents,
                    balanceAtEnd);
        }

        List<String> events() {
            List<String> events = new ArrayList<>();
            for (int attempt = 1; attempt < startsMillis.size(); attempt++) {
                events.add("attempt_failed(" + attempt + ", again)");
            }
            events.addAll(endingEvents);
            return events;
        }
    }

    private static Step step(Object outcome) {
        return new Step(ZERO, outcome);
    }

    private static Step step(Duration lasts, Object outcome) {
        return new Step(lasts, outcome);
    }

    private static Scenario scenario(
            String name,
            Schedule schedule,
            List<Step> script,
            List<Long> starts,
            Decision decision,
            Object outcome,
            String... endingEvents) {
        // Ten tokens, of which retryable failures take one each and a success brings a tenth back.
        long failures = starts.size() - (decision == Decision.SUCCEEDED ? 1 : 0);
        boolean lastCounts = decision == Decision.EXHAUSTED || decision == Decision.THROTTLED;
        double taken = decision == Decision.SUCCEEDED || lastCounts ? failures : failures - 1;
        double balance = Math.min(10, 10 - taken + (decision == Decision.SUCCEEDED ? 0.1 : 0));
        return new Scenario(
                name,
                BoundedSchedule.of(schedule),
                UnaryOperator.identity(),
                RetryBudget.tokens(10, 0.1),
                ResultClassifier.acceptAll(),
                false,
                script,
                starts,
                decision,
                outcome,
                List.of(endingEvents),
                balance);
    }

    static Stream<Scenario> scenarios() {
        Schedule doubling = Schedule.exponential(ofMillis(100));
        Schedule steady = Schedule.fixedDelay(ofSeconds(1));
        return Stream.of(
                scenario(
                        "success at once",
                        doubling.attempts(3),
                        List.of(step("V")),
                        List.of(0L),
                        Decision.SUCCEEDED,
                        "V",
                        "succeeded(1, succeeded)"),
                scenario(
                        "two failures, then success",
                        doubling.attempts(4),
                        List.of(step(E1), step(E2), step("V")),
                        List.of(0L, 100L, 300L),
                        Decision.SUCCEEDED,
                        "V",
                        "succeeded(3, succeeded)"),
                scenario(
                        "no waits",
                        Schedule.times(3),
                        List.of(step(E1), step(E2), step("V")),
                        List.of(0L, 0L, 0L),
                        Decision.SUCCEEDED,
                        "V",
                        "succeeded(3, succeeded)"),
                scenario(
                        "BR-029 no wait after the last attempt",
                        Schedule.fixedDelay(ofSeconds(10)).attempts(3),
                        List.of(step(E1), step(E1), step(E2)),
                        List.of(0L, 10_000L, 20_000L),
                        Decision.EXHAUSTED,
                        E2,
                        "attempt_failed(3, exhausted)",
                        "exhausted(3, exhausted)"),
                scenario(
                        "BR-030 the first wait is the base",
                        doubling.attempts(4),
                        List.of(step(E1)),
                        List.of(0L, 100L, 300L, 700L),
                        Decision.EXHAUSTED,
                        E1,
                        "attempt_failed(4, exhausted)",
                        "exhausted(4, exhausted)"),
                scenario(
                        "BR-031 one attempt",
                        Schedule.once(),
                        List.of(step(E1)),
                        List.of(0L),
                        Decision.EXHAUSTED,
                        E1,
                        "attempt_failed(1, exhausted)",
                        "exhausted(1, exhausted)"),
                scenario(
                                "BR-062 rejected, failed, accepted",
                                steady.attempts(3),
                                List.of(step("bad"), step(E1), step("V")),
                                List.of(0L, 1000L, 2000L),
                                Decision.SUCCEEDED,
                                "V",
                                "succeeded(3, succeeded)")
                        .judging(ResultClassifier.retryIf("bad"::equals)),
                scenario(
                                "BR-061 always rejected",
                                steady.attempts(3),
                                List.of(step("bad")),
                                List.of(0L, 1000L, 2000L),
                                Decision.EXHAUSTED,
                                "bad",
                                "attempt_failed(3, exhausted)",
                                "exhausted(3, exhausted)")
                        .judging(ResultClassifier.retryIf("bad"::equals)),
                scenario(
                                "BR-064 every rejected value is waited for",
                                Schedule.fixedDelay(ofMillis(110)).attempts(3),
                                List.of(step("bad"), step("bad"), step("V")),
                                List.of(0L, 110L, 220L),
                                Decision.SUCCEEDED,
                                "V",
                                "succeeded(3, succeeded)")
                        .judging(ResultClassifier.acceptIf("V"::equals)),
                scenario(
                                "a rejected value stops",
                                steady.attempts(3),
                                List.of(step("bad")),
                                List.of(0L),
                                Decision.STOPPED,
                                "bad",
                                "attempt_failed(1, stopped)",
                                "permanent(1, stopped)")
                        .judging(value -> Verdict.stop()),
                scenario(
                                "BR-036 the result classifier is not asked about a failure",
                                steady.attempts(2),
                                List.of(step(E1), step(E2)),
                                List.of(0L, 1000L),
                                Decision.EXHAUSTED,
                                E2,
                                "attempt_failed(2, exhausted)",
                                "exhausted(2, exhausted)")
                        .judging(value -> value.equals("V") ? Verdict.accept() : Verdict.retry()),
                scenario(
                                "BR-037 a failure that is not named stops",
                                steady.attempts(3),
                                List.of(step(DEFECT)),
                                List.of(0L),
                                Decision.STOPPED,
                                DEFECT,
                                "attempt_failed(1, stopped)",
                                "defect(1, stopped)")
                        .judging(ResultClassifier.retryIf(value -> value == null))
                        .with(retry -> retry.retryOn(IOException.class)),
                scenario(
                                "a result classifier that throws stops",
                                steady.attempts(3),
                                List.of(step("V")),
                                List.of(0L),
                                Decision.STOPPED,
                                "V",
                                "attempt_failed(1, stopped)",
                                "permanent(1, stopped)")
                        .judging(value -> {
                            throw new IllegalStateException("classifier");
                        }),
                scenario(
                                "a classifier that throws stops",
                                steady.attempts(3),
                                List.of(step(E1)),
                                List.of(0L),
                                Decision.STOPPED,
                                E1,
                                "attempt_failed(1, stopped)",
                                "permanent(1, stopped)")
                        .with(retry -> retry.classifier((failure, attempt) -> {
                            throw new IllegalStateException("classifier");
                        })),
                scenario(
                                "a classifier that accepts a failure stops",
                                steady.attempts(3),
                                List.of(step(E1)),
                                List.of(0L),
                                Decision.STOPPED,
                                E1,
                                "attempt_failed(1, stopped)",
                                "permanent(1, stopped)")
                        .with(retry -> retry.classifier((failure, attempt) -> Verdict.accept())),
                scenario(
                                "a classifier that answers null stops",
                                steady.attempts(3),
                                List.of(step(E1)),
                                List.of(0L),
                                Decision.STOPPED,
                                E1,
                                "attempt_failed(1, stopped)",
                                "permanent(1, stopped)")
                        .with(retry -> retry.classifier((failure, attempt) -> null)),
                scenario(
                        "a permanent failure",
                        steady.attempts(3),
                        List.of(step(E1), step(new FileNotFoundException("x"))),
                        List.of(0L, 1000L),
                        Decision.STOPPED,
                        null,
                        "attempt_failed(2, stopped)",
                        "permanent(2, stopped)"),
                scenario(
                                "stopOn is asked first",
                                steady.attempts(3),
                                List.of(step(E1)),
                                List.of(0L),
                                Decision.STOPPED,
                                E1,
                                "attempt_failed(1, stopped)",
                                "permanent(1, stopped)")
                        .with(retry -> retry.stopOn(IOException.class).retryIf(failure -> true)),
                scenario(
                        "BR-044 a cancellation from inside stops",
                        steady.attempts(3),
                        List.of(step(new CancellationException("inside"))),
                        List.of(0L),
                        Decision.STOPPED,
                        null,
                        "attempt_failed(1, stopped)",
                        "permanent(1, stopped)"),
                scenario(
                                "BR-012 an InterruptedException is a cancellation",
                                steady.attempts(5),
                                List.of(step(new InterruptedException("inside"))),
                                List.of(0L),
                                Decision.CANCELLED,
                                null,
                                "attempt_failed(1, cancelled)",
                                "cancelled(1, cancelled)")
                        .with(retry -> retry.retryIf(failure -> true)),
                scenario(
                        "an attempt's own timeout is retried",
                        steady.attempts(2),
                        List.of(step(new AttemptTimeoutException(ofSeconds(1), null)), step("V")),
                        List.of(0L, 1000L),
                        Decision.SUCCEEDED,
                        "V",
                        "succeeded(2, succeeded)"),
                scenario(
                                "nested",
                                steady.attempts(3),
                                List.of(step(E1)),
                                List.of(0L),
                                Decision.NESTED,
                                E1,
                                "attempt_failed(1, nested)",
                                "nested(1, nested)")
                        .insideAnother(),
                scenario(
                                "nested and a success: not a word to the budget",
                                steady.attempts(3),
                                List.of(step("V")),
                                List.of(0L),
                                Decision.SUCCEEDED,
                                "V",
                                "succeeded(1, succeeded)")
                        .insideAnother(),
                scenario(
                                "nested, but allowed",
                                steady.attempts(2),
                                List.of(step(E1)),
                                List.of(0L, 1000L),
                                Decision.EXHAUSTED,
                                E1,
                                "attempt_failed(2, exhausted)",
                                "exhausted(2, exhausted)")
                        .insideAnother()
                        .with(retry -> retry.nesting(RetryNesting.ALLOW)),
                scenario(
                                "a demanded wait replaces",
                                doubling.attempts(2),
                                List.of(step(E1), step("V")),
                                List.of(0L, 2000L),
                                Decision.SUCCEEDED,
                                "V",
                                "succeeded(2, succeeded)")
                        .with(retry -> retry.classifier((failure, attempt) -> Verdict.retryAfter(ofSeconds(2)))),
                scenario(
                                "a demanded wait replaces a longer one",
                                steady.attempts(2),
                                List.of(step(E1), step("V")),
                                List.of(0L, 10L),
                                Decision.SUCCEEDED,
                                "V",
                                "succeeded(2, succeeded)")
                        .with(retry -> retry.classifier((failure, attempt) -> Verdict.retryAfter(ofMillis(10)))),
                scenario(
                                "BR-101 a least wait keeps the schedule's",
                                steady.attempts(2),
                                List.of(step(E1), step("V")),
                                List.of(0L, 1000L),
                                Decision.SUCCEEDED,
                                "V",
                                "succeeded(2, succeeded)")
                        .with(retry -> retry.classifier((failure, attempt) -> Verdict.retryNoSoonerThan(ofMillis(10)))),
                scenario(
                                "BR-060 the failure that asks for a wait is the outcome",
                                steady.attempts(2),
                                List.of(step(E1)),
                                List.of(0L, 3000L),
                                Decision.EXHAUSTED,
                                E1,
                                "attempt_failed(2, exhausted)",
                                "exhausted(2, exhausted)")
                        .with(retry -> retry.classifier((failure, attempt) -> Verdict.retryNoSoonerThan(ofSeconds(3)))),
                scenario(
                                "BR-109 a demanded wait on the last attempt does not lift the limit",
                                Schedule.once(),
                                List.of(step(E1)),
                                List.of(0L),
                                Decision.EXHAUSTED,
                                E1,
                                "attempt_failed(1, exhausted)",
                                "exhausted(1, exhausted)")
                        .with(retry -> retry.classifier((failure, attempt) -> Verdict.retryAfter(ofSeconds(2)))),
                scenario(
                                "BR-050 the deadline is nearer than the wait",
                                Schedule.fixedDelay(ofSeconds(5)).attempts(3),
                                List.of(step(E1)),
                                List.of(0L),
                                Decision.EXPIRED,
                                E1,
                                "attempt_failed(1, expired)",
                                "deadline_skip(1, expired)")
                        .with(retry -> retry.within(ofSeconds(3)))
                        .budget(RetryBudget.tokens(10, 0.1), 9),
                scenario(
                                "BR-050 the wait is exactly the time left",
                                Schedule.fixedDelay(ofSeconds(3)).attempts(3),
                                List.of(step(E1)),
                                List.of(0L),
                                Decision.EXPIRED,
                                E1,
                                "attempt_failed(1, expired)",
                                "deadline_skip(1, expired)")
                        .with(retry -> retry.within(ofSeconds(3)))
                        .budget(RetryBudget.tokens(10, 0.1), 9),
                scenario(
                                "BR-050 the wait is 1 ns less",
                                Schedule.fixedDelay(ofSeconds(3).minusNanos(1)).attempts(3),
                                List.of(step(E1), step("V")),
                                List.of(0L, 2999L),
                                Decision.SUCCEEDED,
                                "V",
                                "succeeded(2, succeeded)")
                        .with(retry -> retry.within(ofSeconds(3))),
                scenario(
                                "BR-048 another attempt as long as the last does not fit",
                                steady.attempts(3),
                                List.of(step(ofSeconds(8), E1)),
                                List.of(0L),
                                Decision.EXPIRED,
                                E1,
                                "attempt_failed(1, expired)",
                                "deadline_skip(1, expired)")
                        .with(retry -> retry.within(ofSeconds(10)))
                        .budget(RetryBudget.tokens(10, 0.1), 9),
                scenario(
                                "BR-052 the limit counts from the call, and the budget hears nothing",
                                steady.attempts(3),
                                List.of(step(ofSeconds(2), E1), step("V")),
                                List.of(0L),
                                Decision.EXPIRED,
                                E1,
                                "attempt_failed(1, expired)",
                                "deadline_skip(1, expired)")
                        .with(retry -> retry.within(ofSeconds(1))),
                scenario(
                                "BR-051 the first attempt is unconditional",
                                steady.attempts(3),
                                List.of(step("V")),
                                List.of(0L),
                                Decision.SUCCEEDED,
                                "V",
                                "succeeded(1, succeeded)")
                        .with(retry -> retry.within(ZERO)),
                scenario(
                                "BR-096 a demanded wait beyond the deadline",
                                steady.attempts(3),
                                List.of(step(E1)),
                                List.of(0L),
                                Decision.EXPIRED,
                                E1,
                                "attempt_failed(1, expired)",
                                "deadline_skip(1, expired)")
                        .with(retry -> retry.within(ofSeconds(10))
                                .classifier((failure, attempt) -> Verdict.retryAfter(ofMinutes(1))))
                        .budget(RetryBudget.tokens(10, 0.1), 9),
                scenario(
                                "BR-084 the budget refuses",
                                steady.attempts(3),
                                List.of(step(E1)),
                                List.of(0L),
                                Decision.THROTTLED,
                                E1,
                                "attempt_failed(1, throttled)",
                                "budget_exhausted(1, throttled)")
                        .budget(emptyTokens(), 0),
                scenario(
                        "a grid catches up",
                        Schedule.fixedRate(ofSeconds(1)).attempts(4),
                        List.of(step(ofMillis(2500), E1), step(E1), step(E1), step("V")),
                        List.of(0L, 2500L, 2500L, 3000L),
                        Decision.SUCCEEDED,
                        "V",
                        "succeeded(4, succeeded)"),
                scenario(
                        "no tick is used twice",
                        Schedule.aligned(ofSeconds(1)).attempts(4),
                        List.of(step(ofMillis(400), E1), step(E1), step(E1), step("V")),
                        List.of(0L, 1000L, 2000L, 3000L),
                        Decision.SUCCEEDED,
                        "V",
                        "succeeded(4, succeeded)"),
                scenario(
                        "BR-032 upTo counts from the beginning",
                        steady.upTo(ofMillis(2500)).attempts(9),
                        List.of(step(ofMillis(500), E1)),
                        List.of(0L, 1500L),
                        Decision.EXHAUSTED,
                        E1,
                        "attempt_failed(2, exhausted)",
                        "exhausted(2, exhausted)"),
                scenario(
                                "an Error",
                                steady.attempts(3),
                                List.of(step(E1), step(new StackOverflowError("x"))),
                                List.of(0L, 1000L),
                                Decision.STOPPED,
                                null,
                                "attempt_failed(2, stopped)",
                                "defect(2, stopped)")
                        .with(retry -> retry.retryIf(failure -> true)));
    }

    private static RetryBudget emptyTokens() {
        RetryBudget budget = RetryBudget.tokens(4, 0.1);
        for (int i = 0; i < 4; i++) budget.onRetryableFailure();
        return budget;
    }

    static Stream<Arguments> everyScenarioOnEveryDriver() {
        return Stream.of(Drivers.values())
                .flatMap(driver -> scenarios().map(scenario -> Arguments.of(scenario, driver)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("everyScenarioOnEveryDriver")
    @Tag("BR-061")
    @Tag("BR-062")
    @Tag("BR-064")
    void run_sameScript_sameSeen(Scenario scenario, Drivers driver) throws Exception {
        Object last =
                scenario.outcome != null ? scenario.outcome : lastOf(scenario).outcome();
        boolean rejects = scenario.script.stream()
                .anyMatch(step -> !(step.outcome() instanceof Throwable) && !accepts(scenario.results, step.outcome()));
        if (rejects && !driver.judgesValues()) return;
        boolean error = last instanceof Error;

        Retry policy = scenario.options.apply(
                Retry.with(scenario.schedule).budget(scenario.budget).label("scenario"));
        Run run = new Run(VirtualClock.automatic(), policy, scenario.results, scenario.script);
        try {
            if (scenario.nested) Retry.with(Schedule.once()).run(() -> driver.run(run));
            else driver.run(run);
        } catch (Throwable thrown) {
            // An Error leaves by every method that would only report a failure.
            Throwable cause = thrown instanceof java.util.concurrent.CompletionException ? thrown.getCause() : thrown;
            assertThat(error).as("threw %s", thrown).isTrue();
            assertThat(cause).isSameAs(last);
            run.ended(run.lastDecisionTold(), cause);
        }

        Seen expected = new Seen(scenario.startsMillis, scenario.decision, last, scenario.events());
        assertThat(run.seen()).isEqualTo(expected);
        assertThat(scenario.budget.balance()).isCloseTo(scenario.balance, within(1e-9));
        assertThat(run.clock.timers()).isZero();
        assertThat(AGAIN).isNotEqualTo(run.seen().decision());
    }

    private static boolean accepts(ResultClassifier<Object> results, Object value) {
        try {
            return results.classify(value).accepts();
        } catch (RuntimeException thrown) {
            return false;
        }
    }

    private static Step lastOf(Scenario scenario) {
        return scenario.script.get(Math.min(scenario.startsMillis.size(), scenario.script.size()) - 1);
    }
}
