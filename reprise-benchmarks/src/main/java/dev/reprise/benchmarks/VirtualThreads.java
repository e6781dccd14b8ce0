package dev.reprise.benchmarks;

import java.lang.reflect.Method;

/** Starts virtual threads where the JDK has them, which is later than the one that this is compiled for. */
final class VirtualThreads {
    private VirtualThreads() {}

    static boolean areThere() {
        return Runtime.version().feature() >= 21;
    }

    static void start(Runnable work) {
        try {
            Object unused = Start.METHOD.invoke(null, work);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Start {
        static final Method METHOD = method();

        private static Method method() {
            try {
                return Thread.class.getMethod("startVirtualThread", Runnable.class);
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException("This needs JDK 21 or later", e);
            }
        }
    }
}
