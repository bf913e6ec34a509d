package dev.reflectioncheck.maven;

import java.util.Map;
import java.util.TreeMap;
import org.apache.maven.plugin.MojoExecutionException;

/** The command-line form of rule levels, {@code RC1001=warning,RC2001=off}. Ids and levels are checked by the executable. */
final class Levels {
    private Levels() {}

    /** The levels in {@code text}; none for null. */
    static Map<String, String> parse(String text) throws MojoExecutionException {
        Map<String, String> levels = new TreeMap<>();
        if (text == null) {
            return levels;
        }
        for (String item : text.split(",")) {
            String trimmed = item.trim();
            int equals = trimmed.indexOf('=');
            if (equals > 0) {
                levels.put(trimmed.substring(0, equals).trim(), trimmed.substring(equals + 1).trim());
            } else if (!trimmed.isEmpty()) {
                throw new MojoExecutionException("reflection-check: in reflection-check.levels, \"" + trimmed
                        + "\" is not of the form RULE=LEVEL, as RC1001=warning is");
            }
        }
        return levels;
    }
}
