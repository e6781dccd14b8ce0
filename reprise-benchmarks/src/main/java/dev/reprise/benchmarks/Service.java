package dev.reprise.benchmarks;

import org.openjdk.jmh.annotations.CompilerControl;

/**
 * What is called in every benchmark. Its methods are never inlined, as those of a remote service never are, and its failure is made
 * once and has no stack trace, so that only the retrying is measured. It counts its calls, so that a test can tell that they were
 * made. For one thread at a time.
 */
@CompilerControl(CompilerControl.Mode.DONT_INLINE)
final class Service {
    static final String VALUE = "value";
    static final String PENDING = "pending";
    static final RuntimeException FAILURE = new Unavailable();

    /** Unchecked, since some peers wrap a checked one, which would cost them a stack trace. */
    static final class Unavailable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Unavailable() {
            super("unavailable", null, false, false);
        }
    }

    private int calls;

    int calls() {
        return calls;
    }

    String succeed() {
        calls++;
        return VALUE;
    }

    /** Of every three calls the first two fail. */
    String failTwice() {
        if (++calls % 3 != 0) throw FAILURE;
        return VALUE;
    }

    String fail() {
        calls++;
        throw FAILURE;
    }

    /** Of every three values the first two are to be rejected. */
    String pendTwice() {
        return ++calls % 3 == 0 ? VALUE : PENDING;
    }
}
