package dev.reprise.retry;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the library logs while this is open, those of tests that run at the same time included. */
final class Complaints extends Handler implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger("dev.reprise");

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    private Complaints() {}

    static Complaints heard() {
        Complaints complaints = new Complaints();
        LOGGER.addHandler(complaints);
        LOGGER.setUseParentHandlers(false);
        return complaints;
    }

    /** What was logged, in words. */
    List<String> messages() {
        return records.stream().map(LogRecord::getMessage).toList();
    }

    /** The faults that were logged. */
    List<Throwable> faults() {
        return records.stream().map(LogRecord::getThrown).toList();
    }

    @Override
    public void publish(LogRecord logged) {
        records.add(logged);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        LOGGER.removeHandler(this);
        LOGGER.setUseParentHandlers(true);
    }
}
