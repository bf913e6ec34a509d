package dev.reflectioncheck.recorder;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** The agent's arguments, {@code key=value} separated by {@code ;}. Owns their syntax and defaults. */
final class Options {
    /** Where the recording goes; {@code %p} is the process id. */
    final File out;
    /** Package prefixes; if any is given, only callers in them are recorded. */
    final List<String> include;
    /** Package prefixes of callers that are not recorded. */
    final List<String> exclude;
    /** Name of the run for the first line of the recording; may be null. */
    final String name;
    /** Where the list of entered methods goes; null: no list is kept. */
    final File methods;
    /** Where the calls and the methods they led to go; null: they are not recorded. */
    final File calls;

    private Options(File out, File methods, File calls, List<String> include, List<String> exclude, String name) {
        this.out = out;
        this.methods = methods;
        this.calls = calls;
        this.include = include;
        this.exclude = exclude;
        this.name = name;
    }

    /**
     * Reads {@code out=FILE;methods=FILE;calls=FILE;include=com.acme.,org.acme.;exclude=...;name=...}.
     *
     * @throws IllegalArgumentException for an unknown key or a part without {@code =}
     */
    static Options parse(String arguments) {
        String out = "reflection-record.tsv";
        String methods = null;
        String calls = null;
        String name = null;
        List<String> include = new ArrayList<>();
        List<String> exclude = new ArrayList<>();
        for (String part : (arguments == null ? "" : arguments).split(";")) {
            if (part.isEmpty()) {
                continue;
            }
            int equals = part.indexOf('=');
            String key = equals < 0 ? part : part.substring(0, equals);
            String value = equals < 0 ? null : part.substring(equals + 1);
            if (value == null || value.isEmpty()) {
                throw new IllegalArgumentException("option \"" + key + "\" needs a value: " + key + "=...");
            }
            switch (key) {
                case "out":
                    out = value;
                    break;
                case "methods":
                    methods = value;
                    break;
                case "calls":
                    calls = value;
                    break;
                case "name":
                    name = value;
                    break;
                case "include":
                    include.addAll(prefixes(value));
                    break;
                case "exclude":
                    exclude.addAll(prefixes(value));
                    break;
                default:
                    throw new IllegalArgumentException(
                            "unknown option \"" + key + "\" (there are out, methods, calls, include, exclude, name)");
            }
        }
        return new Options(file(out), methods == null ? null : file(methods), calls == null ? null : file(calls), include, exclude, name);
    }

    private static File file(String path) {
        return new File(path.contains("%p") ? path.replace("%p", processId()) : path);
    }

    /** Whether calls of this class (internal name) are to be recorded. */
    boolean wants(String internalName) {
        for (String prefix : exclude) {
            if (internalName.startsWith(prefix)) {
                return false;
            }
        }
        for (String prefix : include) {
            if (internalName.startsWith(prefix)) {
                return true;
            }
        }
        return include.isEmpty();
    }

    private static List<String> prefixes(String value) {
        List<String> prefixes = new ArrayList<>();
        for (String prefix : value.split(",")) {
            if (!prefix.isEmpty()) {
                prefixes.add(prefix.replace('.', '/'));
            }
        }
        return prefixes;
    }

    private static String processId() {
        return Long.toString(ProcessHandle.current().pid());
    }
}
