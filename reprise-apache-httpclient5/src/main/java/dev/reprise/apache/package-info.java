/** Retrying for Apache HttpClient 5. Immutable, and safe for use by many threads. */
@NullMarked
package dev.reprise.apache;

import org.jspecify.annotations.NullMarked;
