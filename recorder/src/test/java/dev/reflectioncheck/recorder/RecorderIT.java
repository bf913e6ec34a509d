package dev.reflectioncheck.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Runs programs under the packaged agent and compares what it wrote with what they do. */
class RecorderIT {
    private static final String JAR = System.getProperty("recorder.jar");
    private static final String CLASSES = System.getProperty("recorder.samples");

    @TempDir
    Path folder;

    static List<Path> homes() {
        return Jvms.homes();
    }

    private record Fact(String caller, String method, int offset, String line, String api, String target, String origin, String receivers, String threw) {
        static Fact of(String row) {
            String[] columns = row.split("\t", -1);
            assertEquals(9, columns.length, row);
            return new Fact(columns[0], columns[1], Integer.parseInt(columns[2]), columns[3], columns[4], columns[5], columns[6], columns[7], columns[8]);
        }

        String brief() {
            String name = method.substring(0, method.indexOf('('));
            return String.join(" ", name, api, target, origin, receivers, threw).replaceAll(" +", " ").trim();
        }
    }

    private List<Fact> facts(Path recording) throws Exception {
        List<String> rows = Files.readAllLines(recording).stream().filter(line -> !line.startsWith("#")).toList();
        assertEquals("caller\tmethod\tbci\tline\tapi\ttarget\torigin\treceivers\tthrew", rows.get(0));
        return rows.stream().skip(1).map(Fact::of).toList();
    }

    @ParameterizedTest
    @MethodSource("homes")
    void recordsWhatTheSampleDoes(Path home) throws Exception {
        Path out = folder.resolve("sample.tsv");
        Jvms.Run plain = Jvms.run(home, "-cp", CLASSES, "sample.Sample");
        Jvms.Run recorded = Jvms.run(home, "-javaagent:" + JAR + "=out=" + out + ";name=sample", "-cp", CLASSES, "sample.Sample");
        assertEquals(plain, recorded, "the program must not notice");
        assertTrue(plain.output().endsWith("end\n"), plain.output());

        List<Fact> facts = facts(out);
        TreeSet<String> briefs = new TreeSet<>();
        facts.forEach(fact -> briefs.add(fact.brief()));
        assertEquals(new TreeSet<>(List.of(EXPECTED.split("\n"))), briefs);

        Map<String, String> calls = calls();
        for (Fact fact : facts) {
            String at = fact.caller() + " " + fact.method() + " " + fact.offset();
            String api = fact.api().substring(fact.api().indexOf('.') + 1).replace("provider", "next");
            assertTrue(calls.getOrDefault(at, "none").startsWith(api + " "), at + " " + fact.api() + ": " + calls.get(at));
            assertTrue(calls.get(at).endsWith(" " + fact.line()), at + " line " + fact.line() + ": " + calls.get(at));
        }
    }

    private static final String EXPECTED = """
            <init> Class.forName sample.Gone - java.lang.ClassNotFoundException
            <init> Class.forName sample.Sample$Quiet app
            classes Class.forName sample.Sample app
            classes Class.forName sample.Sample$Quiet app
            classes Class.newInstance sample.Sample$Quiet app
            handlers Class.forName sample.Gone - java.lang.ClassNotFoundException
            handlers Class.getMethod sample.Sample.boom()V app
            handlers Class.getMethod sample.Sample.gone(Ljava/lang/String;[I) app java.lang.NoSuchMethodException
            handlers Method.invoke - - java.lang.NullPointerException
            handlers Method.invoke sample.Sample.boom()V app java.lang.reflect.InvocationTargetException
            lambda$others$1 Class.forName sample.Sample$Size app
            loadClass ClassLoader.loadClass sample.Sample app
            loadClass ClassLoader.loadClass sample.Sample$Quiet app
            loaders ClassLoader.loadClass sample.Sample app
            members Array.newInstance int jdk
            members Array.newInstance sample.Sample app
            members Class.getConstructor sample.Sample.<init>(Ljava/lang/String;)V app
            members Class.getDeclaredMethods sample.Sample app
            members Class.getField sample.Sample.big:J app
            members Class.getField sample.Sample.number:I app
            members Class.getMethod sample.Sample.hello(I)Ljava/lang/String; app
            members Constructor.newInstance sample.Sample.<init>(Ljava/lang/String;)V app
            members Field.get sample.Sample.number:I app sample.Sample
            members Field.getLong sample.Sample.big:J app sample.Sample
            members Field.setInt sample.Sample.number:I app sample.Sample
            members Method.invoke sample.Sample.hello(I)Ljava/lang/String; app sample.Sample
            members Method.invoke sample.Sample.hello(I)Ljava/lang/String; app sample.Sample$Quiet
            others Enum.valueOf sample.Sample$Size app
            others FieldUpdater.newUpdater sample.Sample.counter:I app
            others Lookup.findVirtual sample.Sample.hello(I)Ljava/lang/String; app
            others Proxy.newProxyInstance java.lang.Runnable,java.util.concurrent.Callable jdk sample.Sample$$Lambda
            others ServiceLoader.load sample.Service app
            others ServiceLoader.provider sample.Service$Provider app
            stacks Class.forName sample.Sample app
            """;

