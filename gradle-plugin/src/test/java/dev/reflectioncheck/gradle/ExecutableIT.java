package dev.reflectioncheck.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real builds with the real binary: what a finding, its answer and bad input do to a build. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the assembled Gradle needs a Unix shell")
class ExecutableIT {
    private static final String ANALYZE = ":app:reflectionAnalyzeMain";
    private static final String REPORT = ":app:reflectionCheckMain";
    private static final List<String> REPORTS = List.of("main.txt", "main.sarif", "main.sites.jsonl");

    private Path work;
    private TestRepository repository;

    static Stream<Gradle> gradles() {
        return Gradle.all().stream();
    }

    @BeforeEach
    void prepare(TestInfo test) throws IOException {
        work = Gradle.WORK.resolve("executable").resolve(test.getTestMethod().orElseThrow().getName());
        Gradle.deleteTree(work);
        Path binary = binary();
        Jdks.need(binary != null, "no executable: set reflection-check.executable");
        repository = new TestRepository(work.resolve("repository")).withExecutable(binary);
    }

    @AfterAll
    static void stopDaemons() {
        Gradle.stopDaemons();
    }

    /** The binary that the build names, else that of the environment, else the last one that was built; null if none. */
    private static Path binary() {
        String named = System.getProperty("reflection-check.executable");
        if (named == null || named.isEmpty()) {
            named = System.getenv("REFLECTION_CHECK");
        }
        if (named != null && !named.isEmpty()) {
            Path binary = Path.of(named).toAbsolutePath();
            assertTrue(Files.isRegularFile(binary), () -> "there is no file " + binary);
            return binary;
        }
        return Stream.of("release", "debug").map(kind -> Gradle.ROOT.resolve("target/" + kind + "/reflection-check"))
                .filter(Files::isExecutable).findFirst().orElse(null);
    }

    /** An application whose only reflective calls make an object of a class that a system property names. */
    private SampleBuild sample(Gradle gradle) {
        return SampleBuild.applicationAndLibrary(gradle, work.resolve("build"), repository, null)
                .replace(SampleBuild.MAIN, "arguments[0]", "System.getProperty(\"plugin\")");
    }

