package dev.reflectioncheck.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Whether sources declare a main method. Read from sources, since a module must be judged by the modules that depend on
 * it before those are compiled.
 */
final class MainMethods {
    private static final Pattern JAVA = Pattern.compile("\\bstatic\\s[^;{}()=]*\\bvoid\\s+main\\s*\\(");
    private static final Pattern KOTLIN = Pattern.compile("\\bfun\\s+main\\s*\\(");
    private static final Pattern SCALA =
            Pattern.compile("\\bdef\\s+main\\s*\\(|\\bobject\\s+\\w+\\s+extends\\s+App\\b|@main\\b");

    private MainMethods() {}

    /** True if a Java, Kotlin, Scala or Groovy file below one of {@code roots} declares one. */
    static boolean declaredIn(List<Path> roots) throws IOException {
        for (Path root : roots) {
            if (!Files.isDirectory(root)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    if (declaredIn(file)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static boolean declaredIn(Path file) throws IOException {
        String name = file.getFileName().toString();
        Pattern pattern = name.endsWith(".java") || name.endsWith(".groovy")
                ? JAVA
                : name.endsWith(".kt") ? KOTLIN : name.endsWith(".scala") ? SCALA : null;
        if (pattern == null || !Files.isRegularFile(file)) {
            return false;
        }
        return pattern.matcher(code(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))).find();
    }

    /** The source text with comments, strings and character literals replaced by spaces. */
    static String code(String source) {
        StringBuilder code = new StringBuilder(source.length());
        int at = 0;
        while (at < source.length()) {
            int end = skipped(source, at);
            if (end == at) {
                code.append(source.charAt(at++));
            } else {
                code.append(' ');
                at = end;
            }
        }
        return code.toString();
    }

    /** The end of the comment or literal that starts at {@code at}, or {@code at} if none does. */
    private static int skipped(String source, int at) {
        if (source.startsWith("//", at)) {
            return endOf(source, "\n", at + 2) - 1;
        } else if (source.startsWith("/*", at)) {
            return endOf(source, "*/", at + 2);
        } else if (source.startsWith("\"\"\"", at)) {
            return endOf(source, "\"\"\"", at + 3);
        }
        char quote = source.charAt(at);
        if (quote != '"' && quote != '\'') {
            return at;
        }
        int end = at + 1;
        while (end < source.length() && source.charAt(end) != quote && source.charAt(end) != '\n') {
            end += source.charAt(end) == '\\' ? 2 : 1;
        }
        return Math.min(end + 1, source.length());
    }

    private static int endOf(String source, String closing, int from) {
        int at = source.indexOf(closing, from);
        return at < 0 ? source.length() + (closing.equals("\n") ? 1 : 0) : at + closing.length();
    }
}
