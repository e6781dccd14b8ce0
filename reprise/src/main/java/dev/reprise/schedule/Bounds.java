package dev.reprise.schedule;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
        return Nanos.duration(isPlain(0) ? run(program, 0, 0) : waits(0));
    }

    Duration worstCase(long attemptTimeout, long retryAfterCap) {
        Program inner = new Compiler(outline, shortening).program();
        long end = isPlain(shortening)
                ? run(inner, attemptTimeout, retryAfterCap)
                : Nanos.add(Nanos.multiply(program.attempts, attemptTimeout), waits(retryAfterCap));
        return Nanos.duration(Math.min(end, Nanos.add(latestStart(), attemptTimeout)));
    }

    /** The end of the run whose attempts last that long and whose draws are the largest. */
    private static long run(Program program, long attemptTimeout, long demanded) {
        Stepper stepper = program.start(LARGEST);
        long start = 0;
        while (true) {
            long end = Nanos.add(start, attemptTimeout);
            long at = stepper.next(start, end, demanded, false);
            if (at == Stepper.STOP || end == Nanos.FOREVER) {
                return end;
            }
            start = Math.max(at, end);
        }
    }

    /** No run waits longer in total, when every wait may also be as long as demanded. */
    private long waits(long demanded) {
        long limit = Nanos.FOREVER;
        long total = 0;
        for (int node = 0; isShortening(node) || outline.kinds[node] == Kind.WAITING_AT_MOST; node++) {
            if (outline.nodes[node] instanceof Schedule.WaitingAtMost waiting) {
                limit = Math.min(limit, Nanos.of(waiting.limit()));
            }
        }
        for (long n = 1; n < program.attempts && total < limit; n++) {
            total = Nanos.add(total, Math.max(demanded, largest(n)));
        }
        return Math.min(total, limit);
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

    /** An upper bound of any wait the schedule can give in its first n decisions, whatever came before. */
    private long largest(long n) {
        long[] largest = new long[outline.size()];
        long[] caps = new long[outline.size()];
        for (int node = outline.size() - 1; node >= 0; node--) {
            caps[node] = cap(node, caps);
            largest[node] = largest(node, n, largest, caps);
        }
        return largest[0];
    }

    private long cap(int node, long[] caps) {
        Schedule schedule = outline.nodes[node];
        return switch (outline.kinds[node]) {
            case EXPONENTIAL -> Compiler.cap((Schedule.Exponential) schedule);
            case FIBONACCI -> Compiler.cap((Schedule.Fibonacci) schedule);
            case DECORRELATED -> Nanos.of(((Schedule.Decorrelated) schedule).cap());
            case CAPPED -> Math.min(caps[node + 1], Nanos.of(((Schedule.Capped) schedule).cap()));
            case LIMITED, JITTERED, UP_TO, WAITING_AT_MOST -> caps[node + 1];
            default -> Nanos.FOREVER;
        };
    }

    private long largest(int node, long n, long[] largest, long[] caps) {
        Schedule schedule = outline.nodes[node];
        return switch (outline.kinds[node]) {
            case IMMEDIATE, TIMES -> 0;
            case DELAYS ->
                ((Schedule.Delays) schedule)
                        .delays().stream().limit(n).mapToLong(Nanos::of).max().orElse(0);
            case FIXED_DELAY -> Nanos.of(((Schedule.FixedDelay) schedule).delay());
            case ALIGNED -> Nanos.of(((Schedule.Aligned) schedule).period());
            case FIXED_RATE -> Nanos.multiply(n, Nanos.of(((Schedule.FixedRate) schedule).period()));
            case LINEAR -> {
                Schedule.Linear linear = (Schedule.Linear) schedule;
                yield Nanos.add(Nanos.of(linear.initial()), Nanos.multiply(n - 1, Nanos.of(linear.step())));
            }
            case EXPONENTIAL -> {
                Schedule.Exponential e = (Schedule.Exponential) schedule;
                long[] table = Growth.exponential(Nanos.of(e.base()), e.factor(), caps[node]);
                yield table.length == 0
                        ? Growth.power(Nanos.of(e.base()), e.factor(), caps[node], n - 1)
                        : table[(int) Math.min(n, table.length) - 1];
            }
            case FIBONACCI -> {
                long[] table = Growth.fibonacci(Nanos.of(((Schedule.Fibonacci) schedule).base()), caps[node]);
                yield table[(int) Math.min(n, table.length) - 1];
            }
            case DECORRELATED -> {
                long wait = Nanos.of(((Schedule.Decorrelated) schedule).base());
                for (int i = 0; i < Math.min(n, 60); i++) {
                    wait = Nanos.multiply(wait, 3);
                }
                yield n > 60 ? caps[node] : Math.min(caps[node], wait);
            }
            case JITTERED -> {
                double high = ((Schedule.Jittered) schedule).jitter().high();
                yield (long) Math.min(largest[node + 1] * high, (double) caps[node + 1]);
            }
            case CAPPED -> Math.min(largest[node + 1], Nanos.of(((Schedule.Capped) schedule).cap()));
            case LIMITED, UP_TO, WAITING_AT_MOST -> largest[node + 1];
            default -> Math.max(largest[node + 1], largest[outline.second(node)]);
        };
    }
}
