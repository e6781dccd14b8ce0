package dev.reprise.retry;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The first and the last few attempts of a call, so that one that never ends keeps no more than these. */
final class History {
    private static final int KEPT_AT_EACH_END = 8;

    private final List<Tried.Entry> first = new ArrayList<>();
    private final Deque<Tried.Entry> last = new ArrayDeque<>();

    void add(Tried.Entry entry) {
        if (first.size() < KEPT_AT_EACH_END) {
            first.add(entry);
            return;
        }
        if (last.size() == KEPT_AT_EACH_END) last.removeFirst();
        last.addLast(entry);
    }

    List<Tried.Entry> entries() {
        List<Tried.Entry> entries = new ArrayList<>(first);
        entries.addAll(last);
        return entries;
    }
}
