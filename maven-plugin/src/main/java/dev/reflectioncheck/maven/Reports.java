package dev.reflectioncheck.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of one run: the request and the reports, all named after the source set. */
final class Reports {
    final Path directory;
    final Path request;
    final Path result;
    final Path text;
    final Path sarif;
    final Path sites;

    Reports(Path directory, String sourceSet) {
        this.directory = directory;
        request = directory.resolve(sourceSet + ".request.json");
        result = directory.resolve(sourceSet + ".result.json");
        text = directory.resolve(sourceSet + ".txt");
        sarif = directory.resolve(sourceSet + ".sarif");
        sites = directory.resolve(sourceSet + ".sites.jsonl");
    }

    /**
     * Removes the reports that an earlier run left, so that a run that breaks off cannot be taken for one that found
     * nothing. The result stays: the executable takes it again if it is of the same inputs, and replaces it otherwise.
     */
    void deleteOld() throws IOException {
        for (Path file : Arrays.asList(request, text, sarif, sites)) {
            Files.deleteIfExists(file);
        }
    }

    /** The {@code outputs} of the request. */
    List<Object> outputs() {
        List<Object> outputs = new ArrayList<>();
        outputs.add(output("text", text));
        outputs.add(output("sarif", sarif));
        outputs.add(output("sites", sites));
        return outputs;
    }

    private static Map<String, Object> output(String format, Path path) {
        Map<String, Object> output = new LinkedHashMap<>();
        output.put("format", format);
        output.put("path", path.toString());
        return output;
    }

    /** One line that tells where the reports are. */
    String describe() {
        StringBuilder names = new StringBuilder();
        for (Path file : Arrays.asList(text, sarif, sites, result)) {
            names.append(' ').append(file.getFileName());
        }
        return "Reports in " + directory.toUri() + ":" + names;
    }
}
