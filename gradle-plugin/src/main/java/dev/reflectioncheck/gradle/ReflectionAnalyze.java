package dev.reflectioncheck.gradle;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.gradle.api.GradleException;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.FileTree;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.IgnoreEmptyDirectories;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Nested;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.SkipWhenEmpty;
import org.gradle.api.tasks.TaskAction;

/**
 * Analyses the classes of a source set and writes {@code result.json}. Never fails because of findings: the result is
 * cached, and {@link ReflectionReport} judges it. Sources, policy and levels are no inputs.
 */
@CacheableTask
public abstract class ReflectionAnalyze extends ReflectionTask {
    /** The application's class directories. */
    @Internal
    public abstract ConfigurableFileCollection getClasses();

    @InputFiles
    @SkipWhenEmpty
    @IgnoreEmptyDirectories
    @PathSensitive(PathSensitivity.RELATIVE)
    public FileTree getClassFiles() {
        return getClasses().getAsFileTree().matching(files -> files.include("**/*.class", "**/*.jar"));
    }

    /** The application's resource directories. */
    @InputFiles
    @IgnoreEmptyDirectories
    @PathSensitive(PathSensitivity.RELATIVE)
    public abstract ConfigurableFileCollection getResources();

    /** The run-time class path without the application's own output. */
    @Classpath
    public abstract ConfigurableFileCollection getClasspath();

    /** Where the files of the class path come from; {@link #getComponentIds()} is the input made of it. */
    @Internal
    public abstract Property<Components> getComponents();

    /** What is compiled against; what of it is not on the run-time class path is supplied by what runs the program. */
    @Classpath
    public abstract ConfigurableFileCollection getCompileClasspath();

    /** Where the files that are compiled against come from; {@link #getComponentIds()} is the input made of it. */
    @Internal
    public abstract Property<Components> getCompileComponents();

    /** Folders with spec files; of those that are looked for by default some may not exist. */
    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public abstract ConfigurableFileCollection getSpecs();

    @Nested
    public abstract Jdk getJdk();

    /** This module is a library: every public method is an entry. Unset: the configuration file says it. */
    @Input
    @Optional
    public abstract Property<Boolean> getLibrary();

    /** The module is packaged to be started, which none of its classes may show: it is a library only if it says so. */
    @Input
    @Optional
    public abstract Property<Boolean> getStarted();

    @OutputFile
    public abstract RegularFileProperty getResult();

    /** The names that results use for class-path entries. */
    @Input
    public List<String> getComponentIds() {
        List<String> ids = new ArrayList<>();
        for (ClassPathEntry entry : classPath()) {
            ids.add(entry.id);
        }
        for (ClassPathEntry entry : provided()) {
            ids.add("provided " + entry.id);
        }
        return ids;
    }

    /** The places that results name, relative to the root. */
    @Input
    public List<String> getPlaces() {
        List<String> places = new ArrayList<>(Places.relative(root(), getClasses()));
        places.addAll(Places.relative(root(), getResources()));
        places.addAll(Places.relative(root(), Places.existing(getSpecs())));
        return places;
    }

    /** The part of the configuration file that the analysis reads. */
    @Input
    public String getSettings() {
        File config = configFile();
        if (config == null) {
            return "";
        }
        try {
            return AnalysisSettings.of(new String(Files.readAllBytes(config.toPath()), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new GradleException("cannot read the configuration file " + config, e);
        }
    }

    @TaskAction
    void analyze() {
        File result = getResult().get().getAsFile();
        Map<String, Object> request = request();
        request.put("classes", Places.existing(getClasses()));
        request.put("resources", Places.existing(getResources()));
        List<Object> classPath = new ArrayList<>();
        List<ClassPathEntry> entries = new ArrayList<>(classPath());
        entries.addAll(provided());
        for (ClassPathEntry entry : entries) {
            if (entry.file.exists()) {
                classPath.add(entry.toRequest());
            }
        }
        request.put("classpath", classPath);
        request.put("jdk-home", getJdk().home());
        request.put("specs", specFolders());
        if (getLibrary().isPresent()) {
            request.put("library", getLibrary().get());
        }
        request.put("started", getStarted().getOrElse(false));
        request.put("result", result);
        // Findings are the report's business. A tool that ends well without a result did not end well.
        run("analyze", request, Collections.singletonList(result));
        if (!result.isFile()) {
            throw new GradleException("reflection-check itself failed (this is no finding): it wrote no " + result);
        }
    }

    /** The folders that are there. One that the build names must be; those that are looked for by default need not. */
    private List<File> specFolders() {
        for (File folder : getSpecs()) {
            if (!folder.exists() && !folder.getName().equals(ReflectionCheckBasePlugin.SPEC_FOLDER)) {
                throw new GradleException("the spec folder " + folder + " does not exist");
            }
        }
        return Places.existing(getSpecs());
    }

    private List<ClassPathEntry> classPath() {
        return ClassPathEntry.of(getClasspath(), getComponents().get(), root());
    }

    private List<ClassPathEntry> provided() {
        return ClassPathEntry.provided(getCompileComponents().get(), getComponents().get());
    }
}
