package dev.reflectioncheck.maven;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.Log;

/**
 * Turns an exit status into a Maven result. Findings fail the build; wrong usage and a broken tool are errors of
 * another kind, so that nobody takes them for findings or switches them off with the findings.
 */
final class Outcome {
    private final Log log;
    private final Reports reports;
    private final File executable;

    Outcome(Log log, Reports reports, File executable) {
        this.log = log;
        this.reports = reports;
        this.executable = executable;
    }

    /**
     * Shows the text report.
     *
     * @throws MojoFailureException if there are findings at or above the threshold
     * @throws MojoExecutionException for wrong usage, for a failure of the tool and for a run without all its reports
     */
    void surface(Tool.Exit exit) throws IOException, MojoExecutionException, MojoFailureException {
        switch (exit.status) {
            case Tool.CLEAN:
                requireReports(exit);
                show(text(), false);
                log.info(reports.describe());
                return;
            case Tool.FINDINGS:
                requireReports(exit);
                show(text(), true);
                throw new MojoFailureException("reflection-check found problems. " + reports.describe());
            case Tool.WRONG_USAGE:
                throw new MojoExecutionException("reflection-check cannot check this project\n" + exit.output.trim());
            default:
                throw failure("ended with status " + exit.status, exit);
        }
    }

    private void requireReports(Tool.Exit exit) throws MojoExecutionException {
        if (!Files.isRegularFile(reports.text) || !Files.isRegularFile(reports.sarif)) {
            throw failure("ended with status " + exit.status + " but wrote no report", exit);
        }
    }

    private MojoExecutionException failure(String what, Tool.Exit exit) {
        String output = exit.output.trim();
        return new MojoExecutionException("reflection-check: tool failure: " + executable + " " + what
                + (output.isEmpty() ? ", printing nothing" : ":\n" + output)
                + "\nTo repeat it: " + executable + " check --request " + reports.request);
    }

    private String text() throws IOException {
        return new String(Files.readAllBytes(reports.text), StandardCharsets.UTF_8);
    }

    /**
     * Logs the report; a block that starts with a level is logged at that level, to its last indented line. Entries to
     * paste have no prefix of the log before them.
     */
    private void show(String text, boolean fails) {
        String block = "";
        for (String line : text.split("\n")) {
            if (!line.startsWith(" ")) {
                block = line;
            }
            if (block.startsWith("Entr") && !line.equals(block)) {
                System.out.println(line);
            } else if (fails && block.startsWith("error ")) {
                log.error(line);
            } else if (block.startsWith("error ") || block.startsWith("warning ")) {
                log.warn(line);
            } else {
                log.info(line);
            }
        }
    }
}
