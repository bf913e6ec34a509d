package dev.reflectioncheck.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.ArtifactCollection;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.artifacts.ProjectDependency;
import org.gradle.api.artifacts.component.ProjectComponentIdentifier;
import org.gradle.api.artifacts.result.ResolvedArtifactResult;
import org.gradle.api.artifacts.type.ArtifactTypeDefinition;
import org.gradle.api.attributes.Bundling;
import org.gradle.api.attributes.Category;
import org.gradle.api.attributes.VerificationType;
import org.gradle.api.file.Directory;
import org.gradle.api.file.FileCollection;
import org.gradle.api.model.ObjectFactory;
import org.gradle.api.plugins.JavaBasePlugin;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.plugins.PluginContainer;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.jvm.toolchain.JavaToolchainService;
import org.gradle.language.base.plugins.LifecycleBasePlugin;
import org.gradle.testing.base.TestingExtension;

/**
 * {@code dev.reflectioncheck}: for each source set a task that analyses and one that reports, and the umbrella
 * {@code reflectionCheck} over those that are no tests, which {@code check} runs.
 */
public class ReflectionCheckPlugin implements Plugin<Project> {
    private static final String UMBRELLA = "reflectionCheck";
    private static final String REPORTS = "reflection-check";

    @Override
    public void apply(Project project) {
        project.getPluginManager().apply(ReflectionCheckBasePlugin.class);
        project.getPlugins().withType(JavaBasePlugin.class, plugin -> configure(project));
    }

    private static void configure(Project project) {
        ReflectionCheckExtension extension = project.getExtensions().getByType(ReflectionCheckExtension.class);
        JavaPluginExtension java = project.getExtensions().getByType(JavaPluginExtension.class);
        Modules modules = Modules.of(project.getGradle());
        project.afterEvaluate(evaluated -> modules.add(
                evaluated.getPath(), isApplication(evaluated, extension), projectsAtRunTime(evaluated)));

        java.getSourceSets().configureEach(sourceSet -> {
            TaskProvider<ReflectionAnalyze> analyze = registerAnalyze(project, java, extension, modules, sourceSet);
            registerReport(project, sourceSet, analyze);
        });

        Callable<List<String>> mainReports = () -> {
            List<String> names = new ArrayList<>();
            for (SourceSet sourceSet : java.getSourceSets()) {
                if (!isTest(project, sourceSet)) {
                    names.add(reportName(sourceSet));
                }
            }
            return names;
        };
        project.getTasks().register(UMBRELLA, task -> {
            task.setGroup(LifecycleBasePlugin.VERIFICATION_GROUP);
            task.setDescription("Checks the reflective calls of the main source sets.");
            task.dependsOn(mainReports);
        });
        Callable<List<String>> onCheck = () -> {
            List<String> names = new ArrayList<>();
            if (extension.getRunOnCheck().get()) {
                names.add(UMBRELLA);
            }
            return names;
        };
        project.getTasks().named(LifecycleBasePlugin.CHECK_TASK_NAME).configure(check -> check.dependsOn(onCheck));
    }

    private static TaskProvider<ReflectionAnalyze> registerAnalyze(Project project, JavaPluginExtension java,
            ReflectionCheckExtension extension, Modules modules, SourceSet sourceSet) {
        JavaToolchainService toolchains = project.getExtensions().getByType(JavaToolchainService.class);
        String path = project.getPath();
        String taskName = sourceSet.getTaskName("reflectionAnalyze", null);
        return project.getTasks().register(taskName, ReflectionAnalyze.class, task -> {
            task.setDescription("Analyses the reflective calls of the " + sourceSet.getName() + " classes.");
            Configuration runtime = runtimeClassPath(project, sourceSet);
            Provider<Set<ResolvedArtifactResult>> artifacts =
                    runtime.getIncoming().getArtifacts().getResolvedArtifacts();
            task.getSourceSet().convention(sourceSet.getName());
            task.getTest().convention(project.provider(() -> isTest(project, sourceSet)));
            task.getClasses().from(sourceSet.getOutput().getClassesDirs());
            Callable<File> resources = () -> sourceSet.getOutput().getResourcesDir();
            task.getResources().from(resources).builtBy(sourceSet.getProcessResourcesTaskName());
            task.getResources().from(sourceSet.getOutput().getDirs());
            task.getClasspath().from(sourceSet.getRuntimeClasspath().minus(sourceSet.getOutput()));
            task.getComponents().set(artifacts.map(new Components.Collector()));
            ArtifactCollection compiled = project.getConfigurations()
                    .getByName(sourceSet.getCompileClasspathConfigurationName()).getIncoming().getArtifacts();
            task.getCompileClasspath().from(compiled.getArtifactFiles());
            task.getCompileComponents().set(compiled.getResolvedArtifacts().map(new Components.Collector()));
            task.getJdk().getLauncher().convention(toolchains.launcherFor(java.getToolchain()));
            task.getLibrary().convention(extension.getLibrary().orElse(
                    project.provider(() -> isLibrary(project) ? true : null)));
            task.getStarted().convention(project.provider(() -> Packaging.appliesTo(project.getPlugins())));
            task.getCheckedWith().convention(checkedWith(project, extension, modules, path, sourceSet));
            task.getResult().convention(reports(project).map(dir -> dir.file(sourceSet.getName() + ".result.json")));
        });
    }

