package dev.reprise.simulator;

/** How a time varies around its mean. */
public enum Spread {
    /** Not at all. */
    CONSTANT,
    /** Exponentially: often short, now and then several times the mean. */
    EXPONENTIAL
}
