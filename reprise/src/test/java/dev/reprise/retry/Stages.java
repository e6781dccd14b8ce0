package dev.reprise.retry;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Stages that are not futures. */
final class Stages {
    private Stages() {}

    /** The same stage, which cannot be had as a future: it throws when asked. */
    static <T> CompletionStage<T> bare(CompletableFuture<T> inner, Throwable whenAsked) {
        return broken(inner, "toCompletableFuture", whenAsked);
    }

    /** The same stage, throwing from one method. */
    @SuppressWarnings("unchecked")
    static <T> CompletionStage<T> broken(CompletableFuture<T> inner, String method, Throwable whenAsked) {
        return (CompletionStage<T>) Proxy.newProxyInstance(
                Stages.class.getClassLoader(), new Class<?>[] {CompletionStage.class}, (proxy, called, arguments) -> {
                    if (called.getName().equals(method)) throw whenAsked;
                    try {
                        return called.invoke(inner, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
