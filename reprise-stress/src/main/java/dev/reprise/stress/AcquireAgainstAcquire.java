package dev.reprise.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.reprise.budget.RetryBudget;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two retries ask at the same instant. */
public final class AcquireAgainstAcquire {
    private AcquireAgainstAcquire() {}

    /** One earned token. Both read it; only one exchange may succeed, and the other must look again and refuse. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 0", "0, 1, 0"},
            expect = ACCEPTABLE,
            desc = "one of them")
    @State
    public static class OneEarned {
        private final RetryBudget budget = RetryBudget.ratio(1, 0, 0, 1, new StillClock());

        /** Earns the token. */
        public OneEarned() {
            budget.onFirstAttempt();
        }

        /** Asks for one. */
        @Actor
        public void acquire(III_Result r) {
            r.r1 = Asked.once(budget);
        }

        /** Asks for one. */
        @Actor
        public void acquireToo(III_Result r) {
            r.r2 = Asked.once(budget);
        }

        /** What is left. */
        @Arbiter
        public void after(III_Result r) {
            r.r3 = Asked.thousandths(budget);
        }
    }

    /** One token in reserve. Both read the same zero time; only one may move it on. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 0", "0, 1, 0"},
            expect = ACCEPTABLE,
            desc = "one of them")
    @State
    public static class OneInReserve {
        private final RetryBudget budget = RetryBudget.ratio(0, 1, 1, 1, new StillClock());

        /** Asks for one. */
        @Actor
        public void acquire(III_Result r) {
            r.r1 = Asked.once(budget);
        }

        /** Asks for one. */
        @Actor
        public void acquireToo(III_Result r) {
            r.r2 = Asked.once(budget);
        }

        /** What is left. */
        @Arbiter
        public void after(III_Result r) {
            r.r3 = Asked.thousandths(budget);
        }
    }

    /**
     * One earned token and one in reserve. The one who loses the exchange for the earned token must go on to the reserve, not refuse.
     */
    @JCStressTest
    @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "both")
    @State
    public static class OneOfEach {
        private final RetryBudget budget = RetryBudget.ratio(1, 1, 1, 1, new StillClock());

        /** Earns the token. */
        public OneOfEach() {
            budget.onFirstAttempt();
        }

        /** Asks for one. */
        @Actor
        public void acquire(III_Result r) {
            r.r1 = Asked.once(budget);
        }

        /** Asks for one. */
        @Actor
        public void acquireToo(III_Result r) {
            r.r2 = Asked.once(budget);
        }

        /** What is left. */
        @Arbiter
        public void after(III_Result r) {
            r.r3 = Asked.thousandths(budget);
        }
    }

    /** Seven units and retries that cost five: there is enough for each of the two, but not for both. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 2000", "0, 1, 2000"},
            expect = ACCEPTABLE,
            desc = "one of them, and its cost is gone")
    @State
    public static class Costs {
        private final RetryBudget budget = RetryBudget.costs(7, 5, 5);

        /** Asks for one. */
        @Actor
        public void acquire(III_Result r) {
            r.r1 = Asked.once(budget);
        }

        /** Asks for one. */
        @Actor
        public void acquireToo(III_Result r) {
            r.r2 = Asked.once(budget);
        }

        /** What is left. */
        @Arbiter
        public void after(III_Result r) {
            r.r3 = Asked.thousandths(budget);
        }
    }
}
