/**
 * Retrying for the HTTP client of the JDK, and what any other client needs to do the same: which requests may be repeated,
 * which answers are worth it, how long the server wants to be left alone.
 *
 * <p>Everything here is immutable and safe for use by many threads.
 */
@NullMarked
package dev.reprise.http;

import org.jspecify.annotations.NullMarked;
