package dev.reprise.cli;

import dev.reprise.simulator.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Which scenario: the argument that {@code simulate} and {@code advise} share. */
final class ScenarioOptions {
    @Spec(Spec.Target.MIXEE)
    CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "SCENARIO",
            description = "A TOML file, or the name of a scenario that comes with the command: flaky, outage, collapse,"
                    + " herd, layers, startup.")
    @Nullable
    String scenario;

    @Option(names = "--seed", paramLabel = "N", description = "Another seed than the scenario's.")
    @Nullable
    Long seed;

    Scenario load() {
        if (scenario == null) {
            throw wrong("Missing SCENARIO: a TOML file or one of " + String.join(", ", Scenario.builtInNames()));
        }
        Scenario loaded = load(scenario);
        return seed == null ? loaded : loaded.withSeed(seed);
    }

    private Scenario load(String name) {
        try {
            return isFile(name) ? Scenario.load(Path.of(name)) : Scenario.builtIn(name);
        } catch (NoSuchFileException e) {
            throw wrong("no such file: " + name);
        } catch (IOException e) {
            throw wrong("cannot read " + name + ": " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    /** A name that comes with the command wins over a folder of that name beside it. */
    private static boolean isFile(String name) {
        try {
            return name.endsWith(".toml")
                    || (!Scenario.builtInNames().contains(name) && Files.isRegularFile(Path.of(name)));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    ParameterException wrong(@Nullable String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
