package dev.reprise.retry;

import dev.reprise.budget.RetryBudget;
import dev.reprise.schedule.BoundedSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a policy from keys under a prefix; all that is wrong is one error. */
final class SettingsReader {
    private static final String SCHEDULE = "SCHEDULE";
    private static final String BUDGET_MAX_TOKENS = "BUDGET_MAX_TOKENS";
    private static final String BUDGET_TOKEN_RATIO = "BUDGET_TOKEN_RATIO";
    private static final List<String> SETTINGS =
            List.of("ATTEMPTS", "DELAY", "BACKOFF", "MAXIMUM_DELAY", "JITTER", "MAXIMUM_TOTAL_DELAY");

    /** No exponent, no sign but a minus, no locale: what the rule of the setting then refuses by its own message. */
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,10}");

    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

    private final Map<String, String> values;
    private final Function<String, String> spelled;
    private final List<String> faults = new ArrayList<>();

    private SettingsReader(Map<String, String> values, Function<String, String> spelled) {
        this.values = values;
        this.spelled = spelled;
    }

    /** Keys as {@code PAYMENTS_RETRY_MAXIMUM_DELAY}. */
    static Retry environment(Map<String, String> environment, String prefix) {
        return new SettingsReader(environment, name -> prefix + name).read(prefix);
    }

    /** Keys as {@code payments.retry.maximum-delay}. */
    static Retry properties(Map<String, String> properties, String prefix) {
        return new SettingsReader(
                        properties,
                        name -> prefix + name.toLowerCase(Locale.ROOT).replace('_', '-'))
                .read(prefix);
    }

    private Retry read(String prefix) {
        refuseUnknownKeys(prefix);
        BoundedSchedule schedule = has(SCHEDULE) ? writtenSchedule() : settingsSchedule();
        RetryBudget budget = has(BUDGET_MAX_TOKENS) || has(BUDGET_TOKEN_RATIO) ? tokens() : null;
        if (schedule == null || !faults.isEmpty()) {
            throw new IllegalArgumentException("Invalid retry configuration: " + String.join("; ", faults) + ".");
        }
        Retry retry = Retry.with(schedule);
        return budget == null ? retry : retry.budget(budget);
    }

    private void refuseUnknownKeys(String prefix) {
        Set<String> known = new TreeSet<>();
        SETTINGS.forEach(name -> known.add(spelled.apply(name)));
        List.of(SCHEDULE, BUDGET_MAX_TOKENS, BUDGET_TOKEN_RATIO).forEach(name -> known.add(spelled.apply(name)));
        for (String key : new TreeSet<>(values.keySet())) {
            if (key.startsWith(prefix) && !known.contains(key)) {
                faults.add(key + " (" + values.get(key) + ") is not one of " + String.join(", ", known));
            }
        }
    }

    private @Nullable BoundedSchedule writtenSchedule() {
        for (String name : SETTINGS) {
            if (has(name)) faults.add(fault(name, "must not stand beside " + spelled.apply(SCHEDULE)));
        }
        try {
            return BoundedSchedule.parse(value(SCHEDULE));
        } catch (IllegalArgumentException invalid) {
            faults.add(fault(SCHEDULE, "must be a schedule that ends: " + invalid.getMessage()));
            return null;
        }
    }

    private @Nullable BoundedSchedule settingsSchedule() {
        RetrySettings settings = RetrySettings.defaults();
        settings = with(settings, "ATTEMPTS", this::whole, RetrySettings::attempts);
        settings = with(settings, "DELAY", this::duration, RetrySettings::delay);
        settings = with(settings, "BACKOFF", this::decimal, RetrySettings::backoff);
        settings = with(settings, "MAXIMUM_DELAY", this::duration, RetrySettings::maximumDelay);
        settings = with(settings, "JITTER", this::decimal, RetrySettings::jitter);
        settings = with(settings, "MAXIMUM_TOTAL_DELAY", this::duration, RetrySettings::maximumTotalDelay);
        faults.addAll(settings.faults(this::keyOf));
        return faults.isEmpty() ? settings.schedule() : null;
    }

    private <V> RetrySettings with(
            RetrySettings settings,
            String name,
            Function<String, @Nullable V> read,
            BiFunction<RetrySettings, V, RetrySettings> change) {
        if (!has(name)) return settings;
        V value = read.apply(name);
        return value == null ? settings : change.apply(settings, value);
    }

    private @Nullable RetryBudget tokens() {
        if (!has(BUDGET_MAX_TOKENS) || !has(BUDGET_TOKEN_RATIO)) {
            String present = has(BUDGET_MAX_TOKENS) ? BUDGET_MAX_TOKENS : BUDGET_TOKEN_RATIO;
            String missing = has(BUDGET_MAX_TOKENS) ? BUDGET_TOKEN_RATIO : BUDGET_MAX_TOKENS;
            faults.add(fault(present, "needs " + spelled.apply(missing) + " beside it"));
            return null;
        }
        Integer max = whole(BUDGET_MAX_TOKENS);
        Double ratio = decimal(BUDGET_TOKEN_RATIO);
        if (max == null || ratio == null) return null;
        try {
            return RetryBudget.tokens(max, ratio);
        } catch (IllegalArgumentException invalid) {
            faults.add(String.valueOf(invalid.getMessage()).replaceFirst("\\.$", ""));
            return null;
        }
    }

    private @Nullable Integer whole(String name) {
        if (WHOLE.matcher(value(name)).matches()) {
            long number = Long.parseLong(value(name));
            if (number == (int) number) return (int) number;
        }
        faults.add(fault(name, "must be a whole number up to " + Integer.MAX_VALUE));
        return null;
    }

    private @Nullable Double decimal(String name) {
        if (DECIMAL.matcher(value(name)).matches()) return Double.valueOf(value(name));
        faults.add(fault(name, "must be a decimal number, as 0.2"));
        return null;
    }

    private @Nullable Duration duration(String name) {
        Duration duration = DurationText.parse(value(name)).orElse(null);
        if (duration == null) faults.add(fault(name, "must be a duration, as 250ms, 1m30s or PT0.25S"));
        return duration;
    }

    /** The key of a setting that is named as in Java: {@code maximumDelay} is {@code MAXIMUM_DELAY}, spelled. */
    private String keyOf(String field) {
        return spelled.apply(field.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT));
    }

    private boolean has(String name) {
        return values.get(spelled.apply(name)) != null;
    }

    private String value(String name) {
        return String.valueOf(values.get(spelled.apply(name))).trim();
    }

    private String fault(String name, String rule) {
        return spelled.apply(name) + " (" + value(name) + ") " + rule;
    }
}
