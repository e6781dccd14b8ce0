package dev.reprise;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What is logged under one name while this is open, by any thread. The platform's logger is the JDK's own here. */
public final class CapturedLog extends Handler implements AutoCloseable {
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Logger logger;

    private CapturedLog(Logger logger) {
        this.logger = logger;
    }

    public static CapturedLog of(String name) {
        CapturedLog log = new CapturedLog(Logger.getLogger(name));
        log.logger.addHandler(log);
        return log;
    }

    public List<LogRecord> records() {
        return List.copyOf(records);
    }

    public List<Throwable> thrown() {
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
        logger.removeHandler(this);
    }
}
