package dev.reprise.budget;

import static dev.reprise.budget.Traffic.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.budget.RetryBudget.Cause;
import dev.reprise.budget.RetryBudget.Grant;
import dev.reprise.time.MonotonicClock;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class PerCallSiteBudgetTest {
    private final RetryBudget perCallSite = RetryBudget.perCallSite();
    private final HandClock clock = new HandClock();

    /** Call sites of the tests below; each test has its own, for their budgets last. */
    private static final class Here {}

    private static final class There {}

    private static final class Passing {}

    private static final class Raced {}

    @Test
    void at_sameSiteAndClock_isTheSameBudget() {
        RetryBudget here = perCallSite.at(Here.class, clock);
        assertThat(perCallSite.at(Here.class, clock)).isSameAs(here);
        assertThat(here).hasToString(RetryBudget.standard().toString());
        assertThat(here.at(There.class, MonotonicClock.system())).isSameAs(here);
        RetryBudget system = perCallSite.at(Here.class, MonotonicClock.system());
        assertThat(perCallSite.at(Here.class, MonotonicClock.system())).isSameAs(system);
        assertThat(system).isNotSameAs(here).hasToString(here.toString());
    }

    @Test
    void at_otherSiteOrClock_isAnother() {
        HandClock other = new HandClock();
        RetryBudget here = perCallSite.at(Here.class, clock);
        assertThat(granted(here, 100)).isEqualTo(10);
        assertThat(perCallSite.at(There.class, clock).balance()).isEqualTo(10);
        assertThat(perCallSite.at(Here.class, other).balance()).isEqualTo(10);
        assertThat(here.balance()).isZero();
        clock.move(Duration.ofSeconds(3));
        assertThat(granted(here, 100)).isEqualTo(3);
        other.move(Duration.ofSeconds(-3));
        assertThat(perCallSite.at(Here.class, other).balance()).isEqualTo(7);
        assertThat(perCallSite.at(Here.class, clock)).isSameAs(here);
    }

    @Test
    void at_lambdas_haveOneEach() {
        Runnable one = () -> {};
        Runnable two = () -> {};
        assertThat(perCallSite.at(one.getClass(), clock)).isNotSameAs(perCallSite.at(two.getClass(), clock));
    }

    @Test
    void at_nulls_areNamed() {
        assertThatNullPointerException()
                .isThrownBy(() -> perCallSite.at(null, clock))
                .withMessage("site");
        assertThatNullPointerException()
                .isThrownBy(() -> perCallSite.at(Here.class, null))
                .withMessage("clock");
    }

    @Test
    void withoutAt_isOneStandardBudget() {
        double before = perCallSite.balance();
        assertThat(before).isEqualTo(10);
        Grant grant = Objects.requireNonNull(perCallSite.tryAcquire(Cause.FAILURE));
        perCallSite.refund(grant);
        perCallSite.onFirstAttempt();
        perCallSite.onRetryableFailure();
        perCallSite.onSuccess(null);
        // One token from the reserve came back as an earned one, and a fifth was earned; the reserve refills in real
        // time.
        assertThat(perCallSite.balance()).isBetween(10.2, 11.2);
        assertThat(RetryBudget.perCallSite()).isSameAs(perCallSite).hasToString("perCallSite()");
        assertThat(perCallSite.explain())
                .startsWith("One budget for each call site, each on its own. Retries add at most 20% to the load");
    }

    @Test
    void at_manyThreadsAtOnce_findOne() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 500; round++) {
                HandClock fresh = new HandClock();
                List<Future<RetryBudget>> found = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    found.add(pool.submit(() -> perCallSite.at(Raced.class, fresh)));
                }
                for (Future<RetryBudget> budget : found) {
                    assertThat(budget.get()).isSameAs(perCallSite.at(Raced.class, fresh));
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void at_clockIsGone_itsBudgetGoes() {
        BudgetsByClock budgets = new BudgetsByClock();
        RetryBudget kept = budgets.budget(clock);
        List<WeakReference<HandClock>> gone = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            HandClock passing = new HandClock();
            assertThat(budgets.budget(passing).balance()).isEqualTo(10);
            assertThat(perCallSite.at(Passing.class, passing).balance()).isEqualTo(10);
            gone.add(new WeakReference<>(passing));
        }
        gone.forEach(PerCallSiteBudgetTest::awaitCleared);
        HandClock next = new HandClock();
        RetryBudget budget = budgets.budget(next);
        assertThat(budgets.size()).isEqualTo(2);
        assertThat(budgets.budget(clock)).isSameAs(kept);
        assertThat(budgets.budget(next)).isSameAs(budget);
    }

    @Test
    void budgetOfAClockThatIsGone_staysWhereItWas() {
        HandClock passing = new HandClock(5);
        RetryBudget budget = new BudgetsByClock().budget(passing);
        assertThat(granted(budget, 4)).isEqualTo(4);
        passing.move(Duration.ofDays(1));
        WeakReference<HandClock> gone = new WeakReference<>(passing);
        passing = null;
        awaitCleared(gone);
        assertThat(budget.balance()).isEqualTo(6);
        assertThat(granted(budget, 100)).isEqualTo(6);
        Traffic.firsts(budget, 5);
        assertThat(granted(budget, 100)).isEqualTo(1);
    }

    @Test
    void at_classOfALoaderThatIsGone_goesToo() throws Exception {
        WeakReference<Class<?>> gone = usedAndForgotten();
        awaitCleared(gone);
        assertThat(gone.get()).isNull();
    }

    private WeakReference<Class<?>> usedAndForgotten() throws Exception {
        Class<?> site = new Loader().load(There.class);
        assertThat(site).isNotSameAs(There.class);
        assertThat(granted(perCallSite.at(site, clock), 11)).isEqualTo(10);
        assertThat(granted(perCallSite.at(site, MonotonicClock.system()), 10)).isEqualTo(10);
        return new WeakReference<>(site);
    }

    private static final class Loader extends ClassLoader {
        Class<?> load(Class<?> original) throws IOException {
            String file = original.getName().replace('.', '/') + ".class";
            try (InputStream in =
                    Objects.requireNonNull(original.getClassLoader().getResourceAsStream(file))) {
                byte[] bytes = in.readAllBytes();
                return defineClass(original.getName(), bytes, 0, bytes.length);
            }
        }
    }

    private static void awaitCleared(WeakReference<?> reference) {
        for (int i = 0; i < 100 && reference.get() != null; i++) {
            System.gc();
        }
        assertThat(reference.get()).isNull();
    }

    @Test
    void weakClock_onlyReads() {
        WeakClock weak = new WeakClock(clock);
        clock.set(42);
        assertThat(weak.nanoTime()).isEqualTo(42);
        assertThatThrownBy(() -> weak.sleep(1)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> weak.schedule(1, () -> {})).isInstanceOf(UnsupportedOperationException.class);
    }
}
