package dev.reprise.simulator;

import static java.util.Objects.requireNonNull;

import dev.reprise.Decision;
import dev.reprise.budget.RetryBudget;
import dev.reprise.retry.Classifier;
import dev.reprise.retry.RandomSource;
import dev.reprise.retry.Retry;
import dev.reprise.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of a scenario under one policy: takes the soonest event, sets the clock, and lets it happen, until nothing is left.
 *
 * <p>A call goes CALL → (attempt) → ARRIVE at a server → FINISH there → ANSWER at the client → the library decides → WAKE when
 * the wait is over → the next attempt. Running into the timeout first ends the attempt, while its request goes on.
 */
final class Engine {
    private static final int CALL = 0;
    private static final int ARRIVE = 1;
    private static final int FINISH = 2;
    private static final int ANSWER = 3;
    private static final int TIMEOUT = 4;
    private static final int WAKE = 5;
    private static final int KIND_BITS = 3;
    private static final int KIND_MASK = (1 << KIND_BITS) - 1;

    private final Scenario scenario;
    private final Policy policy;
    private final DoubleConsumer progress;
    private final SimulatedClock clock = new SimulatedClock();
    private final Events events = new Events();
    private final Pool<Call> calls = new Pool<>(Call::new);
    private final Pool<Exchange> exchanges = new Pool<>(Exchange::new);
    private final ArrivalStream arrivals;
    private final long[] ordinals;
    private final long seed;
    private final Failures failures;
    private final ServerFarm farm;
    private final Caller[] callers;
    private final List<GatedBudget> budgets = new ArrayList<>();
    private final Recorder recorder;
    private final long timeout;
    private final boolean cutTimeouts;

    /** Instants and requests of timeouts that are all equally long, so the oldest ends first and needs no heap. */
    private final Fifo timeouts = new Fifo(1024);

    private long now;

    /** Whose jitter is drawn. */
    private long jitterKey;

    Engine(Scenario scenario, Policy policy, DoubleConsumer progress) {
        this.scenario = scenario;
        this.policy = policy;
        this.progress = progress;
        seed = Draws.key(scenario.seed(), 0);
        arrivals = new ArrivalStream(scenario);
        ordinals = new long[scenario.clients().count()];
        failures = new Failures(scenario);
        farm = new ServerFarm(scenario, failures);
        timeout = scenario.clients().hasTimeout() ? scenario.clients().timeout().toNanos() : Long.MAX_VALUE;
        cutTimeouts = scenario.clients().hasTimeout() && scenario.clients().hasDeadline();
        callers = new Caller[scenario.clients().count()];
        makeCallers();
        recorder = new Recorder(scenario, policy.budget().isUnlimited() ? List.of() : List.copyOf(budgets));
    }

    private void makeCallers() {
        GatedBudget everyones = newBudget();
        Caller shared = null;
        boolean alike =
                policy.scope() == BudgetScope.EVERYONE || policy.budget().isUnlimited();
        for (int client = 0; client < callers.length; client++) {
            if (shared == null || !alike) {
                shared = layered(alike ? everyones : policy.scope() == BudgetScope.CLIENT ? newBudget() : null);
            }
            callers[client] = shared;
        }
        if (!alike) {
            budgets.remove(everyones);
        }
        budgets.forEach(GatedBudget::open);
    }

    private GatedBudget newBudget() {
        GatedBudget budget = new GatedBudget(policy.budget().on(clock));
        budgets.add(budget);
        return budget;
    }

    /** The outermost of a client's layers; a null budget makes one for each layer. */
    private Caller layered(@Nullable GatedBudget shared) {
        List<Retry> retries = new ArrayList<>();
        for (int layer = 0; layer < policy.layers(); layer++) {
            Retry retry = retry(shared == null ? newBudget() : shared);
            boolean limited = layer == 0 && scenario.clients().hasDeadline();
            retries.add(limited ? retry.within(scenario.clients().deadline()) : retry);
        }
        Caller caller = null;
        for (int layer = retries.size() - 1; layer >= 0; layer--) {
            caller = new Caller(retries.get(layer), retries.subList(0, layer), caller);
        }
        return requireNonNull(caller, "caller");
    }

    private Retry retry(RetryBudget budget) {
        RandomSource jitter = (label, ordinal) -> new SplittableRandom(Draws.key(jitterKey, Draws.JITTER));
        return Retry.explicit(policy.schedule(), Classifier.standard(), budget)
                .nesting(policy.nesting())
                .clock(clock)
                .random(jitter);
    }

    Outcome run() {
        for (int client = 0; client < callers.length; client++) {
            expectCall(client, 0);
        }
        while (true) {
            long soonest = events.soonest();
            // What happens at the very limit is still in time, so events come before timeouts.
            if (timeouts.size() > 0 && timeouts.first() < soonest) {
                passTo(timeouts.remove());
                timedOut(exchanges.get((int) timeouts.remove()));
            } else if (soonest == Long.MAX_VALUE) {
                break;
            } else {
                passTo(soonest);
                happen(events.remove());
            }
        }
        return recorder.outcome(policy);
    }

    private void passTo(long instant) {
        now = instant;
        clock.set(instant);
        if (recorder.advance(instant)) {
            progress.accept(Math.min(1.0, (double) instant / scenario.duration().toNanos()));
        }
    }

