package dev.reprise.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.budget.RetryBudget.Cause;
import dev.reprise.budget.RetryBudget.Grant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The two invariants of a ratio budget, exactly, on random histories of first attempts, questions, refunds and a clock that runs,
 * rests and steps back; and the same histories against a model that refills a bucket step by step.
 */
class RatioBudgetLawsTest {
    private static final int HISTORIES = 20_000;

    /**
     * All amounts in units of 1 / (1000 · step) of a token, so that nothing is rounded: a retry is 1000 · step, what a first attempt
     * earns is thousandths · step, and a nanosecond brings 1000. {@code net} rises with retries and falls with income; a window
     * from event i to event j holds {@code net(j) − net(before i)}, so the worst of all windows that end at j starts where
     * {@code net} was lowest.
     *
     * <p>When the clock steps back: since the beginning, time is how far the clock ever came, so what it passes twice counts once. In a
     * window it is all that passed forwards, for a window may begin after a step forward that nobody has spent yet.
     */
    private static final class Ledger {
        private final RatioSettings settings;
        private final long step;
        private long spent;
        private long now;
        private long furthest;
        private long forwards;
        private long lowest = Long.MAX_VALUE;

        Ledger(RatioSettings settings) {
            this.settings = settings;
            this.step = settings.reserveCapacity() == 0 ? 1 : settings.nanosPerToken();
        }

        /** An event at that time from the beginning: a window may begin just before it. */
        void at(long time) {
            if (settings.reserveCapacity() > 0) {
                forwards += Math.max(0, time - now);
                furthest = Math.max(furthest, time);
                now = time;
            }
            lowest = Math.min(lowest, net());
        }

        private long net() {
            return spent - 1000 * forwards;
        }

        void first() {
            spent -= settings.thousandthsPerCall() * step;
        }

        void retries(int count) {
            spent += 1000 * step * count;
        }

        /** Retries ≤ ratio · firsts + R + rate · time. */
        boolean keptSinceBeginning() {
            return spent - 1000 * furthest <= 1000 * step * settings.reserveCapacity();
        }

        /** In every window, retries ≤ ratio · firsts + rate · window + E + R. */
        boolean keptInEveryWindow() {
            return net() - lowest <= 1000 * step * (settings.earnedCapacity() + (long) settings.reserveCapacity());
        }
    }

    /** The obvious bucket: what was left when something was last taken, and the time that has passed since, up to the capacity. */
    private static final class Model {
        private final RatioSettings settings;
        private final long step;
        private long thousandths;
        private long left;
        private long takenAt;

        Model(RatioSettings settings) {
            this.settings = settings;
            this.step = settings.reserveCapacity() == 0 ? 1 : settings.nanosPerToken();
            this.left = step * settings.reserveCapacity();
        }

        void earn(long amount) {
            thousandths = Math.min(settings.earnedCapacity() * 1000L, thousandths + amount);
        }

        boolean ask(long now) {
            if (thousandths >= 1000) {
                thousandths -= 1000;
                return true;
            }
            if (reserve(now) < step) {
                return false;
            }
            left = reserve(now) - step;
            takenAt = now;
            return true;
        }

        double balance(long now) {
            return thousandths / 1000.0 + (double) Math.max(0, reserve(now)) / step;
        }

        /** In nanoseconds; below zero when the clock is so far behind that it has yet to reach what was taken. */
        private long reserve(long now) {
            return Math.min(step * settings.reserveCapacity(), left + (now - takenAt));
        }
    }

    private static RatioSettings randomSettings(Random random) {
        double[] ratios = {0, 0.001, 0.1, 0.2, 0.333, 0.6, 0.999, 1, 2.5, 10};
        double[] rates = {0.5, 1, 3, 10, 1000};
        int reserve = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(12);
        double rate = reserve == 0 ? 0 : rates[random.nextInt(rates.length)];
        return new RatioSettings(ratios[random.nextInt(ratios.length)], rate, reserve, 1 + random.nextInt(15));
    }

