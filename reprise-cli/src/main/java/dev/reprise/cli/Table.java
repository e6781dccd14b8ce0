package dev.reprise.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Right-aligned columns under a header. */
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table(List<String> header) {
        rows.add(List.copyOf(header));
    }

    void row(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    /** The lines, header first, with two spaces before each and three between columns; no trailing white space. */
    List<String> lines() {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            Arrays.setAll(
                    widths, column -> Math.max(widths[column], row.get(column).length()));
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder("  ");
        for (int column = 0; column < widths.length; column++) {
            String cell = row.get(column);
            line.append(column == 0 ? "" : "   ")
                    .append(" ".repeat(widths[column] - cell.length()))
                    .append(cell);
        }
        return line.toString().stripTrailing();
    }
}
