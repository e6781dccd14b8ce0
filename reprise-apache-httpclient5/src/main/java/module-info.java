/** A retry strategy for Apache HttpClient 5. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // the client has no module descriptor
module dev.reprise.apache {
    requires transitive dev.reprise.http;
    requires transitive org.apache.httpcomponents.client5.httpclient5;
    requires transitive org.apache.httpcomponents.core5.httpcore5;
    requires static transitive org.jspecify;

    exports dev.reprise.apache;
}
