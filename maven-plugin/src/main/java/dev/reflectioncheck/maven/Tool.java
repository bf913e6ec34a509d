package dev.reflectioncheck.maven;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.logging.Log;

/** Runs the executable. Knows its protocol version and its exit statuses, nothing of its reports. */
final class Tool {
    /** The request protocol this plugin speaks. */
    static final int PROTOCOL = 1;

    static final int CLEAN = 0;
    static final int FINDINGS = 1;
    static final int WRONG_USAGE = 2;

    private static final Pattern PROTOCOL_FIELD = Pattern.compile("\"protocol\"\\s*:\\s*(\\d+)");
    private static final Pattern VERSION_FIELD = Pattern.compile("\"version\"\\s*:\\s*\"([^\"]*)\"");

    /** How the executable begins a line that says what a long run is doing. */
    private static final String PROGRESS = "progress: ";

    private final File executable;
    private final Log log;

    Tool(File executable, Log log) {
        this.executable = executable;
        this.log = log;
    }

    /** What a finished process left behind: its exit status and everything it printed. */
    static final class Exit {
        final int status;
        final String output;

        Exit(int status, String output) {
            this.status = status;
            this.output = output;
        }
    }

    /**
     * Asks the executable for its version and protocol.
     *
     * @return the version it reports
     * @throws MojoExecutionException if it cannot be started, answers something else, or speaks another protocol
     */
    String handshake() throws MojoExecutionException {
        Exit exit = run(executable.getParentFile(), "--version", "--json");
        Matcher protocol = PROTOCOL_FIELD.matcher(exit.output);
        Matcher version = VERSION_FIELD.matcher(exit.output);
        if (exit.status != CLEAN || !protocol.find() || !version.find()) {
            throw new MojoExecutionException("reflection-check: tool failure: " + executable
                    + " does not answer --version --json as reflection-check does (exit status " + exit.status + ")"
                    + (exit.output.isEmpty() ? "" : ":\n" + exit.output));
        }
        if (!protocol.group(1).equals(Integer.toString(PROTOCOL))) {
            throw new MojoExecutionException("reflection-check: " + executable + " (version " + version.group(1)
                    + ") speaks protocol " + protocol.group(1) + ", this plugin speaks protocol " + PROTOCOL
                    + ": use a plugin and an executable of the same release");
        }
        return version.group(1);
    }

    /**
     * Runs the executable to its end in {@code directory}, its standard output and error read as one text. What it says
     * of its progress is logged at once and is no part of that text.
     *
     * @throws MojoExecutionException if it cannot be started or the build is interrupted (the process is ended then)
     */
    Exit run(File directory, String... arguments) throws MojoExecutionException {
        List<String> command = new ArrayList<>();
        command.add(executable.getPath());
        command.addAll(Arrays.asList(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command).directory(directory).redirectErrorStream(true).start();
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new MojoExecutionException(
                    "reflection-check: tool failure: cannot run " + executable + ": " + e.getMessage(), e);
        }
        try {
            StringBuilder output = new StringBuilder();
            try (BufferedReader reader =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    if (line.startsWith(PROGRESS)) {
                        log.info("reflection-check: " + line.substring(PROGRESS.length()));
                    } else {
                        output.append(line).append('\n');
                    }
                }
            }
            return new Exit(process.waitFor(), output.toString());
        } catch (IOException e) {
            throw new MojoExecutionException(
                    "reflection-check: tool failure: cannot read the output of " + executable + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("reflection-check: interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }
}
