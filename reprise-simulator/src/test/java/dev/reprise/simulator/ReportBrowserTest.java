package dev.reprise.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The report in a real browser, without a network. */
class ReportBrowserTest {
    private static final int CHARTS = Measure.values().length - 1;

    /** How many pixels of a chart have about the colour of a style sheet's variable. */
    private static final String PIXELS = """
            const canvas = document.querySelector(`figure[data-measure="${arguments[0]}"] canvas`);
            const wanted = getComputedStyle(document.documentElement).getPropertyValue(arguments[1]).trim();
            const rgb = [1, 3, 5].map(i => parseInt(wanted.substr(i, 2), 16));
            const copy = document.createElement("canvas");
            copy.width = canvas.width;
            copy.height = canvas.height;
            const context = copy.getContext("2d", { willReadFrequently: true });
            context.drawImage(canvas, 0, 0);
            const pixels = context.getImageData(0, 0, copy.width, copy.height).data;
            let count = 0;
            for (let i = 0; i < pixels.length; i += 4) {
              const far = Math.abs(pixels[i] - rgb[0]) + Math.abs(pixels[i + 1] - rgb[1]) + Math.abs(pixels[i + 2] - rgb[2]);
              if (pixels[i + 3] > 200 && far < 30) count++;
            }
            return count;
            """;

    @TempDir
    static Path directory;

    private static Browser browser;
    private static Path outage;
    private static Path layers;

    @BeforeAll
    static void open() throws IOException {
        browser = Browser.start(directory.resolve("profile"));
        outage = write("outage", "100s", "100s");
        layers = write("layers", "60s", "3s");
    }

    private static Path write(String name, String duration, String shorter) throws IOException {
        Scenario scenario = Scenario.parse(name, Scenario.builtInText(name).replace(duration, shorter));
        return Files.writeString(
                directory.resolve(name + ".html"), Simulation.run(scenario).html());
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void console_isSilent() {
        assertThat(browser.console()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1280, false", "1280, true", "360, false", "360, true"})
    void page_everyChart_isDrawn(int width, boolean dark) {
        browser.open(outage, width, 800, dark);

        List<String> measures = browser.run(
                "return Array.from(document.querySelectorAll('figure[data-measure]'), f => f.dataset.measure)");
        assertThat(measures).hasSize(CHARTS).doesNotHaveDuplicates();
        for (String measure : measures) {
            // The last policy is drawn above the others and has a budget, so its line is in every chart.
            assertThat(pixels(measure, "--p4")).as(measure).isGreaterThan(50);
        }
        assertThat(pixels("attempts_per_s", "--offered")).isGreaterThan(0);
    }

    @Test
    void legend_entry_hidesItsLineInEveryChart_andBringsItBack() {
        browser.open(outage, 1280, 800, false);
        assertThat(pixels("attempts_per_s", "--p2")).isGreaterThan(100);
        assertThat(pixels("load", "--p2")).isGreaterThan(100);

        clickLegend("attempts_per_s", "backoff, no budget");
        assertThat(pixels("attempts_per_s", "--p2")).isZero();
        assertThat(pixels("load", "--p2")).isZero();
        assertThat(pixels("attempts_per_s", "--p3")).isGreaterThan(100);

        clickLegend("load", "backoff, no budget");
        assertThat(pixels("attempts_per_s", "--p2")).isGreaterThan(100);
        assertThat(pixels("load", "--p2")).isGreaterThan(100);
    }

    @Test
    void legend_entry_canBeReachedByKeyboard() {
        browser.open(outage, 1280, 800, false);

        browser.run("""
                const row = document.querySelectorAll('figure[data-measure="load"] .u-legend .u-series')[3];
                row.focus();
                row.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
                """);
        frame();

        assertThat(pixels("load", "--p2")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"360", "414", "768", "1280"})
    void page_anyWidth_nothingOverflows(int width) {
        for (Path page : List.of(outage, layers)) {
            browser.open(page, width, 740, false);

            Map<String, Object> found = browser.run("""
                    const width = arguments[0];
                    const beyond = Array.from(document.querySelectorAll("body *"))
                      .filter(e => !e.closest("thead") || width > 860)
                      .filter(e => { const box = e.getBoundingClientRect(); return box.width > 0 && (box.right > width + .5 || box.left < -.5); })
                      .map(e => e.tagName + "." + e.className + " " + e.getBoundingClientRect().right);
                    return { page: document.documentElement.scrollWidth, beyond };
                    """, width);
            assertThat(found.get("beyond")).as(page + " at " + width).isEqualTo(List.of());
            assertThat((long) found.get("page")).isLessThanOrEqualTo(width);
        }
    }

    @Test
    void page_dark_hasItsOwnColours_andFollowsTheSystem() {
        browser.open(outage, 1280, 800, false);
        String light = browser.run("return getComputedStyle(document.body).backgroundColor");

        browser.scheme(true);
        frame();

        assertThat((String) browser.run("return getComputedStyle(document.body).backgroundColor"))
                .isNotEqualTo(light);
        assertThat(pixels("load", "--p2")).isGreaterThan(100);
    }

    @Test
    void page_withoutScripts_saysWhatMatters() throws IOException {
        String html = Files.readString(outage);

        assertThat(html.substring(0, html.indexOf("<script")))
                .contains(
                        "Thirty seconds of outage",
                        "backoff, standard budget",
                        "From 20s to 50s every request is refused");
    }

    private static long pixels(String measure, String colour) {
        return browser.run(PIXELS, measure, colour);
    }

    private static void clickLegend(String measure, String policy) {
        long clicked = browser.run("""
                const rows = Array.from(document.querySelectorAll(`figure[data-measure="${arguments[0]}"] .u-legend .u-series`));
                const row = rows.filter(r => r.querySelector(".u-label").textContent === arguments[1]);
                row.forEach(r => r.querySelector("th").click());
                return row.length;
                """, measure, policy);
        assertThat(clicked).isOne();
        frame();
    }

    /** Charts are drawn in a microtask or in the next frame. */
    private static void frame() {
        browser.run("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))");
    }
}
