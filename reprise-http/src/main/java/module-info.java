/** An HTTP client of the JDK that retries, and a parser for Retry-After. */
module dev.reprise.http {
    requires transitive dev.reprise;
    requires transitive java.net.http;
    requires static transitive org.jspecify;

    exports dev.reprise.http;
}
