package dev.reprise.simulator;

import java.util.ArrayList;
import java.util.List;

/** Rows under headings, in columns; the first one to the left, the others to the right. */
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(List<String> headings) {
        rows.add(headings);
    }

    void add(List<String> row) {
        rows.add(row);
    }

    @Override
    public String toString() {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String cell = row.get(i);
                String padding = " ".repeat(widths[i] - cell.length());
                line.append(i == 0 ? cell + padding : "  " + padding + cell);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
