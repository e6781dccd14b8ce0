package dev.reprise.simulator;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.reprise.CanIgnoreReturnValue;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A headless Chromium found on the path. Where there is none the tests that ask for it are skipped and say so; with
 * {@code CI=true} in the environment, or {@code -Dreprise.browser=required}, that is a failure.
 */
final class Browser implements AutoCloseable {
    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    static Browser start(Path profile) {
        Optional<File> browser = onThePath("chromium", "chromium-browser", "google-chrome");
        Optional<File> control = onThePath("chromedriver");
        if (browser.isEmpty() || control.isEmpty()) {
            String missing = "No " + (browser.isEmpty() ? "chromium" : "chromedriver")
                    + " on the path: the report was not opened in a browser (Debian: apt-get install chromium chromium-driver)";
            if ("true".equals(System.getenv("CI")) || "required".equals(System.getProperty("reprise.browser"))) {
                fail(missing);
            }
            abort(missing);
        }
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.orElseThrow());
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--user-data-dir=" + profile);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(control.orElseThrow())
                .usingAnyFreePort()
                .build();
        return new Browser(new ChromeDriver(service, options));
    }

    private static Optional<File> onThePath(String... names) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(names)
                .flatMap(name -> Stream.of(path.split(File.pathSeparator)).map(place -> Path.of(place, name)))
                .filter(Files::isExecutable)
                .map(Path::toFile)
                .findFirst();
    }

    void open(Path page, int width, int height, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
        scheme(dark);
        driver.get(page.toUri().toString());
    }

    void scheme(boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    @CanIgnoreReturnValue
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    <T> T run(String script, Object... arguments) {
        return (T) driver.executeScript(script, arguments);
    }

    /** What the console said since the last time, problems with the page's policy included. */
    List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::toString)
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
