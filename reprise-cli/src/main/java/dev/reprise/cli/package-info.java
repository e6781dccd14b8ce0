/**
 * The command {@code reprise}. {@link dev.reprise.cli.Main} lists the subcommands, one class each; what they share is
 * beside them: {@link dev.reprise.cli.Terminal} for printing, {@link dev.reprise.cli.Durations} for the text of
 * durations, {@link dev.reprise.cli.ScheduleRun} for driving a schedule without waiting and
 * {@link dev.reprise.cli.ChildCommand} for real processes. One thread, except where a class says otherwise.
 */
@NullMarked
package dev.reprise.cli;

import org.jspecify.annotations.NullMarked;
