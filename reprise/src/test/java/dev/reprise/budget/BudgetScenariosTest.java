package dev.reprise.budget;

import static dev.reprise.budget.Traffic.asks;
import static dev.reprise.budget.Traffic.call;
import static dev.reprise.budget.Traffic.firsts;
import static dev.reprise.budget.Traffic.firstsAsking;
import static dev.reprise.budget.Traffic.granted;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scenarios that every build must pass, one test for each row of the table in the semantics. */
class BudgetScenariosTest {
    private final HandClock clock = new HandClock();

    private RetryBudget ratio(double ratio, double perSecond, int reserve, int earned) {
        return RetryBudget.ratio(ratio, perSecond, reserve, earned, clock);
    }

    private RetryBudget standard() {
        return ratio(0.2, 1, 10, 10);
    }

    private RetryBudget standardWithEmptyReserve() {
        RetryBudget budget = standard();
        assertThat(granted(budget, 11)).isEqualTo(10);
        return budget;
    }

    @ParameterizedTest
    @CsvSource({"0.1, 1000", "0.5, 5000", "0.25, 2500", "0.75, 7500", "0.999, 9990", "0.001, 10"})
    void ratio_tenThousandCallsThatAllAsk_grantsExactlyTheRatio(double ratio, int expected) {
        assertThat(firstsAsking(ratio(ratio, 0, 0, 10), 10_000)).isEqualTo(expected);
    }

    @Test
    void ratio_tenFirstsThenTenAsk_grantsSix() {
        RetryBudget budget = ratio(0.6, 0, 0, 10);
        firsts(budget, 10);
        assertThat(granted(budget, 10)).isEqualTo(6);
    }

    @Test
    void ratio_reserveAlone_grantsItsCapacity() {
        assertThat(granted(ratio(0, 10, 10, 10), 11)).isEqualTo(10);
    }

    @Test
    void ratio_withReserve_grantsBoth() {
        assertThat(firstsAsking(ratio(0.1, 1, 10, 10), 10_000)).isEqualTo(1010);
    }

    @Test
    void standard_reserve_refillsByTheSecondAndNoFurtherThanTen() {
        RetryBudget budget = standard();
        assertThat(granted(budget, 11)).isEqualTo(10);
        clock.move(Duration.ofMillis(999));
        assertThat(asks(budget)).isFalse();
        clock.move(Duration.ofMillis(1));
        assertThat(asks(budget)).isTrue();
        assertThat(asks(budget)).isFalse();
        clock.move(Duration.ofHours(1));
        assertThat(granted(budget, 100)).isEqualTo(10);
    }

    @Test
    void standard_reserveEmpty_fiveFirstsEarnOne() {
        RetryBudget budget = standardWithEmptyReserve();
        firsts(budget, 4);
        assertThat(asks(budget)).isFalse();
        firsts(budget, 1);
        assertThat(asks(budget)).isTrue();
        assertThat(asks(budget)).isFalse();
    }

    @Test
    void standard_longSuccess_savesUpNoMoreThanTwenty() {
        RetryBudget budget = standard();
        firsts(budget, 10_000);
        assertThat(granted(budget, 100)).isEqualTo(20);
    }

    @ParameterizedTest
    @CsvSource({"1, 81", "10, 189", "100, 1269", "1000, 12069"})
    void standard_aMinuteOfOutage_addsAFifthAndOneASecond(int callsPerSecond, int expected) {
        RetryBudget budget = standard();
        int retries = 0;
        for (int call = 0; call < 60 * callsPerSecond; call++) {
            clock.set(call * (1_000_000_000L / callsPerSecond));
            budget.onFirstAttempt();
            retries += granted(budget, 2);
        }
        assertThat(retries).isEqualTo(expected);
    }

    @Test
    void ratio_clockStepsBack_makesNoToken() {
        RetryBudget budget = ratio(0, 1, 10, 10);
        assertThat(granted(budget, 4)).isEqualTo(4);
        clock.move(Duration.ofHours(-1));
        assertThat(granted(budget, 100)).isLessThanOrEqualTo(6).isZero();
        assertThat(budget.balance()).isZero();
        clock.move(Duration.ofHours(1));
        assertThat(granted(budget, 100)).isEqualTo(6);
    }

