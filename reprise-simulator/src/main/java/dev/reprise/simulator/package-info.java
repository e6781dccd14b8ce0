/**
 * A discrete-event simulation of clients, a network and servers, in which the retry decisions are the library's own:
 * each simulated call is a real {@link dev.reprise.retry.Attempts}, with its real schedule, classifier, budget and
 * deadline, on a clock that the simulation moves. Only the arrivals, the network and the servers are made up.
 *
 * <p>{@link dev.reprise.simulator.Scenario} says what happens, {@link dev.reprise.simulator.Simulation} runs it once for
 * each {@link dev.reprise.simulator.Policy}, {@link dev.reprise.simulator.Report} shows what came out as a table, CSV or
 * one HTML page, and {@link dev.reprise.simulator.Advisor} tries many policies. A seed decides everything: the same
 * scenario gives the same report, and every policy meets the same arrivals.
 *
 * <p>Values are immutable and safe for any number of threads. A run uses the calling thread alone, sleeps never, and holds
 * memory for what is under way and for the buckets of its measures, not for each call.
 */
@CheckReturnValue
@NullMarked
package dev.reprise.simulator;

import dev.reprise.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
