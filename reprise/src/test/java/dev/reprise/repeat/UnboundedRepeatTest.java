package dev.reprise.repeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A bound is asked for by the compiler; only a supervisor runs without one. */
class UnboundedRepeatTest {
    @Test
    @Tag("BR-066")
    void repeat_withoutABound_doesNotCompile() {
        assertThat(errors("Repeat.with(Schedule.fixedRate(second)).run(() -> {})"))
                .singleElement()
                .asString()
                .matches("incompatible types: \\S*Schedule cannot be converted to \\S*BoundedSchedule");
        assertThat(errors("Repeat.with(Schedule.fixedRate(second).upTo(second)).run(() -> {})"))
                .singleElement()
                .asString()
                .matches("incompatible types: \\S*Schedule cannot be converted to \\S*BoundedSchedule");
    }

    @Test
    void repeat_boundedOrSupervised_compiles() {
        assertThat(errors("Repeat.with(Schedule.fixedRate(second).attempts(3)).run(() -> {})"))
                .isEmpty();
        assertThat(errors("Supervisor.open().repeat(Schedule.fixedRate(second), () -> {})"))
                .isEmpty();
    }

    private static List<String> errors(String expression) {
        String source = "import dev.reprise.repeat.*; import dev.reprise.schedule.*; import java.time.Duration;"
                + " class Use { Object use(Duration second) { return " + expression + "; } }";
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///Use.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        // Types are checked, and no class file is written.
        List<String> options = List.of(
                "-proc:none", "-XDshould-stop.ifNoError=FLOW", "-classpath", System.getProperty("java.class.path"));
        var unused = ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, found, options, null, List.of(file))
                .call();
        return found.getDiagnostics().stream()
                .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .map(diagnostic -> diagnostic.getMessage(Locale.ROOT))
                .toList();
    }
}
