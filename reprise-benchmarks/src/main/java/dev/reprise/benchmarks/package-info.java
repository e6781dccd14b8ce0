/**
 * What a policy costs, measured with JMH beside a hand-written loop and other libraries. Never published.
 *
 * <p>{@code bin/bench} runs all of it, {@code bin/bench --quick} a short version; {@code docs/performance.md} tells what came out.
 * Each benchmark class is one row of the table and each of its methods one cell: {@code handWritten} is what everything is
 * compared with, {@code reprise} is ours, and the others are peers. Where a peer can be set up in more than one way, it is the one
 * that is cheaper for it.
 */
@NullMarked
package dev.reprise.benchmarks;

import org.jspecify.annotations.NullMarked;
