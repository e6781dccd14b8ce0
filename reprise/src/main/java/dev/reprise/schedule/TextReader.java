package dev.reprise.schedule;

/** A cursor over a text, which knows how to say what was found where something else was expected. */
final class TextReader {
    private static final int SHOWN = 60;

    private final String text;
    private int position;

    TextReader(String text) {
        this.text = text;
    }

    int position() {
        return position;
    }

    boolean atEnd() {
        return position == text.length();
    }

    /** The character here, or 0 at the end. */
    char peek() {
        return atEnd() ? '\0' : text.charAt(position);
    }

    void skipSpace() {
        while (isSpace(peek())) {
            position++;
        }
    }

    /** Goes past what is expected here, if it is here. */
    boolean accept(String expected) {
        boolean found = text.startsWith(expected, position);
        if (found) {
            position += expected.length();
        }
        return found;
    }

    boolean lookingAt(String expected) {
        return text.startsWith(expected, position);
    }

    /** The letters from here on, maybe none. */
    String letters() {
        int start = position;
        while (isLetter(peek())) {
            position++;
        }
        return text.substring(start, position);
    }

    /** The digits from here on, at least one. */
    String digits(String expected) {
        int start = position;
        while (isDigit(peek())) {
            position++;
        }
        if (position == start) {
            throw failure(start, expected);
        }
        return text.substring(start, position);
    }

    boolean atDigit() {
        return isDigit(peek());
    }

    /** Whether a name, a number or a duration can end here. */
    boolean atDelimiter() {
        return atEnd() || isSpace(peek()) || isPunctuation(peek());
    }

    /** The complaint that something else was expected at the column, which counts from 0 here and from 1 in the text. */
    IllegalArgumentException failure(int column, String expected) {
        return new IllegalArgumentException("Invalid schedule text: expected " + expected + " but found "
                + found(column) + " at column " + (column + 1) + "." + shown(column));
    }

    /** The complaint of a constructor about what stands at the column. */
    IllegalArgumentException failure(int column, IllegalArgumentException complaint) {
        return new IllegalArgumentException(complaint.getMessage() + shown(column), complaint);
    }

    private String found(int column) {
        if (column >= text.length()) {
            return "the end";
        }
        int end = column + 1;
        boolean word = isWord(text.charAt(column));
        while (word && end < text.length() && end - column < SHOWN / 3 && isWord(text.charAt(end))) {
            end++;
        }
        return "'" + text.substring(column, end) + "'";
    }

    /** The text, or what of it is near the column, and a caret below. White space and controls show as spaces. */
    private String shown(int column) {
        int start = Math.max(0, column - SHOWN);
        int end = Math.min(text.length(), column + SHOWN);
        String before = start > 0 ? "…" : "";
        StringBuilder line = new StringBuilder(before);
        for (int i = start; i < end; i++) {
            line.append(Character.isISOControl(text.charAt(i)) ? ' ' : text.charAt(i));
        }
        line.append(end < text.length() ? "…" : "");
        return "\n  " + line + "\n  " + " ".repeat(before.length() + column - start) + "^";
    }

    private static boolean isWord(char c) {
        return !isSpace(c) && !isPunctuation(c);
    }

    private static boolean isPunctuation(char c) {
        return c == '(' || c == ')' || c == ',';
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Letters of names and units, both micro signs among them. */
    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == 'µ' || c == 'μ';
    }
}
