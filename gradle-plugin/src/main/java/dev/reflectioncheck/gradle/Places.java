package dev.reflectioncheck.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** Paths as inputs that are equal on every machine. */
final class Places {
    private Places() {}

    /** Returns the path from the root with {@code /}; the file's name alone if the two have no common ancestor. */
    static String relative(File root, File file) {
        try {
            return root.toPath().relativize(file.toPath()).toString().replace(File.separatorChar, '/');
        } catch (IllegalArgumentException e) {
            return file.getName(); // another drive
        }
    }

    static List<String> relative(File root, Iterable<File> files) {
        List<String> paths = new ArrayList<>();
        for (File file : files) {
            paths.add(relative(root, file));
        }
        return paths;
    }

    static List<File> existing(Iterable<File> files) {
        List<File> found = new ArrayList<>();
        for (File file : files) {
            if (file.exists()) {
                found.add(file);
            }
        }
        return found;
    }
}
