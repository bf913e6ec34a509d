package dev.reflectioncheck.maven;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * Checks the reflective calls of a module's main classes against its run-time class path; what is provided is known, and
 * its code is not looked at. In a build of several modules
 * an application is checked together with the modules it depends on; a library is checked by itself only if no
 * application of the build does so.
 */
@Mojo(
        name = "check",
        defaultPhase = LifecyclePhase.VERIFY,
        requiresDependencyResolution = ResolutionScope.COMPILE_PLUS_RUNTIME,
        threadSafe = true)
public final class CheckMojo extends AbstractCheckMojo {
    private static final String PLUGIN = "dev.reflectioncheck:reflection-check-maven-plugin";

    /** Folder of the classes that are checked. */
    @Parameter(
            property = "reflection-check.classesDirectory",
            defaultValue = "${project.build.outputDirectory}")
    private File classesDirectory;

    @Override
    String sourceSet() {
        return "main";
    }

    @Override
    File classesDirectory() {
        return classesDirectory;
    }

    @Override
    ModuleInputs inputs(Reactor reactor) {
        return ModuleInputs.main(reactor, project());
    }

    @Override
    Boolean requestedLibrary() throws IOException {
        if (configuredLibrary() != null) {
            return configuredLibrary();
        }
        return ModuleRole.isApplication(project()) ? null : Boolean.TRUE;
    }

    @Override
    List<MavenProject> checkedBy(Reactor reactor) throws IOException {
        boolean alone = configuredLibrary() != null || ModuleRole.isApplication(project());
        if (alone) {
            return Collections.emptyList();
        }
        List<MavenProject> applications = new ArrayList<>();
        for (MavenProject module : reactor.dependents(project())) {
            if (runsCheck(module) && ModuleRole.isApplication(module)) {
                applications.add(module);
            }
        }
        return applications;
    }

    /** True if this goal runs in {@code module}, too: called on the command line, or bound there and not skipped. */
    private boolean runsCheck(MavenProject module) {
        if (Boolean.parseBoolean(module.getProperties().getProperty("reflection-check.skip"))) {
            return false;
        }
        if (mojoExecution().getSource() == MojoExecution.Source.CLI) {
            return true;
        }
        Plugin plugin = module.getPlugin(PLUGIN);
        if (plugin == null || skips(plugin.getConfiguration())) {
            return false;
        }
        for (PluginExecution execution : plugin.getExecutions()) {
            if (execution.getGoals().contains("check")
                    && !"none".equals(execution.getPhase())
                    && !skips(execution.getConfiguration())) {
                return true;
            }
        }
        return false;
    }

    private static boolean skips(Object configuration) {
        Xpp3Dom skip = configuration instanceof Xpp3Dom ? ((Xpp3Dom) configuration).getChild("skip") : null;
        return skip != null && Boolean.parseBoolean(skip.getValue());
    }
}
