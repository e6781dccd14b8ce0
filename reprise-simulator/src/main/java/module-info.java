/** Shows what a retry policy does to a dependency in trouble, before it happens. */
@SuppressWarnings("requires-automatic") // HdrHistogram has no module name of its own
module dev.reprise.simulator {
    requires transitive dev.reprise;
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.dataformat.toml;
    requires HdrHistogram;

    exports dev.reprise.simulator;
}
