package dev.reflectioncheck.recorder;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** Finds the JVMs to test with and runs programs on them. */
final class Jvms {
    record Run(int status, String output) {}

    private Jvms() {}

    /**
     * This JVM's home, and that of a JDK 25 if there is one. Without it the tests do less than they should: the line says so to
     * {@code tests/summary.py}, and where CI is set nothing may be left out.
     */
    static List<Path> homes() {
        List<Path> homes = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
        jdk25().ifPresentOrElse(homes::add, () -> {
            String why = "no JDK 25 (set JDK25_HOME)";
            if (isCi()) {
                throw new AssertionError(why + "; nothing may be skipped where CI is set");
            }
            System.out.println("[skipped] " + RecorderIT.class.getName() + ": " + why);
        });
        return homes;
    }

    /** A named or installed JDK 25; {@code JDK25_HOME} set to nothing stands for a machine without it. */
    private static Optional<Path> jdk25() {
        if ("".equals(System.getenv("JDK25_HOME"))) {
            return Optional.empty();
        }
        List<Path> candidates = new ArrayList<>();
        for (String variable : List.of("JDK25_HOME", "JAVA25_HOME", "JAVA_HOME")) {
            if (System.getenv(variable) != null) {
                candidates.add(Path.of(System.getenv(variable)));
            }
        }
        File[] installed = new File("/usr/lib/jvm").listFiles(File::isDirectory);
        if (installed != null) {
            Arrays.sort(installed);
            Arrays.stream(installed).map(File::toPath).forEach(candidates::add);
        }
        return candidates.stream().filter(home -> Files.isExecutable(home.resolve("bin/java")) && feature(home) == 25).findFirst();
    }

    /** The feature release of a JDK, by what it says of itself; 0 if it says nothing. */
    private static int feature(Path home) {
        Properties release = new Properties();
        try (var in = Files.newInputStream(home.resolve("release"))) {
            release.load(in);
        } catch (IOException e) {
            return 0;
        }
        String version = release.getProperty("JAVA_VERSION", "0").replace("\"", "");
        return Integer.parseInt(version.replaceFirst("[^0-9].*", ""));
    }

    /** Some services set CI to their name. */
    private static boolean isCi() {
        String ci = System.getenv("CI");
        return ci != null && !List.of("", "0", "false").contains(ci);
    }

    static Run run(Path home, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/java").toString()));
        command.addAll(Arrays.asList(arguments));
        Path output = Files.createTempFile("recorder", ".out");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("did not end: " + command);
        }
        String text = Files.readString(output);
        Files.delete(output);
        return new Run(process.exitValue(), text);
    }
}
