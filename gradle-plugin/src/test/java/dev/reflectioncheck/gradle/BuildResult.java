package dev.reflectioncheck.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What one Gradle build printed, and the assertions that tests make about it. */
final class BuildResult {
    final String output;
    private final int status;

    BuildResult(Processes.Result result) {
        this.output = result.output;
        this.status = result.status;
    }

    BuildResult succeeds() {
        assertEquals(0, status, output);
        return this;
    }

    BuildResult fails() {
        assertEquals(1, status, output);
        return this;
    }

    /** The outcome of a task as the plain console shows it, EXECUTED if it shows none; null if the task did not run. */
    String outcome(String task) {
        Matcher line = Pattern.compile("(?m)^> Task " + Pattern.quote(task) + "(?: ([A-Z-]+))?$").matcher(output);
        String outcome = null;
        while (line.find()) {
            outcome = line.group(1) == null ? "EXECUTED" : line.group(1);
        }
        return outcome;
    }

    BuildResult task(String task, String outcome) {
        assertEquals(outcome, outcome(task), () -> task + " in:\n" + output);
        return this;
    }

    BuildResult says(String text) {
        assertTrue(output.contains(text), () -> "not said: " + text + "\nin:\n" + output);
        return this;
    }

    BuildResult doesNotSay(String text) {
        assertFalse(output.contains(text), () -> "said: " + text + "\nin:\n" + output);
        return this;
    }
}