    /** An application that has nothing to find. */
    private SampleBuild quiet(Gradle gradle) {
        return sample(gradle).replace(SampleBuild.MAIN,
                "Class.forName(System.getProperty(\"plugin\")).getDeclaredConstructor().newInstance();",
                "System.out.println(new l.Library());");
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void aFindingFailsTheBuildUntilItIsLoweredOrAnswered(Gradle gradle) {
        SampleBuild build = sample(gradle);
        BuildResult first = build.run("check").fails().task(ANALYZE, "EXECUTED").task(REPORT, "FAILED")
                .says("VerificationException").says("error RC1001").says("app/src/main/java/a/Main.java:5")
                .says("System.getProperty(\"plugin\")").doesNotSay("itself failed");
        String result = build.read("app/build/reflection-check/main.result.json");
        assertTrue(build.read("app/build/reflection-check/main.sarif").contains("\"RC1001\""));

        build.replace(SampleBuild.MAIN, "public static", "public static /* really */");
        build.run("check").fails().task(":app:compileJava", "EXECUTED").task(ANALYZE, "UP-TO-DATE")
                .task(REPORT, "FAILED").says("error RC1001");

        String levels = "reflectionCheck { levels = [RC1001: 'warning'] }\n";
        build.append("app/build.gradle", levels);
        build.run("check").succeeds().task(ANALYZE, "UP-TO-DATE").task(REPORT, "EXECUTED").says("warning RC1001");
        build.replace("app/build.gradle", levels, "reflectionCheck { failOn = 'never' }\n");
        build.run("check").succeeds().task(ANALYZE, "UP-TO-DATE").task(REPORT, "EXECUTED").says("error RC1001");
        assertEquals(result, build.read("app/build/reflection-check/main.result.json"));

        build.replace("app/build.gradle", "reflectionCheck { failOn = 'never' }\n", "");
        build.write("app/reflection-specs/pasted.toml", printedEntry(first).replace("\"...\"", "\"l.Library\""));
        build.run("check").succeeds().task(ANALYZE, "EXECUTED").task(REPORT, "EXECUTED").doesNotSay("RC1001");
        assertNotEquals(result, build.read("app/build/reflection-check/main.result.json"));
        assertEquals(List.of("{\"class\":\"l.Library\"}"), targetsOfForName(build));

        // An entry that names a class that does not exist is a finding in the spec file.
        build.replace("app/reflection-specs/pasted.toml", "l.Library", "l.Librarian");
        build.run("check").succeeds().task(ANALYZE, "EXECUTED").says("warning RC4002")
                .says("app/reflection-specs/pasted.toml:5:");
    }

    /** The spec entry that a failing build prints. */
    private static String printedEntry(BuildResult build) {
        Matcher entry = Pattern.compile("(?m)^ *Entry to paste .*\n((?: +.*\n)+?)(?= *(?:note|\\d+ error))").matcher(build.output);
        assertTrue(entry.find(), build.output);
        return entry.group(1).stripIndent();
    }

    /** The targets of the calls of Class.forName in the sites report, as written there. */
    private static List<String> targetsOfForName(SampleBuild build) {
        List<String> targets = new ArrayList<>();
        Pattern list = Pattern.compile("\"targets\":\\[(.*?)\\]");
        for (String line : build.read("app/build/reflection-check/main.sites.jsonl").split("\n")) {
            Matcher found = list.matcher(line);
            if (line.contains("\"api\":\"java.lang.Class.forName(") && line.contains("\"class\":\"a.Main\"")) {
                assertTrue(found.find(), line);
                targets.add(found.group(1));
            }
        }
        return targets;
    }

    @Test
    void theServiceFileOfAnotherProjectAnswers() {
        SampleBuild build = sample(Gradle.current())
                .write("lib/src/main/resources/META-INF/services/java.lang.Runnable", "l.Library\n")
                .replace("lib/src/main/java/l/Library.java", "{}", "implements Runnable { public void run() {} }")
                .write("reflection-specs/services.toml", """
                        [[source]]
                        at = "a.Main.main(java.lang.String[])"
                        call = "java.lang.System.getProperty"
                        key = "plugin"
                        values-from = { services = "java.lang.Runnable" }
                        reason = "only packed plugins are named"
                        """);
        build.run("check").succeeds().task(ANALYZE, "EXECUTED").doesNotSay("RC1001");
        assertEquals(List.of("{\"class\":\"l.Library\"}"), targetsOfForName(build));
    }

    /** Wrong usage (status 2): named with its place, neither a finding nor a failure of the tool; no report is left. */
    @Test
    void mistakesAreNamedAndLeaveNoReport() {
        SampleBuild build = quiet(Gradle.current());
        build.run("check").succeeds();

        build.write("reflection-check.toml", "[policy]\nlevls = 3\n");
        refused(build, REPORT).says("levls").says("reflection-check.toml:2:");
        build.write("reflection-check.toml", "[analysis]\nmode = \"everything\"\n");
        refused(build, ANALYZE).says("everything").says("reflection-check.toml:2:");
        build.write("reflection-check.toml", "");

        build.write("app/reflection-specs/broken.toml", """
                [[source]]
                at = "a.Main.main(java.lang.String[])"
                call = java.lang.System.getProperty
                values = []

                [[sourc]]
                at = "x"
                """);
        refused(build, ANALYZE).says("broken.toml:3:").says("broken.toml:6:").says("^");
        build.write("app/reflection-specs/broken.toml", "");

        build.append("app/build.gradle", "reflectionCheck { levels = [RC9999: 'error'] }\n");
        refused(build, REPORT).says("RC9999");
        build.replace("app/build.gradle", "RC9999: 'error'", "RC1001: 'fatal'");
        refused(build, REPORT).says("fatal");
        build.replace("app/build.gradle", "levels = [RC1001: 'fatal']", "failOn = 'sometimes'");
        refused(build, REPORT).says("sometimes");
        build.replace("app/build.gradle", "failOn = 'sometimes'", "config = file('missing.toml')");
        build.run("check").fails().task(ANALYZE, "FAILED").says("missing.toml").doesNotSay("VerificationException");
    }

    private static BuildResult refused(SampleBuild build, String task) {
        BuildResult result = build.run("check").fails().task(task, "FAILED").says("reflection-check does not accept its input")
                .doesNotSay("itself failed").doesNotSay("VerificationException");
        for (String report : REPORTS) {
            assertFalse(task.equals(REPORT) && build.exists("app/build/reflection-check/" + report), report);
        }
        return result;
    }

    /** Damage is looked at as far as it goes: in a library a diagnostic, in the application RC1003, as are budgets. */
    @Test
    void damageAndBudgetsAreCuts() throws IOException {
        SampleBuild build = quiet(Gradle.current())
                .append("app/build.gradle", "dependencies { runtimeOnly files('libs/broken.jar', 'libs/missing.jar') }\n")
                .write("app/libs/broken.jar", "PK\3\4 and no more");
        build.run("check").succeeds().task(ANALYZE, "EXECUTED").says("broken.jar").doesNotSay("RC1003");

        build.append("app/build.gradle", """
                tasks.named('compileJava') {
                    doLast { new File(destinationDirectory.get().asFile, 'a/Damaged.class').bytes = [0xCA, 0xFE, 0xBA, 0xBE] }
                }
                """);
        build.run("check").succeeds().task(ANALYZE, "EXECUTED").says("warning RC1003").says("a.Damaged");
        build.append("app/build.gradle", "reflectionCheck { failOn = 'warning' }\n");
        build.run("check").fails().task(ANALYZE, "UP-TO-DATE").task(REPORT, "FAILED").says("VerificationException");

        build.write("reflection-check.toml", "[analysis]\nmax-steps = 10\n");
        build.run("check").fails().task(ANALYZE, "EXECUTED").task(REPORT, "FAILED").says("RC1003").says("budget");
    }

    /** An output that cannot be written is no finding. */
    @Test
    void aReportThatCannotBeWrittenIsNoFinding() throws IOException {
        SampleBuild build = sample(Gradle.current());
        Files.createDirectories(build.directory.resolve("app/build/reflection-check/main.sarif/full"));
        build.run("check").fails().task(REPORT, "FAILED").says("main.sarif").doesNotSay("VerificationException");
        File[] left = build.directory.resolve("app/build/reflection-check").toFile().listFiles(File::isFile);
        assertEquals(List.of("main.result.json"), Stream.of(left).map(File::getName).toList());
    }
}
