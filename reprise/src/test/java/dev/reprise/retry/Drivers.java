package dev.reprise.retry;

import dev.reprise.Decision;
import dev.reprise.event.RetryEvent;
import dev.reprise.testing.RecordingListener;
import dev.reprise.testing.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

/** Every way to run a call, so that one scripted call can be run through all of them. A new driver is one more constant. */
enum Drivers {
    BLOCKING_TRIED {
        @Override
        void run(Run run) {
            Tried<Object> tried = run.policy.tried(run::attempt, run.results);
            run.ended(tried.decision(), tried.failure() == null ? tried.value() : tried.failure());
        }
    },
    BLOCKING_CALL {
        @Override
        void run(Run run) {
            Object outcome;
            try {
                outcome = run.policy.call(run::attempt, run.results);
            } catch (Throwable thrown) {
                outcome = thrown;
            }
            run.ended(run.lastDecisionTold(), outcome);
        }
    },
    BLOCKING_ON_EXECUTOR {
        @Override
        void run(Run run) {
            CompletableFuture<Object> future = run.policy.callOn(Runnable::run, () -> run.judged(run.attempt()));
            Object outcome = outcomeOf(run, future);
            run.ended(run.lastDecisionTold(), outcome);
        }

        @Override
        boolean judgesValues() {
            return false;
        }
    },
    ASYNC_COMPLETED {
        @Override
        void run(Run run) {
            joinTried(
                    run,
                    run.policy.triedAsync(
                            () -> {
                                try {
                                    return CompletableFuture.completedFuture(run.attempt());
                                } catch (Throwable failure) {
                                    return CompletableFuture.failedFuture(failure);
                                }
                            },
                            run.results));
        }
    },
    ASYNC_PENDING {
        @Override
        void run(Run run) {
            joinTried(run, run.policy.triedAsync(() -> pending(run), run.results));
        }
    },
    ASYNC_THROWN {
        @Override
        void run(Run run) {
            joinTried(run, run.policy.triedAsync(() -> CompletableFuture.completedFuture(run.attempt()), run.results));
        }
    },
    INLINE_LOOP {
        @Override
        void run(Run run) {
            Object last = null;
            try (Attempts attempts = run.policy.attempts()) {
                for (InlineAttempt attempt : attempts) {
                    Step step = run.begin();
                    run.sit(step);
                    last = step.outcome;
                    if (step.outcome instanceof Throwable failure) attempt.done(failure);
                    else attempt.doneWith(step.outcome, run.results);
                }
                run.ended(attempts.decision(), last);
            }
        }
    },
    INLINE_NEXT {
        @Override
        void run(Run run) {
            try (Attempts attempts = run.policy.attempts()) {
                while (true) {
                    InlineAttempt attempt = attempts.next();
                    Step step = run.begin();
                    run.sit(step);
                    boolean again = step.outcome instanceof Throwable failure
                            ? attempt.retry(failure)
                            : attempt.doneWith(step.outcome, run.results) == Decision.AGAIN;
                    if (again) continue;
                    run.ended(attempts.decision(), step.outcome);
                    return;
                }
            }
        }
    };

    /** One attempt of a script: how long it takes, and the value or Throwable it ends with. */
    record Step(Duration lasts, Object outcome) {}

    /** What was seen of a call. */
    record Seen(List<Long> startsMillis, Decision decision, Object outcome, List<String> events) {}

    abstract void run(Run run) throws Exception;

    /** Whether rejected values can be told to it. */
    boolean judgesValues() {
        return true;
    }

    /** A scripted call on a virtual clock. */
    static final class Run {
        final VirtualClock clock;
        final Retry policy;
        final ResultClassifier<Object> results;
        private final List<Step> script;
        private final RecordingListener listener = new RecordingListener();
        private final List<Long> starts = new ArrayList<>();
        private Seen seen;

        Run(VirtualClock clock, Retry policy, ResultClassifier<Object> results, List<Step> script) {
            this.clock = clock;
            this.policy = policy.clock(clock).executor(Runnable::run).listener(listener);
            this.results = results;
            this.script = script;
        }

        /** Begins the next attempt; the last step repeats. */
        Step begin() {
            starts.add(clock.elapsed().toMillis());
            return script.get(Math.min(starts.size(), script.size()) - 1);
        }

        void sit(Step step) {
            try {
                clock.sleep(step.lasts.toNanos());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        Object attempt() {
            Step step = begin();
            sit(step);
            if (step.outcome instanceof Throwable failure) Drivers.<RuntimeException>sneak(failure);
            return step.outcome;
        }

        Object judged(Object value) {
            if (!results.classify(value).accepts()) throw new IllegalStateException("no driver for rejected values");
            return value;
        }

        Decision lastDecisionTold() {
            List<RetryEvent> events = listener.events();
            return events.get(events.size() - 1).decision();
        }

        void ended(Decision decision, Object outcome) {
            seen = new Seen(
                    starts,
                    decision,
                    outcome,
                    listener.events().stream()
                            .map(event -> event.name().substring("retry.".length()) + "(" + event.attempt() + ", "
                                    + event.decision() + ")")
                            .toList());
        }

        Seen seen() {
            return seen;
        }
    }

    private static void joinTried(Run run, CompletableFuture<Tried<Object>> future) {
        Tried<Object> tried = run.clock.join(future);
        run.ended(tried.decision(), tried.failure() == null ? tried.value() : tried.failure());
    }

    private static Object outcomeOf(Run run, CompletableFuture<Object> future) {
        AtomicReference<Object> outcome = new AtomicReference<>();
        CompletableFuture<Void> done = future.handle((value, failure) -> {
            outcome.set(failure == null ? value : failure);
            return null;
        });
        run.clock.join(done);
        return outcome.get();
    }

    private static CompletionStage<Object> pending(Run run) {
        Step step = run.begin();
        CompletableFuture<Object> stage = new CompletableFuture<>();
        var unused = run.clock.schedule(step.lasts.toNanos(), () -> {
            if (step.outcome instanceof Throwable failure) stage.completeExceptionally(failure);
            else stage.complete(step.outcome);
        });
        return stage;
    }

    /** Throws what a driver's own operation may not declare. */
    @SuppressWarnings("unchecked")
    static <X extends Throwable> void sneak(Throwable failure) throws X {
        throw (X) failure;
    }
}
