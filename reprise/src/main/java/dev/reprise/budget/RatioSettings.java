package dev.reprise.budget;

import static dev.reprise.budget.Faults.plain;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * What a ratio budget allows. {@code ratio} is kept as the nearest thousandth.
 *
 * @param ratio tokens earned by a first attempt; 0 to 10, a multiple of 0.001
 * @param reservePerSecond tokens that come with time; 0, or 0.001 to 1,000,000
 * @param reserveCapacity the most of these; 0 to 1,000,000, and 0 exactly when the rate is
 * @param earnedCapacity the most earned tokens; 1 to 1,000,000
 */
record RatioSettings(double ratio, double reservePerSecond, int reserveCapacity, int earnedCapacity) {
    static final RatioSettings STANDARD = of(0.2, 1, 10);

    private static final int MOST = 1_000_000;

    RatioSettings {
        Faults faults = new Faults();
        faults.range("ratio", ratio, 0, 10);
        long thousandths = Math.round(ratio * 1000);
        // 57 * 0.01 is a little more than 0.57, and meant as 0.57.
        boolean multiple = Math.abs(ratio * 1000 - thousandths) <= 1e-6;
        faults.rule(!faults.clean() || multiple, "ratio", ratio, "must be a multiple of 0.001");
        boolean rateKnown = reservePerSecond == 0 || (reservePerSecond >= 0.001 && reservePerSecond <= MOST);
        faults.rule(rateKnown, "reservePerSecond", reservePerSecond, "must be 0 or between 0.001 and 1000000");
        faults.range("reserveCapacity", reserveCapacity, 0, MOST);
        boolean known = rateKnown && reserveCapacity >= 0 && reserveCapacity <= MOST;
        boolean together = (reserveCapacity == 0) == (reservePerSecond == 0);
        String other = "reservePerSecond (" + plain(reservePerSecond) + ")";
        String rule =
                reserveCapacity == 0 ? "must not be 0 when " + other + " is not" : "must be 0 when " + other + " is";
        faults.rule(!known || together, "reserveCapacity", reserveCapacity, rule);
        faults.range("earnedCapacity", earnedCapacity, 1, MOST);
        faults.throwIfAny();
        ratio = thousandths / 1000.0;
        reservePerSecond += 0.0; // no negative zero
    }

    /** Keeps as many earned tokens as the reserve holds, but at least 10. */
    static RatioSettings of(double ratio, double reservePerSecond, int reserveCapacity) {
        int earnedCapacity = Math.max(10, Math.min(reserveCapacity, MOST));
        return new RatioSettings(ratio, reservePerSecond, reserveCapacity, earnedCapacity);
    }

    long thousandthsPerCall() {
        return Math.round(ratio * 1000);
    }

    /** The time in which one token comes, rounded up so that the reserve never gives more than its rate. */
    long nanosPerToken() {
        return BigDecimal.valueOf(1_000_000_000L)
                .divide(BigDecimal.valueOf(reservePerSecond), 0, RoundingMode.CEILING)
                .longValueExact();
    }

    String explain() {
        String free = "First attempts are never limited.";
        boolean earns = ratio > 0;
        boolean reserves = reserveCapacity > 0;
        if (!earns && !reserves) {
            return "Refuses every retry. " + free;
        }
        String perSecond = plain(reservePerSecond) + " a second";
        String load = earns ? plain(BigDecimal.valueOf(thousandthsPerCall(), 1)) + "% to the load" : perSecond;
        String also = !earns ? ", whatever the load" : reserves ? ", plus " + perSecond : "";
        long burst = (earns ? earnedCapacity : 0) + (long) reserveCapacity;
        String parts =
                earns && reserves ? ": " + earnedCapacity + " earned and " + reserveCapacity + " in reserve" : "";
        BigDecimal lasting = BigDecimal.valueOf(thousandthsPerCall(), 1).add(BigDecimal.valueOf(reservePerSecond));
        return "Retries add at most " + load + also + ". At most " + burst + " go out in one burst" + parts
                + ". At 100 calls a second it bites when they need more than " + plain(lasting)
                + " retries a second for longer than the burst lasts. " + free;
    }

    @Override
    public String toString() {
        String reserve = reserveCapacity == 0
                ? "no reserve"
                : "reserve " + plain(reservePerSecond) + "/s up to " + reserveCapacity;
        return "ratio(" + plain(ratio) + ", " + reserve + ", earned up to " + earnedCapacity + ")";
    }
}
