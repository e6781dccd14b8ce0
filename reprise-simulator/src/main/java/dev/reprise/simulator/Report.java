package dev.reprise.simulator;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * What a scenario's policies did, side by side.
 *
 * @param scenario what was run
 * @param outcomes one for each policy, in the scenario's order
 */
public record Report(Scenario scenario, List<Outcome> outcomes) {
    /** Keeps a copy of the list. */
    public Report {
        requireNonNull(scenario, "scenario");
        outcomes = List.copyOf(outcomes);
    }

    /**
     * The outcome of a policy.
     *
     * @throws IllegalArgumentException when the scenario has no policy of that name
     */
    public Outcome outcome(String policy) {
        return outcomes.stream()
                .filter(outcome -> outcome.policy().name().equals(policy))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No policy is called \"" + policy + "\": there are "
                        + String.join(
                                ", ",
                                scenario.policies().stream().map(Policy::name).toList()) + "."));
    }

    /** The totals as lines of text for a terminal, each ended by a line feed. */
    public String table() {
        TextTable table = new TextTable(Findings.HEADINGS, 1, Findings.HEADINGS.size());
        outcomes.forEach(outcome -> table.add(Findings.row(outcome)));
        return scenario.name() + ": " + scenario.title() + "\n" + table;
    }

    /** As {@link #writeCsv} writes it. */
    public String csv() {
        StringBuilder text = new StringBuilder();
        try {
            writeCsv(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /**
     * Writes the curves as CSV (RFC 4180, but lines end with a line feed): a heading, then a line for each policy and bucket, with
     * the bucket's beginning in seconds and every {@link Measure}; empty where there was nothing to measure.
     */
    public void writeCsv(Appendable out) throws IOException {
        Csv.write(this, out);
    }

    /** One HTML page that needs nothing else: the findings, the scenario and the policies in words, a chart for each measure. */
    public String html() {
        return new HtmlReport(this).page();
    }
}
