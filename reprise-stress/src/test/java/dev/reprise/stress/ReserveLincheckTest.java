package dev.reprise.stress;

import dev.reprise.budget.RetryBudget;
import dev.reprise.budget.RetryBudget.Cause;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** The reserve alone, where there is one word and so a balance is exact too, at any reading of the clock. */
public class ReserveLincheckTest {
    private final OwnClock clock = new OwnClock();
    private final RetryBudget budget = RetryBudget.ratio(0, 1, 2, 1, clock);

    /** A question at that second. */
    @Operation
    public boolean acquire(@Param(gen = IntGen.class, conf = "0:4") int second) {
        clock.tell(second);
        return budget.tryAcquire(Cause.FAILURE) != null;
    }

    /** In thousandths. */
    @Operation
    public int balance(@Param(gen = IntGen.class, conf = "0:4") int second) {
        clock.tell(second);
        return (int) Math.round(budget.balance() * 1000);
    }

    /** The same in order. */
    public static class Specification {
        private final Bucket bucket = new Bucket(0, 1, 2);

        /** A question at that second. */
        public boolean acquire(int second) {
            return bucket.acquire(second);
        }

        /** In thousandths. */
        public int balance(int second) {
            return bucket.balance(second);
        }
    }

    @Test
    void everyInterleaving_isAnOrder() {
        Exploration.explored(Specification.class).check(ReserveLincheckTest.class);
    }

    @Test
    void onTheMachine_isAnOrder() {
        Exploration.run(Specification.class).check(ReserveLincheckTest.class);
    }
}
