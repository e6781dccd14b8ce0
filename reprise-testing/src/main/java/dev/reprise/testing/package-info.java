/** What a test of retrying code needs: time that does not pass by itself, scripted faults, recorded events. */
@NullMarked
package dev.reprise.testing;

import org.jspecify.annotations.NullMarked;
