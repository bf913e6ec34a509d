package dev.reflectioncheck.maven;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.inject.Inject;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;
import org.eclipse.aether.RepositorySystem;

/** What {@code check} and {@code test-check} share: the parameters, one run of the executable, and its outcome. */
abstract class AbstractCheckMojo extends AbstractMojo {
    private static final String SPEC_FOLDER = "reflection-specs";
    private static final String CONFIG_FILE = "reflection-check.toml";

    /** Skips the check. */
    @Parameter(property = "reflection-check.skip", defaultValue = "false")
    private boolean skip;

    /** Lowest level of a finding that fails the build: {@code error} (default), {@code warning}, {@code note} or {@code never}. */
    @Parameter(property = "reflection-check.failOn")
    private String failOn;

    /**
     * Level of a rule, by its id: {@code error}, {@code warning}, {@code note} or {@code off}, as in
     * {@code <levels><RC1001>warning</RC1001></levels>}. On the command line:
     * {@code -Dreflection-check.levels=RC1001=warning,RC2001=off}, which is merged over the map.
     */
    @Parameter
    private Map<String, String> levels;

    /**
     * Folders of reflection spec files. Default: the folder {@code reflection-specs} of the outermost project and that
     * of the module, where they exist.
     */
    @Parameter(property = "reflection-check.specs")
    private File[] specs;

    /** Configuration file. Default: {@code reflection-check.toml} of the module, else that of the outermost project. */
    @Parameter(property = "reflection-check.config")
    private File config;

    /**
     * The reflection-check executable. Default: the file named by the environment variable {@code REFLECTION_CHECK},
     * else the artifact {@code dev.reflectioncheck:reflection-check:exe} of the plugin's version for this machine.
     */
    @Parameter(property = "reflection-check.executable")
    private File executable;

    /** Folder of the reports. */
    @Parameter(property = "reflection-check.outputDirectory", defaultValue = "${project.build.directory}/reflection-check")
    private File outputDirectory;

    /**
     * True: the module is a library, whose public and protected methods anybody may call. It is then checked by itself
     * even if an application of the same build uses it. False: it is an application. Default: an application if it has
     * a main method or is packaged to be run.
     */
    @Parameter(property = "reflection-check.library")
    private Boolean library;

    /** Entry points: {@code auto} (default), {@code main} or {@code public}. */
    @Parameter(property = "reflection-check.entry")
    private String entry;

    /** How names and types are resolved; the executable's {@code --help} lists the modes. */
    @Parameter(property = "reflection-check.mode")
    private String mode;

    /** Whose calls become findings: {@code application} (default), {@code libraries} or {@code all}. */
    @Parameter(property = "reflection-check.reportScope")
    private String reportScope;

    /** Packages of application classes that were shaded into library jars. */
    @Parameter(property = "reflection-check.appPackages")
    private String[] appPackages;

    /** Home of the JDK the program runs on. Default: the JDK toolchain, else the JDK that runs Maven. */
    @Parameter(property = "reflection-check.jdkHome")
    private File jdkHome;

    /** Java release whose view of multi-release jars is analysed. Default: the release of that JDK. */
    @Parameter(property = "reflection-check.jdkRelease")
    private Integer jdkRelease;

    /** Number of threads. Default: the executable's choice. */
    @Parameter(property = "reflection-check.threads")
    private Integer threads;

    /**
     * Folder that reported paths are relative to. Default: the Git work tree around the outermost project, else the
     * outermost project.
     */
    @Parameter(property = "reflection-check.rootDirectory")
    private File rootDirectory;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Parameter(defaultValue = "${mojoExecution}", readonly = true, required = true)
    private MojoExecution mojoExecution;

    @Inject
    private RepositorySystem repositorySystem;

    @Inject
    private ToolchainManager toolchainManager;

    /** Name of the source set, which leads the names of the report files. */
    abstract String sourceSet();

    /** The class directory that is checked. */
    abstract File classesDirectory();

    /** The rest of the class path. */
    abstract ModuleInputs inputs(Reactor reactor);

    /** The application modules that are checked instead of this one. */
    abstract List<MavenProject> checkedBy(Reactor reactor) throws IOException;

