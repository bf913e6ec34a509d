package dev.reflectioncheck.recorder;

import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;

/** The rows of one run, and the file they are written to. Owns the format; knows nothing of weaving. */
final class Recording {
    private static final String[] EXPLANATION = {
        "A row says: in this run the call at (caller, method, bci) did this. Rows bound recall, never precision.",
        "caller     class that calls, binary name            method     name and descriptor of the calling method",
        "bci        bytecode offset of the call              line       source line, empty if the class has none",
        "api        Class.method that is called; ServiceLoader.provider = a provider was made (the call that asked for it),",
        "           JAXP.newInstance and ResourceBundle.getBundle = the class of the object that came back,",
        "           FieldUpdater = Atomic*FieldUpdater",
        "target     class, or owner.name(parameters)result, or owner.name:type as declared (not dispatched; without result or",
        "           type where the look-up failed); Proxy: its interfaces, comma-separated; list look-ups (getMethods, ...),",
        "           getBeanInfo, ServiceLoader.load: the class that was asked; - = the metaobject was null",
        "origin     jdk, app (a class of the class path), gen (made at run time; its name is normalised), - (no class was found)",
        "receivers  run-time classes of the receivers of Method.invoke and Field access, or of a proxy's handler",
        "threw      class of the exception that the call ended with; empty = it returned",
    };
    private static final String COLUMNS = "caller\tmethod\tbci\tline\tapi\ttarget\torigin\treceivers\tthrew";

    /** More rows than any analysis of a run needs; a program that looks up random names must not fill the heap. */
    private static final int MAX_ROWS = 500_000;

    private final AtomicInteger overLimit = new AtomicInteger();
    private final Map<Row, Set<String>> rows = new ConcurrentHashMap<>();
    private final AtomicInteger generatedCallers = new AtomicInteger();
    private final AtomicInteger notWoven = new AtomicInteger();
    private volatile String firstNotWoven = "";

    /** One row without its receivers. */
    private static final class Row implements Comparable<Row> {
        final Site site;
        final String target;
        final String origin;
        final String threw;

        Row(Site site, String target, String origin, String threw) {
            this.site = site;
            this.target = target;
            this.origin = origin;
            this.threw = threw;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Row && compareTo((Row) other) == 0;
        }

        @Override
        public int hashCode() {
            return (site.caller.hashCode() * 31 + site.offset) * 31 + target.hashCode() + threw.hashCode();
        }

        @Override
        public int compareTo(Row other) {
            int order = site.caller.compareTo(other.site.caller);
            order = order != 0 ? order : site.method.compareTo(other.site.method);
            order = order != 0 ? order : Integer.compare(site.offset, other.site.offset);
            order = order != 0 ? order : Integer.compare(site.line, other.site.line);
            order = order != 0 ? order : site.api.name.compareTo(other.site.api.name);
            order = order != 0 ? order : target.compareTo(other.target);
            order = order != 0 ? order : origin.compareTo(other.origin);
            return order != 0 ? order : threw.compareTo(other.threw);
        }
    }

    /** Adds one event; {@code receiver} and {@code threw} are empty if there is none. */
    void add(Site site, String target, String origin, String receiver, String threw) {
        Row row = new Row(site, target, origin, threw);
        Set<String> receivers = rows.get(row);
        if (receivers == null) {
            if (rows.size() >= MAX_ROWS) {
                overLimit.incrementAndGet();
                return;
            }
            Set<String> fresh = new ConcurrentSkipListSet<>();
            receivers = rows.putIfAbsent(row, fresh);
            receivers = receivers == null ? fresh : receivers;
        }
        if (!receiver.isEmpty()) {
            receivers.add(receiver);
        }
    }

    /** Counts an event whose caller was made at run time: no class file has its instruction. */
    void dropGeneratedCaller() {
        generatedCallers.incrementAndGet();
    }

    /** Counts a class that could not be woven: its calls are missing from the recording. */
    void notWoven(String className, Throwable why) {
        if (notWoven.getAndIncrement() == 0) {
            firstNotWoven = className + ": " + why;
        }
    }

    /** Writes header and sorted rows; the file appears complete or not at all. */
    void write(File out, String name) throws IOException {
        TreeSet<Row> sorted = new TreeSet<>(rows.keySet());
        Set<String> sites = new HashSet<>();
        List<String> lines = new ArrayList<>();
        for (Row row : sorted) {
            Site site = row.site;
            sites.add(site.caller + "\t" + site.method + "\t" + site.offset);
            lines.add(field(site.caller) + "\t" + field(site.method) + "\t" + site.offset + "\t"
                    + (site.line == 0 ? "" : Integer.toString(site.line)) + "\t" + site.api.name + "\t"
                    + field(row.target) + "\t" + row.origin + "\t" + field(String.join(",", rows.get(row))) + "\t"
                    + field(row.threw));
        }
        WholeFile.write(out, writer -> {
            header(writer, name, lines.size(), sites.size());
            writer.write(COLUMNS + "\n");
            for (String line : lines) {
                writer.write(line + "\n");
            }
        });
    }

    private void header(Writer writer, String name, int rows, int sites) throws IOException {
        String of = name == null ? "" : " of " + name;
        writer.write("# Reflective calls of one run" + of + ", recorded at run time by reflection-check-recorder.\n");
        writer.write("# recorded: JDK " + System.getProperty("java.runtime.version") + " (" + System.getProperty("java.vendor")
                + "); " + rows + " facts at " + sites + " sites\n");
        String lost = notWoven.get() == 0 ? "" : " (first: " + field(firstNotWoven) + ")";
        writer.write("# dropped: " + generatedCallers.get() + " events whose caller is a generated class, calls of "
                + notWoven.get() + " classes that could not be woven" + lost + ", " + overLimit.get() + " events over the limit of "
                + MAX_ROWS + " rows\n");
        for (String line : EXPLANATION) {
            writer.write("# " + line + "\n");
        }
    }

    /** A value that cannot break the table, whatever name a program asked for. */
    private static String field(String value) {
        StringBuilder text = null;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean bad = c < ' ' || c == 0x7f || c == 0x85 || c == 0x2028 || c == 0x2029;
            if (bad && text == null) {
                text = new StringBuilder(value.substring(0, i));
            }
            if (text != null) {
                text.append(bad ? ' ' : c);
            }
        }
        String safe = text == null ? value : text.toString();
        return safe.length() > 4000 ? safe.substring(0, 4000) : safe;
    }
}
