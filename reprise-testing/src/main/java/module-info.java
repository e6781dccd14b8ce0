/** A virtual clock, scripted faults and a recording listener, for tests of code that retries. */
module dev.reprise.testing {
    requires transitive dev.reprise;
    requires static transitive org.jspecify;
    requires static transitive org.junit.jupiter.api;

    exports dev.reprise.testing;
}
