package dev.reprise.retry;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Classifiers that are made of types or of a predicate. */
final class FailureTypes {
    private FailureTypes() {}

    static Classifier matching(Predicate<? super Throwable> retryable) {
        return (failure, attempt) -> retryable.test(failure) ? Verdict.retry() : Verdict.stop();
    }

    static Classifier anyOf(List<Class<? extends Exception>> types) {
        return new AnyOf(types);
    }

    /** A copy that is known to name exceptions alone, also where a raw type smuggled something else in. */
    static List<Class<? extends Exception>> checked(String option, Class<? extends Exception>[] types) {
        requireNonNull(types, "types");
        List<Class<? extends Exception>> copy = new ArrayList<>(types.length);
        for (Class<? extends Exception> type : types) {
            requireNonNull(type, "type");
            if (!Exception.class.isAssignableFrom(type)) {
                throw new IllegalArgumentException(
                        "Invalid retry: " + option + " (" + ((Class<?>) type).getName() + ") must name exceptions.");
            }
            copy.add(type);
        }
        return List.copyOf(copy);
    }

    private record AnyOf(List<Class<? extends Exception>> types) implements Classifier {
        @Override
        public Verdict classify(Throwable failure, Attempt attempt) {
            for (Class<? extends Exception> type : types) {
                if (type.isInstance(failure)) return Verdict.retry();
            }
            return Verdict.stop();
        }

        @Override
        public String toString() {
            return "retryOn" + types.stream().map(Class::getName).toList();
        }
    }
}
