package dev.reprise.retry;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.Decision;
import dev.reprise.Operation;
import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryEvent;
import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualClock;
import dev.reprise.time.Deadline;
import dev.reprise.time.MonotonicClock;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RetryTest {
    private final VirtualClock clock = VirtualClock.automatic();
    private final RecordingListener events = new RecordingListener();
    private final Retry retry = Retry.with(Schedule.exponential(ofMillis(100)).attempts(4))
            .budget(RetryBudget.unlimited())
            .clock(clock);

    private static <X extends Exception> String failing(AtomicInteger calls, int times, X failure) throws X {
        if (calls.incrementAndGet() <= times) throw failure;
        return "V" + calls;
    }

    @Test
    void call_oneCheckedType_staysPrecise() throws IOException {
        AtomicInteger calls = new AtomicInteger();
        String value = retry.call(() -> failing(calls, 2, new IOException("busy")));
        assertThat(value).isEqualTo("V3");
        assertThat(clock.elapsed()).isEqualTo(ofMillis(300));
    }

    @Test
    void callInterruptibly_twoCheckedTypes_stayPrecise() throws IOException, InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        String value = retry.callInterruptibly(() -> {
            clock.sleep(1);
            return failing(calls, 1, new IOException("busy"));
        });
        assertThat(value).isEqualTo("V2");
        assertThat(retry.callInterruptibly(
                        () -> failing(calls, 0, new IOException()), ResultClassifier.acceptIf("V5"::equals)))
                .isEqualTo("V5");
    }

    @Test
    void callWithAttempt_tellsWhichAttempt() throws IOException {
        List<Attempt> seen = new ArrayList<>();
        Retry labelled = retry.label("inventory").within(ofSeconds(10));
        String value = labelled.callWithAttempt(attempt -> {
            seen.add(attempt);
            assertThat(attempt.timeLeft()).contains(ofSeconds(10).minus(clock.elapsed()));
            if (attempt.number() < 3) throw new IOException("busy");
            return "V";
        });
        assertThat(value).isEqualTo("V");
        assertThat(seen.stream().map(Attempt::number)).containsExactly(1, 2, 3);
        assertThat(seen.get(0).label()).isEqualTo("inventory");
        assertThat(seen.get(2).maximumAttempts()).isEqualTo(4);
        assertThat(seen.get(0)).hasToString("attempt 1 of 4 of inventory");
        String unused = retry.callWithAttempt(attempt -> {
            assertThat(attempt.timeLeft()).isEmpty();
            assertThat(attempt).hasToString("attempt 1 of 4");
            return "V";
        });
    }

    @Test
    void classifier_isToldWhichAttemptOfHowMany() {
        List<String> seen = new ArrayList<>();
        List<Duration> left = new ArrayList<>();
        Retry telling = retry.classifier((failure, attempt) -> {
            seen.add(attempt.number() + "/" + attempt.maximumAttempts() + " " + attempt.label() + ": " + attempt);
            attempt.timeLeft().ifPresent(left::add);
            return attempt.number() < 2 ? Verdict.retry() : Verdict.stop();
        });
        for (Retry policy : List.of(telling, telling.label("inventory").within(ofSeconds(10)))) {
            assertThatThrownBy(() -> policy.call(() -> failing(new AtomicInteger(), 9, new IOException("busy"))))
                    .hasMessage("busy");
        }
        assertThat(seen)
                .containsExactly(
                        "1/4 null: attempt 1 of 4",
                        "2/4 null: attempt 2 of 4",
                        "1/4 inventory: attempt 1 of 4 of inventory",
                        "2/4 inventory: attempt 2 of 4 of inventory");
        assertThat(left).containsExactly(ofSeconds(10), ofMillis(9900));
    }

    @Test
    void call_deadlineAroundItAlone_reckonsWithAnAttemptAsLongAsTheLast() {
        AtomicInteger calls = new AtomicInteger();
        assertThatThrownBy(() -> Deadline.after(ofSeconds(1), clock)
                        .call(() -> retry.schedule(Schedule.times(4)).callInterruptibly(() -> {
                            clock.sleep(ofMillis(600).toNanos());
                            return failing(calls, 9, new IOException("busy"));
                        })))
                .hasMessage("busy");
        assertThat(calls).hasValue(1);
    }

    @Test
    void run_action_retried() throws IOException {
        AtomicInteger calls = new AtomicInteger();
        retry.run(() -> {
            var unused = failing(calls, 3, new IOException("busy"));
        });
        assertThat(calls).hasValue(4);
        assertThat(retry.triedRun(() -> {
                            throw new IOException("x");
                        })
                        .attempts())
                .isEqualTo(4);
    }

    @Test
    void decide_operationDecides() {
        AtomicInteger calls = new AtomicInteger();
        Answer<String> done = retry.decide(
                () -> calls.incrementAndGet() < 3 ? Answer.again("wait" + calls) : Answer.done("V" + calls));
        assertThat(done).isEqualTo(Answer.done("V3"));
        Answer<String> again = retry.decide(() -> Answer.again("never"));
        assertThat(again).isEqualTo(Answer.again("never"));
        assertThatThrownBy(() -> retry.decide(() -> {
                    throw new SQLException("thrown");
                }))
                .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> retry.decide(() -> null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the operation's answer");
    }

    @Test
    @Tag("BR-060")
    void call_lastFailure_sameInstanceUnwrapped() {
        IOException last = new IOException("last");
        assertThatThrownBy(() -> retry.call(() -> {
                    throw last;
                }))
                .isSameAs(last)
                .hasNoSuppressedExceptions();
    }

    @Test
    void call_executionException_judgedByItsCauseThrownAsItIs() {
        ExecutionException wrapper = new ExecutionException(new NullPointerException("inside"));
        AtomicInteger calls = new AtomicInteger();
        assertThatThrownBy(() -> retry.call(() -> failing(calls, 9, wrapper))).isSameAs(wrapper);
        assertThat(calls).hasValue(1);
    }

    @Test
    @Tag("BR-025")
    void call_error_oneAttemptSameInstance() {
        for (Error error : List.of(
                new OutOfMemoryError("x"), new StackOverflowError(), new LinkageError(), new AssertionError())) {
            AtomicInteger calls = new AtomicInteger();
            Retry all = retry.retryIf(failure -> true);
            assertThatThrownBy(() -> all.run(() -> {
                        calls.incrementAndGet();
                        throw error;
                    }))
                    .isSameAs(error);
            assertThatThrownBy(() -> all.triedRun(() -> {
                        calls.incrementAndGet();
                        throw error;
                    }))
                    .isSameAs(error);
            assertThat(calls).hasValue(2);
        }
    }

    @Test
    @Tag("BR-025")
    @SuppressWarnings({"unchecked", "rawtypes"})
    void retryOn_error_cannotBeNamed() {
        Class<Exception> smuggled = (Class) OutOfMemoryError.class;
        assertThatThrownBy(() -> retry.retryOn(smuggled))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid retry: retryOn (java.lang.OutOfMemoryError) must name exceptions.");
        assertThatThrownBy(() -> retry.stopOn(smuggled)).hasMessageContaining("stopOn");
    }

    @Test
    void retryOn_defectNamed_retried() {
        AtomicInteger calls = new AtomicInteger();
        assertThat(retry.retryOn(NullPointerException.class)
                        .call(() -> failing(calls, 1, new NullPointerException("x"))))
                .isEqualTo("V2");
    }

    @Test
    void retryOn_causes_notSearched() {
        AtomicInteger calls = new AtomicInteger();
        IllegalStateException wrapper = new IllegalStateException(new IOException("inside"));
        assertThatThrownBy(() -> retry.retryOn(IOException.class).call(() -> failing(calls, 1, wrapper)))
                .isSameAs(wrapper);
        assertThat(calls).hasValue(1);
    }

    @Test
    void classifier_lastOneGiven_holds() {
        AtomicInteger calls = new AtomicInteger();
        Retry last = retry.classifier(Classifier.never())
                .retryOn(SQLException.class)
                .retryIf(failure -> failure instanceof IOException);
        assertThat(last.tried(() -> failing(calls, 1, new IOException("x"))).attempts())
                .isEqualTo(2);
    }

    @Test
    void stopOn_accumulatesAndIsAskedFirst() {
        Retry stopping = retry.stopOn(FileNotFoundException.class)
                .stopOn(SQLException.class)
                .retryIf(failure -> true);
        assertThat(stopping.tried(() -> failing(new AtomicInteger(), 9, new FileNotFoundException()))
                        .decision())
                .isEqualTo(Decision.STOPPED);
        assertThat(stopping.tried(() -> failing(new AtomicInteger(), 9, new SQLException()))
                        .decision())
                .isEqualTo(Decision.STOPPED);
        assertThat(stopping.tried(() -> failing(new AtomicInteger(), 9, new IOException()))
                        .decision())
                .isEqualTo(Decision.EXHAUSTED);
    }

    @Test
    @Tag("BR-035")
    void call_onePolicyManyCalls_eachItsOwnAttempts() throws Exception {
        Retry shared =
                Retry.with(Schedule.exponential(ofMillis(100)).attempts(3)).budget(RetryBudget.unlimited());
        Callable<List<Duration>> twice = () -> {
            VirtualClock own = VirtualClock.automatic();
            List<Duration> delays = new ArrayList<>();
            AtomicInteger calls = new AtomicInteger();
            String value = shared.clock(own)
                    .onRetry(info -> delays.add(info.delay()))
                    .call(() -> failing(calls, 2, new IOException("x")));
            assertThat(value).isEqualTo("V3");
            return delays;
        };
        assertThat(shared.clock(clock)
                        .tried(() -> failing(new AtomicInteger(), 9, new IOException()))
                        .attempts())
                .isEqualTo(3);
        ExecutorService pool = Executors.newFixedThreadPool(64);
        try {
            List<Callable<List<Duration>>> calls = new ArrayList<>();
            for (int i = 0; i < 64; i++) calls.add(twice);
            for (Future<List<Duration>> call : pool.invokeAll(calls)) {
                assertThat(call.get()).containsExactly(ofMillis(100), ofMillis(200));
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    @Tag("BR-065")
    @SuppressWarnings({"unchecked", "rawtypes"})
    void withers_changeACopyAndShareNothingMutable() {
        Class<? extends Exception>[] types = new Class[] {IOException.class};
        Retry built = retry.retryOn(types);
        types[0] = SQLException.class;
        Retry unused = built.stopOn(IOException.class).listener(events);
        AtomicInteger calls = new AtomicInteger();
        assertThat(built.tried(() -> failing(calls, 1, new IOException("x"))).succeeded())
                .isTrue();
        assertThat(events.events()).isEmpty();
        assertThat(built.schedule(Schedule.times(2)).schedule()).hasToString("times(2)");
        assertThat(built.schedule().maximumAttempts()).isEqualTo(4);
    }

    @Test
    void onRetry_tellsProgress() {
        List<RetryInfo> infos = new ArrayList<>();
        IOException busy = new IOException("busy");
        AtomicInteger calls = new AtomicInteger();
        String value = retry.onRetry(infos::add)
                .tried(() -> failing(calls, 1, busy), ResultClassifier.acceptIf("V3"::equals))
                .value();
        assertThat(value).isEqualTo("V3");
        assertThat(infos)
                .containsExactly(
                        new RetryInfo(1, 2, 4, 3, ofMillis(100), ZERO, busy, null),
                        new RetryInfo(2, 3, 4, 2, ofMillis(200), ofMillis(100), null, "V2"));
    }

    @Test
    void onGiveUp_failureOnly_told() {
        List<Tried<?>> told = new ArrayList<>();
        Retry telling = retry.onGiveUp(told::add).onGiveUp(tried -> {
            throw new IllegalStateException("callback");
        });
        assertThat(telling.call(() -> "V")).isEqualTo("V");
        assertThat(told).isEmpty();
        IOException busy = new IOException("busy");
        assertThatThrownBy(() -> telling.call(() -> failing(new AtomicInteger(), 9, busy)))
                .isSameAs(busy);
        assertThat(told).hasSize(1);
        assertThat(told.get(0).decision()).isEqualTo(Decision.EXHAUSTED);
        assertThat(told.get(0).history()).hasSize(4);
        assertThatThrownBy(() -> telling.run(() -> {
                    throw new AssertionError("x");
                }))
                .isInstanceOf(AssertionError.class);
        assertThat(told).hasSize(1);
    }

    @Test
    @Tag("BR-063")
    void listener_throws_outcomeUnchanged() throws IOException {
        AtomicInteger calls = new AtomicInteger();
        Retry noisy = retry.listener(event -> {
                    throw new IllegalStateException("listener");
                })
                .listener(event -> {
                    throw new AssertionError("listener");
                })
                .listener(events)
                .onRetry(info -> {
                    throw new IllegalStateException("onRetry");
                });
        assertThat(noisy.call(() -> failing(calls, 2, new IOException("x")))).isEqualTo("V3");
        assertThat(events.names()).containsExactly("retry.attempt_failed", "retry.attempt_failed", "retry.succeeded");
    }

    @Test
    void events_cappedDemand_toldBeforeTheFailedAttempt() {
        IOException busy = new IOException("busy");
        AtomicInteger calls = new AtomicInteger();
        Tried<String> tried = retry.label("x")
                .classifier((failure, attempt) -> Verdict.retryAfter(ofMinutes(60)))
                .listener(events)
                .tried(() -> failing(calls, 1, busy));
        assertThat(tried.totalDelay()).isEqualTo(ofMinutes(5));
        assertThat(events.events())
                .containsExactly(
                        new RetryEvent.AfterCapped("x", 1, ZERO, Decision.AGAIN, ofMinutes(60), ofMinutes(5)),
                        new RetryEvent.AttemptFailed("x", 1, ZERO, Decision.AGAIN, busy, null, ofMinutes(5)),
                        new RetryEvent.Succeeded("x", 2, ofMinutes(5)));
    }

    @Test
    @Tag("BR-096")
    void retryAfterCap_given_holds() {
        Retry capped = retry.retryAfterCap(ofSeconds(60))
                .classifier((failure, attempt) -> Verdict.retryNoSoonerThan(ofSeconds(86400)));
        assertThat(capped.schedule(Schedule.times(2))
                        .tried(() -> failing(new AtomicInteger(), 9, new IOException()))
                        .totalDelay())
                .isEqualTo(ofSeconds(60));
    }

    @Test
    void schedule_demandedWait_countsInUpToAndWaitingAtMost() {
        Retry demanding = retry.classifier((failure, attempt) -> Verdict.retryAfter(ofSeconds(10)));
        BoundedSchedule steady = Schedule.fixedDelay(ofSeconds(1)).attempts(9);
        assertThat(demanding
                        .schedule(steady.upTo(ofSeconds(25)))
                        .tried(() -> failing(new AtomicInteger(), 99, new IOException()))
                        .attempts())
                .isEqualTo(3);
        assertThat(demanding
                        .schedule(steady.waitingAtMost(ofSeconds(35)))
                        .tried(() -> failing(new AtomicInteger(), 99, new IOException()))
                        .attempts())
                .isEqualTo(4);
    }

    @Test
    void budget_thatThrows_countsAsARefusal() {
        RetryBudget broken = new RetryBudget() {
            @Override
            public void onFirstAttempt() {
                throw new IllegalStateException("first");
            }

            @Override
            public void onSuccess(Grant last) {
                throw new IllegalStateException("success");
            }

            @Override
            public void onRetryableFailure() {
                throw new IllegalStateException("failure");
            }

            @Override
            public Grant tryAcquire(Cause cause) {
                throw new IllegalStateException("acquire");
            }

            @Override
            public void refund(Grant grant) {
                throw new IllegalStateException("refund");
            }

            @Override
            public double balance() {
                return 0;
            }

            @Override
            public String explain() {
                return "broken";
            }
        };
        assertThat(retry.budget(broken).call(() -> "V")).isEqualTo("V");
        assertThat(retry.budget(broken)
                        .tried(() -> failing(new AtomicInteger(), 9, new IOException()))
                        .decision())
                .isEqualTo(Decision.THROTTLED);
    }

    @Test
    void deadline_around_nearerHolds() {
        Retry steady = retry.schedule(Schedule.fixedDelay(ofSeconds(1)).attempts(9));
        assertThat(attemptsUnder(steady, ofSeconds(3))).isEqualTo(3);
        assertThat(attemptsUnder(steady.within(ofSeconds(2)), ofSeconds(3))).isEqualTo(2);
        assertThat(attemptsUnder(steady.within(ofSeconds(7)), ofSeconds(3))).isEqualTo(3);
        assertThat(steady.deadline(Deadline.after(ofSeconds(4), clock))
                        .within(ofSeconds(9))
                        .tried(() -> failing(new AtomicInteger(), 99, new IOException()))
                        .attempts())
                .isEqualTo(4);
    }

    private int attemptsUnder(Retry policy, Duration limit) {
        return Deadline.after(limit, clock)
                .call(() -> policy.tried(() -> failing(new AtomicInteger(), 99, new IOException()))
                        .attempts());
    }

    @Test
    void deadline_bound_onlyWhileTheOperationRuns() {
        List<String> seen = new ArrayList<>();
        Retry bound = retry.within(ofSeconds(10))
                .classifier((failure, attempt) -> {
                    seen.add("classifier " + Deadline.current().isPresent());
                    return Verdict.retry();
                })
                .onRetry(info -> seen.add("onRetry " + Deadline.current().isPresent()));
        AtomicInteger calls = new AtomicInteger();
        var unused = bound.tried(() -> {
            seen.add("operation " + Deadline.current().map(Deadline::remaining).orElseThrow());
            return failing(calls, 1, new IOException());
        });
        assertThat(seen).containsExactly("operation PT10S", "classifier false", "onRetry false", "operation PT9.9S");
        assertThat(Deadline.current()).isEmpty();
    }

    @Test
    @Tag("BR-019")
    void within_forever_isNoLimit() {
        Duration huge = ofSeconds(Long.MAX_VALUE);
        AtomicInteger calls = new AtomicInteger();
        assertThat(retry.within(huge)
                        .attemptTimeout(huge)
                        .retryAfterCap(huge)
                        .tried(() -> failing(calls, 1, new IOException()))
                        .value())
                .isEqualTo("V2");
    }

    @Test
    @Tag("BR-033")
    void call_clockWrapsAround_nothingHappens() {
        VirtualClock wrapping = VirtualClock.automatic(Long.MAX_VALUE - 50);
        AtomicInteger calls = new AtomicInteger();
        Tried<String> tried = retry.clock(wrapping)
                .within(ofSeconds(1))
                .schedule(Schedule.fixedRate(ofMillis(100)).upTo(ofMillis(500)).attempts(4))
                .tried(() -> failing(calls, 2, new IOException()));
        assertThat(tried.attempts()).isEqualTo(3);
        assertThat(tried.elapsed()).isEqualTo(ofMillis(200));
    }

    @Test
    void call_classifiersThatAnswerNonsense_areComplainedOf() {
        try (Complaints complaints = Complaints.heard()) {
            assertThatThrownBy(
                            () -> retry.classifier((failure, attempt) -> null).call(() -> {
                                throw new IOException("busy");
                            }))
                    .hasMessage("busy");
            assertThat(retry.call(() -> "V", value -> null)).isEqualTo("V");
            assertThatThrownBy(() -> retry.classifier((failure, attempt) -> Verdict.accept())
                            .call(() -> {
                                throw new IOException("busy");
                            }))
                    .hasMessage("busy");
            assertThat(complaints.messages())
                    .containsSubsequence(
                            "A classifier returned null",
                            "A result classifier returned null",
                            "A classifier accepted a failure: java.io.IOException: busy");
        }
    }

    @Test
    @Tag("BR-032")
    void call_clockStepsBack_neverNegative() {
        AtomicInteger calls = new AtomicInteger();
        Tried<String> tried = retry.tried(() -> {
            clock.jump(Duration.ofHours(-1));
            return failing(calls, 1, new IOException());
        });
        assertThat(tried.history()).allSatisfy(entry -> {
            assertThat(entry.start()).isGreaterThanOrEqualTo(ZERO);
            assertThat(entry.duration()).isEqualTo(ZERO);
        });
        assertThat(tried.attempts()).isEqualTo(2);
    }

    @Test
    @Tag("BR-039")
    void call_everyWayToStop_throws() {
        IOException busy = new IOException("busy");
        assertThatThrownBy(() -> retry.call(() -> failing(new AtomicInteger(), 9, busy)))
                .isSameAs(busy);
        assertThatThrownBy(() -> retry.within(ofMillis(150)).call(() -> failing(new AtomicInteger(), 9, busy)))
                .isSameAs(busy);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> retry.call(() -> failing(new AtomicInteger(), 9, busy)))
                .isSameAs(busy);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    @Tag("BR-014")
    void call_thousandsOfFailures_delaysStayInRange() {
        Retry jittered = retry.schedule(Schedule.exponential(ofSeconds(2))
                .capped(ofSeconds(30))
                .jittered()
                .attempts(3000));
        List<Duration> delays = new ArrayList<>();
        AtomicInteger calls = new AtomicInteger();
        Tried<String> tried =
                jittered.onRetry(info -> delays.add(info.delay())).tried(() -> failing(calls, 2049, new IOException()));
        assertThat(tried.attempts()).isEqualTo(2050);
        assertThat(delays).allSatisfy(delay -> assertThat(delay).isBetween(ZERO, ofSeconds(30)));
    }

    @Test
    void worstCase_withAttemptTimeout_isTheSchedules() {
        Retry start = Retry.with(Schedule.fixedDelay(ofMillis(650)).attempts(2));
        assertThat(start.worstCase()).isEqualTo(Schedule.FOREVER);
        assertThat(start.attemptTimeout(ofMillis(2500)).worstCase()).isEqualTo(ofMillis(5650));
    }

    @Test
    void options_invalid_saysWhy() {
        assertThatThrownBy(() -> retry.attemptTimeout(ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid retry: attemptTimeout (-1ms) must not be negative.");
        assertThatThrownBy(() -> retry.attemptTimeout(ofMillis(-1), Runnable::run))
                .hasMessageContaining("attemptTimeout");
        assertThatThrownBy(() -> retry.within(ofMillis(-1)))
                .hasMessage("Invalid retry: within (-1ms) must not be negative.");
        assertThatThrownBy(() -> retry.retryAfterCap(ofSeconds(-1)))
                .hasMessage("Invalid retry: retryAfterCap (-1s) must not be negative.");
    }

    @Test
    void options_null_namesTheParameter() {
        assertThatThrownBy(() -> Retry.with(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("schedule");
        assertThatThrownBy(() -> Retry.explicit(Schedule.once(), null, RetryBudget.unlimited()))
                .hasMessage("classifier");
        assertThatThrownBy(() -> Retry.explicit(Schedule.once(), Classifier.never(), null))
                .hasMessage("budget");
        assertThatThrownBy(() -> retry.call(null)).hasMessage("operation");
        assertThatThrownBy(() -> retry.run(null)).hasMessage("action");
        assertThatThrownBy(() -> retry.tried(() -> "V", null)).hasMessage("results");
        assertThatThrownBy(() -> retry.callOn(null, () -> "V")).hasMessage("executor");
        assertThatThrownBy(() -> retry.label(null)).hasMessage("label");
        assertThatThrownBy(() -> retry.clock(null)).hasMessage("clock");
        assertThatThrownBy(() -> retry.random(null)).hasMessage("random");
        assertThatThrownBy(() -> retry.within(null)).hasMessage("within");
    }

    @Test
    void call_success_readsNoClock() {
        AtomicInteger reads = new AtomicInteger();
        MonotonicClock counting = new MonotonicClock() {
            @Override
            public long nanoTime() {
                return reads.incrementAndGet();
            }

            @Override
            public void sleep(long nanos) {}

            @Override
            public Cancellable schedule(long nanos, Runnable task) {
                throw new AssertionError("nothing is scheduled");
            }
        };
        Retry defaults = Retry.with(
                        Schedule.backoff(ofMillis(100), ofSeconds(30)).attempts(5))
                .clock(counting);
        Operation<String, RuntimeException> operation = () -> "V";
        assertThat(defaults.call(operation)).isEqualTo("V");
        reads.set(0); // the site's budget was made by the first call
        for (int i = 0; i < 100; i++) assertThat(defaults.call(operation)).isEqualTo("V");
        assertThat(reads).hasValue(0);
    }

    @Test
    void explicit_hasNoDefaults() {
        assertThat(Retry.explicit(Schedule.times(2), Classifier.never(), RetryBudget.unlimited()))
                .hasToString("Retry[times(2), classifier=never, budget=unlimited(), nesting=ALLOW, retryAfterCap=5m]");
    }

    @Test
    void toString_wholePolicy() {
        Retry full = Retry.with(Schedule.times(3))
                .stopOn(FileNotFoundException.class)
                .retryOn(IOException.class)
                .budget(RetryBudget.tokens(10, 0.1))
                .attemptTimeout(ofSeconds(2))
                .within(ofSeconds(90))
                .label("payments.charge")
                .listener(events)
                .onRetry(info -> {})
                .onGiveUp(tried -> {})
                .random(RandomSource.seeded(7));
        assertThat(full)
                .hasToString("Retry[times(3), classifier=retryOn[java.io.IOException],"
                        + " stopOn=[java.io.FileNotFoundException], budget=tokens(max 10, ratio 0.1),"
                        + " nesting=SINGLE_ATTEMPT, attemptTimeout=2s, within=1m30s, retryAfterCap=5m,"
                        + " label=payments.charge, listeners=1, onRetry=1, onGiveUp=1, random=seeded(7)]");
        assertThat(full.label()).isEqualTo("payments.charge");
        assertThat(retry.label()).isNull();
    }

    @Test
    void perCallSite_lambdas_haveTheirOwnBudget() {
        Retry shared = Retry.with(Schedule.times(2)).clock(clock);
        for (int i = 0; i < 12; i++) {
            var unused = shared.tried(() -> failing(new AtomicInteger(), 9, new IOException("one site")));
        }
        assertThat(shared.tried(() -> failing(new AtomicInteger(), 9, new IOException("another site")))
                        .decision())
                .isEqualTo(Decision.EXHAUSTED);
    }

    @Test
    void perCallSite_withoutLambda_oneBudgetForThePolicyAndItsCopies() {
        Retry shared = Retry.with(Schedule.times(2)).clock(clock);
        Decision last = null;
        for (int i = 0; i < 13; i++) {
            Retry copy = shared.label("copy" + i);
            try (Attempts attempts = copy.attempts()) {
                for (InlineAttempt attempt : attempts) last = attempt.done(new IOException("x"));
            }
        }
        assertThat(last).isEqualTo(Decision.THROTTLED);
        try (Attempts attempts = Retry.with(Schedule.times(2)).clock(clock).attempts()) {
            assertThat(attempts.next().done(new IOException("x"))).isEqualTo(Decision.AGAIN);
        }
    }
}
