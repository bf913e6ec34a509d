package dev.reflectioncheck.gradle;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gradle.api.GradleException;
import org.gradle.api.logging.Logger;
import org.gradle.process.ExecOperations;

/**
 * Runs the binary and tells its outcomes apart. Knows the protocol (handshake, {@code --request}, exit statuses), not
 * what the requests say.
 */
final class Tool {
    static final int PROTOCOL = 1;

    private static final Pattern PROTOCOL_FIELD = Pattern.compile("\"protocol\"\\s*:\\s*(\\d{1,9})");
    /** Lines of the tool's own words that a failure shows. */
    private static final int SHOWN_LINES = 40;

    private final ExecOperations processes;
    private final Logger logger;
    private final File executable;

    Tool(ExecOperations processes, Logger logger, File executable) {
        this.processes = processes;
        this.logger = logger;
        this.executable = executable;
    }

    /** What the analysis or the report found, if it did its work. */
    enum Verdict {
        CLEAN,
        FINDINGS
    }

    /**
     * Runs a sub-command on a request and returns its verdict.
     *
     * @throws GradleException if the tool speaks another protocol, does not accept the request, or broke
     */
    Verdict run(String command, Map<String, Object> request, File requestFile) {
        shakeHands();
        write(request, requestFile);
        logger.info("replay: {} {} --request {}", executable, command, requestFile);
        Outcome outcome = execute(Arrays.asList(command, "--request", requestFile.getPath()));
        if (!outcome.errors.isEmpty()) {
            logger.info(outcome.errors);
        }
        switch (outcome.status) {
            case 0:
                return Verdict.CLEAN;
            case 1:
                return Verdict.FINDINGS;
            case 2:
                throw new GradleException("reflection-check does not accept its input:\n" + outcome.words());
            default:
                throw broken(outcome.end() + replay(command, requestFile) + "\n" + outcome.words(), null);
        }
    }

    /** Refuses an executable that speaks another protocol before it gets work. */
    private void shakeHands() {
        Outcome outcome = execute(Arrays.asList("--version", "--json"));
        Matcher protocol = PROTOCOL_FIELD.matcher(outcome.output);
        if (outcome.status != 0 || !protocol.find()) {
            throw broken(executable + " --version --json: " + outcome.end() + ", no version\n" + outcome.words(), null);
        }
        if (Integer.parseInt(protocol.group(1)) != PROTOCOL) {
            throw new GradleException("the Gradle plugin, version " + Executable.version() + ", speaks protocol "
                    + PROTOCOL + " and " + executable + " speaks protocol " + protocol.group(1)
                    + ": use the plugin and the executable of one version");
        }
    }

    private Outcome execute(List<String> arguments) {
        if (!executable.isFile()) {
            throw broken("there is no file " + executable, null);
        }
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        Words errors = new Words(logger);
        List<String> command = new ArrayList<>();
        command.add(executable.getPath());
        command.addAll(arguments);
        int status;
        try {
            status = processes.exec(process -> {
                process.setCommandLine(command);
                process.setStandardOutput(output);
                process.setErrorOutput(errors);
                process.setIgnoreExitValue(true);
            }).getExitValue();
        } catch (RuntimeException e) {
            throw broken("cannot start " + executable, e);
        }
        return new Outcome(status, text(output.toByteArray()), text(errors.rest()));
    }

    private static void write(Map<String, Object> request, File file) {
        try {
            Files.createDirectories(file.getParentFile().toPath());
            Files.write(file.toPath(), Json.write(request).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new GradleException("cannot write " + file, e);
        }
    }

    private String replay(String command, File requestFile) {
        return "; to see it again: " + executable + " " + command + " --request " + requestFile;
    }

    private static GradleException broken(String what, Throwable cause) {
        return new GradleException("reflection-check itself failed (this is no finding): " + what.trim(), cause);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8).trim();
    }

    private static final class Outcome {
        final int status;
        final String output;
        final String errors;

        Outcome(int status, String output, String errors) {
            this.status = status;
            this.output = output;
            this.errors = errors;
        }

        String end() {
            // A shell's and Java's way to say that a signal ended the process.
            return status > 128 ? "killed by signal " + (status - 128) : "exit status " + status;
        }

        /** The last lines of what the tool said, errors before output. */
        String words() {
            String[] lines = (errors.isEmpty() ? output : errors).split("\n");
            int from = Math.max(0, lines.length - SHOWN_LINES);
            return String.join("\n", Arrays.asList(lines).subList(from, lines.length));
        }
    }
}
