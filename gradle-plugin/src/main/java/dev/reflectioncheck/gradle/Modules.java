package dev.reflectioncheck.gradle;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.gradle.api.artifacts.ProjectDependency;
import org.gradle.api.invocation.Gradle;
import org.gradle.api.plugins.ExtensionAware;
import org.gradle.api.plugins.ExtraPropertiesExtension;

/**
 * What the modules of one build say about themselves while they are configured: which are applications, and which
 * projects each depends on. Answers whether a module is checked as part of an application.
 *
 * <p>The plugin may be loaded once per project, by class loaders that do not know each other, so the shared state holds
 * nothing but classes of the JDK. It hangs on the build and is used at configuration time only; tasks keep the answer.
 */
final class Modules {
    private static final String KEY = "dev.reflectioncheck.modules";
    /** Marks an application in its own set of dependencies; no project path looks like this. */
    private static final String APPLICATION = "application";

    private final Map<String, Set<String>> dependencies;

    Modules(Map<String, Set<String>> dependencies) {
        this.dependencies = dependencies;
    }

    /** Returns the record of this build, made on first use. */
    @SuppressWarnings("unchecked")
    static Modules of(Gradle gradle) {
        synchronized (gradle.getClass()) {
            ExtraPropertiesExtension properties = ((ExtensionAware) gradle).getExtensions().getExtraProperties();
            if (!properties.has(KEY)) {
                properties.set(KEY, new ConcurrentHashMap<String, Set<String>>());
            }
            return new Modules((Map<String, Set<String>>) properties.get(KEY));
        }
    }

    /** Records one project: whether it is an application, and the paths of the projects on its run-time class path. */
    void add(String path, boolean application, Set<String> projects) {
        Set<String> facts = new HashSet<>(projects);
        if (application) {
            facts.add(APPLICATION);
        }
        dependencies.put(path, Collections.unmodifiableSet(facts));
    }

    /** Returns the first application, by path, that has the project on its class path; null if there is none. */
    String applicationWith(String path) {
        for (Map.Entry<String, Set<String>> module : new TreeMap<>(dependencies).entrySet()) {
            if (module.getValue().contains(APPLICATION) && reaches(module.getKey(), path)) {
                return module.getKey();
            }
        }
        return null;
    }

    private boolean reaches(String from, String to) {
        Set<String> seen = new TreeSet<>();
        Deque<String> todo = new ArrayDeque<>(Collections.singleton(from));
        while (!todo.isEmpty()) {
            for (String next : dependencies.getOrDefault(todo.pop(), Collections.emptySet())) {
                if (next.equals(to)) {
                    return !from.equals(to);
                }
                if (seen.add(next)) {
                    todo.push(next);
                }
            }
        }
        return false;
    }

    /** The project's path; the method that gives it without the project itself came with Gradle 8.11. */
    static String pathOf(ProjectDependency dependency) {
        try {
            Method getPath = ProjectDependency.class.getMethod("getPath");
            return (String) getPath.invoke(dependency);
        } catch (NoSuchMethodException e) {
            return dependency.getDependencyProject().getPath();
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot ask " + dependency + " for its path", e);
        }
    }
}
