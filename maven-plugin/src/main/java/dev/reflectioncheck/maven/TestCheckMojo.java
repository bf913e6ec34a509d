package dev.reflectioncheck.maven;

import java.io.File;
import java.util.Collections;
import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;

/** Checks the reflective calls of a module's test classes; their findings are warnings at most. */
@Mojo(
        name = "test-check",
        defaultPhase = LifecyclePhase.VERIFY,
        requiresDependencyResolution = ResolutionScope.TEST,
        threadSafe = true)
public final class TestCheckMojo extends AbstractCheckMojo {
    /** Folder of the test classes that are checked. */
    @Parameter(
            property = "reflection-check.testClassesDirectory",
            defaultValue = "${project.build.testOutputDirectory}")
    private File testClassesDirectory;

    @Override
    String sourceSet() {
        return "test";
    }

    @Override
    File classesDirectory() {
        return testClassesDirectory;
    }

    @Override
    ModuleInputs inputs(Reactor reactor) {
        return ModuleInputs.test(reactor, project());
    }

    @Override
    Boolean requestedLibrary() {
        return configuredLibrary();
    }

    @Override
    List<MavenProject> checkedBy(Reactor reactor) {
        return Collections.emptyList();
    }
}
