package dev.reflectioncheck.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real builds with a script in place of the binary: what the plugin asks of it, when, and what it makes of the answer.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script and the assembled Gradle need a Unix shell")
class PluginIT {
    private static final String ANALYZE = ":app:reflectionAnalyzeMain";
    private static final String REPORT = ":app:reflectionCheckMain";
    private static final String BROKEN = "reflection-check itself failed (this is no finding)";

    private Path work;
    private Stub stub;
    private TestRepository repository;

    static Stream<Gradle> gradles() {
        return Gradle.all().stream();
    }

    @BeforeEach
    void prepare(TestInfo test) throws IOException {
        work = Gradle.WORK.resolve("plugin").resolve(test.getTestMethod().orElseThrow().getName());
        Gradle.deleteTree(work);
        stub = new Stub(work.resolve("stub"));
        repository = new TestRepository(work.resolve("repository"));
    }

    @AfterAll
    static void stopDaemons() {
        Gradle.stopDaemons();
    }

    private SampleBuild sample(Gradle gradle) {
        return SampleBuild.applicationAndLibrary(gradle, work.resolve("build"), repository, stub.executable);
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void analysesAgainOnlyWhenTheAnalysisMayDiffer(Gradle gradle) {
        SampleBuild build = sample(gradle)
                .write("reflection-specs/app.toml", "# nothing yet\n")
                .write("reflection-check.toml", "[analysis]\nmode = \"local\"\n[policy.levels]\nRC2001 = \"note\"\n");
        build.run("check").succeeds().task(ANALYZE, "EXECUTED").task(REPORT, "EXECUTED").says("stub's report");
        build.run("check").succeeds().task(ANALYZE, "UP-TO-DATE").task(REPORT, "EXECUTED").says("stub's report");

        build.replace(SampleBuild.MAIN, "public static", "public static /* really */");
        build.run("check").succeeds().task(":app:compileJava", "EXECUTED")
                .task(ANALYZE, "UP-TO-DATE").task(REPORT, "EXECUTED");
        build.replace("reflection-check.toml", "RC2001 = \"note\"", "RC2001 = \"warning\"");
        build.append("app/build.gradle", "reflectionCheck { levels = [RC1001: 'warning']; failOn = 'note' }\n");
        build.run("check").succeeds().task(ANALYZE, "UP-TO-DATE").task(REPORT, "EXECUTED");
        assertEquals(1, stub.runs("analyze"));
        assertEquals(4, stub.runs("report"));
        assertTrue(stub.lastRequest("report").contains("\"RC1001\": \"warning\""), stub.lastRequest("report"));
        assertTrue(stub.lastRequest("report").contains("\"fail-on\": \"note\""), stub.lastRequest("report"));

        build.append("reflection-specs/app.toml", "[[accept]]\n");
        build.run("check").succeeds().task(ANALYZE, "EXECUTED");
        build.replace("reflection-check.toml", "local", "none");
        build.run("check").succeeds().task(ANALYZE, "EXECUTED");
        build.append("app/src/main/resources/app.properties", "more = 1\n");
        build.run("check").succeeds().task(ANALYZE, "EXECUTED");
        build.replace("lib/src/main/java/l/Library.java", "{}", "{ int field; }");
        build.run("check").succeeds().task(ANALYZE, "EXECUTED");
        build.replace(SampleBuild.MAIN, "arguments[0]", "arguments[1]");
        build.run("check").succeeds().task(ANALYZE, "EXECUTED");
        // A local binary may change under one version.
        stub.write("reflection-check", stubText() + "\n# another\n");
        build.run("check").succeeds().task(ANALYZE, "EXECUTED");
        assertEquals(7, stub.runs("analyze"));
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void aSpecFolderThatABuildNamesIsThere(Gradle gradle) {
        SampleBuild build = sample(gradle).append("app/build.gradle", "reflectionCheck { specs.from('nope') }\n");
        build.run("check").fails().says("the spec folder").says("nope does not exist");
        assertEquals(0, stub.runs("analyze"));
        build.write("app/nope/app.toml", "# nothing yet\n");
        build.run("check").succeeds().task(ANALYZE, "EXECUTED");
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void whatALongRunDoesIsShown(Gradle gradle) {
        SampleBuild build = sample(gradle);
        stub.write("reflection-check", stubText().replaceFirst("\n",
                "\necho 'progress: analysing 3 classes, for 10 s so far' >&2\n"));
        build.run("check").succeeds().says("reflection-check: analysing 3 classes, for 10 s so far");
        assertTrue(stub.lastRequest("analyze").contains("\"progress\": true"), stub.lastRequest("analyze"));
    }

    private String stubText() {
        try {
            return Files.readString(stub.executable);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void whatIsOnlyCompiledAgainstIsProvided(Gradle gradle) {
        SampleBuild build = sample(gradle)
                .replace("settings.gradle", "include 'app', 'lib'", "include 'app', 'lib', 'api'")
                .write("api/build.gradle", "plugins { id 'java-library' }\n")
                .write("api/src/main/java/p/Api.java", "package p;\n\npublic interface Api {}\n")
                .append("app/build.gradle",
                        "dependencies { compileOnly project(':api'); compileOnly project(':lib') }\n");
        build.run("check").succeeds().task(ANALYZE, "EXECUTED");
        String request = stub.lastRequest("analyze").replaceAll("\\s+", "");
        assertTrue(request.contains("\"id\":\"project:api\",\"application\":false,\"provided\":true"), request);
        assertTrue(request.contains("\"id\":\"project:lib\",\"application\":true,\"provided\":false"), request);
        assertEquals(2, request.split("\"provided\":").length - 1, request);
        build.run("check").succeeds().task(ANALYZE, "UP-TO-DATE");
        build.replace("api/src/main/java/p/Api.java", "{}", "{ int FIELD = 1; }");
        build.run("check").succeeds().task(ANALYZE, "EXECUTED");
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void theBuildCacheServesAnotherDirectory(Gradle gradle) {
        String cache = """
                buildCache { local { directory = file('%s') } }
                """.formatted(work.resolve("cache"));
        SampleBuild one = sample(gradle).append("settings.gradle", cache).write("reflection-specs/app.toml", "");
        one.run("check", "--build-cache").succeeds().task(ANALYZE, "EXECUTED");
        SampleBuild other = SampleBuild
                .applicationAndLibrary(gradle, work.resolve("elsewhere/deep"), repository, stub.executable)
                .append("settings.gradle", cache).write("reflection-specs/app.toml", "");
        other.run("check", "--build-cache").succeeds().task(ANALYZE, "FROM-CACHE").task(REPORT, "EXECUTED");
        assertEquals(1, stub.runs("analyze"));
        assertEquals("stub's analyze, exit status 0\n", other.read("app/build/reflection-check/main.result.json"));
        assertEquals("stub's report, exit status 0\n", other.read("app/build/reflection-check/main.sarif"));
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void theConfigurationCacheIsReused(Gradle gradle) {
        SampleBuild build = sample(gradle);
        String[] arguments = {"check", "--configuration-cache", "--parallel"};
        build.run(arguments).succeeds().says("Configuration cache entry stored");
        build.run(arguments).succeeds().says("Configuration cache entry reused").task(ANALYZE, "UP-TO-DATE")
                .task(":lib:reflectionAnalyzeMain", "SKIPPED");
        // What appears later is seen although nothing is configured again.
        build.write("reflection-check.toml", "[analysis]\nmode = \"local\"\n").write("app/reflection-specs/a.toml", "");
        build.run(arguments).succeeds().says("Configuration cache entry reused").task(ANALYZE, "EXECUTED");
        String request = stub.lastRequest("analyze");
        assertTrue(request.contains("\"config\": \"" + build.directory.resolve("reflection-check.toml")), request);
        assertTrue(request.contains(build.directory.resolve("app/reflection-specs") + "\""), request);
        stub.ends("report", "1");
        build.run(arguments).fails().says("Configuration cache entry reused").task(REPORT, "FAILED");
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void projectsStayIsolated(Gradle gradle) {
        assumeTrue(gradle.atLeast(8, 5), "isolated projects came later");
        SampleBuild build = sample(gradle);
        build.run("check", "-Dorg.gradle.unsafe.isolated-projects=true").succeeds().task(ANALYZE, "EXECUTED")
                .task(":lib:reflectionAnalyzeMain", "SKIPPED").doesNotSay("problem");
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void findingsFailTheBuildAndStayUpToDate(Gradle gradle) {
        SampleBuild build = sample(gradle);
        stub.ends("report", "1");
        BuildResult first = build.run("check").fails().task(ANALYZE, "EXECUTED").task(REPORT, "FAILED")
                .says("stub's report, exit status 1").says("VerificationException");
        for (String report : List.of("main.txt", "main.sarif", "main.sites.jsonl")) {
            first.says("file://" + build.directory + "/app/build/reflection-check/" + report);
            assertTrue(build.exists("app/build/reflection-check/" + report));
        }
        build.run("check").fails().task(ANALYZE, "UP-TO-DATE").task(REPORT, "FAILED");
        assertEquals(1, stub.runs("analyze"));
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void aBrokenToolIsNoFinding(Gradle gradle) {
        SampleBuild build = sample(gradle);
        stub.ends("analyze", "3");
        build.run("check", "--build-cache").fails().task(ANALYZE, "FAILED").says(BROKEN)
                .says("exit status 3").says("stub's words about analyze").says(" analyze --request ")
                .doesNotSay("VerificationException");
        assertFalse(build.exists("app/build/reflection-check/main.result.json"));
        stub.ends("analyze", "kill");
        build.run("check", "--build-cache").fails().task(ANALYZE, "FAILED").says("killed by signal 9");
        stub.ends("analyze", "0");
        build.run("check").succeeds().task(ANALYZE, "EXECUTED");

        stub.ends("report", "3");
        build.run("check").fails().task(REPORT, "FAILED").says(BROKEN)
                .says("stub's words about report").doesNotSay("VerificationException");
        for (String report : List.of("main.txt", "main.sarif", "main.sites.jsonl")) {
            assertFalse(build.exists("app/build/reflection-check/" + report), report);
        }
        stub.ends("report", "2");
        build.run("check").fails().task(REPORT, "FAILED").says("reflection-check does not accept its input")
                .says("stub's words about report").doesNotSay("itself failed");
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void anExecutableThatCannotServeIsRefused(Gradle gradle) {
        SampleBuild build = sample(gradle);
        stub.write("handshake", "{\"name\":\"reflection-check\",\"version\":\"9.0.0\",\"protocol\":7}");
        build.run("check").fails().task(ANALYZE, "FAILED").says("speaks protocol 7")
                .says("use the plugin and the executable of one version");
        stub.write("handshake", "something else");
        build.run("check").fails().task(ANALYZE, "FAILED").says("no version").says("something else");
        build.append("app/build.gradle", "reflectionCheck { executable = file('missing') }\n");
        build.run("check").fails().task(ANALYZE, "FAILED").says("there is no file " + build.directory + "/app/missing");
        build.write("app/missing", "not a program");
        build.run("check").fails().task(ANALYZE, "FAILED").says("cannot start " + build.directory + "/app/missing");
        assertEquals(0, stub.runs("analyze"));
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void findsItsExecutable(Gradle gradle) throws IOException {
        SampleBuild build = SampleBuild.applicationAndLibrary(gradle, work.resolve("build"), repository, null);
        build.run("check").fails().says("Could not find dev.reflectioncheck:reflection-check:0.1.0");

        // From the environment; the configuration cache notices it.
        build.environment("REFLECTION_CHECK", stub.executable.toString());
        build.run("check", "--configuration-cache").succeeds().task(ANALYZE, "EXECUTED");
        Stub other = new Stub(work.resolve("other"));
        build.environment("REFLECTION_CHECK", other.executable.toString());
        build.run("check", "--configuration-cache").succeeds().task(REPORT, "EXECUTED");
        assertEquals(1, other.runs("report"));

        // The build script goes before the environment.
        build.append("app/build.gradle", "reflectionCheck { executable = file('" + stub.executable + "') }\n");
        build.run("check").succeeds();
        assertEquals(1, other.runs("report"));
        assertEquals(2, stub.runs("report"));
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void runsThePublishedExecutable(Gradle gradle) throws IOException {
        // The script finds its directory by its name, and the published one is copied: it keeps nothing there.
        Path published = work.resolve("published");
        Files.writeString(published, stubText().replace("here=$(dirname \"$0\")", "here=" + stub.directory));
        repository.withExecutable(published);
        SampleBuild build = SampleBuild.applicationAndLibrary(gradle, work.resolve("build"), repository, null);
        build.run("check", "--configuration-cache").succeeds().task(ANALYZE, "EXECUTED");
        build.run("check", "--configuration-cache").succeeds().task(ANALYZE, "UP-TO-DATE");
        assertEquals(2, stub.runs("report"));
        // A local repository may get another binary under the same version.
        Files.writeString(published, Files.readString(published) + "# newer\n");
        repository.withExecutable(published);
        build.run("check", "--configuration-cache").succeeds().task(ANALYZE, "EXECUTED");
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void theToolchainsJdkIsAnalysed(Gradle gradle) {
        Optional<Path> other = Jdks.between(22, 99);
        Jdks.need(other.isPresent(), "no second JDK, from 22 on: set JDK25_HOME");
        SampleBuild build = sample(gradle);
        build.run("check").succeeds();
        build.append("app/build.gradle", "tasks.named('reflectionAnalyzeMain') { jdk.launcher = javaToolchains.launcherFor {\n"
                + "    languageVersion = JavaLanguageVersion.of(" + Jdks.feature(other.get()) + ") } }\n");
        String installations = "-Porg.gradle.java.installations.paths=" + other.get();
        build.run("check", installations).succeeds().task(ANALYZE, "EXECUTED");
        String home = stub.lastRequest("analyze").replaceFirst("(?s).*\"jdk-home\": \"(.*?)\".*", "$1");
        assertEquals(Jdks.feature(other.get()), Jdks.feature(Path.of(home)));
        build.run("check", installations).succeeds().task(ANALYZE, "UP-TO-DATE");
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void nothingToAnalyseIsNoSource(Gradle gradle) throws IOException {
        SampleBuild build = sample(gradle);
        build.run("check").succeeds().task(ANALYZE, "EXECUTED");
        Files.delete(build.directory.resolve(SampleBuild.MAIN));
        // Gradle calls a task executed that had nothing to do but to remove what it made before.
        build.run("check").succeeds().task(ANALYZE, "EXECUTED");
        assertFalse(build.exists("app/build/reflection-check/main.result.json"));
        assertFalse(build.exists("app/build/reflection-check/main.sarif"));
        build.run("check").succeeds().task(ANALYZE, "NO-SOURCE").task(REPORT, "UP-TO-DATE");
        assertEquals(1, stub.runs("analyze"));
        assertEquals(1, stub.runs("report"));
        Gradle.deleteTree(build.directory.resolve("app/build"));
        build.run("check").succeeds().task(ANALYZE, "NO-SOURCE").task(REPORT, "UP-TO-DATE");
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void theRequestSaysWhereEverythingIs(Gradle gradle) throws IOException {
        SampleBuild build = sample(gradle)
                .append("settings.gradle", "include 'core', 'plugins:csv'\n")
                .write("core/build.gradle", "plugins { id 'java-library' }\n")
                .write("core/src/main/java/c/Core.java", "package c;\n\npublic class Core {}\n")
                .write("plugins/csv/build.gradle",
                        "plugins { id 'java-library' }\ndependencies { api project(':core') }\n")
                .write("plugins/csv/src/main/java/p/Csv.java", "package p;\n\npublic class Csv extends c.Core {}\n")
                .write("plugins/csv/src/main/resources/META-INF/services/c.Core", "p.Csv\n")
                .write("app/src/test/java/a/MainTest.java", "package a;\n\nclass MainTest {}\n")
                .write("app/reflection-specs/a.toml", "")
                .append("app/build.gradle", """
                        dependencies {
                            runtimeOnly project(':plugins:csv')
                            implementation files('libs/local.jar')
                            implementation 'g:remote:1.5'
                        }
                        """);
        Files.createDirectories(build.directory.resolve("app/libs"));
        Files.copy(Path.of(System.getProperty("plugin.jar")), build.directory.resolve("app/libs/local.jar"));
        Path remote = Files.createDirectories(repository.path.resolve("g/remote/1.5"));
        Files.copy(Path.of(System.getProperty("plugin.jar")), remote.resolve("remote-1.5.jar"));
        Files.writeString(remote.resolve("remote-1.5.pom"), "<project><modelVersion>4.0.0</modelVersion>"
                + "<groupId>g</groupId><artifactId>remote</artifactId><version>1.5</version></project>");

        build.run("check", "-x", "test").succeeds();
        String analyze = stub.lastRequest("analyze")
                .replace(build.directory.toString(), "$").replace(repository.path.toString(), "R");
        String jdk = analyze.replaceFirst("(?s).*\"jdk-home\": \"(.*?)\".*", "$1");
        assertTrue(Files.exists(Path.of(jdk, "lib", "modules")), jdk);
        assertEquals("""
                {
                  "version": 1,
                  "project-dir": "$",
                  "module": "app",
                  "source-set": "main",
                  "test": false,
                  "progress": true,
                  "classes": [
                    "$/app/build/classes/java/main"
                  ],
                  "resources": [
                    "$/app/build/resources/main"
                  ],
                  "classpath": [
                    {
                      "path": "$/app/libs/local.jar",
                      "id": "local.jar",
                      "application": false,
                      "provided": false
                    },
                    {
                      "path": "$/lib/build/libs/lib.jar",
                      "id": "project :lib",
                      "application": true,
                      "provided": false
                    },
                    {
                      "path": "R/g/remote/1.5/remote-1.5.jar",
                      "id": "g:remote:1.5",
                      "application": false,
                      "provided": false
                    },
                    {
                      "path": "$/plugins/csv/build/libs/csv.jar",
                      "id": "project :plugins:csv",
                      "application": true,
                      "provided": false
                    },
                    {
                      "path": "$/core/build/libs/core.jar",
                      "id": "project :core",
                      "application": true,
                      "provided": false
                    }
                  ],
                  "jdk-home": "JDK",
                  "specs": [
                    "$/app/reflection-specs"
                  ],
                  "started": true,
                  "result": "$/app/build/reflection-check/main.result.json"
                }
                """, analyze.replace(jdk, "JDK"));
        String report = stub.lastRequest("report").replace(build.directory.toString(), "$");
        for (String sources : List.of("app", "lib", "core", "plugins/csv")) {
            assertTrue(report.contains("\"$/" + sources + "/src/main/java\""), report);
        }
        assertTrue(report.contains("\"path\": \"$/app/build/reflection-check/main.sarif\""), report);
        assertTrue(report.contains("\"build-file\": \"$/app/build.gradle\""), report);

        // Tests have tasks of their own; the main classes are application code there.
        build.run(":app:reflectionCheckTest").succeeds()
                .task(":app:reflectionAnalyzeTest", "EXECUTED").task(REPORT, null);
        String test = stub.lastRequest("analyze").replace(build.directory.toString(), "$");
        assertTrue(test.contains("\"test\": true"), test);
        assertTrue(test.contains("\"classes\": [\n    \"$/app/build/classes/java/test\"\n  ]"), test);
        assertTrue(test.contains("""
                      "path": "$/app/build/classes/java/main",
                      "id": "app/build/classes/java/main",
                      "application": true,
                      "provided": false
                """), test);
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void checkRunsTheMainSourceSetsUnlessSwitchedOff(Gradle gradle) {
        SampleBuild build = sample(gradle)
                .write("app/src/test/java/a/MainTest.java", "package a;\n\nclass MainTest {}\n")
                .write("app/src/tools/java/t/Tool.java", "package t;\n\nclass Tool {}\n")
                .write("app/src/slowTest/java/s/Slow.java", "package s;\n\nclass Slow {}\n")
                .append("app/build.gradle", "sourceSets { tools; slowTest }\n");
        build.run(":app:check", "-x", "test").succeeds()
                .task(REPORT, "EXECUTED").task(":app:reflectionCheckTools", "EXECUTED")
                .task(":app:reflectionCheckTest", null).task(":app:reflectionCheckSlowTest", null);
        build.append("app/build.gradle", "reflectionCheck { runOnCheck = false }\n");
        build.run(":app:check", "-x", "test").succeeds().task(REPORT, null);
        build.run(":app:reflectionCheck").succeeds().task(REPORT, "EXECUTED");
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void aModuleOfAnApplicationIsNotCheckedAlone(Gradle gradle) {
        SampleBuild build = sample(gradle)
                .append("settings.gradle", "include 'sdk'\n")
                .write("sdk/build.gradle", "plugins { id 'java-library'; id 'dev.reflectioncheck' version '0.1.0' }\n"
                        + "reflectionCheck { executable = file('" + stub.executable + "') }\n")
                .write("sdk/src/main/java/s/Sdk.java", "package s;\n\npublic class Sdk {}\n");
        build.run("reflectionCheck", "--info").succeeds().task(ANALYZE, "EXECUTED")
                .task(":lib:reflectionAnalyzeMain", "SKIPPED").task(":lib:reflectionCheckMain", "SKIPPED")
                .says("checked with :app; to check it alone").task(":sdk:reflectionAnalyzeMain", "EXECUTED");
        List<String> requests = stub.requests("analyze");
        assertEquals(2, requests.size());
        String sdk = requests.get(requests.get(0).contains("\"module\": \"sdk\"") ? 0 : 1);
        assertTrue(sdk.contains("\"library\": true"), sdk);
        build.append("lib/build.gradle", "reflectionCheck { library = true }\n");
        build.run("reflectionCheck").succeeds().task(":lib:reflectionAnalyzeMain", "EXECUTED");
        assertTrue(stub.lastRequest("analyze").contains("\"library\": true"), stub.lastRequest("analyze"));
    }

    @ParameterizedTest
    @MethodSource("gradles")
    void parallelAnalysesAreLimited(Gradle gradle) throws IOException {
        SampleBuild build = sample(gradle).append("lib/build.gradle", "reflectionCheck { library = true }\n");
        stub.write("slow", "");
        build.run("reflectionCheck", "--parallel", "--max-workers=4").succeeds();
        int running = 0;
        int most = 0;
        for (String line : Files.readAllLines(stub.directory.resolve("times"))) {
            running += line.equals("start") ? 1 : -1;
            most = Math.max(most, running);
        }
        assertEquals(0, running);
        int limit = ConcurrencyLimit.runs(Runtime.getRuntime().availableProcessors());
        assertTrue(1 <= most && most <= limit, most + " at once, limit " + limit);
    }
}
