package dev.reprise.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.schedule.BoundedSchedule;
import dev.reprise.schedule.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Explanations for programs: one JSON object each; all times are nanoseconds from the start of attempt 1. */
final class ScheduleJson {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final double DEFAULT_DRAW = 0.5;

    private ScheduleJson() {}

    /** One schedule, as {@code explain --json} prints it. */
    static String explanation(Schedule schedule, Explanation settings) {
        ObjectNode answer = JSON.createObjectNode();
        putRun(answer, schedule, settings);
        ArrayNode delays = answer.putArray("maximalDelays_ns");
        schedule.maximalDelays(settings.limit()).forEach(delay -> delays.add(delay.toNanos()));
        Duration timeout = settings.attemptTimeout();
        if (timeout != null && schedule instanceof BoundedSchedule bounded) {
            answer.put("worstCase_ns", bounded.worstCase(timeout).toNanos());
        } else {
            answer.putNull("worstCase_ns");
        }
        return answer.toString();
    }

    /**
     * The answer to one case, a JSON object with an {@code id}, a {@code schedule} and its {@code kind}: {@code run}
     * ({@code decisions}, {@code lasts_ns}, {@code draw}; missing ones as in the settings) or {@code nextAfter} ({@code
     * attempt}, {@code elapsed_ns}, {@code draw}). Whatever is wrong with a line is told in its own answer.
     */
    static String answer(String line, Explanation defaults) {
        ObjectNode answer = JSON.createObjectNode();
        answer.putNull("id");
        try {
            JsonNode parsed = JSON.readTree(line);
            if (!(parsed instanceof ObjectNode read)) {
                throw new IllegalArgumentException("a case must be a JSON object");
            }
            answer.set("id", read.path("id").isMissingNode() ? NullNode.getInstance() : read.get("id"));
            return answered(answer.deepCopy(), new Case(read), defaults).toString();
        } catch (JsonProcessingException e) {
            return answer.put("error", "not JSON: " + e.getOriginalMessage()).toString();
        } catch (IllegalArgumentException e) {
            return answer.put("error", e.getMessage()).toString();
        }
    }

    private static ObjectNode answered(ObjectNode answer, Case given, Explanation defaults) {
        Schedule schedule = Schedule.parse(given.text("schedule", null));
        Double draw = defaults.draw();
        double drawn = given.fraction("draw", draw == null ? DEFAULT_DRAW : draw);
        String kind = given.text("kind", "run");
        switch (kind) {
            case "run" -> putCase(answer, schedule, given, drawn, defaults);
            case "nextAfter" -> putNextAfter(answer, schedule, given, drawn);
            default -> throw new IllegalArgumentException("kind ('" + kind + "') must be run or nextAfter");
        }
        return answer;
    }

    private static void putCase(ObjectNode answer, Schedule schedule, Case given, double draw, Explanation defaults) {
        int decisions = (int) given.integer("decisions", 1, 1_000_000, defaults.limit());
        List<Long> lasts = given.lengths("lasts_ns", defaults.lasts());
        putRun(answer, schedule, new Explanation(decisions, lasts, draw, null));
        if (schedule instanceof BoundedSchedule bounded) {
            answer.put("maximumTotalDelay_ns", bounded.maximumTotalDelay().toNanos());
            answer.put(
                    "worstCase_1s_ns", bounded.worstCase(Duration.ofSeconds(1)).toNanos());
        }
    }

    private static void putNextAfter(ObjectNode answer, Schedule schedule, Case given, double draw) {
        int attempt = (int) given.integer("attempt", 1, Integer.MAX_VALUE, null);
        Duration elapsed = Duration.ofNanos(given.integer("elapsed_ns", 0, Long.MAX_VALUE, null));
        schedule.nextAfter(attempt, elapsed, ScheduleRun.fixed(draw))
                .ifPresentOrElse(at -> answer.put("at_ns", at.toNanos()), () -> answer.putNull("at_ns"));
    }

    private static void putRun(ObjectNode answer, Schedule schedule, Explanation settings) {
        Double draw = settings.draw();
        ScheduleRun run = ScheduleRun.of(
                schedule,
                settings.limit(),
                new ScheduleRun.Lasts(settings.lasts(), 0),
                draw == null ? DEFAULT_DRAW : draw);
        answer.put("schedule", schedule.toString());
        if (schedule instanceof BoundedSchedule bounded) {
            answer.put("maximumAttempts", bounded.maximumAttempts());
        } else {
            answer.putNull("maximumAttempts");
        }
        ArrayNode starts = answer.putArray("starts_ns");
        run.starts().forEach(starts::add);
        answer.put("then", run.stopped() ? "stop" : "more");
    }

    /** The fields of one case, each read strictly. */
    private record Case(ObjectNode fields) {
        String text(String name, @Nullable String otherwise) {
            JsonNode node = fields.path(name);
            if (node.isMissingNode() && otherwise != null) {
                return otherwise;
            }
            if (!node.isTextual()) {
                throw new IllegalArgumentException(name + " must be a string");
            }
            return node.textValue();
        }

        double fraction(String name, double otherwise) {
            JsonNode node = fields.path(name);
            if (node.isMissingNode()) {
                return otherwise;
            }
            double value = node.doubleValue();
            if (!node.isNumber() || !(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException(name + " must be a number from 0 to 1");
            }
            return value;
        }

        long integer(String name, long least, long most, @Nullable Integer otherwise) {
            JsonNode node = fields.path(name);
            return node.isMissingNode() && otherwise != null ? otherwise : within(name, node, least, most);
        }

        List<Long> lengths(String name, List<Long> otherwise) {
            JsonNode node = fields.path(name);
            if (node.isMissingNode()) {
                return otherwise;
            }
            if (!node.isArray()) {
                throw new IllegalArgumentException(name + " must be an array of nanoseconds");
            }
            List<Long> lengths = new ArrayList<>();
            node.forEach(length -> lengths.add(within(name, length, 0, Long.MAX_VALUE)));
            return lengths;
        }

        private static long within(String name, JsonNode node, long least, long most) {
            if (!node.isIntegralNumber()
                    || !node.canConvertToLong()
                    || node.longValue() < least
                    || node.longValue() > most) {
                throw new IllegalArgumentException(name + " must be an integer from " + least + " to " + most);
            }
            return node.longValue();
        }
    }
}
