package dev.reprise.simulator;

import dev.reprise.Ambient;
import dev.reprise.Decision;
import dev.reprise.retry.Retry;
import dev.reprise.schedule.Schedule;
import dev.reprise.time.Deadline;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One layer of one client: its policy, and what encloses it. An inner layer's decisions are taken inside an attempt of the
 * layer around it, in the library's own sense: a real attempt of that layer's policy was made once, and its mark and budget,
 * kept by {@link Ambient}, are bound again around each decision.
 */
final class Caller {
    final Retry retry;

    /** The layer that this one's attempts call, or null for the one that sends requests. */
    final @Nullable Caller inner;

    private final @Nullable Runnable enclosed;
    private Runnable body = () -> {};

    /**
     * @param enclosing the layers around this one, outermost first
     */
    Caller(Retry retry, List<Retry> enclosing, @Nullable Caller inner) {
        this.retry = retry;
        this.inner = inner;
        this.enclosed = enclosing.isEmpty() ? null : inside(enclosing, 0);
    }

    private Runnable inside(List<Retry> enclosing, int layer) {
        if (layer == enclosing.size()) {
            return Ambient.runnable(() -> body.run());
        }
        return enclosing.get(layer).schedule(Schedule.once()).call(() -> inside(enclosing, layer + 1));
    }

    void open(Call call) {
        if (enclosed == null) {
            call.open();
        } else {
            enclose(call, call::open);
        }
    }

    Decision report(Call call, @Nullable Throwable outcome) {
        if (enclosed == null) {
            return call.report(outcome);
        }
        Decision[] decision = new Decision[1];
        enclose(call, () -> decision[0] = call.report(outcome));
        return decision[0];
    }

    boolean proceed(Call call) {
        if (enclosed == null) {
            return call.proceed();
        }
        boolean[] more = new boolean[1];
        enclose(call, () -> more[0] = call.proceed());
        return more[0];
    }

    private void enclose(Call call, Runnable step) {
        Deadline deadline = call.outermost.deadline;
        body = deadline == null ? step : () -> deadline.run(step::run);
        if (enclosed != null) {
            enclosed.run();
        }
    }
}
