package dev.reflectioncheck.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An entry of the class path as the request states it: a path, the component it comes from, whether this build made it,
 * and whether it is only compiled against.
 */
final class ClassPathEntry {
    final File file;
    final String id;
    private final boolean application;
    private final boolean provided;

    private ClassPathEntry(File file, String id, boolean application, boolean provided) {
        this.file = file;
        this.id = id;
        this.application = application;
        this.provided = provided;
    }

    /** Returns the entries of a class path, in its order. */
    static List<ClassPathEntry> of(Iterable<File> classPath, Components components, File root) {
        List<ClassPathEntry> entries = new ArrayList<>();
        for (File file : classPath) {
            Components.Component component = components.of(file);
            if (component != null) {
                entries.add(new ClassPathEntry(file, component.id, component.project, false));
            } else {
                // Another source set's output, made by this build; or a jar that the build script names by its file.
                boolean jar = file.getName().endsWith(".jar");
                String id = jar ? file.getName() : Places.relative(root, file);
                entries.add(new ClassPathEntry(file, id, !jar, false));
            }
        }
        return entries;
    }

    /**
     * Returns the entries that are compiled against and not on the run-time class path, in whatever version: what runs
     * the program supplies them.
     */
    static List<ClassPathEntry> provided(Components compile, Components runtime) {
        List<ClassPathEntry> entries = new ArrayList<>();
        compile.forEach((file, component) -> {
            if (!runtime.hasModule(component.module) && runtime.of(file) == null) {
                entries.add(new ClassPathEntry(file, component.id, false, true));
            }
        });
        return entries;
    }

    Map<String, Object> toRequest() {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("path", file);
        item.put("id", id);
        item.put("application", application);
        item.put("provided", provided);
        return item;
    }
}
