/** Shows what a retry policy does to a dependency in trouble, before it happens. */
module dev.reprise.simulator {
    requires transitive dev.reprise;
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.dataformat.toml;

    exports dev.reprise.simulator;
}