    private static long randomTime(Random random, long now, long step, boolean back) {
        return switch (random.nextInt(back ? 8 : 7)) {
            case 0, 1, 2 -> now;
            case 3 -> now + 1;
            case 4 -> now + random.nextLong(1, step + 1);
            case 5 -> now + step;
            case 6 -> now + random.nextLong(1, 20 * step);
            default -> now - random.nextLong(1, 5 * step);
        };
    }

    @Test
    void randomHistories_keepBothInvariants_andMatchTheModel() {
        long first = new Random().nextLong();
        long granted = 0;
        for (int i = 0; i < HISTORIES; i++) {
            granted += history(first + i);
        }
        assertThat(granted).as("histories that ask for nothing prove nothing").isGreaterThan(HISTORIES);
    }

    private static int history(long seed) {
        Random random = new Random(seed);
        RatioSettings settings = randomSettings(random);
        boolean back = random.nextBoolean();
        boolean refunds = random.nextBoolean();
        long now = random.nextInt(4) == 0 ? Long.MAX_VALUE - random.nextInt() : random.nextInt();
        long beginning = now;
        HandClock clock = new HandClock(now);
        RetryBudget budget = new RatioBudget(settings, clock);
        // The clock may wrap around; the ledger and the model count from its beginning.
        Ledger ledger = new Ledger(settings);
        Model model = new Model(settings);
        long step = settings.reserveCapacity() == 0 ? 1000 : settings.nanosPerToken();
        Deque<Grant> held = new ArrayDeque<>();
        int granted = 0;
        for (int event = 0; event < 120; event++) {
            now = randomTime(random, now, step, back);
            clock.set(now);
            long since = now - beginning;
            ledger.at(since);
            switch (random.nextInt(refunds ? 7 : 6)) {
                case 0, 1 -> {
                    budget.onFirstAttempt();
                    ledger.first();
                    model.earn(settings.thousandthsPerCall());
                }
                case 6 -> {
                    if (!held.isEmpty()) {
                        budget.refund(held.pop());
                        ledger.retries(-1);
                        model.earn(1000);
                    }
                }
                default -> {
                    double before = budget.balance();
                    Grant grant = budget.tryAcquire(Cause.FAILURE);
                    check(model.ask(since) == (grant != null), "model", seed, event, settings);
                    if (grant == null) {
                        check(budget.balance() == before, "a refusal changes nothing", seed, event, settings);
                    } else {
                        held.push(grant);
                        ledger.retries(1);
                        granted++;
                    }
                }
            }
            double balance = budget.balance();
            check(Math.abs(balance - model.balance(since)) < 1e-9, "balance", seed, event, settings);
            check(balance >= 0, "balance below zero", seed, event, settings);
            check(
                    balance <= settings.earnedCapacity() + settings.reserveCapacity(),
                    "balance above its cap",
                    seed,
                    event,
                    settings);
            check(ledger.keptSinceBeginning(), "invariant since the beginning", seed, event, settings);
            check(ledger.keptInEveryWindow(), "invariant over windows", seed, event, settings);
        }
        return granted;
    }

    private static void check(boolean kept, String law, long seed, int event, RatioSettings settings) {
        if (!kept) {
            throw new AssertionError(law + ": seed " + seed + ", event " + event + ", " + settings);
        }
    }

    /** The ledger itself: a budget that grants one retry too many is caught. */
    @Test
    void ledger_oneRetryTooMany_isSeen() {
        Ledger ledger = new Ledger(RatioSettings.STANDARD);
        ledger.at(0);
        for (int i = 0; i < 50; i++) {
            ledger.first();
        }
        ledger.retries(20);
        assertThat(ledger.keptSinceBeginning()).isTrue();
        assertThat(ledger.keptInEveryWindow()).isTrue();
        ledger.retries(1);
        assertThat(ledger.keptSinceBeginning()).isFalse();

        Ledger window = new Ledger(RatioSettings.STANDARD);
        for (int i = 0; i < 1000; i++) {
            window.first();
        }
        window.at(1_000_000_000L);
        window.retries(20);
        window.at(2_000_000_000L);
        window.retries(1);
        assertThat(window.keptInEveryWindow()).isTrue();
        window.retries(1);
        assertThat(window.keptSinceBeginning()).isTrue();
        assertThat(window.keptInEveryWindow()).isFalse();
    }
}
