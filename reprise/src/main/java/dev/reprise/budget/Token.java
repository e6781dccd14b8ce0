package dev.reprise.budget;

import static java.util.Objects.requireNonNull;

/** The grant of every budget whose retries all cost the same: a constant, so granting allocates nothing. */
enum Token implements RetryBudget.Grant {
    GRANT;

    /** A grant from elsewhere is a mistake in a driver or in a budget of the user's own. */
    static void require(RetryBudget.Grant grant) {
        if (requireNonNull(grant, "grant") != GRANT) {
            throw foreign(grant);
        }
    }

    static IllegalArgumentException foreign(RetryBudget.Grant grant) {
        return new IllegalArgumentException("Invalid refund: grant (" + grant + ") is not one that this budget gave.");
    }
}
