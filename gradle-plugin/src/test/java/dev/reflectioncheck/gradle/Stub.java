package dev.reflectioncheck.gradle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A script in place of the binary that keeps the requests it gets and ends as told (stub.sh). */
final class Stub {
    final Path directory;
    final Path executable;

    Stub(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.executable = directory.resolve("reflection-check");
        try (InputStream script = Stub.class.getResourceAsStream("stub.sh")) {
            Files.copy(script, executable);
        }
        if (!executable.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + executable + " executable");
        }
    }

    /** Lets runs of a sub-command end with a status, or with {@code kill}. */
    void ends(String command, String status) {
        write(command + ".exit", status);
    }

    void write(String file, String text) {
        try {
            Files.writeString(directory.resolve(file), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the requests of a sub-command, in order. */
    List<String> requests(String command) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith("." + command + ".json"))
                    .sorted(java.util.Comparator.comparingInt(Stub::number)).map(Stub::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String lastRequest(String command) {
        List<String> requests = requests(command);
        return requests.get(requests.size() - 1);
    }

    int runs(String command) {
        return requests(command).size();
    }

    private static int number(Path file) {
        return Integer.parseInt(file.getFileName().toString().replaceFirst("\\..*", ""));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
