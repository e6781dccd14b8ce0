/**
 * What a test of retrying code needs: time that does not pass by itself, scripted faults, recorded events.
 *
 * <p>{@link dev.reprise.testing.VirtualClock} for {@code retry.clock(clock)}, {@link dev.reprise.testing.Faults} for operations that
 * fail as told, {@link dev.reprise.testing.RecordingListener} for {@code retry.listener(events)}, and
 * {@link dev.reprise.testing.RepriseExtension} to have them as parameters of a JUnit test. For fixed jitter there is
 * {@link dev.reprise.retry.RandomSource#fixed}.
 */
@NullMarked
package dev.reprise.testing;

import org.jspecify.annotations.NullMarked;
