/** The command {@code reprise}: explain a schedule, retry or repeat a program, simulate an outage, and a demonstration. */
module dev.reprise.cli {
    requires dev.reprise;
    requires dev.reprise.http;
    requires dev.reprise.simulator;
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.databind;
    requires info.picocli;
    requires java.net.http;

    opens dev.reprise.cli to
            info.picocli;
}
