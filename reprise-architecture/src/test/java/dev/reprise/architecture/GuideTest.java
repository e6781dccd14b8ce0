package dev.reprise.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the guides promise is true: their Java is asserted, their links lead somewhere, and their tests exist. */
class GuideTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

    @Test
    void guides_javaBlocks_standInAssertedSnippets() {
        String snippets = flat(String.join("\n", contentsOf(sources("Snippets.java"))));
        List<String> missing = new ArrayList<>();
        for (Path page : pages()) {
            Matcher block = JAVA_BLOCK.matcher(read(page));
            while (block.find()) {
                if (!snippets.contains(flat(block.group(1)))) missing.add(page.getFileName() + ":\n" + block.group(1));
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void pages_links_leadSomewhere() {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher link = LINK.matcher(read(page));
            while (link.find()) {
                if (!Files.exists(page.resolveSibling(link.group(1))))
                    broken.add(page.getFileName() + " → " + link.group(1));
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void decisions_pinnedBy_testsThatExist() {
        String tests = String.join(
                "\n",
                sources("Test.java").stream()
                        .map(path -> path.getFileName() + "")
                        .toList());
        Pattern named = Pattern.compile("`([A-Z][A-Za-z0-9]*Test)\\b");
        List<String> missing = new ArrayList<>();
        for (Path page : pages()) {
            if (!page.getParent().endsWith("adr")) continue;
            Matcher test = named.matcher(read(page));
            while (test.find()) {
                if (!tests.contains(test.group(1) + ".java")) missing.add(page.getFileName() + " → " + test.group(1));
            }
        }
        assertThat(missing).isEmpty();
    }

    /** White space says nothing, and the formatter has its own mind about it. */
    private static String flat(String code) {
        return code.replaceAll("\\s+", "");
    }

    private static List<Path> pages() {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")));
        pages.addAll(below(ROOT.resolve("docs"), ".md"));
        return pages;
    }

    private static List<Path> sources(String ending) {
        return below(ROOT, ending).stream()
                .filter(path -> path.toString().contains("src"))
                .toList();
    }

    private static List<Path> below(Path folder, String ending) {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(path -> path.toString().endsWith(ending)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> contentsOf(List<Path> paths) {
        return paths.stream().map(GuideTest::read).toList();
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
