package dev.reflectioncheck.recorder;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import org.objectweb.asm.ClassReader;

/**
 * The Java agent: weaves the program's classes as they are loaded and writes the recording when the JVM ends.
 *
 * <p>A failure to start is one line on standard error; the program then runs without being recorded. A class that
 * cannot be woven is loaded as it is and counted in the recording.
 */
public final class Agent implements ClassFileTransformer {
    private static final String OWN = "dev/reflectioncheck/recorder/";

    private final Options options;
    private final Weaver weaver;

    private Agent(Options options) {
        this.options = options;
        this.weaver = new Weaver(options.methods != null, options.calls != null);
    }

    /** Called by the JVM before the program's main method; {@code arguments} as {@link Options} reads them. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        try {
            Options options = Options.parse(arguments);
            Bridge.install(instrumentation);
            // What the transformer needs is loaded before it works: loading it on demand would ask the transformer.
            new Weaver(true, true).weave(classWithCalls(), null, null);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> write(options), "reflection-check-recorder"));
            instrumentation.addTransformer(new Agent(options));
        } catch (Throwable failure) {
            System.err.println("reflection-check recorder: not recording: " + failure);
        }
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        try {
            if (redefined != null || name == null || name.startsWith(OWN) || Names.isJdk(loader, domain)) {
                return null;
            }
            if (options.calls != null) {
                Selection.learn(new ClassReader(bytes), loader);
            }
            if (!options.wants(name)) {
                return null;
            }
            return weaver.weave(bytes, loader, domain);
        } catch (Throwable failure) {
            Sink.recording().notWoven(String.valueOf(name).replace('/', '.'), failure);
            return null;
        }
    }

    private static void write(Options options) {
        write(options.out, () -> Sink.recording().write(options.out, options.name));
        write(options.methods, () -> Entered.write(options.methods));
        write(options.calls, () -> Calls.write(options.calls));
    }

    private interface Writing {
        void run() throws IOException;
    }

    private static void write(File file, Writing writing) {
        try {
            if (file != null) {
                writing.run();
            }
        } catch (Throwable failure) {
            System.err.println("reflection-check recorder: cannot write " + file + ": " + failure);
        }
    }

    private static byte[] classWithCalls() throws IOException {
        try (InputStream in = Agent.class.getResourceAsStream("Sink.class")) {
            return in.readAllBytes();
        }
    }
}
