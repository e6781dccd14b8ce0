package dev.reprise.schedule;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One line of {@code schedules.jsonl}: a flat object of strings, numbers, nulls and lists of numbers. */
record ConformanceCase(Map<String, Object> fields) {

    static List<ConformanceCase> all() {
        try (InputStream lines = ConformanceCase.class.getResourceAsStream("/schedules.jsonl")) {
            String text = new String(lines.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines()
                    .filter(line -> !line.isBlank())
                    .map(ConformanceCase::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String text(String field) {
        return (String) fields.get(field);
    }

    boolean has(String field) {
        return fields.get(field) != null;
    }

    long nanos(String field) {
        return ((Number) fields.get(field)).longValue();
    }

    double number(String field) {
        return ((Number) fields.get(field)).doubleValue();
    }

    List<Long> list(String field) {
        List<Long> values = new ArrayList<>();
        for (Object value : (List<?>) fields.get(field)) {
            values.add(((Number) value).longValue());
        }
        return values;
    }

    @Override
    public String toString() {
        return text("id") + ": " + text("schedule");
    }

    static ConformanceCase parse(String line) {
        return new Reader(line).read();
    }

    /** As much of JSON as the file needs. */
    private static final class Reader {
        private final String line;
        private int position;

        Reader(String line) {
            this.line = line;
        }

        ConformanceCase read() {
            Map<String, Object> fields = new HashMap<>();
            expect('{');
            while (next() != '}') {
                String name = (String) value();
                expect(':');
                fields.put(name, value());
                if (next() == ',') {
                    position++;
                }
            }
            return new ConformanceCase(fields);
        }

        private Object value() {
            char first = next();
            if (first == '"') {
                int end = line.indexOf('"', position + 1);
                String text = line.substring(position + 1, end);
                position = end + 1;
                return text;
            }
            if (first == '[') {
                return list();
            }
            int start = position;
            while (",]}".indexOf(line.charAt(position)) < 0) {
                position++;
            }
            return scalar(line.substring(start, position).strip());
        }

        private List<Object> list() {
            List<Object> values = new ArrayList<>();
            expect('[');
            while (next() != ']') {
                values.add(value());
                if (next() == ',') {
                    position++;
                }
            }
            position++;
            return values;
        }

        private static Object scalar(String text) {
            if (text.equals("null")) {
                return null;
            }
            return text.contains(".") ? (Object) Double.valueOf(text) : (Object) Long.valueOf(text);
        }

        private char next() {
            while (line.charAt(position) == ' ') {
                position++;
            }
            return line.charAt(position);
        }

        private void expect(char c) {
            if (next() != c) {
                throw new IllegalStateException("no " + c + " at " + position + " of " + line);
            }
            position++;
        }
    }
}
