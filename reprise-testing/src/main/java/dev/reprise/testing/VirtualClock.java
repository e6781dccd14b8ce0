package dev.reprise.testing;

/** Placeholder. */
public final class VirtualClock {
    private VirtualClock() {}
}
