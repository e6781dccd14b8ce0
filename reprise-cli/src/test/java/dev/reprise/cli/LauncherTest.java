package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.cli.Ran.Running;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code bin/reprise}, in a folder that looks like the project after a build, with a jar of the classes under
 * test. Arguments that are not ASCII are written in scripts: this JVM may itself be unable to pass them.
 */
class LauncherTest {
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

    @TempDir
    Path folder;

    private Path root;

    @BeforeEach
    void layOut() throws IOException {
        root = folder.resolve("a project");
        Path target =
                Files.createDirectories(root.resolve("reprise-cli/target/lib")).getParent();
        Files.createDirectories(root.resolve("bin"));
        Files.copy(Path.of("..", "bin", "reprise"), root.resolve("bin/reprise"));
        makeExecutable(root.resolve("bin/reprise"));
        writeJar(target.resolve("reprise-cli.jar"));
        // Without an archive the first start would take a second to make one; an unusable one is passed over.
        Files.createFile(target.resolve("reprise-cli-" + System.getProperty("java.version") + ".jsa"));
        Path sources = Files.createDirectories(root.resolve("reprise/src/main"));
        Files.writeString(sources.resolve("Source.java"), "");
        Files.writeString(root.resolve("pom.xml"), "");
        for (String input : List.of("pom.xml", "reprise/src/main/Source.java", "reprise/src/main")) {
            Files.setLastModifiedTime(root.resolve(input), LONG_AGO);
        }
    }

    @Test
    void launch_throughALinkFromAnotherFolder_works() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a project/bin/reprise"));
        Path second = Files.createSymbolicLink(folder.resolve("second"), link);

