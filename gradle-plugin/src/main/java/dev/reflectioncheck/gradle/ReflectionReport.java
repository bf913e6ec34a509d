package dev.reflectioncheck.gradle;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gradle.api.GradleException;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.UntrackedTask;
import org.gradle.api.tasks.VerificationException;

/**
 * Applies policy, sources and levels to a result, writes the reports and fails if there are findings at or above the
 * threshold. Runs every time: it is quick, it depends on the date, and a failing task is never up to date anyway.
 */
@UntrackedTask(because = "it is quick and its verdict depends on the date")
public abstract class ReflectionReport extends ReflectionTask {
    /** What {@link ReflectionAnalyze} wrote. */
    @InputFiles
    @PathSensitive(PathSensitivity.NONE)
    public abstract ConfigurableFileCollection getResult();

    /** Source directories of everything that was analysed as application code. */
    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public abstract ConfigurableFileCollection getSources();

    /** The module's build file: findings whose source file nobody knows point to it. */
    @Internal
    public abstract RegularFileProperty getBuildFile();

    @Input
    @Optional
    public abstract Property<String> getFailOn();

    @Input
    @Optional
    public abstract MapProperty<String, String> getLevels();

    @OutputFile
    public abstract RegularFileProperty getSarif();

    @OutputFile
    public abstract RegularFileProperty getText();

    @OutputFile
    public abstract RegularFileProperty getSites();

    @TaskAction
    void report() {
        File result = getResult().getSingleFile();
        File text = getText().get().getAsFile();
        File sarif = getSarif().get().getAsFile();
        File sites = getSites().get().getAsFile();
        List<File> outputs = Arrays.asList(text, sarif, sites);
        if (!result.isFile()) { // the analysis had nothing to do
            delete(outputs);
            setDidWork(false);
            return;
        }
        Map<String, Object> request = request();
        request.put("result", result);
        request.put("sources", Places.existing(getSources()));
        File buildFile = getBuildFile().get().getAsFile();
        if (buildFile.isFile()) {
            request.put("build-file", buildFile);
        }
        request.put("outputs", Arrays.asList(output("text", text), output("sarif", sarif), output("sites", sites)));
        if (getFailOn().isPresent()) {
            request.put("fail-on", getFailOn().get());
        }
        request.put("levels", getLevels().getOrElse(new LinkedHashMap<>()));
        Tool.Verdict verdict = run("report", request, outputs);
        String words = read(text);
        if (verdict == Tool.Verdict.FINDINGS) {
            throw new VerificationException(words + "\n\n" + links(outputs));
        }
        getLogger().lifecycle(words);
    }

    private static Map<String, Object> output(String format, File path) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("format", format);
        item.put("path", path);
        return item;
    }

    private static String read(File text) {
        try {
            return new String(Files.readAllBytes(text.toPath()), StandardCharsets.UTF_8).trim();
        } catch (IOException e) {
            throw new GradleException("reflection-check itself failed (this is no finding): it wrote no " + text, e);
        }
    }

    /** Terminals and IDEs make links of these. */
    private static String links(List<File> files) {
        List<String> lines = new ArrayList<>();
        for (File file : files) {
            lines.add("  file://" + file.toURI().getRawPath());
        }
        return "Reports:\n" + String.join("\n", lines);
    }
}