    /** The value of {@code library} for the request; null leaves it to the configuration file. */
    abstract Boolean requestedLibrary() throws IOException;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("reflection-check: skipped (reflection-check.skip)");
            return;
        }
        if (project.getPackaging().equals("pom")) {
            getLog().debug("reflection-check: a module of packaging pom has no classes");
            return;
        }
        try {
            if (!ModuleInputs.hasClasses(classesDirectory())) {
                getLog().info("reflection-check: nothing is checked: no classes in " + classesDirectory());
                return;
            }
            Reactor reactor = new Reactor(session);
            List<MavenProject> checkedBy = checkedBy(reactor);
            if (!checkedBy.isEmpty()) {
                getLog().info("reflection-check: checked as part of " + names(checkedBy));
                return;
            }
            check(reactor);
        } catch (IOException e) {
            throw new MojoExecutionException("reflection-check: " + e, e);
        }
    }

    private void check(Reactor reactor) throws IOException, MojoExecutionException, MojoFailureException {
        Reports reports = new Reports(outputDirectory.toPath(), sourceSet());
        String request = Json.write(request(reactor, reports));
        try {
            Files.createDirectories(reports.directory);
            reports.deleteOld();
            Files.write(reports.request, request.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new MojoExecutionException(
                    "reflection-check: cannot write the reports to " + outputDirectory + ": " + e, e);
        }

        File file = Executables.named(executable, System.getenv(Executables.VARIABLE));
        if (file == null) {
            file = Executables.resolve(
                    repositorySystem,
                    session.getRepositorySession(),
                    project.getRemotePluginRepositories(),
                    mojoExecution.getVersion(),
                    outputDirectory);
        }
        Tool tool = new Tool(file, getLog());
        String version = tool.handshake();
        getLog().debug("reflection-check " + version + ": " + file + " check --request " + reports.request);
        Tool.Exit exit = tool.run(project.getBasedir(), "check", "--request", reports.request.toString());
        new Outcome(getLog(), reports, file).surface(exit);
    }

    private Map<String, Object> request(Reactor reactor, Reports reports) throws IOException, MojoExecutionException {
        ModuleInputs inputs = inputs(reactor);
        File root = rootDirectory != null ? rootDirectory.getCanonicalFile() : reactor.repositoryRoot();
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("version", Tool.PROTOCOL);
        request.put("project-dir", root.getPath());
        request.put("module", project.getArtifactId());
        request.put("source-set", sourceSet());
        request.put("build-file", buildFile(root));
        request.put("classes", Arrays.asList(classesDirectory().getAbsolutePath()));
        request.put("classpath", inputs.classpath());
        request.put("app-packages", appPackages == null ? null : Arrays.asList(appPackages));
        request.put("jdk-home", jdk().getAbsolutePath());
        request.put("jdk-release", jdkRelease);
        request.put("sources", inputs.sources());
        request.put("specs", specFolders(reactor));
        request.put("config", configFile(reactor));
        request.put("entry", entry);
        request.put("mode", mode);
        request.put("library", requestedLibrary());
        request.put("started", ModuleRole.isApplication(project));
        request.put("test", sourceSet().equals("test"));
        request.put("threads", threads);
        request.put("report-scope", reportScope);
        request.put("result", reports.result.toString());
        request.put("progress", true);
        request.put("outputs", reports.outputs());
        request.put("fail-on", failOn);
        request.put("levels", mergedLevels());
        return request;
    }

    /** The POM relative to {@code root}; null for one that lies elsewhere. */
    private String buildFile(File root) throws IOException {
        Path pom = project.getFile() == null ? null : project.getFile().getCanonicalFile().toPath();
        if (pom == null || !pom.startsWith(root.toPath())) {
            return null;
        }
        return root.toPath().relativize(pom).toString().replace(File.separatorChar, '/');
    }

    private File jdk() {
        if (jdkHome != null) {
            return jdkHome;
        }
        Toolchain toolchain = toolchainManager.getToolchainFromBuildContext("jdk", session);
        String java = toolchain == null ? null : toolchain.findTool("java");
        if (java != null) {
            // HOME/bin/java
            return new File(java).getAbsoluteFile().getParentFile().getParentFile();
        }
        return new File(System.getProperty("java.home"));
    }

    private List<Object> specFolders(Reactor reactor) throws MojoExecutionException {
        List<Object> folders = new ArrayList<>();
        if (specs != null && specs.length > 0) {
            for (File folder : specs) {
                File absolute = project.getBasedir().toPath().resolve(folder.toPath()).toFile();
                if (!absolute.exists()) {
                    throw new MojoExecutionException("reflection-check: the spec folder " + absolute + " does not exist");
                }
                folders.add(absolute.getPath());
            }
            return folders;
        }
        for (File base : outermostAndModule(reactor)) {
            File folder = new File(base, SPEC_FOLDER);
            if (folder.isDirectory()) {
                folders.add(folder.getPath());
            }
        }
        return folders;
    }

    private String configFile(Reactor reactor) {
        if (config != null) {
            return config.getAbsolutePath();
        }
        String found = null;
        for (File base : outermostAndModule(reactor)) {
            File file = new File(base, CONFIG_FILE);
            found = file.isFile() ? file.getPath() : found;
        }
        return found;
    }

    private List<File> outermostAndModule(Reactor reactor) {
        Path outermost = reactor.root().getAbsoluteFile().toPath().normalize();
        Path module = project.getBasedir().getAbsoluteFile().toPath().normalize();
        return outermost.equals(module)
                ? Arrays.asList(module.toFile())
                : Arrays.asList(outermost.toFile(), module.toFile());
    }

    private Map<String, String> mergedLevels() throws MojoExecutionException {
        String given = session.getUserProperties().getProperty("reflection-check.levels");
        if (given == null) {
            given = project.getProperties().getProperty("reflection-check.levels");
        }
        Map<String, String> merged = new TreeMap<>();
        if (levels != null) {
            merged.putAll(levels);
        }
        merged.putAll(Levels.parse(given));
        return merged;
    }

    private static String names(List<MavenProject> modules) {
        List<String> names = new ArrayList<>();
        modules.forEach(module -> names.add(module.getArtifactId()));
        return String.join(", ", names);
    }

    MavenProject project() {
        return project;
    }

    MojoExecution mojoExecution() {
        return mojoExecution;
    }

    /** The configured value of {@code library}, null if there is none. */
    Boolean configuredLibrary() {
        return library;
    }
}
