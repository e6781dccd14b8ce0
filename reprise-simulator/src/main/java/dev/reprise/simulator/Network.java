package dev.reprise.simulator;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * The way between a client and a server, there and back. It loses nothing: what is lost in life is a silent outage here.
 *
 * @param hop the mean time one way; must not be negative
 * @param spread how each hop varies
 */
public record Network(Duration hop, Spread spread) {
    /** @throws IllegalArgumentException naming every argument that is out of range */
    public Network {
        requireNonNull(hop, "hop");
        requireNonNull(spread, "spread");
        new Problems("network")
                .rule(!hop.isNegative(), "hop", DurationText.print(hop), "not be negative")
                .orThrow();
    }
}
