package dev.reprise.retry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Numbers the calls of each stream of randomness, from 1. */
final class CallCounter {
    private final Map<String, AtomicLong> calls = new ConcurrentHashMap<>();

    long next(String stream) {
        return calls.computeIfAbsent(stream, name -> new AtomicLong()).incrementAndGet();
    }

    /** The class's name, the same in every run: the JDK numbers the classes of lambdas as they come. */
    static String nameOf(Class<?> site) {
        String name = site.getName();
        int lambda = name.indexOf("$$Lambda");
        return lambda < 0 ? name : name.substring(0, lambda) + "$$Lambda";
    }
}
