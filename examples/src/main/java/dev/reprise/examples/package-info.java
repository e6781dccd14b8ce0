/** Small programs that show one use each. */
@NullMarked
package dev.reprise.examples;

import org.jspecify.annotations.NullMarked;
