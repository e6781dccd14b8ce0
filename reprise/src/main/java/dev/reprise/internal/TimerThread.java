package dev.reprise.internal;

/** The thread of the system's timer, which never runs user code: whoever hands work over can ask where that ended up. */
public final class TimerThread extends Thread {
    /** A daemon that inherits nothing from the caller that happened to be first: neither thread-locals nor class loader. */
    public TimerThread(Runnable work) {
        super(null, work, "reprise-timer", 0, false);
        setDaemon(true);
        setContextClassLoader(null);
    }

    /** Whether the calling thread is one. */
    public static boolean isCurrent() {
        return Thread.currentThread() instanceof TimerThread;
    }
}
