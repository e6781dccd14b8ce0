package dev.reprise.cli;

import dev.reprise.time.MonotonicClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A process and everything it started. A process whose parent has ended no longer says whose it was, so the whole tree is
 * stopped before anything in it is ended: nothing can start one more process behind our back then. Only a process that
 * detached itself earlier escapes.
 */
final class ProcessTree {
    private static final long LOOK_EVERY = Duration.ofMillis(10).toNanos();
    private static final Duration AFTER_KILL = Duration.ofSeconds(1);

    private final MonotonicClock clock = MonotonicClock.system();
    private final Set<ProcessHandle> members = new LinkedHashSet<>();

    private ProcessTree(ProcessHandle root) {
        members.add(root);
    }

    static ProcessTree of(Process process) {
        return new ProcessTree(process.toHandle());
    }

    /** Asks every process to end, parents first so that none goes on after its child; whoever stays is killed. */
    void end(Duration grace) throws InterruptedException {
        stopAll();
        members.forEach(ProcessHandle::destroy);
        signal("CONT", members); // only now do they get to know
        if (!goneWithin(grace, process -> {})) {
            stopAll();
            goneWithin(AFTER_KILL, ProcessHandle::destroyForcibly);
        }
    }

    /** Stops what there is until there is nothing new; without the means to, it merely looks who is there. */
    private void stopAll() throws InterruptedException {
        Set<ProcessHandle> stopped = new LinkedHashSet<>();
        while (true) {
            grow();
            Set<ProcessHandle> running = new LinkedHashSet<>(members);
            running.removeAll(stopped);
            running.removeIf(process -> !lives(process));
            if (running.isEmpty()) {
                return;
            }
            signal("STOP", running);
            stopped.addAll(running);
        }
    }

    private void grow() {
        for (ProcessHandle member : List.copyOf(members)) {
            member.descendants().forEach(members::add);
        }
    }

    /** Java itself can only end processes; every shell can do the rest. */
    private static void signal(String name, Set<ProcessHandle> processes) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "kill -" + name + " \"$@\" 2>/dev/null", "sh"));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            // No shell, no signal: a process started in this very moment may escape.
        }
    }

    private boolean goneWithin(Duration limit, Consumer<ProcessHandle> push) throws InterruptedException {
        long begin = clock.nanoTime();
        while (true) {
            grow(); // what a process starts to clean up is its own too
            members.stream().filter(ProcessTree::lives).forEach(push);
            if (members.stream().noneMatch(ProcessTree::lives)) {
                return true;
            }
            if (clock.nanoTime() - begin >= limit.toNanos()) {
                return false;
            }
            clock.sleep(LOOK_EVERY);
        }
    }

    /** An ended process whose parent never asks for its status, as happens in containers, is still listed. */
    static boolean lives(ProcessHandle process) {
        return process.isAlive() && !isZombie(process.pid());
    }

    private static boolean isZombie(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return false; // No such system, or gone just now: isAlive decides.
        }
    }
}
