package dev.reprise.retry;

import java.security.cert.CertificateException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** The table behind {@link Classifier#standard} and {@link Classifier#transientOnly}. */
final class StandardClassifier implements Classifier {
    static final Classifier STANDARD = new StandardClassifier("standard", Set.of(Kind.TRANSIENT, Kind.UNKNOWN));
    static final Classifier TRANSIENT_ONLY = new StandardClassifier("transientOnly", Set.of(Kind.TRANSIENT));
    static final Classifier NEVER = new StandardClassifier("never", Set.of());

    private enum Kind {
        DEFECT,
        CANCELLATION,
        PERMANENT,
        TRANSIENT,
        UNKNOWN
    }

    /**
     * By name, since most of these classes are in modules and libraries that need not be there. A class that is not listed
     * is judged by its nearest superclass that is.
     */
    private static final Map<String, Kind> TABLE = new TreeMap<>();

    private static void put(Kind kind, String... names) {
        for (String name : names) TABLE.put(name, kind);
    }

    static {
        put(Kind.UNKNOWN, "java.lang.Throwable");
        put(
                Kind.DEFECT,
                "java.lang.Error",
                "java.lang.ArithmeticException",
                "java.lang.ArrayStoreException",
                "java.lang.ClassCastException",
                "java.lang.EnumConstantNotPresentException",
                "java.lang.IllegalArgumentException",
                "java.lang.IllegalCallerException",
                "java.lang.IllegalMonitorStateException",
                "java.lang.IndexOutOfBoundsException",
                "java.lang.NegativeArraySizeException",
                "java.lang.NullPointerException",
                "java.lang.TypeNotPresentException",
                "java.lang.UnsupportedOperationException",
                "java.lang.invoke.WrongMethodTypeException",
                "java.lang.reflect.InaccessibleObjectException",
                "java.util.ConcurrentModificationException");
        put(
                Kind.CANCELLATION,
                "java.lang.InterruptedException",
                "java.io.InterruptedIOException",
                "java.nio.channels.ClosedByInterruptException",
                "java.nio.channels.FileLockInterruptionException",
                "java.util.concurrent.CancellationException");
        // The same bytes fail the same way.
        put(
                Kind.PERMANENT,
                "java.io.CharConversionException",
                "java.io.ObjectStreamException",
                "java.io.UTFDataFormatException",
                "java.io.UnsupportedEncodingException",
                "java.lang.NumberFormatException",
                "java.net.MalformedURLException",
                "java.net.URISyntaxException",
                "java.nio.charset.CharacterCodingException",
                "java.nio.charset.IllegalCharsetNameException",
                "java.nio.charset.UnsupportedCharsetException",
                "java.text.ParseException",
                "java.time.DateTimeException",
                "java.util.zip.DataFormatException",
                "java.util.zip.ZipException",
                "com.fasterxml.jackson.core.JacksonException",
                "com.fasterxml.jackson.core.JsonProcessingException",
                "tools.jackson.core.JacksonException",
                "com.google.gson.JsonParseException",
                "com.google.gson.stream.MalformedJsonException",
                "com.google.protobuf.InvalidProtocolBufferException");
        // Somebody says: do not call.
        put(
                Kind.PERMANENT,
                "java.util.concurrent.RejectedExecutionException",
                "io.github.resilience4j.circuitbreaker.CallNotPermittedException",
                "io.github.resilience4j.bulkhead.BulkheadFullException",
                "io.github.resilience4j.ratelimiter.RequestNotPermitted",
                "dev.failsafe.CircuitBreakerOpenException",
                "dev.failsafe.BulkheadFullException",
                "dev.failsafe.RateLimitExceededException",
                "org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException",
                "org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException",
                "org.springframework.cloud.client.circuitbreaker.NoFallbackAvailableException",
                "org.springframework.resilience.InvocationRejectedException",
                "org.springframework.retry.ExhaustedRetryException",
                "org.springframework.retry.TerminatedRetryException");
        // It will not be otherwise in a second.
        put(
                Kind.PERMANENT,
                "java.io.FileNotFoundException",
                "java.lang.ClassNotFoundException",
                "java.lang.SecurityException",
                "java.nio.file.AccessDeniedException",
                "java.nio.file.DirectoryNotEmptyException",
                "java.nio.file.FileAlreadyExistsException",
                "java.nio.file.FileSystemLoopException",
                "java.nio.file.InvalidPathException",
                "java.nio.file.NoSuchFileException",
                "java.nio.file.NotDirectoryException",
                "java.nio.file.NotLinkException",
                "java.nio.file.ReadOnlyFileSystemException",
                "java.security.GeneralSecurityException",
                "java.sql.SQLNonTransientException",
                "javax.net.ssl.SSLPeerUnverifiedException");
        put(
                Kind.TRANSIENT,
                "dev.reprise.time.AttemptTimeoutException",
                "java.net.SocketException",
                "java.net.SocketTimeoutException",
                "java.net.http.HttpTimeoutException",
                "java.sql.SQLRecoverableException",
                "java.sql.SQLTransientException");
        // A socket failure, but one of the own address.
        put(Kind.UNKNOWN, "java.net.BindException");
    }

    private static final ClassValue<Kind> KINDS = new ClassValue<>() {
        @Override
        protected Kind computeValue(Class<?> type) {
            for (Class<?> candidate = type; candidate != null; candidate = candidate.getSuperclass()) {
                Kind kind = TABLE.get(candidate.getName());
                if (kind != null) return kind;
            }
            return Kind.UNKNOWN;
        }
    };

    private final String name;
    private final Set<Kind> retried;

    private StandardClassifier(String name, Set<Kind> retried) {
        this.name = name;
        this.retried = retried;
    }

    @Override
    public Verdict classify(Throwable failure, Attempt attempt) {
        Throwable judged = unwrapped(failure);
        if (judged instanceof Retryable retryable && !retried.isEmpty()) return retryable.retryVerdict();
        return retried.contains(kind(judged)) ? Verdict.retry() : Verdict.stop();
    }

    /** Whether the failure is a programming error, or an Error. */
    static boolean isDefect(Throwable failure) {
        return KINDS.get(failure.getClass()) == Kind.DEFECT;
    }

    private static Kind kind(Throwable failure) {
        return isBadCertificate(failure) ? Kind.PERMANENT : KINDS.get(failure.getClass());
    }

    /**
     * A handshake may have broken off, or have met a certificate that stays as bad as it is. The JDK's HTTP client throws a
     * new exception of the same type around the one that knows.
     */
    private static boolean isBadCertificate(Throwable failure) {
        if (!(failure instanceof SSLHandshakeException)) return false;
        Throwable cause = failure.getCause();
        Throwable inner = cause instanceof SSLHandshakeException ? cause.getCause() : cause;
        return inner instanceof CertificateException;
    }

    /** What a future wrapped, as far in as it wrapped it; a wrapper without a cause is itself. */
    static Throwable unwrapped(Throwable failure) {
        @Nullable Set<Throwable> seen = null;
        Throwable inner = failure;
        while ((inner instanceof ExecutionException || inner instanceof CompletionException)
                && inner.getCause() != null) {
            if (seen == null) seen = Collections.newSetFromMap(new IdentityHashMap<>());
            if (!seen.add(inner)) return failure;
            inner = inner.getCause();
        }
        return inner;
    }

    @Override
    public String toString() {
        return name;
    }
}
