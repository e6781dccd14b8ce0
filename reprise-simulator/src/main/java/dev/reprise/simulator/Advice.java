package dev.reprise.simulator;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The policies that no other one beats in a scenario, the best success first.
 *
 * @param scenario what they were tried on
 * @param tried how many were tried
 * @param best what is left
 */
public record Advice(Scenario scenario, int tried, List<Choice> best) {
    /** Keeps a copy of the list. */
    public Advice {
        requireNonNull(scenario, "scenario");
        best = List.copyOf(best);
    }

    /**
     * A policy and how it did.
     *
     * @param policy the policy
     * @param success the mean share of calls that ended well, from 0 to 1
     * @param load the mean number of requests for each call
     * @param recovery the longest recovery; {@link dev.reprise.schedule.Schedule#FOREVER} when a run never recovered, null when
     *     nothing was disturbed
     */
    public record Choice(
            Policy policy,
            double success,
            double load,
            @Nullable Duration recovery) {
        static Choice of(Policy policy, List<Totals> runs) {
            return new Choice(
                    policy,
                    runs.stream().mapToDouble(Totals::success).average().orElseThrow(),
                    runs.stream().mapToDouble(Totals::load).average().orElseThrow(),
                    runs.stream()
                            .map(Totals::recovery)
                            .filter(Objects::nonNull)
                            .max(Comparator.naturalOrder())
                            .orElse(null));
        }

        private Score score() {
            return new Score(
                    Math.round(success * 1000), Math.round(load * 100), recovery == null ? 0 : recovery.toNanos());
        }
    }

    /** What is compared, as coarse as it is shown. */
    private record Score(long success, long load, long recovery) {
        boolean beats(Score other) {
            return success >= other.success && load <= other.load && recovery <= other.recovery && !equals(other);
        }
    }

    /** Of those with the same score the first one is kept. */
    static List<Choice> unbeaten(List<Choice> choices) {
        Map<Score, Choice> simplest = new LinkedHashMap<>();
        choices.forEach(choice -> simplest.putIfAbsent(choice.score(), choice));
        List<Choice> best = new ArrayList<>();
        simplest.forEach((score, choice) -> {
            if (simplest.keySet().stream().noneMatch(other -> other.beats(score))) {
                best.add(choice);
            }
        });
        best.sort(Comparator.comparingDouble(Choice::success).reversed());
        return best;
    }

    /** The scenario with the policies that are left, the eight most successful of them, to be run and looked at. */
    public Scenario comparison() {
        return scenario.withPolicies(
                best.stream().limit(Scenario.MOST_POLICIES).map(Choice::policy).toList());
    }

    /** Each policy as a line: success, load, recovery, the schedule's text and the budget's, each ended by a line feed. */
    public String table() {
        TextTable table = new TextTable(List.of("success", "load", "recovery", "schedule", "budget"), 0, 3);
        for (Choice choice : best) {
            table.add(List.of(
                    Findings.percent(choice.success),
                    Findings.multiple(choice.load),
                    Findings.recovery(choice.recovery),
                    choice.policy.schedule().toString(),
                    choice.policy.budget().toString()));
        }
        return scenario.name() + ": " + best.size() + " of " + tried + " policies that no other one beats\n" + table;
    }

    /** Each policy as the Java that makes it, in the same order, one a line. */
    public String java() {
        StringBuilder text = new StringBuilder();
        for (Choice choice : best) {
            text.append("Retry.with(BoundedSchedule.parse(\"")
                    .append(choice.policy.schedule())
                    .append("\")).budget(")
                    .append(choice.policy.budget().toJava())
                    .append(")\n");
        }
        return text.toString();
    }
}
