package dev.reprise.retry;

import dev.reprise.budget.RetryBudget;
import dev.reprise.event.RetryListener;
import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.time.Deadline;
import dev.reprise.time.MonotonicClock;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What a {@link Retry} was told, with what follows from it worked out once. Immutable. */
final class Policy {
    private static final Duration DEFAULT_RETRY_AFTER_CAP = Duration.ofMinutes(5);

    final BoundedSchedule schedule;
    final Classifier classifier;
    final List<Class<? extends Exception>> stopOn;
    final RetryBudget budget;
    final RetryNesting nesting;
    final @Nullable Duration attemptTimeout;
    final @Nullable Executor attemptExecutor;
    final @Nullable Deadline deadline;
    final @Nullable Duration within;
    final Duration retryAfterCap;
    final @Nullable String label;
    final List<RetryListener> listeners;
    final List<Consumer<? super RetryInfo>> onRetry;
    final List<Consumer<? super Tried<?>>> onGiveUp;
    final MonotonicClock clock;
    final RandomSource random;
    final Executor executor;

    private final OwnBudget ownBudget;
    private final CallCounter calls;

    /** The draws must be reproducible, so each call has a generator of its own, by its ordinal. */
    private final boolean countsCalls;

    /** Nothing has to be known of a call before its first attempt has failed: no clock is read, nothing is allocated. */
    final boolean carefree;

    /** The time of every attempt has to be known. */
    final boolean timed;

    final int maximumAttempts;
    final long attemptTimeoutNanos;
    final long retryAfterCapNanos;

    private volatile @Nullable SiteBudget firstSite;

    private record SiteBudget(Class<?> site, RetryBudget budget) {}

    private Policy(Draft draft) {
        schedule = draft.schedule;
        classifier = draft.classifier;
        stopOn = List.copyOf(draft.stopOn);
        budget = draft.budget;
        nesting = draft.nesting;
        attemptTimeout = draft.attemptTimeout;
        attemptExecutor = draft.attemptExecutor;
        deadline = draft.deadline;
        within = draft.within;
        retryAfterCap = draft.retryAfterCap;
        label = draft.label;
        listeners = List.copyOf(draft.listeners);
        onRetry = List.copyOf(draft.onRetry);
        onGiveUp = List.copyOf(draft.onGiveUp);
        clock = draft.clock;
        random = draft.random;
        executor = draft.executor;
        ownBudget = draft.ownBudget;
        calls = draft.calls;

        maximumAttempts = schedule.maximumAttempts();
        attemptTimeoutNanos = attemptTimeout == null ? Long.MAX_VALUE : nanos(attemptTimeout);
        retryAfterCapNanos = nanos(retryAfterCap);
        ScheduleNeeds needs = ScheduleNeeds.of(schedule);
        countsCalls = needs.randomness() && random != RandomSource.system();
        boolean reports = !listeners.isEmpty() || !onRetry.isEmpty() || !onGiveUp.isEmpty();
        timed = needs.time() || reports || deadline != null || within != null;
        carefree = !timed && !countsCalls && attemptTimeout == null;
    }

    static Policy of(BoundedSchedule schedule, Classifier classifier, RetryBudget budget, RetryNesting nesting) {
        return new Policy(new Draft(schedule, classifier, budget, nesting));
    }