    /** Every call instruction of the sample as compiled: place to called method and line. */
    private static Map<String, String> calls() throws Exception {
        Map<String, String> calls = new TreeMap<>();
        for (Path file : Files.list(Path.of(CLASSES, "sample")).toList()) {
            int[] offset = new int[1];
            ClassReader reader = new ClassReader(Files.readAllBytes(file)) {
                @Override
                protected void readBytecodeInstructionOffset(int next) {
                    offset[0] = next;
                }
            };
            String caller = reader.getClassName().replace('/', '.');
            reader.accept(new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                    return new MethodVisitor(Opcodes.ASM9) {
                        int line;

                        @Override
                        public void visitLineNumber(int number, org.objectweb.asm.Label start) {
                            line = number;
                        }

                        @Override
                        public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
                            calls.put(caller + " " + name + descriptor + " " + offset[0], called + " " + line);
                        }
                    };
                }
            }, ClassReader.SKIP_FRAMES);
        }
        return calls;
    }

    @Test
    void includeAndExcludeChooseCallers() throws Exception {
        Path out = folder.resolve("chosen.tsv");
        Path home = Jvms.homes().get(0);
        Jvms.run(home, "-javaagent:" + JAR + "=out=" + out + ";include=sample.;exclude=sample.Sample$", "-cp", CLASSES, "sample.Sample");
        List<String> callers = new ArrayList<>(facts(out).stream().map(Fact::caller).distinct().toList());
        assertEquals(List.of("sample.Sample"), callers);
    }

    @ParameterizedTest
    @MethodSource("homes")
    void enteredMethodsAreListedIfAskedFor(Path home) throws Exception {
        Path methods = folder.resolve("methods.txt");
        String options = "=out=" + folder.resolve("r.tsv") + ";methods=" + methods;
        Jvms.Run plain = Jvms.run(home, "-cp", CLASSES, "sample.Sample");
        assertEquals(plain, Jvms.run(home, "-javaagent:" + JAR + options, "-cp", CLASSES, "sample.Sample"));
        List<String> entered = Files.readAllLines(methods);
        assertTrue(entered.contains("sample.Sample\tboom()V"), entered.toString());
        assertTrue(entered.contains("sample.Sample$Quiet\t<init>()V"), entered.toString());
        assertTrue(entered.contains("sample.Sample$Early\t<init>(Ljava/lang/String;)V"), entered.toString());
        assertTrue(entered.contains("sample.Sample$Size\t<clinit>()V"), entered.toString());
        assertFalse(entered.contains("sample.Sample\tnever()V"), entered.toString());
        assertEquals(entered.stream().sorted().distinct().toList(), entered);
    }

    @ParameterizedTest
    @MethodSource("homes")
    void callsAreListedWithWhatTheyLedToIfAskedFor(Path home) throws Exception {
        Path calls = folder.resolve("calls.tsv");
        Path methods = folder.resolve("methods.txt");
        String options = "=out=" + folder.resolve("r.tsv") + ";methods=" + methods + ";calls=" + calls;
        Jvms.Run plain = Jvms.run(home, "-cp", CLASSES, "sample.Callers");
        assertEquals(plain, Jvms.run(home, "-javaagent:" + JAR + options, "-cp", CLASSES, "sample.Callers"));

        List<String> entered = Files.readAllLines(methods);
        Map<String, String> instructions = calls();
        TreeSet<String> own = new TreeSet<>();
        List<String> rows = Files.readAllLines(calls).stream().filter(line -> !line.startsWith("#")).toList();
        assertEquals("caller\tmethod\tbci\tline\tvia\ttarget\tcallee\torigin", rows.get(0));
        for (String row : rows.subList(1, rows.size())) {
            String[] columns = row.split("\t", -1);
            String called = instructions.get(columns[0] + " " + columns[1] + " " + columns[2]);
            assertTrue(called != null && called.endsWith(" " + columns[3]), row);
            if (columns[7].equals("app")) {
                assertTrue(entered.contains(columns[5] + "\t" + columns[6]), row + " was not entered");
                String name = columns[1].substring(0, columns[1].indexOf('('));
                own.add(String.join(" ", columns[0].substring(7), name, columns[4], columns[5].substring(7), columns[6].substring(0, columns[6].indexOf('('))));
            } else if (columns[5].endsWith("Handle") || called.startsWith("clone ")) {
                own.add(String.join(" ", columns[4], columns[5], columns[6]));
            }
        }
        assertEquals(new TreeSet<>(List.of(CALLS.split("\n"))), own);
    }

    private static final String CALLS = """
            Callers closures closure Callers lambda$closures$0
            Callers closures closure Callers lambda$closures$1
            Callers closures closure Callers$Loud <init>
            Callers closures closure Callers$Plain name
            Callers dispatch call Callers$Loud hello
            Callers dispatch call Callers$Loud inside
            Callers dispatch call Callers$Named hello
            Callers dispatch call Callers$Plain toString
            Callers lambda$closures$0 call Callers$Plain inside
            Callers main call Callers closures
            Callers main call Callers dispatch
            Callers main call Callers$Handler <init>
            Callers main call Callers$Loud <init>
            Callers main call Callers$Named of
            Callers main call Callers$Plain name
            Callers main proxy Callers$Handler invoke
            Callers$Loud <init> call Callers$Plain <init>
            Callers$Loud hello call Callers$Named hello
            Callers$Loud inside call Callers$Plain inside
            Callers$Named hello call Callers$Named prefix
            Callers$Named hello call Callers$Plain name
            Callers$Named of call Callers$Plain <init>
            Callers$Plain inside call Callers$Plain hidden
            Callers$Plain toString call Callers$Plain name
            call java.lang.Object clone()Ljava/lang/Object;
            call java.lang.invoke.MethodHandle invokeExact([Ljava/lang/Object;)Ljava/lang/Object;
            """;

    @Test
    void twoRunsWriteTheSameBytes() throws Exception {
        Path home = Jvms.homes().get(0);
        Path first = folder.resolve("first.tsv");
        Path second = folder.resolve("second.tsv");
        for (Path out : List.of(first, second)) {
            Jvms.run(home, "-javaagent:" + JAR + "=out=" + out, "-cp", CLASSES, "sample.Sample");
        }
        assertEquals(Files.readString(first), Files.readString(second));
    }

    @Test
    void wrongOptionIsSaidAndTheProgramRuns() throws Exception {
        Path home = Jvms.homes().get(0);
        Jvms.Run plain = Jvms.run(home, "-cp", CLASSES, "sample.Sample");
        Jvms.Run wrong = Jvms.run(home, "-javaagent:" + JAR + "=colour=red", "-cp", CLASSES, "sample.Sample");
        assertEquals(0, wrong.status());
        assertEquals("reflection-check recorder: not recording: java.lang.IllegalArgumentException: unknown option \"colour\" (there are out, methods, calls, include, exclude, name)\n" + plain.output(), wrong.output());
    }

    @Test
    void unwritableFileIsSaidAndTheStatusStays() throws Exception {
        Path home = Jvms.homes().get(0);
        Files.createFile(folder.resolve("file"));
        Jvms.Run run = Jvms.run(home, "-javaagent:" + JAR + "=out=" + folder.resolve("file/inside.tsv"), "-cp", CLASSES, "sample.Sample");
        assertEquals(0, run.status());
        assertTrue(run.output().contains("reflection-check recorder: cannot write "), run.output());
        assertFalse(Files.exists(folder.resolve("file/inside.tsv")));
    }
}
