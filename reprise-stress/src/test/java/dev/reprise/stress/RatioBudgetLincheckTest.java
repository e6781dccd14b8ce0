package dev.reprise.stress;

import dev.reprise.budget.RetryBudget;
import dev.reprise.budget.RetryBudget.Cause;
import dev.reprise.budget.RetryBudget.Grant;
import java.util.Objects;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * The whole budget with both its words: every interleaving of first attempts, refunds and questions, at any reading of the clock, gives
 * answers that some order of them one after the other gives too. The case to think about: A and B read that nothing is earned; C earns a
 * token; B takes the reserve's last; A finds the reserve empty and refuses, although at no instant both were empty. That is right, because B
 * and A asked before C had finished, and in the order B, A, C a refusal is the answer.
 */
public class RatioBudgetLincheckTest {
    private final OwnClock clock = new OwnClock();
    private final RetryBudget budget = RetryBudget.ratio(0.5, 1, 1, 2, clock);
    private final Grant grant = Objects.requireNonNull(
            RetryBudget.ratio(0, 1, 1, 1, new StillClock()).tryAcquire(Cause.FAILURE));

    /** A first attempt. */
    @Operation
    public void deposit() {
        budget.onFirstAttempt();
    }

    /** A retry that never started. */
    @Operation
    public void refund() {
        budget.refund(grant);
    }

    /** A question at that second. */
    @Operation
    public boolean acquire(@Param(gen = IntGen.class, conf = "0:2") int second) {
        clock.tell(second);
        return budget.tryAcquire(Cause.FAILURE) != null;
    }

    /** The same in order. */
    public static class Specification {
        private final Bucket bucket = new Bucket(500, 2, 1);

        /** A first attempt. */
        public void deposit() {
            bucket.deposit();
        }

        /** A retry that never started. */
        public void refund() {
            bucket.refund();
        }

        /** A question at that second. */
        public boolean acquire(int second) {
            return bucket.acquire(second);
        }
    }

    @Test
    void everyInterleaving_isAnOrder() {
        Exploration.explored(Specification.class).check(RatioBudgetLincheckTest.class);
    }

    @Test
    void onTheMachine_isAnOrder() {
        Exploration.run(Specification.class).check(RatioBudgetLincheckTest.class);
    }
}
