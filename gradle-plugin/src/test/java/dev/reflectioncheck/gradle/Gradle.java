package dev.reflectioncheck.gradle;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A Gradle installation and how the tests run it. Two are used: the oldest that the plugin supports, assembled from
 * Maven Central by tests/gradle-home, and a current one: that of GRADLE_HOME, else the {@code gradle} on the PATH, else
 * assembled as well.
 */
final class Gradle {
    private static final String OLDEST = "7.6.4";
    private static final String CURRENT = "8.11.1";

    static final Path ROOT = Path.of(System.getProperty("repository.root")).toAbsolutePath().normalize();
    static final Path WORK = Path.of(System.getProperty("work.directory")).toAbsolutePath();

    private static List<Gradle> all;

    final String version;
    private final Path executable;
    private final Path jdk;

    private Gradle(String version, Path executable) {
        this.version = version;
        this.executable = executable;
        this.jdk = Jdks.between(17, newestJava()).orElseThrow(() ->
                new IllegalStateException("Gradle " + version + " needs a JDK from 17 to " + newestJava()));
    }

    /** Returns the installations to test with, the current one first. */
    static synchronized List<Gradle> all() {
        if (all == null) {
            Gradle current = given();
            all = List.of(current != null ? current : assembled(CURRENT), assembled(OLDEST));
        }
        return all;
    }

    static Gradle current() {
        return all().get(0);
    }

    private static Gradle given() {
        String home = System.getenv("GRADLE_HOME");
        if (home != null && !home.isEmpty()) {
            return installed(Path.of(home, "bin", "gradle"));
        }
        for (String directory : System.getenv("PATH").split(File.pathSeparator)) {
            Path gradle = Path.of(directory, "gradle");
            if (Files.isExecutable(gradle)) {
                Gradle found = installed(gradle);
                if (found.atLeast(7, 6)) {
                    return found;
                }
            }
        }
        return null;
    }

    private static Gradle installed(Path executable) {
        String output = Processes.run(List.of(executable.toString(), "--version"), WORK, Map.of()).output;
        String version = output.replaceFirst("(?s).*\nGradle (\\S+)\n.*", "$1");
        return new Gradle(version, executable);
    }

    private static Gradle assembled(String version) {
        Processes.Result result = Processes.run(
                List.of(ROOT.resolve("tests/gradle-home/gradle-home").toString(), version), WORK,
                Map.of("JAVA_HOME", Jdks.between(17, 99).orElseThrow().toString()));
        if (result.status != 0) {
            throw new IllegalStateException(result.output);
        }
        String[] lines = result.output.trim().split("\n");
        return new Gradle(version, Path.of(lines[lines.length - 1], "bin", "gradle"));
    }

    boolean atLeast(int major, int minor) {
        String[] parts = version.split("[^0-9]");
        int ownMajor = Integer.parseInt(parts[0]);
        return ownMajor > major || ownMajor == major && Integer.parseInt(parts[1]) >= minor;
    }

    private int newestJava() {
        return atLeast(8, 5) ? 21 : 19;
    }

    /** Runs a build and returns how it went. The daemon of the first build serves the others. */
    BuildResult run(Path directory, Path repository, Map<String, String> environment, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(executable.toString(), "--console=plain", "--stacktrace",
                "--warning-mode=fail", "-Dmaven.repo.local=" + repository,
                "--init-script", ROOT.resolve("tests/gradle-home/init.d/maven-mirror.gradle").toString()));
        command.addAll(arguments);
        return new BuildResult(Processes.run(command, directory, environment(environment)));
    }

    private Map<String, String> environment(Map<String, String> own) {
        Map<String, String> environment = new HashMap<>(own);
        environment.put("JAVA_HOME", jdk.toString());
        environment.put("JAVA_OPTS", "-XX:TieredStopAtLevel=1"); // of the client, which lives for a second
        environment.put("GRADLE_USER_HOME", userHome().toString());
        return environment;
    }

    /** Kept between runs of the tests: it holds what was downloaded. */
    private static Path userHome() {
        try {
            Path home = Files.createDirectories(WORK.resolve("gradle-user-home"));
            // A daemon that nobody stops, because the tests were killed, ends by itself.
            Files.writeString(home.resolve("gradle.properties"), String.join("\n",
                    "org.gradle.daemon.idletimeout=60000",
                    "org.gradle.jvmargs=-Xmx512m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                    "org.gradle.welcome=never",
                    ""), StandardCharsets.UTF_8);
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the daemons that the tests started; those of other users' homes are left alone. */
    static synchronized void stopDaemons() {
        if (all != null) {
            for (Gradle gradle : all) {
                Processes.run(List.of(gradle.executable.toString(), "--stop"), WORK, gradle.environment(Map.of()));
            }
        }
    }

    @Override
    public String toString() {
        return "Gradle " + version;
    }

    static void deleteTree(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> tree = Files.walk(directory)) {
                for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
