package dev.reflectioncheck.recorder;

import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A file that is there as a whole or not at all: it is written beside its place and moved there. */
final class WholeFile {
    /** What to write. */
    interface Text {
        void writeTo(Writer writer) throws IOException;
    }

    private WholeFile() {}

    /** Writes a file and the folders above it. */
    static void write(File out, Text text) throws IOException {
        File parent = out.getAbsoluteFile().getParentFile();
        parent.mkdirs();
        // Not a temporary file's name: it asks for secure random numbers, which loads a hundred classes of security providers.
        Path part = parent.toPath().resolve(out.getName() + "." + Long.toHexString(System.nanoTime()) + ".part");
        try (Writer writer = new BufferedWriter(
                Files.newBufferedWriter(part, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            text.writeTo(writer);
        }
        Files.move(part, out.toPath(), StandardCopyOption.REPLACE_EXISTING);
    }
}
