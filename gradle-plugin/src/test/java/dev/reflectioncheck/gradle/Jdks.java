package dev.reflectioncheck.gradle;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** The JDKs of this machine: the one that runs the tests, those the environment names, those in the usual place. */
final class Jdks {
    private Jdks() {}

    /** Returns a JDK of a feature release between the two, both included. */
    static Optional<Path> between(int oldest, int newest) {
        return candidates().stream().filter(home -> {
            int feature = feature(home);
            return oldest <= feature && feature <= newest;
        }).findFirst();
    }

    private static List<Path> candidates() {
        List<Path> homes = new ArrayList<>();
        homes.add(Path.of(System.getProperty("java.home")));
        for (String variable : List.of("JAVA_HOME", "JDK17_HOME", "JDK25_HOME")) {
            String home = System.getenv(variable);
            if (home != null && !home.isEmpty()) {
                homes.add(Path.of(home));
            }
        }
        File[] installed = new File("/usr/lib/jvm").listFiles(File::isDirectory);
        if (installed != null) {
            Arrays.sort(installed);
            Arrays.stream(installed).map(File::toPath).forEach(homes::add);
        }
        homes.removeIf(home -> !Files.isExecutable(home.resolve("bin/javac")));
        // A variable set to nothing stands for a machine without that release.
        homes.removeIf(home -> "".equals(System.getenv("JDK" + feature(home) + "_HOME")));
        return homes;
    }

    /** Skips a test for want of something on this machine; where CI is set it fails, since nothing may be skipped there. */
    static void need(boolean isThere, String why) {
        String ci = System.getenv("CI");
        // Some services set it to their name.
        boolean isCi = ci != null && !List.of("", "0", "false").contains(ci);
        assertTrue(isThere || !isCi, why + "; nothing may be skipped where CI is set");
        assumeTrue(isThere, why);
    }

    static int feature(Path home) {
        Properties release = new Properties();
        try (var in = Files.newInputStream(home.resolve("release"))) {
            release.load(in);
        } catch (IOException e) {
            return 0;
        }
        String version = release.getProperty("JAVA_VERSION", "0").replace("\"", "");
        return Integer.parseInt(version.replaceFirst("[^0-9].*", ""));
    }
}
