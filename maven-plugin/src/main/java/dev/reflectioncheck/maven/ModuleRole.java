package dev.reflectioncheck.maven;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * Whether a module is an application or a library. An application has a main method or is packaged to be run; it is
 * analysed together with all modules of the build that it depends on. Everything else is a library.
 */
final class ModuleRole {
    private static final Set<String> APPLICATION_PACKAGINGS =
            new HashSet<>(Arrays.asList("war", "ear", "ejb", "rar", "app-client", "quarkus", "native-image", "docker"));

    /** Plugins that only applications have. */
    private static final Set<String> APPLICATION_PLUGINS = new HashSet<>(Arrays.asList(
            "spring-boot-maven-plugin",
            "quarkus-maven-plugin",
            "micronaut-maven-plugin",
            "appassembler-maven-plugin",
            "jib-maven-plugin",
            "native-maven-plugin",
            "maven-jlink-plugin",
            "jpackage-maven-plugin"));

    /** Plugins that applications have when they name a main class. */
    private static final Set<String> MAIN_CLASS_PLUGINS = new HashSet<>(
            Arrays.asList("maven-jar-plugin", "maven-assembly-plugin", "exec-maven-plugin", "onejar-maven-plugin"));

    private ModuleRole() {}

    /** True for a module with a main method or a plugin or packaging that makes something to run. */
    static boolean isApplication(MavenProject project) throws IOException {
        return APPLICATION_PACKAGINGS.contains(project.getPackaging())
                || project.getBuildPlugins().stream().anyMatch(ModuleRole::packagesApplication)
                || MainMethods.declaredIn(Reactor.sourceRoots(project));
    }

    private static boolean packagesApplication(Plugin plugin) {
        List<PluginExecution> executions = plugin.getExecutions();
        boolean bound = executions.stream().anyMatch(e -> !"none".equals(e.getPhase()));
        if (plugin.getArtifactId().equals("maven-shade-plugin")) {
            return bound;
        }
        if (APPLICATION_PLUGINS.contains(plugin.getArtifactId())) {
            return bound || executions.isEmpty();
        }
        return MAIN_CLASS_PLUGINS.contains(plugin.getArtifactId())
                && (namesMainClass(plugin.getConfiguration())
                        || executions.stream().anyMatch(e -> namesMainClass(e.getConfiguration())));
    }

    private static boolean namesMainClass(Object configuration) {
        if (!(configuration instanceof Xpp3Dom)) {
            return false;
        }
        for (Xpp3Dom child : ((Xpp3Dom) configuration).getChildren()) {
            if (child.getName().equals("mainClass")
                    || child.getName().equals("Main-Class")
                    || "jar-with-dependencies".equals(child.getValue())
                    || namesMainClass(child)) {
                return true;
            }
        }
        return false;
    }
}
