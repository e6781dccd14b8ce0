package dev.reprise.simulator;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;

/** The curves of a report as comma-separated values. */
final class Csv {
    private static final MathContext DIGITS = new MathContext(6);

    private Csv() {}

    static void write(Report report, Appendable out) throws IOException {
        out.append("policy,seconds");
        for (Measure measure : Measure.values()) {
            out.append(',').append(measure.column());
        }
        out.append('\n');
        BigDecimal width = BigDecimal.valueOf(report.scenario().bucket().toNanos(), 9);
        for (Outcome outcome : report.outcomes()) {
            String policy = quoted(outcome.policy().name());
            for (int bucket = 0; bucket < report.scenario().buckets(); bucket++) {
                out.append(policy).append(',').append(plain(width.multiply(BigDecimal.valueOf(bucket))));
                for (Measure measure : Measure.values()) {
                    out.append(',').append(number(outcome.of(measure)[bucket]));
                }
                out.append('\n');
            }
        }
    }

    private static String number(double value) {
        return Double.isFinite(value) ? plain(new BigDecimal(value, DIGITS)) : "";
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    private static String quoted(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
