package dev.reprise.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.reprise.budget.RetryBudget;
import dev.reprise.budget.RetryBudget.Grant;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A retry that never started gives its token back while another asks. */
public final class RefundAgainstAcquire {
    private RefundAgainstAcquire() {}

    /**
     * The reserve's only token was granted and comes back as an earned one. The asker finds it or not; it must not be lost between the
     * two words.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "given back, then taken")
    @Outcome(id = "0, 1000", expect = ACCEPTABLE, desc = "refused, then given back")
    @State
    public static class FromReserve {
        private final RetryBudget budget = RetryBudget.ratio(0, 1, 1, 1, new StillClock());
        private final Grant grant = Asked.granted(budget);

        /** Gives it back. */
        @Actor
        public void refund() {
            budget.refund(grant);
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
     * One token of at most two is left and another comes back, while somebody asks twice. A refund between the read and the exchange of the
     * asker makes it look again; it is neither overwritten nor taken twice.
     */
    @JCStressTest
    @Outcome(id = "1, 1000", expect = ACCEPTABLE, desc = "it came back after the second question")
    @Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "it came back in time")
    @State
    public static class ToEarned {
        private final RetryBudget budget = RetryBudget.ratio(1, 0, 0, 2, new StillClock());
        private final Grant grant;

        /** Earns two and takes one. */
        public ToEarned() {
            budget.onFirstAttempt();
            budget.onFirstAttempt();
            grant = Asked.granted(budget);
        }

        /** Gives it back. */
        @Actor
        public void refund() {
            budget.refund(grant);
        }

        /** Asks twice. */
        @Actor
        public void acquireTwice(II_Result r) {
            r.r1 = Asked.once(budget) + Asked.once(budget);
        }

        /** What is left. */
        @Arbiter
        public void after(II_Result r) {
            r.r2 = Asked.thousandths(budget);
        }
    }

    /** A failure takes a token while a success gives one back, at the maximum: full then down, or down then full, nothing in between. */
    @JCStressTest
    @Outcome(id = "1, 2000", expect = ACCEPTABLE, desc = "the success found it full")
    @Outcome(id = "1, 3000", expect = ACCEPTABLE, desc = "the success came second")
    @State
    public static class Tokens {
        private final RetryBudget budget = RetryBudget.tokens(3, 1);

        /** Takes a token. */
        @Actor
        public void failure() {
            budget.onRetryableFailure();
        }

        /** Gives one back. */
        @Actor
        public void success() {
            budget.onSuccess(null);
        }

        /** Above half in any order. */
        @Arbiter
        public void after(II_Result r) {
            r.r1 = Asked.once(budget);
            r.r2 = Asked.thousandths(budget);
        }
    }
}
