/**
 * What two or three threads may do to one budget at the same instant, run millions of times on the real machine by JCStress. Each
 * test's Javadoc tells the interleaving it is after. Only the public interface is used.
 */
@NullMarked
package dev.reprise.stress;

import org.jspecify.annotations.NullMarked;
