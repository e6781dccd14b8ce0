package dev.reprise;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.internal.CallScope;
import dev.reprise.time.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AmbientTest {
    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    @AfterEach
    void close() {
        pool.shutdownNow();
    }

    private record Seen(Object deadline, int depth, Object budget) {
        static final Seen NOTHING = new Seen(null, 0, null);

        static Seen here() {
            CallScope scope = CallScope.current();
            return new Seen(scope.deadline(), scope.depth(), scope.budget());
        }

        @CanIgnoreReturnValue
        <T> T around(Callable<T> body) throws Exception {
            Seen before = here();
            CallScope.current().set(deadline, depth, budget);
            try {
                return body.call();
            } finally {
                CallScope.current().set(before.deadline, before.depth, before.budget);
            }
        }
    }

    private final Seen inside = new Seen(Deadline.after(Duration.ofHours(1)), 2, "budget");

    @Test
    void wrapped_ranOnAnotherThread_seesWhatWasCapturedAndLeavesNothing() throws Exception {
        CompletableFuture<Seen> runnable = new CompletableFuture<>();
        Runnable task = inside.around(() -> Ambient.runnable(() -> runnable.complete(Seen.here())));
        Callable<Seen> callable = inside.around(() -> Ambient.callable(Seen::here));
        Callable<Seen> supplier = inside.around(() -> Ambient.supplier(Seen::here))::get;

        pool.submit(task).get();
        assertThat(runnable.get()).isEqualTo(inside);
        assertThat(pool.submit(callable).get()).isEqualTo(inside);
        assertThat(pool.submit(supplier).get()).isEqualTo(inside);
        assertThat(pool.submit(Seen::here).get()).isEqualTo(Seen.NOTHING);
        assertThat(Seen.here()).isEqualTo(Seen.NOTHING);
    }

    @Test
    void wrapped_outsideOfEverything_hidesWhatTheOtherThreadHas() throws Exception {
        Callable<Seen> outside = Ambient.callable(Seen::here);

        assertThat(inside.around(outside)).isEqualTo(Seen.NOTHING);
        assertThat(inside.around(() -> {
                    Seen unused = outside.call();
                    return Seen.here();
                }))
                .isEqualTo(inside);
    }

    @Test
    void wrapped_taskThrows_putsBackAndPassesTheSameFailureOn() throws Exception {
        IllegalStateException failure = new IllegalStateException("task");
        Callable<Void> callable = inside.around(() -> Ambient.callable(() -> {
            throw failure;
        }));

        assertThatThrownBy(callable::call).isSameAs(failure);
        assertThat(Seen.here()).isEqualTo(Seen.NOTHING);
    }

    @Test
    void deadline_carried_isCurrentThere() throws Exception {
        Deadline deadline = Deadline.after(Duration.ofHours(1));
        Callable<Deadline> task =
                deadline.call(() -> Ambient.callable(() -> Deadline.current().orElseThrow()));

        assertThat(pool.submit(task).get()).isSameAs(deadline);
    }

    @Test
    void executor_capturesAtEveryHandOver_notWhenMade() throws Exception {
        var executor = inside.around(() -> Ambient.executor(pool));
        CompletableFuture<Seen> first = new CompletableFuture<>();
        CompletableFuture<Seen> second = new CompletableFuture<>();

        executor.execute(() -> first.complete(Seen.here()));
        inside.around(() -> {
            executor.execute(() -> second.complete(Seen.here()));
            return null;
        });

        assertThat(first.get()).isEqualTo(Seen.NOTHING);
        assertThat(second.get()).isEqualTo(inside);
    }

    @Test
    void executorService_everyWayToHandOverATask_carries() throws Exception {
        ExecutorService service = Ambient.executorService(pool);
        Map<String, Seen> seen = new ConcurrentHashMap<>();
        CountDownLatch executed = new CountDownLatch(1);
        Callable<Seen> look = Seen::here;

        inside.around(() -> {
            service.execute(() -> {
                seen.put("execute", Seen.here());
                executed.countDown();
            });
            seen.put("callable", service.submit(look).get());
            service.submit(() -> seen.put("runnable", Seen.here())).get();
            String result = service.submit(
                            () -> {
                                seen.put("runnable and result", Seen.here());
                            },
                            "result")
                    .get();
            assertThat(result).isEqualTo("result");
            for (Future<Seen> each : service.invokeAll(List.of(look))) {
                seen.put("all", each.get());
            }
            for (Future<Seen> each : service.invokeAll(List.of(look), 1, SECONDS)) {
                seen.put("all in time", each.get());
            }
            seen.put("any", service.invokeAny(List.of(look)));
            seen.put("any in time", service.invokeAny(List.of(look), 1, SECONDS));
            return null;
        });
        executed.await();

        assertThat(seen).hasSize(8).allSatisfy((how, what) -> assertThat(what).isEqualTo(inside));
        assertThat(pool.submit(Seen::here).get()).isEqualTo(Seen.NOTHING);
    }

    @Test
    void executorService_shutDown_shutsDownTheOneInside() throws Exception {
        ExecutorService service = Ambient.executorService(pool);
        CountDownLatch never = new CountDownLatch(1);
        service.execute(() -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        service.execute(() -> {});

        assertThat(service.isShutdown()).isFalse();
        service.shutdown();
        assertThat(pool.isShutdown()).isTrue();
        assertThat(service.isShutdown()).isTrue();
        assertThat(service.isTerminated()).isFalse();
        assertThat(service.shutdownNow()).hasSize(1);
        assertThat(service.awaitTermination(10, SECONDS)).isTrue();
        assertThat(service.isTerminated()).isTrue();
        assertThat(service).hasToString("Ambient.executorService(" + pool + ")");
    }

    @Test
    void closeable_fromJdk19_closesTheOneInside() throws Exception {
        ExecutorService service = Ambient.executorService(pool);
        if ((Object) service instanceof AutoCloseable closeable) {
            closeable.close();
        } else {
            service.shutdown();
        }

        assertThat(pool.isShutdown()).isTrue();
    }

    @Test
    void null_saysWhich() {
        assertThatNullPointerException()
                .isThrownBy(() -> Ambient.runnable(null))
                .withMessage("task");
        assertThatNullPointerException()
                .isThrownBy(() -> Ambient.callable(null))
                .withMessage("task");
        assertThatNullPointerException()
                .isThrownBy(() -> Ambient.supplier(null))
                .withMessage("task");
        assertThatNullPointerException()
                .isThrownBy(() -> Ambient.executor(null))
                .withMessage("executor");
        assertThatNullPointerException()
                .isThrownBy(() -> Ambient.executorService(null))
                .withMessage("executor");
        assertThatNullPointerException()
                .isThrownBy(() -> Ambient.executor(pool).execute(null))
                .withMessage("task");
    }

    @Test
    @Tag("BR-055")
    void nestingMark_carriedToAnotherThread_isSeenThere() throws Exception {
        Callable<Integer> depth =
                inside.around(() -> Ambient.callable(() -> CallScope.current().depth()));

        assertThat(pool.submit(depth).get()).isEqualTo(2);
    }
}
