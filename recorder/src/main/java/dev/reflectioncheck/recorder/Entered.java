package dev.reflectioncheck.recorder;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/** Which methods of the program were entered: what a call graph must contain. Kept only if it is asked for. */
final class Entered {
    private static final List<Method> METHODS = new ArrayList<>();
    private static volatile boolean[] marks = new boolean[1024];

    private static final class Method {
        final Site.Caller in;
        final String nameAndDescriptor;

        Method(Site.Caller in, String nameAndDescriptor) {
            this.in = in;
            this.nameAndDescriptor = nameAndDescriptor;
        }
    }

    private Entered() {}

    /** Makes a method known; the answer is what woven code passes on entry. */
    static int register(Site.Caller in, String nameAndDescriptor) {
        synchronized (METHODS) {
            METHODS.add(new Method(in, nameAndDescriptor));
            return METHODS.size() - 1;
        }
    }

    /** A method was entered. Never throws. */
    static void mark(int method) {
        boolean[] known = marks;
        if (method < known.length) {
            if (!known[method]) {
                markSlowly(method);
            }
        } else {
            markSlowly(method);
        }
    }

    private static void markSlowly(int method) {
        try {
            synchronized (METHODS) {
                if (method >= marks.length) {
                    marks = Arrays.copyOf(marks, Math.max(method + 1, marks.length * 2));
                }
                marks[method] = true;
            }
        } catch (Throwable ignored) {
            // Out of memory or stack: the program's next step will say so.
        }
    }

    /** Writes class and method, one per line, sorted; classes made at run time are left out. */
    static void write(File out) throws IOException {
        TreeSet<String> lines = new TreeSet<>();
        synchronized (METHODS) {
            for (int i = 0; i < METHODS.size() && i < marks.length; i++) {
                Method method = METHODS.get(i);
                if (marks[i] && !method.in.isGenerated()) {
                    lines.add(method.in.name + "\t" + method.nameAndDescriptor);
                }
            }
        }
        WholeFile.write(out, writer -> {
            for (String line : lines) {
                writer.write(line + "\n");
            }
        });
    }
}
