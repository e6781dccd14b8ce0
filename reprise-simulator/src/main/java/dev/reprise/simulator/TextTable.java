package dev.reprise.simulator;

import java.util.ArrayList;
import java.util.List;

/** Rows under headings, in columns: texts to the left, numbers to the right. */
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    private final int firstNumber;
    private final int lastNumber;

    /** Columns from {@code firstNumber} on, counted from 0, but before {@code endOfNumbers}, are numbers. */
    TextTable(List<String> headings, int firstNumber, int endOfNumbers) {
        rows.add(headings);
        this.firstNumber = firstNumber;
        this.lastNumber = endOfNumbers - 1;
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
                boolean number = i >= firstNumber && i <= lastNumber;
                line.append(i == 0 ? "" : "  ").append(number ? padding + cell : cell + padding);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
