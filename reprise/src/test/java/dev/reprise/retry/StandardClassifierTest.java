package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.time.AttemptTimeoutException;
import dev.reprise.time.TimedOutException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.InvalidClassException;
import java.io.StreamCorruptedException;
import java.io.UncheckedIOException;
import java.io.UnsupportedEncodingException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.MalformedURLException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.security.cert.CertificateExpiredException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransientConnectionException;
import java.text.ParseException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ConcurrentModificationException;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.ZipException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row of the table in the documentation of {@link Classifier#standard}. */
class StandardClassifierTest {
    static final class Busy extends IOException implements Retryable {
        private static final long serialVersionUID = 1L;
        private final transient Verdict verdict;

        Busy(Verdict verdict) {
            this.verdict = verdict;
        }

        @Override
        public Verdict retryVerdict() {
            return verdict;
        }
    }

    private static final Attempt FIRST = new Attempt() {
        @Override
        public int number() {
            return 1;
        }

        @Override
        public int maximumAttempts() {
            return 3;
        }

        @Override
        public String label() {
            return null;
        }

        @Override
        public Optional<Duration> timeLeft() {
            return Optional.empty();
        }
    };

    private static Verdict standard(Throwable failure) {
        return Classifier.standard().classify(failure, FIRST);
    }

    private static Verdict transientOnly(Throwable failure) {
        return Classifier.transientOnly().classify(failure, FIRST);
    }

    static Stream<Throwable> defects() {
        return Stream.of(
                new OutOfMemoryError(),
                new StackOverflowError(),
                new LinkageError(),
                new AssertionError(),
                new NullPointerException(),
                new ClassCastException(),
                new ArrayIndexOutOfBoundsException(),
                new StringIndexOutOfBoundsException(),
                new IllegalArgumentException(),
                new UnsupportedOperationException(),
                new ArithmeticException(),
                new ArrayStoreException(),
                new NegativeArraySizeException(),
                new IllegalMonitorStateException(),
                new ConcurrentModificationException(),
                new java.util.IllegalFormatFlagsException("x"));
    }

    @ParameterizedTest
    @MethodSource("defects")
    void classify_defect_stops(Throwable failure) {
        assertThat(standard(failure)).isEqualTo(Verdict.stop());
        assertThat(transientOnly(failure)).isEqualTo(Verdict.stop());
        assertThat(StandardClassifier.isDefect(failure)).isTrue();
    }

    static Stream<Throwable> permanents() {
        return Stream.of(
                new InterruptedException(),
                new InterruptedIOException(),
                new ClosedByInterruptException(),
                new CancellationException(),
                new NumberFormatException(),
                new MalformedInputException(1),
                new UnsupportedCharsetException("x"),
                new UnsupportedEncodingException(),
                new DateTimeParseException("x", "y", 0),
                new ParseException("x", 0),
                new URISyntaxException("x", "y"),
                new MalformedURLException(),
                new InvalidClassException("x"),
                new StreamCorruptedException(),
                new ZipException(),
                new DataFormatException(),
                new RejectedExecutionException(),
                new NoSuchFileException("x"),
                new FileNotFoundException(),
                new AccessDeniedException("x"),
                new SecurityException(),
                new CertificateExpiredException(),
                new SSLPeerUnverifiedException("x"),
                new SSLHandshakeException("x").initCause(new CertificateExpiredException()),
                // As HttpClient.send throws it.
                new SSLHandshakeException("x")
                        .initCause(new SSLHandshakeException("y").initCause(new CertificateExpiredException())),
                new SQLSyntaxErrorException());
    }

    @ParameterizedTest
    @MethodSource("permanents")
    void classify_permanentOrCancelled_stopsWithoutBeingADefect(Throwable failure) {
        assertThat(standard(failure)).isEqualTo(Verdict.stop());
        assertThat(transientOnly(failure)).isEqualTo(Verdict.stop());
        assertThat(StandardClassifier.isDefect(failure)).isFalse();
    }

    static Stream<Throwable> transients() {
        return Stream.of(
                new ConnectException(),
                new NoRouteToHostException(),
                new SocketException("Connection reset"),
                new SocketTimeoutException(),
                new HttpTimeoutException("x"),
                new HttpConnectTimeoutException("x"),
                new SQLTransientConnectionException(),
                new SQLRecoverableException(),
                new AttemptTimeoutException(Duration.ofSeconds(1), null));
    }

    @ParameterizedTest
    @MethodSource("transients")
    void classify_transient_retriedByBoth(Throwable failure) {
        assertThat(standard(failure)).isEqualTo(Verdict.retry());
        assertThat(transientOnly(failure)).isEqualTo(Verdict.retry());
    }

    static Stream<Throwable> unknowns() {
        return Stream.of(
                new Exception(),
                new RuntimeException(),
                new IllegalStateException(),
                new NoSuchElementException(),
                new IOException(),
                new EOFException(),
                new UnknownHostException(),
                new BindException(),
                new UncheckedIOException(new IOException()),
                new SQLException(),
                new SSLHandshakeException("Remote host terminated the handshake"),
                new TimedOutException(Duration.ofSeconds(1), null),
                new Throwable());
    }

    @ParameterizedTest
    @MethodSource("unknowns")
    void classify_unknown_retriedByStandardAlone(Throwable failure) {
        assertThat(standard(failure)).isEqualTo(Verdict.retry());
        assertThat(transientOnly(failure)).isEqualTo(Verdict.stop());
    }

    @Test
    void classify_retryable_decidesForItself() {
        Verdict inTwoSeconds = Verdict.retryAfter(Duration.ofSeconds(2));
        assertThat(standard(new Busy(inTwoSeconds))).isEqualTo(inTwoSeconds);
        assertThat(transientOnly(new Busy(inTwoSeconds))).isEqualTo(inTwoSeconds);
        assertThat(standard(new Busy(Verdict.stop()))).isEqualTo(Verdict.stop());
        assertThat(Classifier.never().classify(new Busy(inTwoSeconds), FIRST)).isEqualTo(Verdict.stop());
    }

    @Test
    @Tag("BR-044")
    void classify_wrappedByAFuture_judgesTheCause() {
        assertThat(standard(new ExecutionException(new NullPointerException()))).isEqualTo(Verdict.stop());
        assertThat(standard(new ExecutionException(new CompletionException(new NoSuchFileException("x")))))
                .isEqualTo(Verdict.stop());
        assertThat(transientOnly(new ExecutionException(new ConnectException())))
                .isEqualTo(Verdict.retry());
        Verdict inTwoSeconds = Verdict.retryAfter(Duration.ofSeconds(2));
        assertThat(standard(new ExecutionException(new Busy(inTwoSeconds)))).isEqualTo(inTwoSeconds);
    }

    /** One whose cause can still be set. */
    static final class Wrapper extends CompletionException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    @Tag("BR-006")
    void unwrapped_withoutCauseOrInACircle_isItself() {
        CompletionException bare = new CompletionException((Throwable) null);
        assertThat(StandardClassifier.unwrapped(bare)).isSameAs(bare);
        Wrapper one = new Wrapper();
        CompletionException two = new CompletionException("two", one);
        one.initCause(two);
        assertThat(StandardClassifier.unwrapped(one)).isSameAs(one);
    }

    @Test
    void toString_each_hasItsName() {
        assertThat(Classifier.standard()).hasToString("standard");
        assertThat(Classifier.transientOnly()).hasToString("transientOnly");
        assertThat(Classifier.never()).hasToString("never");
    }
}
