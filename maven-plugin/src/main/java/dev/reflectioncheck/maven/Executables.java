package dev.reflectioncheck.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import org.apache.maven.plugin.MojoExecutionException;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/**
 * Finds the executable: the one configured, else the one in the environment variable {@code REFLECTION_CHECK}, else the
 * artifact {@code dev.reflectioncheck:reflection-check:exe:OS-ARCH} of the plugin's own version.
 */
final class Executables {
    static final String VARIABLE = "REFLECTION_CHECK";

    private Executables() {}

    /**
     * The executable named by the configuration or the environment.
     *
     * @return null if neither names one
     * @throws MojoExecutionException if the one named does not exist or may not be run
     */
    static File named(File configured, String environment) throws MojoExecutionException {
        if (configured != null) {
            return runnable(configured, "the parameter executable (reflection-check.executable)");
        }
        if (environment != null && !environment.isEmpty()) {
            return runnable(new File(environment).getAbsoluteFile(), "the environment variable " + VARIABLE);
        }
        return null;
    }

    private static File runnable(File file, String namedBy) throws MojoExecutionException {
        if (!file.isFile()) {
            throw new MojoExecutionException(
                    "reflection-check: " + namedBy + " names " + file + ", which is no file");
        }
        if (!file.canExecute()) {
            throw new MojoExecutionException(
                    "reflection-check: " + namedBy + " names " + file + ", which is not executable");
        }
        return file;
    }

    /**
     * Resolves the executable artifact of {@code version} for this machine and makes a runnable copy below
     * {@code directory}: files of the local repository carry no execute permission and are not ours to change.
     *
     * @throws MojoExecutionException if the platform has no artifact or it cannot be resolved or copied
     */
    static File resolve(
            RepositorySystem system,
            RepositorySystemSession session,
            List<RemoteRepository> repositories,
            String version,
            File directory)
            throws MojoExecutionException {
        String classifier = classifier(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
        DefaultArtifact artifact =
                new DefaultArtifact("dev.reflectioncheck", "reflection-check", classifier, "exe", version);
        File file;
        try {
            file = system.resolveArtifact(session, new ArtifactRequest(artifact, repositories, null))
                    .getArtifact()
                    .getFile();
        } catch (ArtifactResolutionException e) {
            throw new MojoExecutionException(
                    "reflection-check: no executable for this machine: " + artifact + " cannot be resolved. Install it,"
                            + " or name an executable with -Dreflection-check.executable=FILE or the environment variable "
                            + VARIABLE,
                    e);
        }
        return file.canExecute() ? file : copy(file, directory, classifier);
    }

    private static File copy(File file, File directory, String classifier) throws MojoExecutionException {
        String name = classifier.startsWith("windows") ? "reflection-check.exe" : "reflection-check";
        Path copy = directory.toPath().resolve("bin").resolve(name);
        try {
            if (!sameFile(file.toPath(), copy)) {
                Files.createDirectories(copy.getParent());
                Path partial = Files.createTempFile(copy.getParent(), name, ".part");
                Files.copy(
                        file.toPath(), partial, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
                if (!partial.toFile().setExecutable(true)) {
                    throw new IOException("cannot set the execute permission of " + partial);
                }
                Files.move(partial, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new MojoExecutionException("reflection-check: tool failure: cannot copy " + file + " to " + copy, e);
        }
        return copy.toFile();
    }

    private static boolean sameFile(Path original, Path copy) throws IOException {
        return Files.isExecutable(copy)
                && Files.size(copy) == Files.size(original)
                && Files.getLastModifiedTime(copy).equals(Files.getLastModifiedTime(original));
    }

    /** The classifier of a platform: {@code linux|osx|windows} and {@code x86_64|aarch_64}; others by their own names. */
    static String classifier(String osName, String osArch) {
        String os = osName.toLowerCase(Locale.ROOT);
        String arch = osArch.toLowerCase(Locale.ROOT);
        if (os.startsWith("linux")) {
            os = "linux";
        } else if (os.startsWith("mac") || os.startsWith("darwin") || os.startsWith("osx")) {
            os = "osx";
        } else if (os.startsWith("windows")) {
            os = "windows";
        }
        if (arch.equals("amd64") || arch.equals("x86_64") || arch.equals("x86-64") || arch.equals("x64")) {
            arch = "x86_64";
        } else if (arch.equals("aarch64") || arch.equals("arm64")) {
            arch = "aarch_64";
        }
        return os.replaceAll("[^a-z0-9]+", "_") + "-" + arch.replaceAll("[^a-z0-9_]+", "_");
    }
}
