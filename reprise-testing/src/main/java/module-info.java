/** A virtual clock, scripted faults and a recording listener, for tests of code that retries. */
module dev.reprise.testing {
    requires transitive dev.reprise;
    requires static transitive org.jspecify;
    requires static org.junit.jupiter.api;

    exports dev.reprise.testing;
}
