package dev.reprise.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.schedule.Schedule;
import dev.reprise.simulator.Clients.Arrivals;
import dev.reprise.simulator.Clients.Surge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalStreamTest {
    private static final Surge SURGE = new Surge(Duration.ofSeconds(40), Duration.ofSeconds(60), 50);
    private static final Surge PAUSE = new Surge(Duration.ofSeconds(80), Duration.ofSeconds(90), 0);

    @Test
    void next_fixed_isEvenlySpaced() {
        List<Long> instants = instants(Arrivals.FIXED, 10, List.of());

        assertThat(instants).hasSize(1000);
        assertThat(instants.get(0)).isLessThan(100_000_000);
        for (int i = 1; i < instants.size(); i++) {
            assertThat(instants.get(i) - instants.get(i - 1)).isCloseTo(100_000_000, within(2L));
        }
    }

    @Test
    void next_poisson_hasTheRateAndTheSpreadOfOne() {
        List<Long> instants = instants(Arrivals.POISSON, 100, List.of());

        assertThat((double) instants.size()).isCloseTo(10_000, within(300.0));
        double square = 0;
        for (int i = 1; i < instants.size(); i++) {
            square += Math.pow((instants.get(i) - instants.get(i - 1)) / 1e9, 2);
        }
        // The mean square of an exponential variable is twice the square of its mean.
        assertThat(square / (instants.size() - 1)).isCloseTo(2e-4, within(2e-5));
    }

    @Test
    void next_surge_changesTheRateExactlyThen() {
        for (Arrivals arrivals : List.of(Arrivals.FIXED, Arrivals.POISSON)) {
            List<Long> instants = instants(arrivals, 10, List.of(SURGE, PAUSE));

            assertThat(between(instants, 0, 40)).as(arrivals + " before").isCloseTo(400, within(60L));
            assertThat(between(instants, 40, 60)).as(arrivals + " surge").isCloseTo(1000, within(100L));
            assertThat(between(instants, 60, 80)).as(arrivals + " after").isCloseTo(200, within(40L));
            assertThat(between(instants, 80, 90)).as(arrivals + " pause").isZero();
            assertThat(between(instants, 90, 100)).as(arrivals + " again").isCloseTo(100, within(30L));
        }
    }

    @Test
    void next_together_isOnceAtTheBeginning() {
        assertThat(instants(Arrivals.TOGETHER, 0, List.of())).containsExactly(0L);
    }

    private static long between(List<Long> instants, int from, int until) {
        return instants.stream()
                .filter(at -> at >= from * 1e9 && at < until * 1e9)
                .count();
    }

    private static List<Long> instants(Arrivals arrivals, double rate, List<Surge> surges) {
        Clients clients = new Clients(1, arrivals, rate, Schedule.FOREVER, Schedule.FOREVER, surges);
        Scenario flaky = Scenario.builtIn("flaky");
        Duration duration = Duration.ofSeconds(100);
        ArrivalStream stream = new ArrivalStream(new Scenario(
                "s", "s", "", 1, duration, duration, clients, flaky.network(), flaky.server(), flaky.policies()));
        List<Long> instants = new ArrayList<>();
        long last = 0;
        for (long ordinal = 0; (last = stream.next(Draws.key(7, 7), ordinal, last)) != Long.MAX_VALUE; ordinal++) {
            instants.add(last);
        }
        return instants;
    }
}
