package dev.reprise.simulator;

/** Told now and then how far a run has come. */
@FunctionalInterface
public interface Progress {
    /** Hears it and does nothing. */
    Progress NONE = (what, fraction) -> {};

    /**
     * @param what what is running, as the policy's name
     * @param fraction how much of everything is done, from 0 to 1, never less than the last time
     */
    void advanced(String what, double fraction);
}
