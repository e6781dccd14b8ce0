package dev.reprise.budget;

/** A budget made here: it can tell whether another has the same settings, which a name asks. */
interface Kind extends RetryBudget {
    boolean isLike(RetryBudget other);
}
