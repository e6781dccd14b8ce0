package dev.reprise.simulator;

/** Who shares one retry budget. */
public enum BudgetScope {
    /** Each layer of each client has its own: what {@code Retry.with} does for each call site. */
    LAYER,
    /** The layers of one client share one. */
    CLIENT,
    /** All clients share one, as threads of one process do. */
    EVERYONE
}
