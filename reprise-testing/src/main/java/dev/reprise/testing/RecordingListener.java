package dev.reprise.testing;

import static java.util.Objects.requireNonNull;

import dev.reprise.event.RetryEvent;
import dev.reprise.event.RetryListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Keeps every event it is told of, in order.
 *
 * <pre>{@code
 * RecordingListener events = new RecordingListener();
 * retry.listener(events).call(Faults.failTimes(2, new IOException("down")));
 * events.names();       // [retry.attempt_failed, retry.attempt_failed, retry.succeeded]
 * }</pre>
 *
 * <p>Safe for use by many threads; events of calls that run at once are mixed.
 */
public final class RecordingListener implements RetryListener {
    private final List<RetryEvent> events = new CopyOnWriteArrayList<>();

    /** A listener that has heard nothing yet. */
    public RecordingListener() {}

    @Override
    public void onEvent(RetryEvent event) {
        events.add(requireNonNull(event, "event"));
    }

    /** What happened so far; a copy. */
    public List<RetryEvent> events() {
        return List.copyOf(events);
    }

    /** The events of one type, as {@code AttemptFailed.class}. */
    public <E extends RetryEvent> List<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** The names of the events, as {@code retry.attempt_failed}. */
    public List<String> names() {
        return events.stream().map(RetryEvent::name).toList();
    }

    /** Forgets everything. */
    public void clear() {
        events.clear();
    }

    /** The names. */
    @Override
    public String toString() {
        return names().toString();
    }
}