    private void happen(int event) {
        int id = event >>> KIND_BITS;
        switch (event & KIND_MASK) {
            case CALL -> {
                long key = Draws.key(clientKey(id), ordinals[id]);
                ordinals[id]++;
                expectCall(id, now);
                recorder.callBegins();
                begin(callers[id], null, key);
            }
            case ARRIVE -> arrive(exchanges.get(id));
            case FINISH -> finish(exchanges.get(id));
            case ANSWER -> answer(exchanges.get(id));
            case TIMEOUT -> timedOut(exchanges.get(id));
            case WAKE -> resume(calls.get(id));
            default -> throw new AssertionError(event);
        }
    }

    private void expect(long instant, int kind, int id) {
        events.add(instant, id << KIND_BITS | kind);
    }

    private long clientKey(int client) {
        return Draws.key(seed, client);
    }

    private void expectCall(int client, long last) {
        long next = arrivals.next(clientKey(client), ordinals[client], last);
        if (next != Long.MAX_VALUE) {
            expect(next, CALL, client);
        }
    }

    private void begin(Caller caller, @Nullable Call parent, long key) {
        Call call = calls.take();
        call.caller = caller;
        call.parent = parent;
        call.outermost = parent == null ? call : parent.outermost;
        call.key = key;
        call.start = now;
        if (parent == null && caller.inner != null && scenario.clients().hasDeadline()) {
            call.deadline = Deadline.after(scenario.clients().deadline(), clock);
        }
        jitterKey = key;
        caller.open(call);
        attempt(call);
    }

    private void attempt(Call call) {
        long key = Draws.key(call.key, call.attempt().number());
        Caller inner = call.caller().inner;
        if (inner == null) {
            send(call, key);
        } else {
            begin(inner, call, key);
        }
    }

    private void send(Call call, long key) {
        recorder.attempt(call.outermost.sent++ == 0);
        Exchange exchange = exchanges.take();
        exchange.call = call;
        exchange.key = key;
        exchange.outcome = null;
        exchange.lost = false;
        expect(now + farm.hop(key, Draws.HOP_THERE), ARRIVE, exchange.id);
        if (cutTimeouts) {
            Duration left = call.attempt().timeLeft().orElse(scenario.clients().timeout());
            // A first attempt with no time left runs uncut, as an attempt timeout lets it.
            exchange.expires = now + (left.isZero() ? timeout : Math.min(timeout, left.toNanos()));
            expect(exchange.expires, TIMEOUT, exchange.id);
        } else if (timeout != Long.MAX_VALUE) {
            exchange.expires = now + timeout;
            timeouts.add(exchange.expires);
            timeouts.add(exchange.id);
        }
    }

    private void arrive(Exchange exchange) {
        switch (farm.receive(exchange, now)) {
            case SERVING -> serving(exchange);
            case QUEUED -> recorder.atServers(1);
            case REFUSED -> expectAnswer(exchange);
            case SILENT -> {
                exchange.lost = true;
                if (exchange.call == null) {
                    exchanges.giveBack(exchange);
                }
            }
        }
    }

    private void serving(Exchange exchange) {
        recorder.atServers(1);
        long time = farm.serviceTime(exchange, now);
        if (time == 0) {
            finish(exchange);
        } else {
            expect(now + time, FINISH, exchange.id);
        }
    }

    private void finish(Exchange exchange) {
        recorder.atServers(-1);
        @Nullable Exchange next = farm.finished(exchange, exchanges);
        if (next != null) {
            expect(now + farm.serviceTime(next, now), FINISH, next.id);
        }
        expectAnswer(exchange);
    }

    private void expectAnswer(Exchange exchange) {
        expect(now + farm.hop(exchange.key, Draws.HOP_BACK), ANSWER, exchange.id);
    }

    private void answer(Exchange exchange) {
        Call call = exchange.call;
        Throwable outcome = exchange.outcome;
        exchange.call = null;
        exchanges.giveBack(exchange);
        if (call != null) {
            attemptEnded(call, outcome);
        }
    }

    /** The request may be another one by now, or answered: then it is not its time. */
    private void timedOut(Exchange exchange) {
        Call call = exchange.call;
        if (call == null || exchange.expires != now) {
            return;
        }
        exchange.call = null;
        if (exchange.lost) {
            exchanges.giveBack(exchange);
        }
        attemptEnded(call, failures.timedOut);
    }

    private void attemptEnded(Call call, @Nullable Throwable outcome) {
        jitterKey = call.key;
        Decision decision = call.caller().report(call, outcome);
        if (decision != Decision.AGAIN) {
            ended(call, decision);
            return;
        }
        long wait = call.attempt().delay().toNanos();
        if (wait == 0) {
            resume(call);
        } else {
            // A wait for ever ends never: nothing at the end of time happens.
            expect(wait < Long.MAX_VALUE - now ? now + wait : Long.MAX_VALUE, WAKE, call.id);
        }
    }

    private void resume(Call call) {
        jitterKey = call.key;
        if (call.caller().proceed(call)) {
            attempt(call);
        } else {
            ended(call, call.decision());
        }
    }

    private void ended(Call call, Decision decision) {
        recorder.decided(decision);
        Call parent = call.parent;
        Throwable outcome = call.failure;
        if (parent == null) {
            recorder.callEnds(call.start, now, decision == Decision.SUCCEEDED);
        }
        call.close();
        calls.giveBack(call);
        if (parent != null) {
            attemptEnded(parent, outcome);
        }
    }
}
