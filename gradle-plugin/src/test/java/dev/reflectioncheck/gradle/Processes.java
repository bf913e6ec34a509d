package dev.reflectioncheck.gradle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Processes with their output, and an end. */
final class Processes {
    private static final long LIMIT_MINUTES = 15;
    /** What of the caller's environment would change a build. */
    private static final List<String> REMOVED =
            List.of("REFLECTION_CHECK", "GRADLE_OPTS", "JAVA_OPTS", "GRADLE_HOME");

    private Processes() {}

    static final class Result {
        final int status;
        final String output;

        Result(int status, String output) {
            this.status = status;
            this.output = output;
        }
    }

    static Result run(List<String> command, Path directory, Map<String, String> environment) {
        try {
            Files.createDirectories(directory);
            Path log = Files.createTempFile("gradle-plugin", ".log");
            ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile())
                    .redirectErrorStream(true).redirectOutput(log.toFile());
            builder.environment().keySet().removeAll(REMOVED);
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES);
            if (!ended) {
                process.destroyForcibly();
            }
            String output = Files.readString(log);
            Files.delete(log);
            if (!ended) {
                throw new IllegalStateException(command + " does not end:\n" + output);
            }
            return new Result(process.exitValue(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
