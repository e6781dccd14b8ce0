/** An interceptor for OkHttp that retries. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // okio has no module descriptor
module dev.reprise.okhttp {
    requires transitive dev.reprise.http;
    requires transitive okhttp3;
    requires okio;
    requires static transitive org.jspecify;

    exports dev.reprise.okhttp;
}
