package dev.reflectioncheck.gradle;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import javax.inject.Inject;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.FileCollection;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.model.ObjectFactory;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;

/**
 * Which binary runs, and what of it is a task input. A published executable counts by its coordinates without the
 * platform, so that cache entries are shared between operating systems; a local file, and one that a local repository
 * may overwrite under the same version, counts by its content.
 */
public abstract class Executable {
    static final String GROUP = "dev.reflectioncheck";
    static final String NAME = "reflection-check";

    /** A local binary: the extension's, else the one that the environment names. */
    @Internal
    public abstract RegularFileProperty getLocal();

    /** The published executable as the repository gives it. */
    @Internal
    public abstract ConfigurableFileCollection getArtifact();

    /** The same, with its executable bit set. */
    @Internal
    public abstract ConfigurableFileCollection getRunnable();

    @Internal
    public abstract Property<String> getCoordinates();

    @Inject
    protected abstract ObjectFactory getObjects();

    @Input
    public String getIdentity() {
        return getLocal().isPresent() ? "local" : getCoordinates().get();
    }

    @InputFiles
    @PathSensitive(PathSensitivity.NONE)
    public FileCollection getContent() {
        if (getLocal().isPresent()) {
            return getObjects().fileCollection().from(getLocal());
        }
        boolean snapshot = getCoordinates().get().endsWith("-SNAPSHOT");
        return getArtifact().filter(file -> snapshot || mayChange(file));
    }

    /** Returns the file to run; it need not exist. */
    File file() {
        return getLocal().isPresent() ? getLocal().get().getAsFile() : getRunnable().getSingleFile();
    }

    /** Gradle keeps downloads below this directory and uses files of local repositories where they are. */
    static boolean mayChange(File artifact) {
        return !artifact.getPath().replace(File.separatorChar, '/').contains("/modules-2/files-2.1/");
    }

    /** Returns the version of this plugin and of the executable that it asks for. */
    static String version() {
        Properties tool = new Properties();
        try (InputStream in = Executable.class.getResourceAsStream("tool.properties")) {
            tool.load(in);
        } catch (IOException e) {
            throw new IllegalStateException("the plugin's jar is damaged", e);
        }
        return tool.getProperty("version");
    }
}
