package dev.reprise.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.reprise.budget.RetryBudget;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** The clock of the reserve steps back while retries ask. */
public final class ClockStepsBack {
    private static final long SECOND = 1_000_000_000L;

    private ClockStepsBack() {}

    /**
     * Two tokens in reserve. The clock goes back an hour between one asker's reading of it and its exchange of the zero time, or before
     * both. An asker that sees the old time gets a token, one that sees the new one does not; and when the clock is right again what is
     * there is exactly what was not taken. A zero time computed from the earlier clock would make thousands.
     */
    @JCStressTest
    @Outcome(
            id = {"0, 0, 2", "0, 1, 1", "1, 0, 1", "1, 1, 0", "0, 2, 0"},
            expect = ACCEPTABLE,
            desc = "two in all")
    @State
    public static class ByAnHour {
        private final StillClock clock = new StillClock();
        private final RetryBudget budget = RetryBudget.ratio(0, 1, 2, 1, clock);

        /** Steps back and asks. */
        @Actor
        public void stepBackAndAcquire(III_Result r) {
            clock.set(-3600 * SECOND);
            r.r1 = Asked.once(budget);
        }

        /** Asks twice. */
        @Actor
        public void acquireTwice(III_Result r) {
            r.r2 = Asked.once(budget) + Asked.once(budget);
        }

        /** What is there when the clock is right again. */
        @Arbiter
        public void after(III_Result r) {
            clock.set(0);
            r.r3 = Asked.untilRefused(budget);
        }
    }

    /**
     * The reserve is empty. The clock passes the same second twice, forwards, back and forwards again, while another thread asks: one
     * token came with it, not two.
     */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 0", "0, 1, 0", "0, 0, 1"},
            expect = ACCEPTABLE,
            desc = "one in all")
    @State
    public static class OverTheSameSecond {
        private final StillClock clock = new StillClock();
        private final RetryBudget budget = RetryBudget.ratio(0, 1, 1, 1, clock);

        /** Empties it. */
        public OverTheSameSecond() {
            if (Asked.untilRefused(budget) != 1) {
                throw new AssertionError("one in reserve");
            }
        }

        /** A second forwards, back and forwards, asking at each end. */
        @Actor
        public void passTwice(III_Result r) {
            clock.set(SECOND);
            int first = Asked.once(budget);
            clock.set(0);
            clock.set(SECOND);
            r.r1 = first + Asked.once(budget);
        }

        /** Asks. */
        @Actor
        public void acquire(III_Result r) {
            r.r2 = Asked.once(budget);
        }

        /** What is left. */
        @Arbiter
        public void after(III_Result r) {
            r.r3 = Asked.untilRefused(budget);
        }
    }
}
