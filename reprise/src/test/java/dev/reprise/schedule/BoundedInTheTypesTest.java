package dev.reprise.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.retry.Retry;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A retry that might never end does not compile: asked of the compiler. */
class BoundedInTheTypesTest {
    @TempDir
    Path classes;

    @ParameterizedTest
    @Tag("BR-066")
    @ValueSource(
            strings = {
                "Schedule.fixedDelay(ofSeconds(1))",
                "Schedule.backoff(ofMillis(1), ofSeconds(1))",
                "Schedule.fixedDelay(ofSeconds(1)).upTo(ofSeconds(60))",
                "Schedule.fixedDelay(ofSeconds(1)).waitingAtMost(ofSeconds(60))",
                "Schedule.times(3).union(Schedule.immediate())",
                "Schedule.times(3).andThen(Schedule.immediate())",
                "Schedule.parse(\"times(3)\")",
            })
    void with_anUnboundedSchedule_doesNotCompile(String schedule) throws URISyntaxException {
        assertThat(errors(schedule)).singleElement().asString().contains("BoundedSchedule");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Schedule.fixedDelay(ofSeconds(1)).attempts(3)",
                "Schedule.once()",
                "Schedule.delays(ofSeconds(1), ofSeconds(2))",
                "Schedule.exponential(ofSeconds(1)).intersect(Schedule.times(5))",
                "Schedule.times(5).intersect(Schedule.exponential(ofSeconds(1)))",
                "Schedule.times(3).andThen(Schedule.delays(ofSeconds(1)))",
                "Schedule.times(3).union(Schedule.delays(ofSeconds(1)))",
                "Schedule.times(3).capped(ofSeconds(1)).jittered().upTo(ofSeconds(1)).waitingAtMost(ofSeconds(1))",
                "BoundedSchedule.of(Schedule.parse(\"times(3)\"))",
                "BoundedSchedule.parse(\"times(3)\")",
            })
    void with_aBoundedSchedule_compiles(String schedule) throws URISyntaxException {
        assertThat(errors(schedule)).isEmpty();
    }

    private List<String> errors(String schedule) throws URISyntaxException {
        String source = "import static java.time.Duration.*; import dev.reprise.retry.*; import dev.reprise.schedule.*;"
                + " class Use { Retry retry() { return Retry.with(" + schedule + "); } }";
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///Use.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        String product = Path.of(Retry.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options = List.of("-proc:none", "-classpath", product, "-d", classes.toString());
        boolean compiled = compiler.getTask(null, null, found, options, null, List.of(file))
                .call();
        List<String> errors = found.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(Diagnostic::toString)
                .toList();
        assertThat(errors.isEmpty()).isEqualTo(compiled);
        return errors;
    }
}
