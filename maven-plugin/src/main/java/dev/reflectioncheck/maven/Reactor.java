package dev.reflectioncheck.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Exclusion;
import org.apache.maven.project.MavenProject;

/** The modules of the build: which artifact is one of them, where its classes and sources are, which depends on which. */
final class Reactor {
    private static final List<String> SOURCE_FOLDERS =
            Arrays.asList("src/main/java", "src/main/kotlin", "src/main/scala", "src/main/groovy");
    private static final List<String> TEST_SOURCE_FOLDERS =
            Arrays.asList("src/test/java", "src/test/kotlin", "src/test/scala", "src/test/groovy");

    private final MavenSession session;

    Reactor(MavenSession session) {
        this.session = session;
    }

    /** The module that {@code artifact} comes from, built now or left out by {@code -pl}; null if it is no module. */
    MavenProject moduleOf(Artifact artifact) {
        for (MavenProject module : session.getAllProjects()) {
            if (module.getGroupId().equals(artifact.getGroupId())
                    && module.getArtifactId().equals(artifact.getArtifactId())
                    && module.getVersion().equals(artifact.getBaseVersion())) {
                return module;
            }
        }
        return null;
    }

    /** True if {@code module} takes part in this build, so that its output directories are current. */
    boolean isBuilt(MavenProject module) {
        return session.getProjects().contains(module);
    }

    /** The modules of this build whose run-time class path holds {@code library}, directly or through other modules. */
    List<MavenProject> dependents(MavenProject library) {
        List<MavenProject> dependents = new ArrayList<>();
        for (MavenProject module : session.getProjects()) {
            if (module != library && reaches(module, library)) {
                dependents.add(module);
            }
        }
        return dependents;
    }

    private boolean reaches(MavenProject from, MavenProject library) {
        Set<MavenProject> seen = new HashSet<>();
        Deque<Edge> open = new ArrayDeque<>(edges(from, Collections.emptySet(), true));
        while (!open.isEmpty()) {
            Edge edge = open.remove();
            if (edge.to == library) {
                return true;
            }
            // A module met again under other exclusions is not followed again: at worst it is checked twice.
            if (seen.add(edge.to)) {
                open.addAll(edges(edge.to, edge.excluded, false));
            }
        }
        return false;
    }

    private static final class Edge {
        final MavenProject to;
        final Set<String> excluded;

        Edge(MavenProject to, Set<String> excluded) {
            this.to = to;
            this.excluded = excluded;
        }
    }

    private List<Edge> edges(MavenProject from, Set<String> excluded, boolean direct) {
        List<Edge> edges = new ArrayList<>();
        for (Dependency dependency : from.getDependencies()) {
            String scope = dependency.getScope();
            boolean runtime = scope == null || scope.equals(Artifact.SCOPE_COMPILE) || scope.equals(Artifact.SCOPE_RUNTIME);
            if (!runtime
                    || (dependency.isOptional() && !direct)
                    || "test-jar".equals(dependency.getType())
                    || excluded.contains(dependency.getGroupId() + ":" + dependency.getArtifactId())
                    || excluded.contains("*:*")
                    || excluded.contains(dependency.getGroupId() + ":*")
                    || excluded.contains("*:" + dependency.getArtifactId())) {
                continue;
            }
            for (MavenProject module : session.getProjects()) {
                if (module.getGroupId().equals(dependency.getGroupId())
                        && module.getArtifactId().equals(dependency.getArtifactId())
                        && module.getVersion().equals(dependency.getVersion())) {
                    Set<String> below = new HashSet<>(excluded);
                    for (Exclusion exclusion : dependency.getExclusions()) {
                        below.add(exclusion.getGroupId() + ":" + exclusion.getArtifactId());
                    }
                    edges.add(new Edge(module, below));
                }
            }
        }
        return edges;
    }

    /** The source roots of a module that exist: those it registered and the conventional ones of each JVM language. */
    static List<Path> sourceRoots(MavenProject project) {
        return existing(project, project.getCompileSourceRoots(), SOURCE_FOLDERS);
    }

    /** The same for its tests. */
    static List<Path> testSourceRoots(MavenProject project) {
        return existing(project, project.getTestCompileSourceRoots(), TEST_SOURCE_FOLDERS);
    }

    private static List<Path> existing(MavenProject project, List<String> registered, List<String> conventional) {
        Set<Path> roots = new LinkedHashSet<>();
        for (String root : registered) {
            roots.add(absolute(project, root));
        }
        for (String root : conventional) {
            roots.add(absolute(project, root));
        }
        List<Path> existing = new ArrayList<>(roots);
        existing.removeIf(root -> !root.toFile().isDirectory());
        return existing;
    }

    private static Path absolute(MavenProject project, String path) {
        return project.getBasedir().toPath().resolve(path).normalize();
    }

    /** The folder of the outermost project of the build, where {@code .mvn} is or the build was started. */
    File root() {
        File root = session.getRequest().getMultiModuleProjectDirectory();
        return root != null ? root : new File(session.getExecutionRootDirectory());
    }

    /** The nearest folder from {@link #root()} upwards that is a Git work tree, else {@link #root()} itself. */
    File repositoryRoot() throws IOException {
        File root = root().getCanonicalFile();
        for (File folder = root; folder != null; folder = folder.getParentFile()) {
            if (new File(folder, ".git").exists()) {
                return folder;
            }
        }
        return root;
    }
}
