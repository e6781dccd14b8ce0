package dev.reprise.cli;

import dev.reprise.time.MonotonicClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A process and everything it started. A process whose parent has ended no longer says whose it was, so the tree is
 * looked at before anything is ended and again while that goes on; only one that detached itself earlier escapes.
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
        Set<ProcessHandle> asked = new LinkedHashSet<>();
        boolean ended = goneWithin(grace, process -> {
            if (asked.add(process)) {
                process.destroy();
            }
        });
        if (!ended) {
            goneWithin(AFTER_KILL, ProcessHandle::destroyForcibly);
        }
    }

    private boolean goneWithin(Duration limit, Consumer<ProcessHandle> push) throws InterruptedException {
        long begin = clock.nanoTime();
        while (true) {
            grow();
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

    private void grow() {
        for (ProcessHandle member : Set.copyOf(members)) {
            member.descendants().forEach(members::add);
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
