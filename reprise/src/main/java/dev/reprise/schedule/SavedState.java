package dev.reprise.schedule;

import java.util.random.RandomGenerator;

/**
 * A stepper's state as text: {@code r1:<schedule>:<attempts>:<state>}, with a fingerprint of the schedule in
 * hexadecimal, a {@code !} after the attempts once it has stopped, and the lasting slots in decimal.
 */
final class SavedState {
    private static final String VERSION = "r1";

    private SavedState() {}

    static String save(Program program, long[] slots, long attempts, boolean stopped) {
        StringBuilder text = new StringBuilder(VERSION).append(':');
        text.append(fingerprint(program)).append(':').append(attempts);
        if (stopped) {
            text.append('!');
        }
        for (int i = 0; i < program.lasting(); i++) {
            text.append(i == 0 ? ':' : ',').append(slots[i]);
        }
        return text.toString();
    }

    static Stepper resume(Program program, String saved, RandomGenerator random) {
        String[] parts = saved.split(":", -1);
        if (parts.length < 3 || !parts[0].equals(VERSION)) {
            throw invalid(saved, "must begin with " + VERSION + ": and come from save()");
        }
        if (!parts[1].equals(fingerprint(program))) {
            throw invalid(saved, "must come from the same schedule, " + program.schedule + ", but comes from another");
        }
        boolean stopped = parts[2].endsWith("!");
        long attempts = number(saved, stopped ? parts[2].substring(0, parts[2].length() - 1) : parts[2]);
        long[] slots = program.newSlots();
        String[] lasting = parts.length == 4 ? parts[3].split(",", -1) : new String[0];
        if (lasting.length != program.lasting() || parts.length > 4 || attempts < 0) {
            throw invalid(saved, "must be the whole text, unchanged");
        }
        for (int i = 0; i < lasting.length; i++) {
            slots[i] = number(saved, lasting[i]);
        }
        if (!program.accepts(slots)) {
            throw invalid(saved, "must be the whole text, unchanged");
        }
        return new Stepper(program, random, slots, attempts, stopped);
    }

    private static long number(String saved, String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException unreadable) {
            throw invalid(saved, "must be the whole text, unchanged");
        }
    }

    private static IllegalArgumentException invalid(String saved, String rule) {
        return new IllegalArgumentException("Invalid saved state: text (" + saved + ") " + rule + ".");
    }

    /** FNV-1a of the canonical text: the same in every process and version that prints the schedule the same. */
    private static String fingerprint(Program program) {
        String text = program.schedule.toString();
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return Long.toHexString(hash);
    }
}
