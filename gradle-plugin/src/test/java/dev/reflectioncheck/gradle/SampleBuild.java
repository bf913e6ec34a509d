package dev.reflectioncheck.gradle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A Gradle build in a directory of its own, written by a test. */
final class SampleBuild {
    static final String MAIN = "app/src/main/java/a/Main.java";

    final Path directory;
    private final Gradle gradle;
    private final Path repository;
    private final Map<String, String> environment = new HashMap<>();

    SampleBuild(Gradle gradle, Path directory, TestRepository repository) {
        this.gradle = gradle;
        this.directory = directory;
        this.repository = repository.path;
    }

    /** An application {@code :app} that needs {@code :lib}; both apply the plugin and run the given executable. */
    static SampleBuild applicationAndLibrary(
            Gradle gradle, Path directory, TestRepository repository, Path executable) {
        SampleBuild build = new SampleBuild(gradle, directory, repository);
        String local = executable == null ? "" : "\nreflectionCheck { executable = file('" + executable + "') }\n";
        return build
                .write("settings.gradle", """
                        pluginManagement { repositories { mavenLocal() } }
                        dependencyResolutionManagement { repositories { mavenLocal() } }
                        rootProject.name = 'sample'
                        include 'app', 'lib'
                        """)
                .write("app/build.gradle", """
                        plugins { id 'application'; id 'dev.reflectioncheck' version '0.1.0' }
                        dependencies { implementation project(':lib') }
                        """ + local)
                .write("lib/build.gradle", """
                        plugins { id 'java-library'; id 'dev.reflectioncheck' version '0.1.0' }
                        """ + local)
                .write(MAIN, """
                        package a;

                        public class Main {
                            public static void main(String[] arguments) throws Exception {
                                Class.forName(arguments[0]).getDeclaredConstructor().newInstance();
                            }
                        }
                        """)
                .write("app/src/main/resources/app.properties", "plugin = l.Library\n")
                .write("lib/src/main/java/l/Library.java", "package l;\n\npublic class Library {}\n");
    }

    SampleBuild write(String file, String text) {
        try {
            Path path = directory.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    SampleBuild append(String file, String text) {
        return write(file, read(file) + text);
    }

    SampleBuild replace(String file, String from, String to) {
        String text = read(file);
        if (!text.contains(from)) {
            throw new IllegalArgumentException(file + " has no " + from);
        }
        return write(file, text.replace(from, to));
    }

    String read(String file) {
        try {
            return Files.readString(directory.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean exists(String file) {
        return Files.exists(directory.resolve(file));
    }

    SampleBuild environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Runs Gradle without the network: everything the sample needs is in the repository. */
    BuildResult run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--offline");
        return gradle.run(directory, repository, environment, all);
    }

    /** Runs Gradle with the network, for what has to come from Maven Central. */
    BuildResult runOnline(String... arguments) {
        return gradle.run(directory, repository, environment, List.of(arguments));
    }
}
