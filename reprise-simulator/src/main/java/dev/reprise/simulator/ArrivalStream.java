package dev.reprise.simulator;

import dev.reprise.simulator.Clients.Arrivals;
import dev.reprise.simulator.Clients.Surge;
import java.util.TreeSet;

/**
 * When one client calls. Every call waits for a portion of "work" to accumulate at the current rate: one unit for fixed
 * arrivals, an exponentially distributed portion for Poisson ones. A surge changes how fast it accumulates, which is exactly a
 * Poisson process with another rate.
 */
final class ArrivalStream {
    private final Clients clients;
    private final long[] changes;
    private final double[] rates;
    private final long end;

    ArrivalStream(Scenario scenario) {
        clients = scenario.clients();
        end = scenario.duration().toNanos();
        TreeSet<Long> instants = new TreeSet<>();
        instants.add(0L);
        clients.surges().forEach(surge -> {
            instants.add(surge.from().toNanos());
            instants.add(surge.until().toNanos());
        });
        changes = instants.stream().mapToLong(Long::longValue).toArray();
        rates = new double[changes.length];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = rateAt(changes[i]);
        }
    }

    private double rateAt(long instant) {
        double rate = clients.rate();
        for (Surge surge : clients.surges()) {
            if (surge.from().toNanos() <= instant && instant < surge.until().toNanos()) {
                rate = surge.rate();
            }
        }
        return rate;
    }

    /** The instant of the client's call after the one at {@code last}, or the end of time; ordinals from 0. */
    long next(long client, long ordinal, long last) {
        if (clients.arrivals() == Arrivals.TOGETHER) {
            return ordinal == 0 ? 0 : Long.MAX_VALUE;
        }
        double portion = portion(Draws.key(client, ordinal), ordinal);
        double instant = last;
        for (int i = 0; i < changes.length; i++) {
            double until = i + 1 < changes.length ? changes[i + 1] : Double.POSITIVE_INFINITY;
            if (instant >= until) {
                continue;
            }
            double at = rates[i] == 0 ? Double.POSITIVE_INFINITY : instant + portion / rates[i] * 1e9;
            if (at < until) {
                return at < end ? (long) at : Long.MAX_VALUE;
            }
            portion -= (until - instant) * rates[i] / 1e9;
            instant = until;
        }
        return Long.MAX_VALUE;
    }

    private double portion(long key, long ordinal) {
        if (clients.arrivals() == Arrivals.POISSON) {
            return Draws.exponential(key, Draws.ARRIVALS);
        }
        return ordinal == 0 ? Draws.uniform(key, Draws.ARRIVALS) : 1;
    }
}