    /** A copy with some fields changed. */
    Policy with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new Policy(draft);
    }

    static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    /** The budget for operations of this class. The first class asked about is remembered, being mostly the only one. */
    RetryBudget budgetFor(Class<?> site) {
        SiteBudget first = firstSite;
        if (first != null && first.site == site) return first.budget;
        RetryBudget found = findBudget(site);
        if (first == null) firstSite = new SiteBudget(site, found);
        return found;
    }

    private RetryBudget findBudget(Class<?> site) {
        // All proxies of an interface share a class, so it says nothing about the place of the call.
        return Proxy.isProxyClass(site) ? budgetWithoutSite() : budget.at(site, clock);
    }

    /** The budget where no lambda tells the place of the call. */
    RetryBudget budgetWithoutSite() {
        return budget == RetryBudget.perCallSite() ? ownBudget.on(clock) : budget.at(Attempts.class, clock);
    }

    /** The generator for one call; not to be kept for another. */
    RandomGenerator generator(Class<?> site) {
        // The system's randomness asks for no name; and where nothing is drawn, any will do.
        if (!countsCalls) return RandomSource.system().forCall("", 1);
        String stream = label != null ? label : CallCounter.nameOf(site);
        return random.forCall(stream, calls.next(stream));
    }

    boolean countsCalls() {
        return countsCalls;
    }

    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        parts.add(schedule.toString());
        parts.add("classifier=" + classifier);
        if (!stopOn.isEmpty()) {
            parts.add("stopOn=" + stopOn.stream().map(Class::getName).toList());
        }
        parts.add("budget=" + budget);
        parts.add("nesting=" + nesting);
        if (attemptTimeout != null) {
            parts.add("attemptTimeout=" + DurationText.of(attemptTimeout)
                    + (attemptExecutor == null ? "" : " on " + attemptExecutor));
        }
        if (deadline != null) parts.add("deadline=" + deadline);
        if (within != null) parts.add("within=" + DurationText.of(within));
        parts.add("retryAfterCap=" + DurationText.of(retryAfterCap));
        if (label != null) parts.add("label=" + label);
        if (!listeners.isEmpty()) parts.add("listeners=" + listeners.size());
        if (!onRetry.isEmpty()) parts.add("onRetry=" + onRetry.size());
        if (!onGiveUp.isEmpty()) parts.add("onGiveUp=" + onGiveUp.size());
        if (clock != MonotonicClock.system()) parts.add("clock=" + clock);
        if (random != RandomSource.system()) parts.add("random=" + random);
        if (executor != DefaultExecutor.INSTANCE) parts.add("executor=" + executor);
        return "Retry[" + String.join(", ", parts) + "]";
    }

    /** A policy in the making, for one wither at a time. */
    static final class Draft {
        BoundedSchedule schedule;
        Classifier classifier;
        List<Class<? extends Exception>> stopOn = new ArrayList<>();
        RetryBudget budget;
        RetryNesting nesting;

        @Nullable
        Duration attemptTimeout;

        @Nullable
        Executor attemptExecutor;

        @Nullable
        Deadline deadline;

        @Nullable
        Duration within;

        Duration retryAfterCap = DEFAULT_RETRY_AFTER_CAP;

        @Nullable
        String label;

        List<RetryListener> listeners = new ArrayList<>();
        List<Consumer<? super RetryInfo>> onRetry = new ArrayList<>();
        List<Consumer<? super Tried<?>>> onGiveUp = new ArrayList<>();
        MonotonicClock clock = MonotonicClock.system();
        RandomSource random = RandomSource.system();
        Executor executor = DefaultExecutor.INSTANCE;
        OwnBudget ownBudget = new OwnBudget();
        CallCounter calls = new CallCounter();

        private Draft(BoundedSchedule schedule, Classifier classifier, RetryBudget budget, RetryNesting nesting) {
            this.schedule = schedule;
            this.classifier = classifier;
            this.budget = budget;
            this.nesting = nesting;
        }

        private Draft(Policy policy) {
            this(policy.schedule, policy.classifier, policy.budget, policy.nesting);
            stopOn.addAll(policy.stopOn);
            attemptTimeout = policy.attemptTimeout;
            attemptExecutor = policy.attemptExecutor;
            deadline = policy.deadline;
            within = policy.within;
            retryAfterCap = policy.retryAfterCap;
            label = policy.label;
            listeners.addAll(policy.listeners);
            onRetry.addAll(policy.onRetry);
            onGiveUp.addAll(policy.onGiveUp);
            clock = policy.clock;
            random = policy.random;
            executor = policy.executor;
            ownBudget = policy.ownBudget;
            calls = policy.calls;
        }
    }
}
