package dev.reprise.retry;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.Schedule;
import dev.reprise.testing.VirtualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RandomSourceTest {
    private static final Retry JITTERED = Retry.with(
                    Schedule.exponential(ofMillis(100)).jittered().attempts(5))
            .budget(RetryBudget.unlimited())
            .label("payments");

    private static List<Duration> delays(Retry retry) {
        List<Duration> delays = new ArrayList<>();
        Tried<Object> tried = retry.clock(VirtualClock.automatic())
                .onRetry(info -> delays.add(info.delay()))
                .tried(() -> {
                    throw new IOException("x");
                });
        assertThat(tried.attempts()).isEqualTo(5);
        return delays;
    }

    @Test
    void seeded_sameSeed_sameDelaysAndEachCallItsOwn() {
        Retry one = JITTERED.random(RandomSource.seeded(7));
        Retry same = JITTERED.random(RandomSource.seeded(7));
        Retry other = JITTERED.random(RandomSource.seeded(8));

        List<Duration> first = delays(one);
        List<Duration> second = delays(one);
        assertThat(first).isNotEqualTo(second);
        assertThat(delays(same)).isEqualTo(first);
        assertThat(delays(same)).isEqualTo(second);
        assertThat(delays(other)).isNotEqualTo(first);
        assertThat(delays(JITTERED.random(RandomSource.seeded(7)).label("orders")))
                .isNotEqualTo(first);
    }

    @Test
    void seeded_callsInterleaved_sameDelaysForEachOrdinal() throws Exception {
        Set<List<Duration>> alone = new HashSet<>();
        Retry reference = JITTERED.random(RandomSource.seeded(3));
        for (int i = 0; i < 64; i++) alone.add(delays(reference));

        Set<List<Duration>> together = ConcurrentHashMap.newKeySet();
        Retry shared = JITTERED.random(RandomSource.seeded(3));
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Boolean>> calls = new ArrayList<>();
            for (int i = 0; i < 64; i++) calls.add(() -> together.add(delays(shared)));
            for (Future<Boolean> call : pool.invokeAll(calls))
                assertThat(call.get()).isTrue();
        } finally {
            pool.shutdownNow();
        }
        assertThat(together).isEqualTo(alone);
    }

    @Test
    void seeded_streams_areSpread() {
        RandomSource source = RandomSource.seeded(0);
        Set<Long> firsts = new HashSet<>();
        for (int label = 0; label < 100; label++) {
            for (int ordinal = 1; ordinal <= 100; ordinal++) {
                firsts.add(source.forCall("label" + label, ordinal).nextLong());
            }
        }
        assertThat(firsts).hasSize(10_000);
        assertThat(source).isEqualTo(RandomSource.seeded(0)).hasToString("seeded(0)");
    }

    /** A seed that somebody wrote down last year reproduces the same delays today: these numbers never change. */
    @Test
    void seeded_aKnownSeed_drawsWhatItAlwaysDid() {
        RandomGenerator third = RandomSource.seeded(7).forCall("payments.charge", 3);
        assertThat(third.nextDouble()).isEqualTo(0.05307190140859619);
        assertThat(third.nextDouble()).isEqualTo(0.5798272489009733);
        assertThat(RandomSource.seeded(-1).forCall("", 1).nextLong()).isEqualTo(8828774671183394751L);
    }

    @Test
    void fixed_draws_inOrderForEveryCallAndTheLastRepeats() {
        Retry retry = JITTERED.random(RandomSource.fixed(0, 0.5, 1));
        List<Duration> expected = List.of(ofMillis(0), ofMillis(100), ofMillis(400), ofMillis(800));
        assertThat(delays(retry)).isEqualTo(expected);
        assertThat(delays(retry)).isEqualTo(expected);
        assertThat(RandomSource.fixed(0, 0.5)).hasToString("fixed(0.0, 0.5)");
        assertThat(RandomSource.fixed(1).forCall("x", 1).nextLong()).isEqualTo(Long.MAX_VALUE);
        assertThat(RandomSource.fixed(0).forCall("x", 1).nextLong()).isZero();
    }

    @Test
    void fixed_arrayChangedLater_unchanged() {
        double[] draws = {0};
        RandomSource source = RandomSource.fixed(draws);
        draws[0] = 1;
        assertThat(source.forCall("x", 1).nextDouble()).isZero();
    }

    @Test
    void fixed_invalid_saysWhy() {
        assertThatThrownBy(RandomSource::fixed)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid random source: draws ([]) must have at least one.");
        assertThatThrownBy(() -> RandomSource.fixed(0.5, 1.5))
                .hasMessage("Invalid random source: draw (1.5) must be from 0 to 1.");
        assertThatThrownBy(() -> RandomSource.fixed(Double.NaN)).hasMessageContaining("draw (NaN)");
        assertThatThrownBy(() -> RandomSource.fixed(-0.1)).hasMessageContaining("draw (-0.1)");
        assertThatThrownBy(() -> RandomSource.fixed((double[]) null)).hasMessage("draws");
    }

    @Test
    @Tag("BR-110")
    void system_freshThreads_drawDifferently() throws Exception {
        Retry retry = Retry.with(Schedule.fixedDelay(ofSeconds(1)).jittered().attempts(2))
                .budget(RetryBudget.unlimited());
        Set<Duration> draws = ConcurrentHashMap.newKeySet();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Thread thread = new Thread(() -> {
                var unused = retry.clock(VirtualClock.automatic())
                        .onRetry(info -> draws.add(info.delay()))
                        .tried(() -> {
                            throw new IOException("x");
                        });
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) thread.join();
        assertThat(draws.size()).isGreaterThan(1);
        assertThat(RandomSource.system()).hasToString("system");
        assertThat(RandomSource.system().forCall("x", 1).nextLong())
                .isNotEqualTo(RandomSource.system().forCall("x", 1).nextLong());
    }

    @Test
    void forCall_withoutLabel_namedByTheOperationsClassTheSameInEveryRun() throws IOException {
        List<String> labels = new ArrayList<>();
        List<Long> ordinals = new ArrayList<>();
        RandomGenerator generator = new Random(1);
        Retry retry = Retry.with(Schedule.fixedDelay(ofMillis(1)).jittered().attempts(2))
                .clock(VirtualClock.automatic())
                .random((label, ordinal) -> {
                    labels.add(label);
                    ordinals.add(ordinal);
                    return generator;
                });
        for (int i = 0; i < 2; i++) {
            var unused = retry.tried(() -> {
                throw new IOException("x");
            });
        }
        var unused = retry.tried(new Named());
        assertThat(retry.call(new Named())).isEqualTo("V");
        assertThat(labels)
                .containsExactly(
                        RandomSourceTest.class.getName() + "$$Lambda",
                        RandomSourceTest.class.getName() + "$$Lambda",
                        Named.class.getName(),
                        Named.class.getName());
        assertThat(ordinals).containsExactly(1L, 2L, 1L, 2L);
    }

    static final class Named implements dev.reprise.Operation<String, IOException> {
        @Override
        public String call() {
            return "V";
        }
    }

    @Test
    void random_scheduleThatDrawsNothing_notCounted() {
        AtomicLong asked = new AtomicLong();
        Retry retry = Retry.with(Schedule.fixedDelay(ofMillis(1)).attempts(2))
                .clock(VirtualClock.automatic())
                .random((label, ordinal) -> {
                    asked.incrementAndGet();
                    return new Random(ordinal);
                });
        assertThat(retry.tried(() -> {
                            throw new IOException("x");
                        })
                        .attempts())
                .isEqualTo(2);
        assertThat(asked).hasValueLessThanOrEqualTo(1);
    }
}
