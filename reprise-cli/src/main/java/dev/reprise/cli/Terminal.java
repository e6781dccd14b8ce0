package dev.reprise.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Where a command reads and prints. Results go to {@code out}, progress and complaints to {@code err}, both always in
 * UTF-8.
 */
record Terminal(InputStream in, Output out, Output err) {

    /**
     * The real one. Whether somebody looks, and at which characters, only the shell knows for certain (Java's own
     * console is there or not as a whole, and since 22 even when it is no terminal), so {@code bin/reprise} says it in
     * {@code reprise.tty} ({@code out}, {@code err} or both) and {@code reprise.charmap}. Without the script both
     * streams are plain.
     */
    static Terminal system() {
        String tty = System.getProperty("reprise.tty", "");
        boolean unicode = System.getProperty("reprise.charmap", "")
                .toUpperCase(Locale.ROOT)
                .startsWith("UTF");
        boolean colours = System.getenv("NO_COLOR") == null && !"dumb".equals(System.getenv("TERM"));
        return new Terminal(
                System.in,
                Output.to(new FileOutputStream(FileDescriptor.out), colours && tty.contains("out"), unicode),
                Output.to(new FileOutputStream(FileDescriptor.err), colours && tty.contains("err"), unicode));
    }

    /** One stream, with or without colours, with or without characters beyond ASCII. */
    record Output(PrintWriter writer, boolean colours, boolean unicode) {
        static Output to(OutputStream stream, boolean colours, boolean unicode) {
            return new Output(new PrintWriter(stream, true, UTF_8), colours, unicode);
        }

        void line(String text) {
            writer.println(text);
        }

        String bold(String text) {
            return painted("1", text);
        }

        String faint(String text) {
            return painted("2", text);
        }

        String red(String text) {
            return painted("31", text);
        }

        String green(String text) {
            return painted("32", text);
        }

        String yellow(String text) {
            return painted("33", text);
        }

        /** The first where the locale has it, otherwise its stand-in. */
        String glyph(String character, String ascii) {
            return unicode ? character : ascii;
        }

        private String painted(String code, String text) {
            return colours ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
        }
    }
}
