package dev.reflectioncheck.gradle;

import java.util.Collections;
import java.util.concurrent.Callable;
import org.gradle.api.GradleException;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.artifacts.type.ArtifactTypeDefinition;
import org.gradle.api.file.Directory;
import org.gradle.api.file.FileCollection;
import org.gradle.api.file.RegularFile;
import org.gradle.api.provider.Provider;
import org.gradle.api.services.BuildServiceSpec;

/**
 * The extension, the executable and the defaults of the task types, without any task: {@code dev.reflectioncheck.base},
 * for builds that make their own tasks.
 */
public class ReflectionCheckBasePlugin implements Plugin<Project> {
    static final String EXTENSION = "reflectionCheck";

    private static final String EXECUTABLE_CONFIGURATION = "reflectionCheckExecutable";
    private static final String ENVIRONMENT = "REFLECTION_CHECK";
    /** The folder of spec files that is looked for where a build names none. */
    static final String SPEC_FOLDER = "reflection-specs";
    private static final String CONFIG_FILE = "reflection-check.toml";
    /** The artifact type of an executable that can be started. */
    private static final String RUNNABLE = "reflection-check-executable";

    @Override
    public void apply(Project project) {
        ReflectionCheckExtension extension =
                project.getExtensions().create(EXTENSION, ReflectionCheckExtension.class);
        Directory root = project.getLayout().getProjectDirectory().dir(project.getRootDir().getPath());
        Directory own = project.getLayout().getProjectDirectory();
        extension.getRunOnCheck().convention(true);
        extension.getSpecs().from(root.dir(SPEC_FOLDER));
        if (!own.equals(root)) {
            extension.getSpecs().from(own.dir(SPEC_FOLDER));
        }

        Configuration executable = executableConfiguration(project);
        FileCollection runnable = executable.getIncoming().artifactView(view ->
                view.getAttributes().attribute(ArtifactTypeDefinition.ARTIFACT_TYPE_ATTRIBUTE, RUNNABLE)).getFiles();
        Provider<RegularFile> local = extension.getExecutable().orElse(root.file(
                project.getProviders().environmentVariable(ENVIRONMENT).map(path -> path.isEmpty() ? null : path)));
        Provider<ConcurrencyLimit> limit = project.getGradle().getSharedServices().registerIfAbsent(
                ConcurrencyLimit.NAME, ConcurrencyLimit.class, ReflectionCheckBasePlugin::limitRuns);

        project.getTasks().withType(ReflectionTask.class).configureEach(task -> {
            task.usesService(limit);
            task.getRootDirectory().convention(root);
            task.getModule().convention(moduleName(project));
            task.getTest().convention(false);
            task.getConfig().convention(extension.getConfig());
            task.getConfigCandidates().from(own.file(CONFIG_FILE), root.file(CONFIG_FILE));
            task.getExecutable().getLocal().convention(local);
            // The configuration cache resolves what a task holds, so a task holds no artifact that it will not run.
            Callable<Boolean> published = () ->
                    !task.getExecutable().getLocal().isPresent() && !task.getCheckedWith().isPresent();
            task.getExecutable().getArtifact().from(onlyIf(published, executable));
            task.getExecutable().getRunnable().from(onlyIf(published, runnable));
            task.getExecutable().getCoordinates().convention(
                    Executable.GROUP + ":" + Executable.NAME + ":" + Executable.version());
        });
        project.getTasks().withType(ReflectionAnalyze.class).configureEach(task ->
                task.getSpecs().from(extension.getSpecs()));
        project.getTasks().withType(ReflectionReport.class).configureEach(task -> {
            task.getFailOn().convention(extension.getFailOn());
            task.getLevels().convention(extension.getLevels());
            task.getBuildFile().convention(own.file(project.getBuildFile().getPath()));
        });
    }

    private static Callable<Object> onlyIf(Callable<Boolean> condition, FileCollection files) {
        return () -> condition.call() ? files : Collections.emptyList();
    }

    private static void limitRuns(BuildServiceSpec<?> service) {
        service.getMaxParallelUsages().set(ConcurrencyLimit.runs(Runtime.getRuntime().availableProcessors()));
    }

    /** The published executable of this platform, from the project's own repositories; the plugin adds none. */
    private static Configuration executableConfiguration(Project project) {
        Configuration configuration = project.getConfigurations().create(EXECUTABLE_CONFIGURATION, it -> {
            it.setDescription("The reflection-check executable for this platform.");
            it.setCanBeConsumed(false);
            it.setCanBeResolved(true);
            it.setTransitive(false);
        });
        configuration.defaultDependencies(dependencies -> {
            String os = System.getProperty("os.name");
            String arch = System.getProperty("os.arch");
            String classifier = Platform.classifier(os, arch);
            if (classifier == null) {
                throw new GradleException("no reflection-check executable is published for " + os + " on " + arch
                        + ": build one and name it by reflectionCheck { executable = file(...) } or " + ENVIRONMENT);
            }
            dependencies.add(project.getDependencies().create(Executable.GROUP + ":" + Executable.NAME + ":"
                    + Executable.version() + ":" + classifier + "@exe"));
        });
        project.getDependencies().registerTransform(MakeExecutable.class, transform -> {
            transform.getFrom().attribute(ArtifactTypeDefinition.ARTIFACT_TYPE_ATTRIBUTE, "exe");
            transform.getTo().attribute(ArtifactTypeDefinition.ARTIFACT_TYPE_ATTRIBUTE, RUNNABLE);
        });
        return configuration;
    }

    /** {@code :plugins:csv} is {@code plugins/csv}; the root project goes by its name. */
    private static String moduleName(Project project) {
        String path = project.getPath();
        return path.equals(":") ? project.getName() : path.substring(1).replace(':', '/');
    }
}
