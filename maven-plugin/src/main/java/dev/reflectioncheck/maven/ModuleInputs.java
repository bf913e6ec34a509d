package dev.reflectioncheck.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.project.MavenProject;

/**
 * The class path of a module as the executable is told about it. Modules of the same build count as application code and
 * enter by their output directories, because packaging may have replaced their artifact (Spring Boot's
 * {@code repackage}, shading).
 */
final class ModuleInputs {
    private final Reactor reactor;
    private final Set<Path> sources = new LinkedHashSet<>();
    private final List<Object> classpath = new ArrayList<>();

    private ModuleInputs(Reactor reactor) {
        this.reactor = reactor;
    }

    /**
     * The class path behind the main classes of {@code project}, from its resolved artifacts: those of the scopes
     * {@code provided} and {@code system} come last, as what a container supplies at run time.
     */
    static ModuleInputs main(Reactor reactor, MavenProject project) {
        ModuleInputs inputs = new ModuleInputs(reactor);
        inputs.sources.addAll(Reactor.sourceRoots(project));
        inputs.addArtifacts(project, artifact -> !isProvided(artifact));
        for (Artifact artifact : project.getArtifacts()) {
            if (isProvided(artifact) && isOnClasspath(artifact)) {
                inputs.add(artifact.getFile(), id(artifact), false, true);
            }
        }
        return inputs;
    }

    /** The class path behind the test classes of {@code project}: its main classes and its resolved test artifacts. */
    static ModuleInputs test(Reactor reactor, MavenProject project) {
        ModuleInputs inputs = new ModuleInputs(reactor);
        inputs.sources.addAll(Reactor.testSourceRoots(project));
        inputs.sources.addAll(Reactor.sourceRoots(project));
        File mainClasses = new File(project.getBuild().getOutputDirectory());
        if (mainClasses.isDirectory()) {
            inputs.add(mainClasses, id(project.getArtifact()), true, false);
        }
        // Tests run with what is provided.
        inputs.addArtifacts(project, artifact -> true);
        return inputs;
    }

    /** Entries in class-path order, as the {@code classpath} of a request. */
    List<Object> classpath() {
        return classpath;
    }

    /** The source roots of the module and of all modules on its class path. */
    List<Object> sources() {
        List<Object> paths = new ArrayList<>();
        sources.forEach(path -> paths.add(path.toString()));
        return paths;
    }

    private void addArtifacts(MavenProject project, Predicate<Artifact> wanted) {
        for (Artifact artifact : project.getArtifacts()) {
            if (!isOnClasspath(artifact) || !wanted.test(artifact)) {
                continue;
            }
            MavenProject module = reactor.moduleOf(artifact);
            if (module == null) {
                add(artifact.getFile(), id(artifact), false, false);
            } else {
                addModule(artifact, module);
            }
        }
    }

    private static boolean isOnClasspath(Artifact artifact) {
        return artifact.getArtifactHandler().isAddedToClasspath() && artifact.getFile() != null;
    }

    private static boolean isProvided(Artifact artifact) {
        return Artifact.SCOPE_PROVIDED.equals(artifact.getScope()) || Artifact.SCOPE_SYSTEM.equals(artifact.getScope());
    }

    private void addModule(Artifact artifact, MavenProject module) {
        sources.addAll(Reactor.sourceRoots(module));
        File output = outputDirectory(artifact, module);
        if (output == null || !reactor.isBuilt(module) || !output.isDirectory()) {
            add(artifact.getFile(), id(artifact), true, false);
            return;
        }
        add(output, id(artifact), true, false);
        boolean shaded = module.getBuildPlugins().stream()
                .anyMatch(plugin -> plugin.getArtifactId().equals("maven-shade-plugin"));
        if (shaded && artifact.getFile().isFile()) {
            // What was shaded in is in no other artifact; the module's own classes are found in its output first.
            add(artifact.getFile(), id(artifact), false, false);
        }
    }

    /** The folder that holds what {@code artifact} packs, null for an attached artifact with other contents. */
    private static File outputDirectory(Artifact artifact, MavenProject module) {
        if (artifact.getType().equals("test-jar") || "tests".equals(artifact.getClassifier())) {
            return new File(module.getBuild().getTestOutputDirectory());
        }
        boolean attached = artifact.getClassifier() != null && !artifact.getClassifier().isEmpty();
        return attached ? null : new File(module.getBuild().getOutputDirectory());
    }

    private void add(File path, String id, boolean application, boolean provided) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("path", path.getAbsolutePath());
        item.put("id", id);
        item.put("application", application);
        item.put("provided", provided);
        classpath.add(item);
    }

    private static String id(Artifact artifact) {
        String id = artifact.getGroupId() + ":" + artifact.getArtifactId() + ":" + artifact.getBaseVersion();
        return artifact.hasClassifier() ? id + ":" + artifact.getClassifier() : id;
    }

    /** True if {@code directory} is a folder with a class file somewhere below it. */
    static boolean hasClasses(File directory) throws IOException {
        if (!directory.isDirectory()) {
            return false;
        }
        try (Stream<Path> files = Files.walk(directory.toPath())) {
            return files.anyMatch(file -> file.getFileName().toString().endsWith(".class"));
        }
    }
}
