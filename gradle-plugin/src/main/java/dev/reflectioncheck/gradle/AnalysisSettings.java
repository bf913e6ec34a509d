package dev.reflectioncheck.gradle;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of {@code reflection-check.toml} that the analysis depends on: everything but comments, blank lines and the
 * policy tables, which only the report reads. Not a TOML parser: what it does not understand it keeps, since keeping
 * too much only repeats an analysis.
 */
final class AnalysisSettings {
    private static final Pattern TABLE = Pattern.compile("\\[\\[?\\s*([^\\[\\]]*?)\\s*\\]\\]?\\s*(#.*)?");

    private AnalysisSettings() {}

    /** Returns the lines that matter, trimmed. */
    static String of(String toml) {
        if (toml.contains("\"\"\"") || toml.contains("'''")) {
            return toml; // lines inside such a string may look like anything
        }
        StringBuilder kept = new StringBuilder();
        boolean policy = false;
        for (String line : toml.split("\n", -1)) {
            String text = line.trim();
            Matcher table = TABLE.matcher(text);
            if (table.matches()) {
                String name = table.group(1);
                policy = name.equals("policy") || name.startsWith("policy.");
            }
            if (!policy && !text.isEmpty() && !text.startsWith("#")) {
                kept.append(text).append('\n');
            }
        }
        return kept.toString();
    }
}
