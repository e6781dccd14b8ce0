package dev.reprise.simulator;

import dev.reprise.simulator.Server.OutageKind;
import org.jspecify.annotations.Nullable;

/** The servers and the network: who takes a request, how long it takes, and how it goes. */
final class ServerFarm {
    /** What becomes of a request that has arrived. */
    enum Reception {
        SERVING,
        QUEUED,
        REFUSED,
        SILENT
    }

    /** An outage in nanoseconds, asked about for each request. */
    private record Down(long from, long until, boolean silent) {}

    /** A slowdown in nanoseconds. */
    private record Slow(long from, long until, double factor) {}

    private final Server server;
    private final Failures failures;
    private final Down[] outages;
    private final Slow[] slowdowns;
    private final long meanHop;
    private final boolean constantHop;
    private final long serviceTime;
    private final long perConcurrent;
    private final int[] busy;
    private final Fifo[] queues;
    private int turn;

    ServerFarm(Scenario scenario, Failures failures) {
        this.failures = failures;
        server = scenario.server();
        outages = server.outages().stream()
                .map(o -> new Down(o.from().toNanos(), o.until().toNanos(), o.kind() == OutageKind.SILENT))
                .toArray(Down[]::new);
        slowdowns = server.slowdowns().stream()
                .map(s -> new Slow(s.from().toNanos(), s.until().toNanos(), s.factor()))
                .toArray(Slow[]::new);
        meanHop = scenario.network().hop().toNanos();
        constantHop = scenario.network().spread() == Spread.CONSTANT;
        serviceTime = server.serviceTime().toNanos();
        perConcurrent = server.perConcurrent().toNanos();
        busy = new int[server.count()];
        queues = new Fifo[server.count()];
        for (int i = 0; i < queues.length; i++) {
            queues[i] = new Fifo(16);
        }
    }

    long hop(long key, int way) {
        return constantHop ? meanHop : (long) (meanHop * Draws.exponential(key, way));
    }

    Reception receive(Exchange exchange, long now) {
        for (Down outage : outages) {
            if (outage.from <= now && now < outage.until) {
                exchange.outcome = failures.refused;
                return outage.silent ? Reception.SILENT : Reception.REFUSED;
            }
        }
        int mine = turn;
        turn = turn + 1 == busy.length ? 0 : turn + 1;
        exchange.server = mine;
        if (busy[mine] < server.capacity()) {
            busy[mine]++;
            return Reception.SERVING;
        }
        if (queues[mine].size() < server.queue()) {
            queues[mine].add(exchange.id);
            return Reception.QUEUED;
        }
        exchange.outcome = failures.overloaded;
        return Reception.REFUSED;
    }

    /** Serving begins, the request being counted among the busy ones: how long it takes; its outcome is decided too. */
    long serviceTime(Exchange exchange, long now) {
        if (server.failure() > 0 && Draws.uniform(exchange.key, Draws.FAILURE) < server.failure()) {
            exchange.outcome = failures.failed;
        }
        double time = serviceTime + (double) perConcurrent * busy[exchange.server];
        if (server.spread() == Spread.EXPONENTIAL) {
            time *= Draws.exponential(exchange.key, Draws.SERVICE);
        }
        for (Slow slowdown : slowdowns) {
            if (slowdown.from <= now && now < slowdown.until) {
                time *= slowdown.factor;
            }
        }
        return (long) time;
    }

    /** A request is done; returns the one that takes its place, or null. */
    @Nullable
    Exchange finished(Exchange exchange, Pool<Exchange> exchanges) {
        int mine = exchange.server;
        if (queues[mine].size() > 0) {
            return exchanges.get((int) queues[mine].remove());
        }
        busy[mine]--;
        return null;
    }
}
