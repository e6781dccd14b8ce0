package dev.reprise.cli;

import dev.reprise.time.MonotonicClock;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs the user's command as a child process, again and again but one at a time, on our own standard streams. A run that
 * is interrupted ends with its whole tree of processes, and so does one that is under way when this JVM is told to stop;
 * the JVM's own exit status is then 128 and the signal's number.
 *
 * <p>Used by one thread; the shutdown hook is the other.
 */
final class ChildCommand implements AutoCloseable {
    /** Ctrl-C is to end at once, so a child that wants to live on gets less time than after its timeout. */
    private static final Duration GRACE_AT_EXIT = Duration.ofSeconds(1);

    private static final Set<Integer> ENDED_FROM_OUTSIDE = Set.of(128 + 1, 128 + 2, 128 + 15);

    private final ProcessBuilder builder;
    private final Duration grace;
    private final Thread hook = new Thread(this::end, "reprise-end");
    private @Nullable Process running;
    private boolean ending;

    /** The grace lies between asking a process to end (SIGTERM) and ending it (SIGKILL). */
    ChildCommand(List<String> command, Duration grace) {
        this.builder = new ProcessBuilder(command).inheritIO();
        this.grace = grace;
        restoreLocale();
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * One run, to its end.
     *
     * @return the exit status, from 0 to 255; 128 and the signal's number when a signal ended it
     * @throws IOException when the process could not be started
     * @throws InterruptedException when the thread was interrupted; no process of the run is left then
     */
    int run() throws IOException, InterruptedException {
        Process process = start();
        try {
            int status = process.waitFor();
            if (ENDED_FROM_OUTSIDE.contains(status)) {
                // Ctrl-C reaches the child and us alike: if it was that, do not speak of a failed attempt meanwhile.
                MonotonicClock.system().sleep(Duration.ofMillis(100).toNanos());
            }
            stayIfEnding();
            return status;
        } catch (InterruptedException e) {
            ProcessTree.of(process).end(grace);
            throw e;
        } finally {
            synchronized (this) {
                running = null;
            }
        }
    }

    @Override
    public void close() {
        try {
            if (!Runtime.getRuntime().removeShutdownHook(hook)) {
                throw new AssertionError("the hook is registered until now");
            }
        } catch (IllegalStateException e) {
            // The JVM is ending already, and the hook with it.
        }
    }

    private Process start() throws IOException, InterruptedException {
        synchronized (this) {
            stayIfEnding();
            running = builder.start(); // under the lock, so that the hook sees every process there is
            return running;
        }
    }

    /** Once the JVM is ending there is nothing to say or start any more; it will halt under this thread. */
    private synchronized void stayIfEnding() throws InterruptedException {
        while (ending) {
            wait();
        }
    }

    private void end() {
        Process last;
        synchronized (this) {
            ending = true;
            last = running;
        }
        if (last != null) {
            try {
                ProcessTree.of(last).end(grace.compareTo(GRACE_AT_EXIT) < 0 ? grace : GRACE_AT_EXIT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The launcher gives this JVM a locale in which every argument can be read; the child gets the user's own. */
    private void restoreLocale() {
        String original = System.getProperty("reprise.lc_all");
        if (original == null) {
            return;
        }
        if (original.isEmpty()) {
            builder.environment().remove("LC_ALL");
        } else {
            builder.environment().put("LC_ALL", original);
        }
    }

    /** Why the command cannot be run, or null: 127 when there is no such file, 126 when it is no program. */
    static @Nullable Problem problem(String name) {
        if (name.contains("/")) {
            File file = new File(name);
            return !file.exists()
                    ? new Problem(ExitStatuses.NOT_FOUND, "no such file: " + name)
                    : runnable(file) ? null : notExecutable(file);
        }
        File unusable = null;
        for (String folder :
                System.getenv().getOrDefault("PATH", "/bin:/usr/bin").split(File.pathSeparator, -1)) {
            File file = new File(folder.isEmpty() ? "." : folder, name);
            if (runnable(file)) {
                return null;
            }
            unusable = unusable == null && file.isFile() ? file : unusable;
        }
        return unusable == null
                ? new Problem(ExitStatuses.NOT_FOUND, "command not found: " + name)
                : notExecutable(unusable);
    }

    /** An exit status, and what to say. */
    record Problem(int status, String message) {}

    private static boolean runnable(File file) {
        return file.isFile() && file.canExecute();
    }

    private static Problem notExecutable(File file) {
        return new Problem(
                ExitStatuses.NOT_EXECUTABLE,
                (file.isDirectory() ? "is a directory: " : "not executable: ") + file.getPath());
    }
}
