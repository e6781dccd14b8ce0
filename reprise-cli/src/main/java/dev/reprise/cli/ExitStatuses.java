package dev.reprise.cli;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A set of exit statuses of failed commands, written {@code 2,64-78}. */
record ExitStatuses(BitSet members, String text) {
    /** What {@code timeout} of coreutils exits with when the time is up, and so do we. */
    static final int TIMED_OUT = 124;

    static final int NOT_EXECUTABLE = 126;
    static final int NOT_FOUND = 127;

    private static final Pattern PART = Pattern.compile("\\s*([0-9]{1,3})\\s*(?:-\\s*([0-9]{1,3})\\s*)?");
    private static final String[] SIGNALS = {
        "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
        "TERM"
    };

    /**
     * Reads numbers and ranges from 1 to 255.
     *
     * @throws IllegalArgumentException naming the part that is neither
     */
    static ExitStatuses parse(String text) {
        BitSet members = new BitSet(256);
        for (String part : text.split(",", -1)) {
            Matcher matcher = PART.matcher(part);
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        "'" + part + "' is neither an exit status nor a range; write them as 2,64-78");
            }
            int first = Integer.parseInt(matcher.group(1));
            int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
            if (first < 1 || last > 255 || first > last) {
                throw new IllegalArgumentException(
                        "'" + part.strip() + "' must lie between 1 and 255, the smaller first (0 is success)");
            }
            members.set(first, last + 1);
        }
        return new ExitStatuses(members, text);
    }

    boolean contains(int status) {
        return members.get(status);
    }

    /** As {@code exit code 137 (SIGKILL)}: above 128 a shell, and Java, tell a signal that way. */
    static String describe(int status) {
        int signal = status - 128;
        return "exit code " + status + (signal > 0 && signal < SIGNALS.length ? " (SIG" + SIGNALS[signal] + ")" : "");
    }
}