    @Test
    void ratio_longIdle_isFull() {
        RetryBudget budget = ratio(0, 100, 100, 10);
        assertThat(granted(budget, 1000)).isEqualTo(100);
        clock.move(Duration.ofSeconds(100));
        assertThat(budget.balance()).isEqualTo(100);
        assertThat(granted(budget, 1000)).isEqualTo(100);
        clock.move(Duration.ofDays(3653));
        assertThat(budget.balance()).isEqualTo(100);
        assertThat(granted(budget, 1000)).isEqualTo(100);
    }

    @Test
    @Tag("BR-085")
    void tokens_failuresAndSuccesses_stayBetweenZeroAndMax() {
        RetryBudget budget = RetryBudget.tokens(4, 0.8);
        failureLeaves(budget, 3, true);
        failureLeaves(budget, 2, false);
        failureLeaves(budget, 1, false);
        failureLeaves(budget, 0, false);
        failureLeaves(budget, 0, false);
        failureLeaves(budget, 0, false);
        failureLeaves(budget, 0, false);
        successLeaves(budget, 0.8, false);
        successLeaves(budget, 1.6, false);
        successLeaves(budget, 2.4, true);
        successLeaves(budget, 3.2, true);
        successLeaves(budget, 4, true);
        successLeaves(budget, 4, true);
        failureLeaves(budget, 3, true);
        failureLeaves(budget, 2, false);
    }

    private static void failureLeaves(RetryBudget budget, double tokens, boolean allowed) {
        budget.onRetryableFailure();
        assertThat(asks(budget)).isEqualTo(allowed);
        assertThat(budget.balance()).isEqualTo(tokens);
    }

    private static void successLeaves(RetryBudget budget, double tokens, boolean allowed) {
        budget.onSuccess(null);
        assertThat(asks(budget)).isEqualTo(allowed);
        assertThat(budget.balance()).isEqualTo(tokens);
    }

    @Test
    void tokens_twoFailuresThenSuccess_addUpInThousandths() {
        RetryBudget budget = RetryBudget.tokens(10, 0.1);
        assertThat(call(budget, 4, 2)).isEqualTo("succeeded");
        assertThat(budget.balance()).isEqualTo(8.1);
        for (int i = 0; i < 10; i++) {
            budget.onSuccess(null);
        }
        assertThat(budget.balance()).isEqualTo(9.1);

        RetryBudget finer = RetryBudget.tokens(10, 0.251);
        finer.onRetryableFailure();
        finer.onSuccess(null);
        assertThat(finer.balance()).isEqualTo(9.251);
    }

    @Test
    void tokens_threeCallsAllFailing_areThrottled() {
        RetryBudget budget = RetryBudget.tokens(4, 0.5);
        assertThat(call(budget, 5, 5)).isEqualTo("throttled");
        assertThat(budget.balance()).isEqualTo(2);
        assertThat(call(budget, 5, 5)).isEqualTo("throttled");
        assertThat(budget.balance()).isEqualTo(1);
        assertThat(call(budget, 5, 5)).isEqualTo("throttled");
        assertThat(budget.balance()).isZero();
    }

    @Test
    void costs_threeAttempts_chargeTheRetriesThatFailed() {
        RetryBudget budget = RetryBudget.costs(100, 5, 10);
        assertThat(call(budget, 3, 0)).isEqualTo("succeeded");
        assertThat(budget.balance()).isEqualTo(100);
        assertThat(call(budget, 3, 1)).isEqualTo("succeeded");
        assertThat(budget.balance()).isEqualTo(100);
        assertThat(call(budget, 3, 2)).isEqualTo("succeeded");
        assertThat(budget.balance()).isEqualTo(95);
        budget = RetryBudget.costs(100, 5, 10);
        assertThat(call(budget, 3, 3)).isEqualTo("exhausted");
        assertThat(budget.balance()).isEqualTo(90);
    }

