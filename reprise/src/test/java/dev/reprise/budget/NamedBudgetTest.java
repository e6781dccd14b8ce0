package dev.reprise.budget;

import static dev.reprise.budget.Traffic.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.budget.RetryBudget.Cause;
import dev.reprise.budget.RetryBudget.Grant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NamedBudgetTest {
    /** Names last as long as the process, so each test has its own. */
    private final String name = "test-" + UUID.randomUUID();

    @Test
    void named_sameName_isTheSameBudget() {
        RetryBudget budget = RetryBudget.named(name);
        assertThat(RetryBudget.named(name)).isSameAs(budget);
        assertThat(budget.at(String.class, new HandClock())).isSameAs(budget);
        assertThat(RetryBudget.named(name + "2")).isNotSameAs(budget);
        assertThat(budget).hasToString("named(" + name + ", ratio(0.2, reserve 1/s up to 10, earned up to 10))");
        assertThat(budget.explain())
                .startsWith("Shared by all calls that name it " + name + ". Retries add at most 20% to the load");
    }

    @Test
    void named_newWithSettings_standsForThatBudget() {
        RetryBudget given = RetryBudget.costs(100, 5, 10);
        RetryBudget named = RetryBudget.named(name, given);
        named.onFirstAttempt();
        named.onRetryableFailure();
        Grant grant = named.tryAcquire(Cause.TIMEOUT);
        assertThat(given.balance()).isEqualTo(90);
        assertThat(named.balance()).isEqualTo(90);
        named.onSuccess(grant);
        assertThat(given.balance()).isEqualTo(100);
        assertThat(granted(named, 1)).isEqualTo(1);
        named.refund(Objects.requireNonNull(named.tryAcquire(Cause.FAILURE)));
        assertThat(given.balance()).isEqualTo(95);
        assertThat(RetryBudget.named(name)).isSameAs(named);
    }

    @Test
    void named_eachOperation_reachesTheBudget() {
        RetryBudget given = RetryBudget.tokens(10, 0.5);
        RetryBudget named = RetryBudget.named(name, given);
        named.onRetryableFailure();
        assertThat(given.balance()).isEqualTo(9);
        named.onSuccess(null);
        assertThat(given.balance()).isEqualTo(9.5);

        RetryBudget ratio = RetryBudget.ratio(1, 0, 0, 10, new HandClock());
        RetryBudget.named(name + "ratio", ratio).onFirstAttempt();
        assertThat(ratio.balance()).isEqualTo(1);
    }

    @Test
    void named_sameSettings_isTheSameBudget() {
        HandClock clock = new HandClock();
        same("a", RetryBudget.ratio(0.5, 2, 20, 20, clock), RetryBudget.ratio(0.5, 2, 20, 20, clock));
        same("b", RetryBudget.ratio(0.5, 0, 0), RetryBudget.ratio(0.5, 0, 0, 10, clock));
        same("c", RetryBudget.tokens(10, 0.1), RetryBudget.tokens(10, 0.1));
        same("d", RetryBudget.costs(100, 5, 10), RetryBudget.costs(100, 5, 10));
        same("e", RetryBudget.unlimited(), RetryBudget.unlimited());
        same("f", RetryBudget.named(name + "a"), RetryBudget.named(name + "a"));
        assertThat(RetryBudget.named(name + "g")).isSameAs(RetryBudget.named(name + "g", RetryBudget.standard()));
        assertThat(RetryBudget.named(name + "g"))
                .isSameAs(RetryBudget.named(name + "g", RetryBudget.named(name + "g")));
    }

    private void same(String suffix, RetryBudget first, RetryBudget second) {
        assertThat(RetryBudget.named(name + suffix, second)).isSameAs(RetryBudget.named(name + suffix, first));
    }

    @Test
    void named_otherSettings_namesBoth() {
        assertThat(RetryBudget.named(name).balance()).isEqualTo(10);
        differ(
                RetryBudget.tokens(10, 0.1),
                "already stands for ratio(0.2, reserve 1/s up to 10, earned up to 10), not for tokens(max 10, ratio 0.1).");
        differ(
                RetryBudget.ratio(0.3, 1, 10),
                "already stands for ratio(0.2, reserve 1/s up to 10, earned up to 10), "
                        + "not for ratio(0.3, reserve 1/s up to 10, earned up to 10).");
        differ(
                RetryBudget.ratio(0.2, 1, 10, 10, new HandClock()),
                "already stands for ratio(0.2, reserve 1/s up to 10, earned up to 10), "
                        + "not for ratio(0.2, reserve 1/s up to 10, earned up to 10) on another clock.");
    }

    @Test
    void named_otherKinds_differ() {
        assertThat(RetryBudget.named(name, RetryBudget.tokens(10, 0.1)).balance())
                .isEqualTo(10);
        differ(RetryBudget.tokens(10, 0.2), "stands for tokens(max 10, ratio 0.1), not for tokens(max 10, ratio 0.2).");
        differ(RetryBudget.unlimited(), "already stands for tokens(max 10, ratio 0.1), not for unlimited().");
        assertThat(RetryBudget.named(name + "c", RetryBudget.costs(10, 1, 1)).balance())
                .isEqualTo(10);
        assertThatThrownBy(() -> RetryBudget.named(name + "c", RetryBudget.costs(10, 1, 2)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RetryBudget.named(name + "c", RetryBudget.tokens(10, 1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private void differ(RetryBudget settings, String message) {
        assertThatThrownBy(() -> RetryBudget.named(name, settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Invalid budget: name (" + name + ") ")
                .hasMessageEndingWith(message);
    }

    @Test
    void named_budgetOfOnesOwn_isComparedByEquality() {
        RetryBudget mine = new Mine();
        RetryBudget named = RetryBudget.named(name, mine);
        assertThat(RetryBudget.named(name, mine)).isSameAs(named);
        differ(new Mine(), "already stands for mine, not for mine, which is not equal to it.");
        differ(
                RetryBudget.standard(),
                "already stands for mine, not for ratio(0.2, reserve 1/s up to 10, earned up to 10).");
    }

    @Test
    void named_invalid_saysWhy() {
        assertThatThrownBy(() -> RetryBudget.named(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid budget: name ( ) must not be blank.");
        assertThatThrownBy(() -> RetryBudget.named(name, RetryBudget.perCallSite()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "Invalid budget: settings (perCallSite()) must be one budget, since a name is for all call sites.");
        assertThatNullPointerException()
                .isThrownBy(() -> RetryBudget.named(null))
                .withMessage("name");
        assertThatNullPointerException()
                .isThrownBy(() -> RetryBudget.named(name, null))
                .withMessage("settings");
    }

    @Test
    void named_manyThreadsAtOnce_makeOne() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 200; round++) {
                String fresh = name + round;
                List<Future<RetryBudget>> found = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    found.add(pool.submit(() -> RetryBudget.named(fresh)));
                }
                for (Future<RetryBudget> budget : found) {
                    assertThat(budget.get()).isSameAs(RetryBudget.named(fresh));
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static final class Mine implements RetryBudget {
        @Override
        public void onFirstAttempt() {}

        @Override
        public void onSuccess(@Nullable Grant last) {}

        @Override
        public void onRetryableFailure() {}

        @Override
        public @Nullable Grant tryAcquire(Cause cause) {
            return null;
        }

        @Override
        public void refund(Grant grant) {}

        @Override
        public double balance() {
            return 0;
        }

        @Override
        public String explain() {
            return "refuses everything";
        }

        @Override
        public String toString() {
            return "mine";
        }
    }
}
