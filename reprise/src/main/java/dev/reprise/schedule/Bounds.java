package dev.reprise.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/** What can be said about every run of a schedule from the value alone. */
final class Bounds {
    /** More waits than that are not put into a list. */
    private static final int LISTED = 1_000_000;

    /** Every draw is the largest. */
    private static final RandomGenerator LARGEST = new RandomGenerator() {
        @Override
        public long nextLong() {
            return Long.MAX_VALUE;
        }

        @Override
        public double nextDouble() {
            return 1;
        }
    };

    private final Outline outline;
    private final Program program;

    /** The nodes from the root down that only shorten waits, before the first that does not. */
    private final int shortening;

    private Bounds(Schedule schedule) {
        outline = new Outline(BoundedSchedule.unwrapped(schedule));
        program = BoundedSchedule.program(schedule);
        int node = 0;
        while (isShortening(node)) {
            node++;
        }
        shortening = node;
    }

    static Bounds of(Schedule schedule) {
        return new Bounds(schedule);
    }

    List<Duration> maximalDelays() {
        List<Duration> delays = new ArrayList<>();
        if (!list(delays, Long.MAX_VALUE)) {
            throw new IllegalStateException("Too many waits for a list: more than " + LISTED
                    + ". maximalDelays(limit) gives the first ones of " + program.schedule + ".");
        }
        return List.copyOf(delays);
    }

    List<Duration> maximalDelays(int limit) {
        Problems.ofSchedule().atLeast("limit", limit, 0).throwIfAny();
        List<Duration> delays = new ArrayList<>();
        if (!list(delays, limit)) {
            throw new IllegalArgumentException("Invalid schedule: limit (" + limit + ") must be at most " + LISTED
                    + " where there are as many waits.");
        }
        return List.copyOf(delays);
    }

    private boolean list(List<Duration> delays, long limit) {
        Stepper stepper = program.start(LARGEST);
        long now = 0;
        while (delays.size() < limit) {
            long at = stepper.next(now, now);
            if (at == Stepper.STOP) {
                return true;
            }
            if (delays.size() == LISTED) {
                return false;
            }
            long start = Math.max(at, now);
            delays.add(Nanos.duration(start - now));
            now = start;
        }
        return true;
    }

    Duration maximumTotalDelay() {
        OptionalLong end = isPlain(0) ? run(program, 0, 0) : OptionalLong.empty();
        return Nanos.duration(end.isPresent() ? end.getAsLong() : waits(0));
    }

    Duration worstCase(long attemptTimeout, long retryAfterCap) {
        OptionalLong run = isPlain(shortening)
                ? run(new Compiler(outline, shortening).program(), attemptTimeout, retryAfterCap)
                : OptionalLong.empty();
        long end = run.isPresent()
                ? run.getAsLong()
                : Nanos.add(Nanos.multiply(program.attempts, attemptTimeout), waits(retryAfterCap));
        return Nanos.duration(Math.min(end, Nanos.add(latestStart(), attemptTimeout)));
    }

    /** The end of the run whose attempts last that long and whose draws are the largest, if that can be foreseen. */
    private static OptionalLong run(Program program, long attemptTimeout, long demanded) {
        Forecast forecast = new Forecast(program, LARGEST, attemptTimeout, demanded, Nanos.FOREVER);
        return forecast.run(program.attempts, true) ? OptionalLong.of(forecast.end()) : OptionalLong.empty();
    }

    /** No run waits longer in total, when every wait may also be as long as demanded. */
    private long waits(long demanded) {
        long limit = Nanos.FOREVER;
        for (int node = 0; isShortening(node) || outline.kinds[node] == Kind.WAITING_AT_MOST; node++) {
            if (outline.nodes[node] instanceof Schedule.WaitingAtMost waiting) {
                limit = Math.min(limit, Nanos.of(waiting.limit()));
            }
        }
        return new LargestWaits(outline).sum(program.attempts - 1, demanded, limit);
    }

    /** The smallest limit of the {@code upTo} nodes on the way down through those that only shorten waits. */
    private long latestStart() {
        long limit = Nanos.FOREVER;
        for (int node = 0; node < shortening; node++) {
            if (outline.nodes[node] instanceof Schedule.UpTo upTo) {
                limit = Math.min(limit, Nanos.of(upTo.elapsed()));
            }
        }
        return limit;
    }

    private boolean isShortening(int node) {
        return switch (outline.kinds[node]) {
            case CAPPED, LIMITED, UP_TO -> true;
            case JITTERED -> ((Schedule.Jittered) outline.nodes[node]).jitter().high() <= 1;
            default -> false;
        };
    }

    /** Whether waits never grow when attempts take longer or draws are smaller. */
    private boolean isPlain(int withoutUpTo) {
        for (int node = 0; node < outline.size(); node++) {
            boolean plain = switch (outline.kinds[node]) {
                case ALIGNED, WAITING_AT_MOST -> false;
                case UP_TO -> node < withoutUpTo;
                case JITTERED ->
                    ((Schedule.Jittered) outline.nodes[node]).jitter().high() <= 1;
                default -> true;
            };
            if (!plain) {
                return false;
            }
        }
        return true;
    }
}
