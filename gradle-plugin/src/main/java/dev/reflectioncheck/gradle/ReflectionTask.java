package dev.reflectioncheck.gradle;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.inject.Inject;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.Task;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.specs.Spec;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Nested;
import org.gradle.process.ExecOperations;

/** What the analysis and the report of a source set have in common: the tool, the place, the names. */
public abstract class ReflectionTask extends DefaultTask {
    @Nested
    public abstract Executable getExecutable();

    /** The build's root; reported paths are relative to it. */
    @Internal
    public abstract DirectoryProperty getRootDirectory();

    /** The module's name in reports. */
    @Input
    public abstract Property<String> getModule();

    /** The source set's name in reports. */
    @Input
    public abstract Property<String> getSourceSet();

    /** The classes are tests: findings are warnings at most. */
    @Input
    public abstract Property<Boolean> getTest();

    /** The configuration file that the build script names; it has to exist. */
    @Internal
    public abstract RegularFileProperty getConfig();

    /** Where a configuration file is looked for if the build script names none; the first that exists counts. */
    @Internal
    public abstract ConfigurableFileCollection getConfigCandidates();

    /** The path of the application that this module is checked with; unset: it is checked alone. */
    @Internal
    public abstract Property<String> getCheckedWith();

    @Inject
    protected abstract ExecOperations getProcesses();

    public ReflectionTask() {
        onlyIf("it is not checked as part of an application", new CheckedAlone());
    }

    /** Returns the configuration file; null if there is none. */
    File configFile() {
        if (getConfig().isPresent()) {
            return getConfig().get().getAsFile();
        }
        List<File> found = Places.existing(getConfigCandidates());
        return found.isEmpty() ? null : found.get(0);
    }

    /** The part of the request that every sub-command gets. */
    Map<String, Object> request() {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("version", Tool.PROTOCOL);
        request.put("project-dir", root());
        request.put("module", getModule().get());
        request.put("source-set", getSourceSet().get());
        request.put("test", getTest().get());
        request.put("progress", true);
        File config = configFile();
        if (config != null) {
            request.put("config", config);
        }
        return request;
    }

    /**
     * Runs the tool. The outputs are removed first, and after a failure, so that no report of another run and no half
     * one is left to be read.
     */
    Tool.Verdict run(String command, Map<String, Object> request, List<File> outputs) {
        delete(outputs);
        File requestFile = new File(getTemporaryDir(), "request.json");
        try {
            return new Tool(getProcesses(), getLogger(), getExecutable().file()).run(command, request, requestFile);
        } catch (RuntimeException e) {
            delete(outputs);
            throw e;
        }
    }

    File root() {
        return getRootDirectory().get().getAsFile();
    }

    static void delete(List<File> files) {
        for (File file : files) {
            try {
                Files.deleteIfExists(file.toPath());
            } catch (IOException e) {
                throw new GradleException("cannot delete " + file, e);
            }
        }
    }

    private static final class CheckedAlone implements Spec<Task> {
        @Override
        public boolean isSatisfiedBy(Task task) {
            Property<String> application = ((ReflectionTask) task).getCheckedWith();
            if (application.isPresent()) {
                task.getLogger().info("checked with {}; to check it alone: reflectionCheck { library = true }",
                        application.get());
            }
            return !application.isPresent();
        }
    }
}