        Ran ran = sh("cd / && \"$1\" --version", second.toString());

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).startsWith("reprise ");
        assertThat(ran.status()).isZero();
    }

    @Test
    void launch_plainLocale_keepsEveryArgument() throws Exception {
        Ran ran = sh("""
                export LC_ALL=C
                "$1" explain 'fixedDelay(1s).jittered(±20%).attempts(2)' --json &&
                "$1" retry -- printf '%s|%s\\n' 'ünïcode ✓' "$(printf '\\342\\202\\254')" &&
                mkdir 'é' && echo '{"id":"é","schedule":"once()"}' >'é/ß' && "$1" explain --batch 'é/ß'
                """);

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out().lines().toList())
                .hasSize(3)
                .satisfies(lines -> assertThat(lines.get(0)).contains(".jittered(0.8..1.2)."))
                .satisfies(lines -> assertThat(lines.get(1)).isEqualTo("ünïcode ✓|€"))
                .satisfies(lines -> assertThat(lines.get(2)).startsWith("{\"id\":\"é\",\"schedule\":\"once()\""));
    }

    @Test
    void launch_plainLocale_theCommandKeepsIt() throws Exception {
        Ran ran = sh("""
                show='echo "${LC_ALL-unset} ${LANG-unset}"'
                LC_ALL=C LANG=xx "$1" retry -- sh -c "$show"
                unset LC_ALL
                LANG=C LC_CTYPE=C "$1" retry -- sh -c "$show"
                """);

        assertThat(ran.out()).isEqualTo("C xx\nunset C\n");
    }

    @Test
    void launch_statusOfTheCommand_isOurs() throws Exception {
        assertThat(sh("\"$1\" retry -q -s 'times(2)' -- sh -c 'exit 42'").status())
                .isEqualTo(42);
    }

    @Test
    void launch_sourcesAreNewer_buildsOnceAndLeavesStandardInputAlone() throws Exception {
        fakeMaven("cat; echo \"$@\" >>\"$FOLDER/built\"; echo noise");
        Files.setLastModifiedTime(root.resolve("reprise/src/main/Source.java"), justNow());

        Ran first = sh("echo untouched | \"$1\"");
        Ran second = sh("echo untouched | \"$1\"");

        assertThat(first).isEqualTo(new Ran(0, "untouched\n", "reprise: building…\n"));
        assertThat(second).isEqualTo(new Ran(0, "untouched\n", ""));
        assertThat(Files.readAllLines(folder.resolve("built")))
                .hasSize(1)
                .first()
                .asString()
                .contains("package");
    }

    @Test
    void launch_sourceWasRemoved_buildsAgain() throws Exception {
        fakeMaven("echo x >>\"$FOLDER/built\"");
        Files.delete(root.resolve("reprise/src/main/Source.java"));
        Files.setLastModifiedTime(root.resolve("reprise/src/main"), justNow());

        assertThat(sh("\"$1\" --version").err()).isEqualTo("reprise: building…\n");
    }

    @Test
    void launch_twoAtOnce_buildOnce() throws Exception {
        fakeMaven("echo x >>\"$FOLDER/built\"; sleep 0.5");
        Files.setLastModifiedTime(root.resolve("pom.xml"), justNow());

        Running one = Running.start(script("\"$1\" --version"));
        Running two = Running.start(script("\"$1\" --version"));

        assertThat(one.end().status()).isZero();
        assertThat(two.end().status()).isZero();
        assertThat(Files.readAllLines(folder.resolve("built"))).hasSize(1);
    }

    @Test
    void launch_buildFails_showsWhy() throws Exception {
        fakeMaven("echo '[ERROR] it is broken'; exit 1");
        Files.setLastModifiedTime(root.resolve("pom.xml"), justNow());

        Ran ran = sh("\"$1\" --version");

        assertThat(ran).isEqualTo(new Ran(1, "", """
                        reprise: building…
                        [ERROR] it is broken
                        reprise: it cannot be built; the messages are above
                        """));
        assertThat(root.resolve("reprise-cli/target/reprise-cli.building")).doesNotExist();
    }

    @Test
    void launch_noJava_saysWhatIsNeeded() throws Exception {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : List.of("dirname", "readlink", "sed")) {
            writeProgram(tools.resolve(tool), "exec " + onPath(tool) + " \"$@\"");
        }

        Ran ran = sh("unset JAVA_HOME; PATH=" + tools + " \"$1\" --version");

        assertThat(ran)
                .isEqualTo(
                        new Ran(1, "", "reprise: no java on the PATH and no JAVA_HOME; Java 17 or later is needed\n"));
    }

    @Test
    void launch_javaHomeIsWrong_saysSo() throws Exception {
        assertThat(sh("JAVA_HOME=/no/such \"$1\" --version"))
                .isEqualTo(
                        new Ran(1, "", "reprise: JAVA_HOME (/no/such) has no bin/java; Java 17 or later is needed\n"));
    }

    @Test
    void launch_javaIsTooOld_saysWhichItIs() throws Exception {
        for (String version : List.of("1.8.0_402", "9", "11.0.2", "16")) {
            Path home = Files.createDirectories(folder.resolve("jdk-" + version));
            Path java =
                    Files.writeString(Files.createDirectory(home.resolve("bin")).resolve("java"), "#!/bin/sh\n");
            makeExecutable(java);
            Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");

            Ran ran = sh("JAVA_HOME='" + home + "' \"$1\" --version");

            assertThat(ran)
                    .isEqualTo(
                            new Ran(1, "", "reprise: Java 17 or later is needed; " + java + " is " + version + "\n"));
        }
    }

    @Test
    void launch_javaWithoutReleaseFile_isAsked() throws Exception {
        Path home = Files.createDirectory(folder.resolve("jdk"));
        writeProgram(home.resolve("bin/java"), "echo 'openjdk version \"15.0.1\" 2020-10-20' >&2");

        assertThat(sh("JAVA_HOME='" + home + "' \"$1\" --version").err()).contains(" is 15.0.1");
    }

    @Test
    void launch_noArchive_makesOne() throws Exception {
        Path archive = root.resolve("reprise-cli/target/reprise-cli-" + System.getProperty("java.version") + ".jsa");
        Files.delete(archive);

        assertThat(sh("\"$1\" explain 'once()' --json").out()).startsWith("{\"schedule\":\"once()\"");
        assertThat(archive).isRegularFile();
        assertThat(Files.size(archive)).isPositive();
    }

    private Ran sh(String script, String... arguments) throws IOException, InterruptedException {
        return Ran.process(script(script, arguments));
    }

    /** A shell script whose first argument is the launcher, unless others are given. */
    private ProcessBuilder script(String script, String... arguments) throws IOException {
        Path file = Files.createTempFile(folder, "script", ".sh");
        Files.writeString(file, script);
        ProcessBuilder builder = new ProcessBuilder("sh", file.toString());
        builder.command()
                .addAll(
                        arguments.length > 0
                                ? List.of(arguments)
                                : List.of(root.resolve("bin/reprise").toString()));
        builder.directory(folder.toFile());
        Path fakeJava = folder.resolve("java");
        builder.environment()
                .put("JAVA_HOME", Files.exists(fakeJava) ? fakeJava.toString() : System.getProperty("java.home"));
        builder.environment().put("FOLDER", folder.toString());
        builder.environment().merge("PATH", folder.resolve("fake").toString(), (path, fake) -> fake + ":" + path);
        return builder;
    }

    /** A Maven that does only this, and a Java that copies its input. */
    private void fakeMaven(String script) throws IOException {
        writeProgram(folder.resolve("java/bin/java"), "cat");
        Files.writeString(
                folder.resolve("java/release"), "JAVA_VERSION=\"" + System.getProperty("java.version") + "\"\n");
        writeProgram(folder.resolve("fake/mvn"), script);
    }

    /** Newer than the jar, and old enough for the stamp of a build to be newer still. */
    private FileTime justNow() throws IOException {
        Files.setLastModifiedTime(
                root.resolve("reprise-cli/target/reprise-cli.jar"), FileTime.fromMillis(LONG_AGO.toMillis() + 1));
        return FileTime.fromMillis(LONG_AGO.toMillis() + 1000);
    }

    private static Path writeProgram(Path file, String script) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        makeExecutable(file);
        return file;
    }

    private static void makeExecutable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path onPath(String tool) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    /** One jar of all folders of classes under test; the manifest names the jars beside them. */
    private static void writeJar(Path file) throws IOException {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<Path> entries =
                Arrays.stream(path.split(File.pathSeparator)).map(Path::of).toList();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "dev.reprise.cli.Main");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        entries.stream()
                                .filter(Files::isRegularFile)
                                .map(jar -> jar.toUri().toString())
                                .collect(Collectors.joining(" ")));
        try (OutputStream stream = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(stream, manifest)) {
            for (Path classes : entries) {
                if (Files.isDirectory(classes) && !classes.endsWith("test-classes")) {
                    addAll(classes, jar);
                }
            }
        }
    }

    private static void addAll(Path classes, JarOutputStream jar) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(classes)) {
            files = walk.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .filter(file -> !file.startsWith(classes.resolve("META-INF")))
                    .filter(file -> !file.endsWith("module-info.class"))
                    .toList();
        }
        for (Path file : files) {
            jar.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
            Files.copy(file, jar);
            jar.closeEntry();
        }
    }
}
