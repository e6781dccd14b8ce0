package dev.reprise.simulator;

import dev.reprise.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.List;

/** Everything that is wrong with a value, said at once: {@code Invalid clients: count (0) must be at least 1.} */
final class Problems {
    private final String subject;
    private final List<String> found = new ArrayList<>();

    Problems(String subject) {
        this.subject = subject;
    }

    /** Notes the rule when it does not hold. */
    @CanIgnoreReturnValue
    Problems rule(boolean holds, String key, Object value, String rule) {
        if (!holds) {
            add(key, value, rule);
        }
        return this;
    }

    void add(String key, Object value, String rule) {
        found.add(key + " (" + value + ") must " + rule);
    }

    void add(String sentence) {
        found.add(sentence);
    }

    /** Takes over what a part of this value complained about, with the part's place before each key. */
    void addAll(String place, Found part) {
        part.problems.forEach(problem -> found.add(place + problem));
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    void orThrow() {
        if (!found.isEmpty()) {
            throw new Found(subject, found);
        }
    }

    /** The problems as they are thrown, still apart so that a surrounding value can say where they are. */
    static final class Found extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        private final transient List<String> problems;

        private Found(String subject, List<String> problems) {
            super("Invalid " + subject + ": " + String.join("; ", problems) + ".");
            this.problems = List.copyOf(problems);
        }
    }
}
