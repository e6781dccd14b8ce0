package dev.reprise.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The report as one page: everything to be read is in the HTML itself; the charts are drawn by uPlot, which is in the page too,
 * from the numbers at its end. It loads nothing, and its content security policy forbids it to.
 */
final class HtmlReport {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Report report;
    private final Scenario scenario;

    HtmlReport(Report report) {
        this.report = report;
        scenario = report.scenario();
    }

    String page() {
        StringBuilder page = new StringBuilder(400_000);
        page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        page.append(
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
                        + "script-src 'unsafe-inline'; img-src data:\">\n");
        page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        page.append("<meta name=\"color-scheme\" content=\"light dark\">\n");
        page.append("<link rel=\"icon\" href=\"data:,\">\n");
        page.append("<title>").append(escape(scenario.title())).append(" – Reprise</title>\n");
        page.append("<style>\n").append(Resources.text("uplot/uPlot.min.css")).append('\n');
        page.append(Resources.text("report.css")).append("</style>\n</head>\n<body>\n");
        header(page);
        page.append("<main>\n");
        findings(page);
        words(page);
        charts(page);
        page.append("</main>\n");
        page.append(
                        "<footer><p>Made by <code>reprise simulate</code>: arrivals, network and servers are simulated; schedules, ")
                .append(
                        "budgets, deadlines and every decision are the library’s own. Charts: uPlot, MIT licence.</p></footer>\n");
        page.append("<script type=\"application/json\" id=\"data\">")
                .append(data())
                .append("</script>\n");
        page.append("<script>/*\n")
                .append(Resources.text("uplot/LICENSE").strip())
                .append("\n*/\n");
        page.append(Resources.text("uplot/uPlot.iife.min.js")).append("</script>\n");
        page.append("<script>\n").append(Resources.text("report.js")).append("</script>\n");
        return page.append("</body>\n</html>\n").toString();
    }

    private void header(StringBuilder page) {
        page.append("<header>\n<p class=\"brand\">Reprise <span>what your policy does</span></p>\n");
        page.append("<h1>").append(escape(scenario.title())).append("</h1>\n");
        if (!scenario.description().isEmpty()) {
            page.append("<p class=\"lead\">")
                    .append(escape(scenario.description()))
                    .append("</p>\n");
        }
        page.append("</header>\n");
    }

    private void findings(StringBuilder page) {
        page.append("<section id=\"findings\">\n<h2>Findings</h2>\n<table>\n<thead><tr>");
        Findings.HEADINGS.forEach(heading ->
                page.append("<th scope=\"col\">").append(escape(heading)).append("</th>"));
        page.append("</tr></thead>\n<tbody>\n");
        int number = 0;
        for (Outcome outcome : report.outcomes()) {
            List<String> row = Findings.row(outcome);
            page.append("<tr><th scope=\"row\">")
                    .append(swatch(number++))
                    .append(escape(row.get(0)))
                    .append("</th>");
            for (int i = 1; i < row.size(); i++) {
                page.append("<td data-label=\"")
                        .append(escape(Findings.HEADINGS.get(i)))
                        .append("\">");
                page.append(escape(row.get(i))).append("</td>");
            }
            page.append("</tr>\n");
        }
        page.append(
                        "</tbody>\n</table>\n<p class=\"note\">Success: calls that end well. Load: requests for each call. Median and ")
                .append(
                        "p99: time of the calls that end well. Recovery: from the end of the last disturbance until the success of the ")
                .append("calls begun stays above 95 % of what it was before.</p>\n</section>\n");
    }

    private static String swatch(int number) {
        return "<span class=\"swatch\" style=\"background:var(--p" + number + ")\"></span>";
    }

    private void words(StringBuilder page) {
        page.append("<section id=\"words\">\n<h2>What happens</h2>\n<ul class=\"facts\">\n");
        Words.scenario(scenario)
                .forEach(fact -> page.append("<li>").append(escape(fact)).append("</li>\n"));
        page.append("</ul>\n<h2>The policies</h2>\n<div class=\"policies\">\n");
        int number = 0;
        for (Policy policy : scenario.policies()) {
            page.append("<article style=\"border-left-color:var(--p")
                    .append(number++)
                    .append(")\">\n<h3>");
            page.append(escape(policy.name()))
                    .append("</h3>\n<p><code>")
                    .append(escape(policy.schedule().toString()));
            page.append("</code></p>\n");
            if (policy.schedule().maximumAttempts() > 1) {
                page.append("<p><code>")
                        .append(escape(policy.budget().toString()))
                        .append("</code></p>\n");
            }
            page.append("<p>").append(escape(Words.policy(policy))).append("</p>\n</article>\n");
        }
        page.append("</div>\n</section>\n");
    }

    private void charts(StringBuilder page) {
        page.append(
                        "<section id=\"charts\">\n<h2>Over time</h2>\n<p class=\"note\">A name under a chart hides its line, in all ")
                .append("charts; drag across a chart to look closer, double-click to come back.");
        if (!bands().isEmpty()) {
            page.append(" Shaded: ")
                    .append(escape(bands().stream().map(Band::text).distinct().collect(Collectors.joining(", "))))
                    .append('.');
        }
        page.append(
                "</p>\n<noscript><p class=\"note\">The charts need JavaScript; everything else does not.</p></noscript>\n");
        page.append("<div class=\"grid\">\n");
        for (Measure measure : Measure.values()) {
            if (measure == Measure.OFFERED) {
                continue; // a dashed line in the charts it is to be compared with
            }
            page.append("<figure data-measure=\"")
                    .append(measure.column())
                    .append("\" data-unit=\"")
                    .append(escape(measure.unit()))
                    .append("\">\n<figcaption><h3>");
            page.append(escape(measure.title()))
                    .append(" <small>")
                    .append(escape(measure.unit()))
                    .append("</small></h3><p>");
            page.append(escape(measure.meaning())).append("</p></figcaption>\n<div class=\"plot\"></div>\n</figure>\n");
        }
        page.append("</div>\n</section>\n");
    }

    /** A stretch of time to shade. */
    private record Band(Duration from, Duration until, String text) {}

    private List<Band> bands() {
        List<Band> bands = new ArrayList<>();
        scenario.server().outages().forEach(o -> bands.add(new Band(o.from(), o.until(), "outage")));
        scenario.server().slowdowns().forEach(s -> bands.add(new Band(s.from(), s.until(), "slow servers")));
        scenario.clients().surges().forEach(s -> bands.add(new Band(s.from(), s.until(), "surge")));
        return bands;
    }

    private String data() {
        ObjectNode data = JSON.createObjectNode();
        data.put("bucket", seconds(scenario.bucket()));
        data.put("buckets", scenario.buckets());
        ArrayNode bands = data.putArray("bands");
        bands().forEach(band -> bands.addObject()
                .put("from", seconds(band.from))
                .put("until", seconds(band.until))
                .put("text", band.text));
        ArrayNode policies = data.putArray("policies");
        report.outcomes().forEach(outcome -> policies.add(outcome.policy().name()));
        ObjectNode curves = data.putObject("curves");
        for (Measure measure : Measure.values()) {
            ArrayNode lines = curves.putArray(measure.column());
            report.outcomes().forEach(outcome -> line(lines.addArray(), outcome.of(measure)));
        }
        try {
            // A script's text ends at the first tag that closes it, wherever that stands.
            return JSON.writeValueAsString(data).replace("<", "\\u003c");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void line(ArrayNode line, double[] curve) {
        for (double value : curve) {
            if (Double.isFinite(value)) {
                line.add((float) value);
            } else {
                line.addNull();
            }
        }
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
