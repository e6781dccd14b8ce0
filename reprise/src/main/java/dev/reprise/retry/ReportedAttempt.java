package dev.reprise.retry;

import static java.util.Objects.requireNonNull;

import dev.reprise.Decision;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An attempt of an inline loop, which is reported once. */
final class ReportedAttempt implements InlineAttempt {
    private enum State {
        RUNNING("is running"),
        DECIDING("is being reported by another thread"),
        REPORTED("was reported already"),
        ENDED("has ended");

        private final String words;

        State(String words) {
            this.words = words;
        }
    }

    private final Attempts attempts;
    private final RetryCall call;
    private final Attempt self;
    private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
    private Duration delay = Duration.ZERO;
    private @Nullable Throwable failure;
    private @Nullable Object value;

    ReportedAttempt(Attempts attempts, RetryCall call) {
        this.attempts = attempts;
        this.call = call;
        this.self = call.snapshot();
    }

    @Override
    public Decision done() {
        return report(null, null, Verdict.accept());
    }

    @Override
    public Decision done(@Nullable Throwable failure) {
        return report(failure, null, failure == null ? Verdict.accept() : null);
    }

    @Override
    public <T extends @Nullable Object> Decision doneWith(T value, ResultClassifier<? super T> results) {
        requireNonNull(results, "results");
        claim();
        return decide(() -> {
            this.value = value;
            return call.returned(value, RetryCall.judge(results, value), interrupted());
        });
    }

    @Override
    public <T extends @Nullable Object> T succeed(T value) {
        Decision unused = report(null, value, Verdict.accept());
        return value;
    }

    @Override
    public boolean retry(Throwable failure) {
        return done(requireNonNull(failure, "failure")) == Decision.AGAIN && attempts.waitForNext();
    }

    private Decision report(@Nullable Throwable failure, @Nullable Object value, @Nullable Verdict verdict) {
        claim();
        return decide(() -> {
            this.failure = failure;
            this.value = value;
            return failure == null && verdict != null
                    ? call.returned(value, verdict, interrupted())
                    : call.threw(requireNonNull(failure, "failure"), interrupted());
        });
    }

    private static boolean interrupted() {
        return Thread.currentThread().isInterrupted();
    }

    private void claim() {
        State before = state.compareAndExchange(State.RUNNING, State.DECIDING);
        if (before != State.RUNNING) throw new IllegalStateException("Attempt " + number() + " " + before.words);
    }

    private Decision decide(Supplier<Decision> deciding) {
        Decision decision = Decision.STOPPED; // if a classifier throws an Error, which propagates
        try {
            decision = deciding.get();
            delay = Duration.ofNanos(call.delayNanos());
            return decision;
        } finally {
            attempts.decided(decision, this);
            state.set(State.REPORTED);
        }
    }

    /** Tells who wants to know how the call ended. */
    void endCall(Decision decision) {
        if (!call.hasAudienceAtEnd()) return;
        Tried<?> unused = call.<@Nullable Object>end(value, failure, decision);
    }

    /** Ends it, so that a later report is refused: null when it was reported, else what is to be complained of. */
    @Nullable
    String bodyEnds() {
        State before = state.compareAndExchange(State.RUNNING, State.ENDED);
        if (before == State.REPORTED) return null;
        return "Attempt " + number()
                + (before == State.DECIDING ? " ended before its report returned" : " was not reported");
    }

    @Override
    public Duration delay() {
        return delay;
    }

    @Override
    public int number() {
        return self.number();
    }

    @Override
    public int maximumAttempts() {
        return self.maximumAttempts();
    }

    @Override
    public @Nullable String label() {
        return self.label();
    }

    @Override
    public Optional<Duration> timeLeft() {
        return self.timeLeft();
    }

    @Override
    public String toString() {
        return self.toString();
    }
}
