package dev.reflectioncheck.gradle;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.gradle.api.logging.Logger;

/** What the tool says on standard error: lines about its progress are shown at once, the others kept. */
final class Words extends OutputStream {
    /** How the tool begins a line that says what a long run is doing. */
    private static final String PROGRESS = "progress: ";

    private final Logger logger;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    Words(Logger logger) {
        this.logger = logger;
    }

    @Override
    public void write(int value) {
        line.write(value);
        if (value == '\n') {
            finishLine();
        }
    }

    /** Returns the lines that are not about progress, the last one included if it has no end. */
    byte[] rest() {
        finishLine();
        return kept.toByteArray();
    }

    private void finishLine() {
        byte[] bytes = line.toByteArray();
        line.reset();
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.startsWith(PROGRESS)) {
            logger.lifecycle("reflection-check: {}", text.substring(PROGRESS.length()).trim());
        } else {
            kept.write(bytes, 0, bytes.length);
        }
    }
}