    @Test
    void costs_capacityUsedUp_throttles() {
        RetryBudget budget = RetryBudget.costs(10, 5, 5);
        assertThat(call(budget, 5, 5)).isEqualTo("throttled");
        assertThat(budget.balance()).isZero();
    }

    @Test
    void twoLayers_ofFiveAttempts_addNoMoreThanTheirBudgets() {
        RetryBudget shared = ratio(0.2, 0, 0, 1000);
        assertThat(seenByTheDependency(shared, shared)).isEqualTo(120);
        assertThat(seenByTheDependency(ratio(0.2, 0, 0, 1000), ratio(0.2, 0, 0, 1000)))
                .isEqualTo(144);
        assertThat(seenByTheDependency(RetryBudget.unlimited(), RetryBudget.unlimited()))
                .isEqualTo(2500);
    }

    /** A hundred failing calls through two layers of five attempts; a call nested in one with the same budget earns nothing. */
    private static int seenByTheDependency(RetryBudget outer, RetryBudget inner) {
        int seen = 0;
        for (int call = 0; call < 100; call++) {
            outer.onFirstAttempt();
            int outerAttempts = 0;
            do {
                outerAttempts++;
                if (inner != outer) {
                    inner.onFirstAttempt();
                }
                int innerAttempts = 0;
                do {
                    innerAttempts++;
                    seen++;
                } while (innerAttempts < 5 && asks(inner));
            } while (outerAttempts < 5 && asks(outer));
        }
        return seen;
    }

    @Test
    @Tag("BR-082")
    void ratio_idleHour_neitherFreezesNorSavesUp() {
        RetryBudget budget = ratio(0.1, 1, 10, 10);
        assertThat(firstsAsking(budget, 1000)).isEqualTo(110);
        clock.move(Duration.ofHours(1));
        assertThat(firstsAsking(budget, 1000)).isEqualTo(110);
        clock.move(Duration.ofSeconds(1));
        assertThat(firstsAsking(budget, 1000)).isEqualTo(101);
    }

    @Test
    @Tag("BR-083")
    void ratio_noTrafficYet_theReserveIsThere() {
        RetryBudget budget = ratio(0.001, 1, 3, 10);
        assertThat(asks(budget)).isTrue();
        assertThat(asks(budget)).isTrue();
        assertThat(asks(budget)).isTrue();
        assertThat(asks(budget)).isFalse();
    }

    @Test
    @Tag("BR-085")
    void tokens_aThousandMillionTokensOfSuccess_holdNoMoreThanMax() {
        RetryBudget budget = RetryBudget.tokens(4, RetryBudget.TOKEN_LIMIT);
        for (int i = 0; i < 1_000_000_000 / RetryBudget.TOKEN_LIMIT; i++) {
            budget.onSuccess(null);
            budget.onSuccess(null);
            budget.onRetryableFailure();
        }
        budget.onSuccess(null);
        assertThat(budget.balance()).isEqualTo(4);
        failureLeaves(budget, 3, true);
        failureLeaves(budget, 2, false);
    }

    @Test
    @Tag("BR-086")
    void costs_aHundredFailingCalls_shareFiveRetries() {
        RetryBudget budget = RetryBudget.costs(5, 1, 1);
        int throttled = 0;
        int attempts = 0;
        for (int call = 0; call < 100; call++) {
            double before = budget.balance();
            throttled += call(budget, 3, 3).equals("throttled") ? 1 : 0;
            attempts += 1 + (int) (before - budget.balance());
        }
        assertThat(attempts - 100).isEqualTo(5);
        assertThat(throttled).isEqualTo(98);
    }

    @Test
    @Tag("BR-089")
    void ratio_aThousandCallsFailTogether_retriesAreChargedWhenGranted() {
        RetryBudget budget = ratio(0.2, 1, 10, 1000);
        firsts(budget, 1000);
        // All thousand wait at once: none of them has started its retry when the next one asks.
        assertThat(granted(budget, 1000)).isEqualTo(210);
    }
}
