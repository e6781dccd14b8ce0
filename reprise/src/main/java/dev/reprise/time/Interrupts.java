package dev.reprise.time;

import dev.reprise.internal.CallScope;

/**
 * One thread's interrupts that are the library's own: set by a watch whose limit passed, taken back when it ends.
 *
 * <p>A thread has one interrupt flag for everybody. All watches of a thread share this object, and every interrupt is set
 * and taken back under its lock: none can land after its watch has ended, none is taken from an enclosing watch that has
 * fired, too, and a flag that somebody else had set before stays set. An interrupt from outside that comes between the
 * firing and the end cannot be told from ours and is taken back with it.
 */
final class Interrupts {
    private final Thread thread = Thread.currentThread();
    private int fired;
    private boolean fromOutside;

    private Interrupts() {}

    /** A watch of the calling thread; whoever begins one ends it, the inner before the outer. */
    static Watch begin() {
        CallScope scope = CallScope.current();
        if (scope.interrupts() instanceof Interrupts interrupts) {
            return interrupts.new Watch();
        }
        Interrupts first = new Interrupts();
        scope.interrupts(first);
        return first.new Watch();
    }

    final class Watch implements Runnable {
        private boolean hasFired;
        private boolean hasEnded;

        /** Interrupts the thread unless the watch has ended. */
        @Override
        public void run() {
            synchronized (Interrupts.this) {
                if (hasEnded || hasFired) {
                    return;
                }
                hasFired = true;
                if (fired++ == 0) {
                    fromOutside = thread.isInterrupted();
                }
                thread.interrupt();
            }
        }

        /** On the watched thread: takes the interrupt back. Returns whether there was one. */
        boolean end() {
            synchronized (Interrupts.this) {
                hasEnded = true;
                if (!hasFired) {
                    return false;
                }
                boolean others = --fired > 0;
                if (others || fromOutside) {
                    thread.interrupt();
                } else {
                    var unused = Thread.interrupted();
                }
                if (!others) {
                    fromOutside = false;
                }
                return true;
            }
        }
    }
}
