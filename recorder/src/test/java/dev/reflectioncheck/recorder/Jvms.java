package dev.reflectioncheck.recorder;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Finds the JVMs to test with and runs programs on them. */
final class Jvms {
    record Run(int status, String output) {}

    private Jvms() {}

    /** This JVM's home, and that of a JDK 25 ({@code JDK25_HOME} or an installed one) if there is one. */
    static List<Path> homes() {
        List<Path> homes = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
        List<File> candidates = new ArrayList<>();
        if (System.getenv("JDK25_HOME") != null) {
            candidates.add(new File(System.getenv("JDK25_HOME")));
        }
        File[] installed = new File("/usr/lib/jvm").listFiles((dir, name) -> name.contains("25"));
        candidates.addAll(Arrays.asList(installed == null ? new File[0] : installed));
        candidates.stream().filter(home -> new File(home, "bin/java").canExecute()).findFirst().map(File::toPath).ifPresentOrElse(
                homes::add, () -> System.out.println("skipped: no JDK 25 (set JDK25_HOME)"));
        return homes;
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
