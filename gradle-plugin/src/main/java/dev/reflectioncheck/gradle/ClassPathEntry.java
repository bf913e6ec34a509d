package dev.reflectioncheck.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An entry of the run-time class path as the request states it: a path, the component it comes from, and whether this
 * build made it.
 */
final class ClassPathEntry {
    final File file;
    final String id;
    private final boolean application;

    private ClassPathEntry(File file, String id, boolean application) {
        this.file = file;
        this.id = id;
        this.application = application;
    }

    /** Returns the entries of a class path, in its order. */
    static List<ClassPathEntry> of(Iterable<File> classPath, Components components, File root) {
        List<ClassPathEntry> entries = new ArrayList<>();
        for (File file : classPath) {
            Components.Component component = components.of(file);
            if (component != null) {
                entries.add(new ClassPathEntry(file, component.id, component.project));
            } else {
                // Another source set's output, made by this build; or a jar that the build script names by its file.
                boolean jar = file.getName().endsWith(".jar");
                entries.add(new ClassPathEntry(file, jar ? file.getName() : Places.relative(root, file), !jar));
            }
        }
        return entries;
    }

    Map<String, Object> toRequest() {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("path", file);
        item.put("id", id);
        item.put("application", application);
        return item;
    }
}
