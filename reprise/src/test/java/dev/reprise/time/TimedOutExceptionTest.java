package dev.reprise.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimedOutExceptionTest {
    @Test
    void message_saysTheLimit() {
        IOException cause = new IOException("read");

        assertThat(new TimedOutException(Duration.ofMillis(1_500), cause))
                .hasMessage("Timed out after 1.5s.")
                .cause()
                .isSameAs(cause);
        assertThat(new AttemptTimeoutException(Duration.ofSeconds(2), null))
                .hasMessage("Attempt timed out after 2s.")
                .hasNoCause();
    }

    @Test
    void limit_null_saysWhich() {
        assertThatNullPointerException()
                .isThrownBy(() -> new AttemptTimeoutException(null, null))
                .withMessage("limit");
    }

    @Test
    void serialized_comesBackWithItsLimit() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new AttemptTimeoutException(Duration.ofSeconds(2), null));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(((TimedOutException) in.readObject()).limit()).isEqualTo(Duration.ofSeconds(2));
        }
    }
}
