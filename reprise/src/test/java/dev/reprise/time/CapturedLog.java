package dev.reprise.time;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What is logged under the name of one class while this is open. The platform's logger is the JDK's own here. */
final class CapturedLog extends Handler implements AutoCloseable {
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final Logger logger;

    private CapturedLog(Logger logger) {
        this.logger = logger;
    }

    static CapturedLog of(Class<?> type) {
        CapturedLog log = new CapturedLog(Logger.getLogger(type.getName()));
        log.logger.setUseParentHandlers(false);
        log.logger.addHandler(log);
        return log;
    }

    List<Throwable> thrown() {
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
        logger.setUseParentHandlers(true);
    }
}
