/** Retrying for OkHttp. Immutable, and safe for use by many threads. */
@NullMarked
package dev.reprise.okhttp;

import org.jspecify.annotations.NullMarked;
