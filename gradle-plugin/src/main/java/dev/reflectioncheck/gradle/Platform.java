package dev.reflectioncheck.gradle;

import java.util.Locale;

/** The operating systems and processors that an executable is published for. Knows only the names. */
final class Platform {
    private Platform() {}

    /**
     * Returns the classifier of the published executable for a JVM's {@code os.name} and {@code os.arch}, such as
     * {@code linux-x86_64}; null if there is none.
     */
    static String classifier(String osName, String osArch) {
        String os = operatingSystem(osName.toLowerCase(Locale.ROOT));
        String processor = processor(osArch.toLowerCase(Locale.ROOT));
        return os == null || processor == null ? null : os + "-" + processor;
    }

    private static String operatingSystem(String name) {
        if (name.startsWith("linux")) {
            return "linux";
        }
        if (name.startsWith("mac") || name.startsWith("darwin")) {
            return "osx";
        }
        return name.startsWith("windows") ? "windows" : null;
    }

    private static String processor(String arch) {
        switch (arch) {
            case "amd64":
            case "x86_64":
                return "x86_64";
            case "aarch64":
            case "arm64":
                return "aarch_64";
            default:
                return null;
        }
    }
}
