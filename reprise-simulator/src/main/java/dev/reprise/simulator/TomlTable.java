package dev.reprise.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One table of a scenario file: reads its keys, notes what is wrong with them, and which keys nobody asked for. */
final class TomlTable {
    private final String place;
    private final JsonNode node;
    private final Problems problems;
    private final TreeSet<String> known = new TreeSet<>();
    private boolean bad;
    private boolean absent;

    TomlTable(String place, JsonNode node, Problems problems) {
        this.place = place;
        this.node = node;
        this.problems = problems;
    }

    /** What stands before this table's keys in a message: {@code server.outage[2].}, numbers from 1. */
    String place() {
        return place;
    }

    boolean hasProblems() {
        return bad;
    }

    private void wrong(String key, JsonNode value, String rule) {
        bad = true;
        problems.add(place + key, value, rule);
    }

    /** The key's value, or null when it is not there; noted when it should be. */
    private @Nullable JsonNode value(String key, boolean needed) {
        known.add(key);
        JsonNode value = node.get(key);
        if (value == null && needed && !absent) {
            bad = true;
            problems.add(place + key + " is missing");
        }
        return value;
    }

    /** A null fallback makes the key a needed one. */
    String text(String key, @Nullable String fallback) {
        JsonNode value = value(key, fallback == null);
        if (value != null && value.isTextual()) {
            return value.textValue();
        }
        if (value != null) {
            wrong(key, value, "be a text in quotes");
        }
        return fallback == null ? "" : fallback;
    }

    <T> T read(String key, T fallback, Function<String, T> reader, String rule) {
        JsonNode value = value(key, true);
        if (value == null) {
            return fallback;
        }
        try {
            if (value.isTextual()) {
                return reader.apply(value.textValue());
            }
            wrong(key, value, "be a text in quotes");
        } catch (IllegalArgumentException e) {
            wrong(key, value, rule + ": " + e.getMessage());
        }
        return fallback;
    }

    Duration duration(String key, @Nullable Duration fallback) {
        JsonNode value = value(key, fallback == null);
        if (value != null) {
            try {
                return DurationText.parse(value.isTextual() ? value.textValue() : "");
            } catch (IllegalArgumentException e) {
                wrong(key, value, String.valueOf(e.getMessage()));
            }
        }
        return fallback == null ? Duration.ofSeconds(1) : fallback;
    }

    double number(String key, @Nullable Double fallback) {
        JsonNode value = value(key, fallback == null);
        if (value != null && value.isNumber()) {
            return value.doubleValue();
        }
        if (value != null) {
            wrong(key, value, "be a number");
        }
        return fallback == null ? 1 : fallback;
    }

    long wholeNumber(String key, long fallback, long least, long most) {
        JsonNode value = value(key, false);
        if (value == null) {
            return fallback;
        }
        if (value.isIntegralNumber()
                && value.canConvertToLong()
                && value.longValue() >= least
                && value.longValue() <= most) {
            return value.longValue();
        }
        wrong(key, value, "be a whole number from " + least + " to " + most);
        return fallback;
    }

    /** A count; its lower limit is the record's own affair. */
    int count(String key, int fallback, int most) {
        return (int) wholeNumber(key, fallback, 0, most);
    }

    <E extends Enum<E>> E choice(String key, Class<E> type, E fallback) {
        JsonNode value = value(key, false);
        if (value == null) {
            return fallback;
        }
        List<E> choices = Arrays.asList(type.getEnumConstants());
        for (E choice : choices) {
            if (value.isTextual() && value.textValue().equals(spelled(choice))) {
                return choice;
            }
        }
        wrong(
                key,
                value,
                "be one of "
                        + String.join(
                                ", ", choices.stream().map(TomlTable::spelled).toList()));
        return fallback;
    }

    static String spelled(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    TomlTable table(String key, boolean needed) {
        JsonNode value = value(key, needed);
        if (value != null && !value.isObject()) {
            wrong(key, value, "be a table: [" + place + key + "]");
            value = null;
        }
        TomlTable table = new TomlTable(place + key + ".", value == null ? MissingNode.getInstance() : value, problems);
        // A table that is not there has been complained about; its keys need not be.
        table.absent = value == null && needed;
        table.bad = table.absent;
        return table;
    }

    List<TomlTable> tables(String key) {
        JsonNode value = value(key, false);
        List<TomlTable> tables = new ArrayList<>();
        if (value == null) {
            return tables;
        }
        if (!value.isArray()) {
            wrong(key, value, "be a list of tables: [[" + place + key + "]]");
            return tables;
        }
        for (JsonNode element : value) {
            String elementPlace = key + "[" + (tables.size() + 1) + "]";
            if (!element.isObject()) {
                wrong(elementPlace, element, "be a table: [[" + place + key + "]]");
            }
            tables.add(new TomlTable(place + elementPlace + ".", element, problems));
        }
        return tables;
    }

    /** To be called when every key has been read: notes those that are left. */
    void finish() {
        node.fieldNames().forEachRemaining(key -> {
            if (!known.contains(key)) {
                bad = true;
                problems.add(
                        place + key + " (" + node.get(key) + ") is no key here; there are " + String.join(", ", known));
            }
        });
    }
}
