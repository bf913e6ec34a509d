package dev.reflectioncheck.gradle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A local Maven repository with the plugin under test, its marker, and an executable. */
final class TestRepository {
    static final String VERSION = System.getProperty("plugin.version");

    final Path path;

    TestRepository(Path path) {
        this.path = path;
        Path module = Gradle.ROOT.resolve("gradle-plugin");
        put("reflection-check-gradle-plugin", ".jar", Path.of(System.getProperty("plugin.jar")));
        put("reflection-check-gradle-plugin", ".pom", module.resolve("pom.xml"));
        put("dev.reflectioncheck.gradle.plugin", ".pom", module.resolve("marker/pom.xml"));
    }

    /** Publishes an executable for this platform, not executable, as repositories have it. */
    TestRepository withExecutable(Path executable) {
        String classifier = Platform.classifier(System.getProperty("os.name"), System.getProperty("os.arch"));
        Path copy = put("reflection-check", "-" + classifier + ".exe", executable);
        if (!copy.toFile().setExecutable(false, false)) {
            throw new IllegalStateException("cannot take the executable bit from " + copy);
        }
        Path pom = copy.resolveSibling("reflection-check-" + VERSION + ".pom");
        try {
            Files.writeString(pom, "<project><modelVersion>4.0.0</modelVersion><groupId>dev.reflectioncheck</groupId>"
                    + "<artifactId>reflection-check</artifactId><version>" + VERSION
                    + "</version><packaging>pom</packaging></project>");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    private Path put(String artifact, String suffix, Path file) {
        Path copy = path.resolve("dev/reflectioncheck").resolve(artifact).resolve(VERSION)
                .resolve(artifact + "-" + VERSION + suffix);
        try {
            Files.createDirectories(copy.getParent());
            return Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
