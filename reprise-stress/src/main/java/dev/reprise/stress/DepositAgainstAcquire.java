package dev.reprise.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.reprise.budget.RetryBudget;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** A first attempt earns while a retry asks. */
public final class DepositAgainstAcquire {
    private DepositAgainstAcquire() {}

    /**
     * Nothing is held. The asker reads the word before or after the addition; when it read before, it refuses and the token stays. It
     * must not write back what it read and so undo the addition.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "earned, then taken")
    @Outcome(id = "0, 1000", expect = ACCEPTABLE, desc = "refused, then earned")
    @State
    public static class Empty {
        private final RetryBudget budget = RetryBudget.ratio(1, 0, 0, 1, new StillClock());

        /** Earns a token. */
        @Actor
        public void deposit() {
            budget.onFirstAttempt();
        }

        /** Asks for one. */
        @Actor
        public void acquire(II_Result r) {
            r.r1 = Asked.once(budget);
        }

        /** What is left. */
        @Arbiter
        public void after(II_Result r) {
            r.r2 = Asked.thousandths(budget);
        }
    }

    /**
     * 0.6 of at most 1 is held and two first attempts earn 0.6 each, one of whom then asks. Both may add before either sees that it is
     * full, which takes the word to 1.8; what the asker leaves then is 0, not 0.8.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "both earned up to the cap, then taken")
    @Outcome(id = "1, 600", expect = ACCEPTABLE, desc = "taken before the other earned")
    @State
    public static class AtTheCap {
        private final RetryBudget budget = RetryBudget.ratio(0.6, 0, 0, 1, new StillClock());

        /** Earns 0.6. */
        public AtTheCap() {
            budget.onFirstAttempt();
        }

        /** Earns 0.6. */
        @Actor
        public void deposit() {
            budget.onFirstAttempt();
        }

        /** Earns 0.6 and asks for one. */
        @Actor
        public void depositAndAcquire(II_Result r) {
            budget.onFirstAttempt();
            r.r1 = Asked.once(budget);
        }

        /** What is left. */
        @Arbiter
        public void after(II_Result r) {
            r.r2 = Asked.thousandths(budget);
        }
    }

    /**
     * One token in reserve, nothing earned. One thread earns a token and then asks; the other only asks, and may have read "nothing earned"
     * before. There are two tokens by then for two askers, whoever takes which: nobody is refused and nothing is left.
     */
    @JCStressTest
    @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "one earned, one from the reserve")
    @State
    public static class AcrossBothWords {
        private final RetryBudget budget = RetryBudget.ratio(1, 1, 1, 1, new StillClock());

        /** Earns a token and asks for one. */
        @Actor
        public void depositAndAcquire(III_Result r) {
            budget.onFirstAttempt();
            r.r1 = Asked.once(budget);
        }

        /** Asks for one. */
        @Actor
        public void acquire(III_Result r) {
            r.r2 = Asked.once(budget);
        }

        /** What is left. */
        @Arbiter
        public void after(III_Result r) {
            r.r3 = Asked.thousandths(budget);
        }
    }
}
