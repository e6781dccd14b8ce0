package dev.reprise.budget;

import static dev.reprise.budget.Traffic.asks;
import static dev.reprise.budget.Traffic.firsts;
import static dev.reprise.budget.Traffic.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.budget.RetryBudget.Cause;
import dev.reprise.budget.RetryBudget.Grant;
import dev.reprise.time.MonotonicClock;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RatioBudgetTest {
    private final HandClock clock = new HandClock();

    private RatioBudget ratio(double ratio, double perSecond, int reserve, int earned) {
        return (RatioBudget) RetryBudget.ratio(ratio, perSecond, reserve, earned, clock);
    }

    @Test
    void tryAcquire_bothKinds_takesEarnedTokensFirst() {
        RetryBudget budget = ratio(1, 1, 10, 10);
        firsts(budget, 3);
        assertThat(budget.balance()).isEqualTo(13);
        assertThat(granted(budget, 3)).isEqualTo(3);
        // The reserve is still full, so a second makes no difference.
        clock.move(Duration.ofSeconds(1));
        assertThat(budget.balance()).isEqualTo(10);
    }

    @Test
    void tryAcquire_refused_changesNothing() {
        RatioBudget budget = ratio(0.4, 2, 1, 10);
        assertThat(asks(budget)).isTrue();
        firsts(budget, 2);
        clock.move(Duration.ofMillis(400));
        long earned = budget.earned.get();
        long zero = Objects.requireNonNull(budget.reserve).get();
        assertThat(budget.balance()).isEqualTo(1.6);
        assertThat(granted(budget, 1000)).isZero();
        assertThat(budget.earned.get()).isEqualTo(earned);
        assertThat(budget.reserve.get()).isEqualTo(zero);
        assertThat(budget.balance()).isEqualTo(1.6);
    }

    @Test
    void onFirstAttempt_full_writesNothing() {
        RatioBudget budget = ratio(0.3, 1, 10, 10);
        firsts(budget, 34);
        // 10.2 tokens: the last addition went past the cap, and nobody sees it.
        long full = budget.earned.get();
        assertThat(full).isEqualTo(-200);
        long zero = Objects.requireNonNull(budget.reserve).get();
        firsts(budget, 1_000_000);
        assertThat(budget.earned.get()).isEqualTo(full);
        assertThat(budget.reserve.get()).isEqualTo(zero);
        assertThat(budget.balance()).isEqualTo(20);
        assertThat(granted(budget, 100)).isEqualTo(20);
    }

    @Test
    void onFirstAttempt_ratioZero_writesNothing() {
        RatioBudget budget = ratio(0, 1, 10, 10);
        firsts(budget, 1000);
        assertThat(budget.earned.get()).isEqualTo(10_000);
        assertThat(budget.balance()).isEqualTo(10);
    }

    @Test
    void onSuccessAndOnRetryableFailure_changeNothing() {
        RetryBudget budget = ratio(0.2, 1, 10, 10);
        Grant grant = budget.tryAcquire(Cause.TIMEOUT);
        budget.onRetryableFailure();
        budget.onSuccess(grant);
        budget.onSuccess(null);
        assertThat(budget.balance()).isEqualTo(9);
    }

    @Test
    void refund_givesOneEarnedTokenBack_atMostTheCap() {
        RetryBudget budget = ratio(0.2, 1, 1, 1);
        Grant grant = Objects.requireNonNull(Traffic.grant(budget));
        assertThat(budget.balance()).isZero();
        budget.refund(grant);
        assertThat(budget.balance()).isEqualTo(1);
        budget.refund(grant);
        assertThat(budget.balance()).isEqualTo(1);
        assertThat(granted(budget, 10)).isEqualTo(1);
    }

    @Test
    @Tag("BR-087")
    void refund_aThousandCallsCancelledWhileWaiting_leaveTheLevel() {
        RetryBudget budget = ratio(0.2, 1, 10, 10);
        for (int i = 0; i < 1000; i++) {
            budget.refund(Objects.requireNonNull(Traffic.grant(budget)));
        }
        assertThat(budget.balance()).isEqualTo(10);
    }

    @Test
    void refund_foreignGrant_saysWhy() {
        RetryBudget budget = ratio(0.2, 1, 10, 10);
        Grant foreign = Objects.requireNonNull(Traffic.grant(RetryBudget.costs(10, 2, 3)));
        assertThatThrownBy(() -> budget.refund(foreign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid refund: grant (2 units) is not one that this budget gave.");
    }

    @Test
    void nulls_areNamed() {
        RetryBudget budget = ratio(0.2, 1, 10, 10);
        assertThatNullPointerException().isThrownBy(() -> asksFor(budget, null)).withMessage("cause");
        assertThatNullPointerException().isThrownBy(() -> budget.refund(null)).withMessage("grant");
        assertThatNullPointerException()
                .isThrownBy(() -> RetryBudget.ratio(0.2, 1, 10, 10, null))
                .withMessage("clock");
    }

    private static void asksFor(RetryBudget budget, Cause cause) {
        assertThat(budget.tryAcquire(cause)).isNotNull();
    }

    @Test
    void balance_partsOfTokens_areCounted() {
        RetryBudget budget = ratio(0.25, 2, 4, 10);
        assertThat(granted(budget, 5)).isEqualTo(4);
        budget.onFirstAttempt();
        clock.move(Duration.ofMillis(125));
        assertThat(budget.balance()).isEqualTo(0.5);
    }

    @Test
    void balance_readsOnly() {
        RetryBudget budget = ratio(0.2, 1, 10, 10);
        assertThat(granted(budget, 10)).isEqualTo(10);
        for (int i = 0; i < 1000; i++) {
            clock.move(Duration.ofMillis(1));
            assertThat(budget.balance()).isEqualTo((i + 1) / 1000.0);
        }
        assertThat(granted(budget, 10)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE - 500_000_000L, Long.MAX_VALUE, Long.MIN_VALUE, -500_000_000L, 0})
    void reserve_clockWrapsAround_goesOn(long start) {
        clock.set(start);
        RetryBudget budget = ratio(0, 1, 10, 10);
        assertThat(budget.balance()).isEqualTo(10);
        assertThat(granted(budget, 100)).isEqualTo(10);
        for (int second = 1; second <= 20; second++) {
            clock.move(Duration.ofMillis(999));
            assertThat(asks(budget)).isFalse();
            clock.move(Duration.ofMillis(1));
            assertThat(asks(budget)).isTrue();
        }
        clock.move(Duration.ofDays(3653));
        assertThat(budget.balance()).isEqualTo(10);
        assertThat(granted(budget, 100)).isEqualTo(10);
    }

    @Test
    void reserve_clockStepsBackAndForthWhileFull_staysWithinItsRate() {
        RetryBudget budget = ratio(0, 1, 10, 10);
        clock.move(Duration.ofHours(-1));
        assertThat(granted(budget, 100)).isZero();
        clock.move(Duration.ofHours(1));
        assertThat(granted(budget, 100)).isEqualTo(10);
        for (int i = 0; i < 100; i++) {
            clock.move(Duration.ofSeconds(-5));
            assertThat(budget.balance()).isZero();
            assertThat(asks(budget)).isFalse();
            clock.move(Duration.ofSeconds(5));
            assertThat(asks(budget)).isFalse();
        }
    }

    @Test
    void reserve_slowestAndFastest_keepTheirRate() {
        RetryBudget slow = ratio(0, 0.001, 1_000_000, 10);
        assertThat(granted(slow, 1_000_001)).isEqualTo(1_000_000);
        clock.move(Duration.ofSeconds(1000).minusNanos(1));
        assertThat(asks(slow)).isFalse();
        clock.move(Duration.ofNanos(1));
        assertThat(asks(slow)).isTrue();

        RetryBudget fast = ratio(0, 1e6, 1_000_000, 10);
        assertThat(granted(fast, 1_000_001)).isEqualTo(1_000_000);
        clock.move(Duration.ofNanos(1999));
        assertThat(granted(fast, 10)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "3, 333333334",
        "0.001, 1000000000000",
        "1e6, 1000",
        "0.7, 1428571429",
        "0.1, 10000000000",
        "1, 1000000000"
    })
    void nanosPerToken_roundsUp(double perSecond, long expected) {
        assertThat(new RatioSettings(0, perSecond, 1, 1).nanosPerToken()).isEqualTo(expected);
    }

    @Test
    void tryAcquire_earnedLeft_readsNoClock() {
        MonotonicClock broken = new HandClock() {
            private int reads;

            @Override
            public long nanoTime() {
                assertThat(reads++).as("one reading, when made").isZero();
                return 0;
            }
        };
        RetryBudget budget = RetryBudget.ratio(1, 1, 1, 10, broken);
        firsts(budget, 10);
        assertThat(granted(budget, 10)).isEqualTo(10);
    }

    @Test
    void noReserve_readsNoClockAtAll() {
        MonotonicClock broken = new HandClock() {
            @Override
            public long nanoTime() {
                throw new AssertionError("no reserve, no clock");
            }
        };
        RetryBudget budget = RetryBudget.ratio(0.5, 0, 0, 10, broken);
        firsts(budget, 2);
        assertThat(budget.balance()).isEqualTo(1);
        assertThat(granted(budget, 2)).isEqualTo(1);
    }

    @Test
    void standard_isTheDefault() {
        assertThat(RetryBudget.standard())
                .hasToString(RetryBudget.ratio(0.2, 1, 10).toString());
        assertThat(RetryBudget.standard().balance()).isEqualTo(10);
        assertThat(RetryBudget.standard()).isNotSameAs(RetryBudget.standard());
    }

    @Test
    void at_isItself() {
        RetryBudget budget = ratio(0.2, 1, 10, 10);
        assertThat(budget.at(String.class, clock)).isSameAs(budget);
    }
}