    private static void registerReport(Project project, SourceSet sourceSet, TaskProvider<ReflectionAnalyze> analyze) {
        project.getTasks().register(reportName(sourceSet), ReflectionReport.class, task -> {
            task.setGroup(LifecycleBasePlugin.VERIFICATION_GROUP);
            task.setDescription("Checks the reflective calls of the " + sourceSet.getName() + " classes.");
            task.getSourceSet().convention(sourceSet.getName());
            task.getTest().convention(project.provider(() -> isTest(project, sourceSet)));
            task.getCheckedWith().convention(analyze.flatMap(ReflectionAnalyze::getCheckedWith));
            task.getResult().from(analyze.flatMap(ReflectionAnalyze::getResult));
            task.getSources().from(sourceSet.getAllSource().getSourceDirectories());
            task.getSources().from(sourceSet.getOutput().getGeneratedSourcesDirs());
            if (isTest(project, sourceSet)) {
                project.getExtensions().getByType(JavaPluginExtension.class).getSourceSets()
                        .matching(main -> main.getName().equals(SourceSet.MAIN_SOURCE_SET_NAME))
                        .all(main -> task.getSources().from(main.getAllSource().getSourceDirectories()));
            }
            task.getSources().from(sourcesOfProjects(project, runtimeClassPath(project, sourceSet)));
            String name = sourceSet.getName();
            task.getSarif().convention(reports(project).map(dir -> dir.file(name + ".sarif")));
            task.getText().convention(reports(project).map(dir -> dir.file(name + ".txt")));
            task.getSites().convention(reports(project).map(dir -> dir.file(name + ".sites.jsonl")));
        });
    }

    /** The source directories of the projects on a class path, by the variant that every Java project offers. */
    private static FileCollection sourcesOfProjects(Project project, Configuration runtime) {
        ObjectFactory objects = project.getObjects();
        return runtime.getIncoming().artifactView(view -> {
            view.withVariantReselection();
            view.lenient(true); // a project of another kind has no such variant
            view.componentFilter(component -> component instanceof ProjectComponentIdentifier);
            view.attributes(attributes -> {
                attributes.attribute(Category.CATEGORY_ATTRIBUTE, objects.named(Category.class, Category.VERIFICATION));
                attributes.attribute(Bundling.BUNDLING_ATTRIBUTE, objects.named(Bundling.class, Bundling.EXTERNAL));
                attributes.attribute(VerificationType.VERIFICATION_TYPE_ATTRIBUTE,
                        objects.named(VerificationType.class, VerificationType.MAIN_SOURCES));
                attributes.attribute(
                        ArtifactTypeDefinition.ARTIFACT_TYPE_ATTRIBUTE, ArtifactTypeDefinition.DIRECTORY_TYPE);
            });
        }).getFiles();
    }

    /** The application that the main classes are checked with; tests are always checked where they are. */
    private static Provider<String> checkedWith(Project project, ReflectionCheckExtension extension, Modules modules,
            String path, SourceSet sourceSet) {
        boolean main = sourceSet.getName().equals(SourceSet.MAIN_SOURCE_SET_NAME);
        return project.provider(() -> {
            boolean alone = extension.getLibrary().isPresent() || Packaging.appliesTo(project.getPlugins());
            return main && !alone ? modules.applicationWith(path) : null;
        });
    }

    private static boolean isApplication(Project project, ReflectionCheckExtension extension) {
        return extension.getLibrary().isPresent()
                ? !extension.getLibrary().get() : Packaging.appliesTo(project.getPlugins());
    }

    /** What the author says by the choice of plugins. */
    private static boolean isLibrary(Project project) {
        PluginContainer plugins = project.getPlugins();
        return !Packaging.appliesTo(plugins) && (plugins.hasPlugin("java-library") || plugins.hasPlugin("maven-publish"));
    }

    private static Set<String> projectsAtRunTime(Project project) {
        Set<String> paths = new LinkedHashSet<>();
        Configuration runtime = project.getConfigurations().findByName("runtimeClasspath");
        if (runtime != null) {
            for (ProjectDependency dependency : runtime.getAllDependencies().withType(ProjectDependency.class)) {
                paths.add(Modules.pathOf(dependency));
            }
        }
        return paths;
    }

    /** Whether a source set holds tests: that of a test suite, or one that is named like one. */
    private static boolean isTest(Project project, SourceSet sourceSet) {
        String name = sourceSet.getName();
        TestingExtension testing = project.getExtensions().findByType(TestingExtension.class);
        return testing != null && testing.getSuites().getNames().contains(name)
                || name.matches("test([A-Z].*)?|.*Tests?");
    }

    private static Configuration runtimeClassPath(Project project, SourceSet sourceSet) {
        return project.getConfigurations().getByName(sourceSet.getRuntimeClasspathConfigurationName());
    }

    private static Provider<Directory> reports(Project project) {
        return project.getLayout().getBuildDirectory().dir(REPORTS);
    }

    private static String reportName(SourceSet sourceSet) {
        return sourceSet.getTaskName("reflectionCheck", null);
    }
}
