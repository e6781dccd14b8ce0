package dev.reprise.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The code of the guide about outages. */
class OutageSnippets {
    @Test
    void simulation() {
        Report report = Simulation.run(Scenario.builtIn("collapse"));
        Totals budgeted = report.outcome("three attempts, standard budget").totals();

        assertThat(budgeted.success()).isGreaterThan(0.97);
        assertThat(budgeted.load()).isLessThan(1.1);
    }
}
