package dev.reflectioncheck.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Weaves class files that compilers of today do not write, and lets the JVM verify and run the result. */
class WeaverTest {
    private static final String FOR_NAME = "(Ljava/lang/String;)Ljava/lang/Class;";

    @BeforeAll
    static void defineWhatWovenCodeCalls() throws ReflectiveOperationException {
        Bridge.define();
    }

    /** A class with {@code static String run(String)} whose body {@code code} writes. */
    private static byte[] classWith(int version, Consumer<MethodVisitor> code) {
        ClassWriter writer = new ClassWriter(version >= Opcodes.V1_7 ? ClassWriter.COMPUTE_FRAMES : ClassWriter.COMPUTE_MAXS);
        writer.visit(version, Opcodes.ACC_PUBLIC, "woven/Case", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", "(Ljava/lang/String;)Ljava/lang/String;", null, null);
        method.visitCode();
        code.accept(method);
        method.visitMaxs(0, 0);
        method.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void forName(MethodVisitor method) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Class", "forName", FOR_NAME, false);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Class", "getName", "()Ljava/lang/String;", false);
    }

    /** Defines the class (with verification, as its loader is not the JDK's) and runs it. */
    private static String run(byte[] bytes, String argument) throws Exception {
        ClassLoader loader = new ClassLoader(WeaverTest.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (!name.equals("woven.Case")) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, bytes, 0, bytes.length);
            }
        };
        return (String) loader.loadClass("woven.Case").getMethod("run", String.class).invoke(null, argument);
    }

    /** Runs a class that was woven for the calls of the API, and again woven for everything. */
    private static String runWoven(byte[] original, String argument) throws Exception {
        byte[] woven = new Weaver(false, false).weave(original, WeaverTest.class.getClassLoader(), null);
        assertNotNull(woven);
        String answer = run(woven, argument);
        assertEquals(answer, run(new Weaver(true, true).weave(original, WeaverTest.class.getClassLoader(), null), argument));
        return answer;
    }

    @Test
    void classWithoutCallsStaysAsItIs() {
        byte[] original = classWith(Opcodes.V1_8, method -> {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitInsn(Opcodes.ARETURN);
        });
        assertNull(new Weaver(false, false).weave(original, null, null));
    }

    @Test
    void everyVersionVerifiesAndRuns() throws Exception {
        for (int version = Opcodes.V1_1 & 0xffff; version <= Opcodes.V17; version++) {
            byte[] original = classWith(version, method -> {
                forName(method);
                method.visitInsn(Opcodes.ARETURN);
            });
            assertEquals("java.lang.String", runWoven(original, "java.lang.String"), "version " + version);
        }
    }

    @Test
    void subroutinesOfOldCompilersSurvive() throws Exception {
        byte[] original = classWith(Opcodes.V1_4, method -> {
            Label subroutine = new Label();
            method.visitJumpInsn(Opcodes.JSR, subroutine);
            method.visitVarInsn(Opcodes.ALOAD, 2);
            method.visitInsn(Opcodes.ARETURN);
            method.visitLabel(subroutine);
            method.visitVarInsn(Opcodes.ASTORE, 1);
            forName(method);
            method.visitVarInsn(Opcodes.ASTORE, 2);
            method.visitVarInsn(Opcodes.RET, 1);
        });
        assertEquals("java.lang.Long", runWoven(original, "java.lang.Long"));
    }

    @Test
    void version50WithoutFramesFallsBackAsBefore() throws Exception {
        byte[] original = classWith(Opcodes.V1_6, method -> {
            Label other = new Label();
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitJumpInsn(Opcodes.IFNULL, other);
            forName(method);
            method.visitInsn(Opcodes.ARETURN);
            method.visitLabel(other);
            method.visitInsn(Opcodes.ACONST_NULL);
            method.visitInsn(Opcodes.ARETURN);
        });
        assertEquals("java.lang.Long", runWoven(original, "java.lang.Long"));
    }

    @Test
    void wideValuesAndNewObjectsMayLieBelowTheCall() throws Exception {
        byte[] original = classWith(Opcodes.V11, method -> {
            method.visitLdcInsn(5L);
            method.visitLdcInsn(2.5);
            method.visitTypeInsn(Opcodes.NEW, "java/lang/StringBuilder");
            method.visitInsn(Opcodes.DUP);
            forName(method);
            method.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/StringBuilder", "<init>", "(Ljava/lang/String;)V", false);
            method.visitVarInsn(Opcodes.ASTORE, 1);
            method.visitInsn(Opcodes.POP2);
            method.visitInsn(Opcodes.POP2);
            method.visitVarInsn(Opcodes.ALOAD, 1);
            method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/StringBuilder", "toString", "()Ljava/lang/String;", false);
            method.visitInsn(Opcodes.ARETURN);
        });
        assertEquals("java.lang.Long", runWoven(original, "java.lang.Long"));
    }

    @Test
    void ownHandlerStillCatchesAndMayStartWhereTheCallEnds() throws Exception {
        byte[] original = classWith(Opcodes.V11, method -> {
            Label start = new Label();
            Label end = new Label();
            Label handler = new Label();
            method.visitTryCatchBlock(start, end, handler, "java/lang/ClassNotFoundException");
            method.visitLdcInsn("kept");
            method.visitVarInsn(Opcodes.ASTORE, 1);
            method.visitLabel(start);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Class", "forName", FOR_NAME, false);
            method.visitLabel(end);
            method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Class", "getName", "()Ljava/lang/String;", false);
            method.visitInsn(Opcodes.ARETURN);
            method.visitLabel(handler);
            method.visitInsn(Opcodes.POP);
            method.visitVarInsn(Opcodes.ALOAD, 1);
            method.visitInsn(Opcodes.ARETURN);
        });
        assertEquals("java.lang.Long", runWoven(original, "java.lang.Long"));
        assertEquals("kept", runWoven(original, "no.Such"));
    }

    @Test
    void jumpTargetRightAfterTheCallKeepsItsFrame() throws Exception {
        byte[] original = classWith(Opcodes.V11, method -> {
            Label join = new Label();
            Label call = new Label();
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitJumpInsn(Opcodes.IFNONNULL, call);
            method.visitInsn(Opcodes.ACONST_NULL);
            method.visitJumpInsn(Opcodes.GOTO, join);
            method.visitLabel(call);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Class", "forName", FOR_NAME, false);
            method.visitLabel(join);
            method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;", false);
            method.visitInsn(Opcodes.ARETURN);
        });
        assertEquals("class java.lang.Long", runWoven(original, "java.lang.Long"));
        assertEquals("null", runWoven(original, null));
    }

    @Test
    void offsetsAreThoseOfTheOriginal() {
        byte[] original = classWith(Opcodes.V11, method -> {
            for (int i = 0; i < 3; i++) {
                forName(method);
                method.visitInsn(Opcodes.POP);
            }
            method.visitInsn(Opcodes.ACONST_NULL);
            method.visitInsn(Opcodes.ARETURN);
        });
        // aload_0 (1) invokestatic (3) invokevirtual (3) pop (1)
        List<Integer> expected = List.of(1, 9, 17);
        List<Integer> offsets = new ArrayList<>();
        Weaver.OffsetReader reader = new Weaver.OffsetReader(original);
        reader.accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
                        if (Api.of(true, owner, called, type) != null) {
                            offsets.add(reader.offset);
                        }
                    }
                };
            }
        }, ClassReader.SKIP_FRAMES);
        assertEquals(expected, offsets);
    }

    @Test
    void methodThatWouldGrowTooLargeIsRefused() {
        byte[] original = classWith(Opcodes.V11, method -> {
            for (int i = 0; i < 8000; i++) {
                forName(method);
                method.visitInsn(Opcodes.POP);
            }
            method.visitInsn(Opcodes.ACONST_NULL);
            method.visitInsn(Opcodes.ARETURN);
        });
        assertThrows(RuntimeException.class, () -> new Weaver(false, false).weave(original, null, null));
    }

    @Test
    void pairsOfMethodsThatWouldGrowTooLargeAreLeftOut() throws Exception {
        byte[] original = classWith(Opcodes.V11, method -> {
            for (int i = 0; i < 4000; i++) {
                method.visitVarInsn(Opcodes.ALOAD, 0);
                method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
                method.visitInsn(Opcodes.POP);
            }
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitInsn(Opcodes.ARETURN);
        });
        byte[] woven = new Weaver(true, true).weave(original, WeaverTest.class.getClassLoader(), null);
        assertEquals("as before", run(woven, "as before"));
    }

    @Test
    void damagedBytesAreRefusedNotFatal() {
        byte[] original = classWith(Opcodes.V11, method -> {
            forName(method);
            method.visitInsn(Opcodes.ARETURN);
        });
        for (int cut = 0; cut < original.length; cut += 7) {
            byte[] part = Arrays.copyOf(original, cut);
            assertThrows(RuntimeException.class, () -> new Weaver(false, false).weave(part, null, null), "cut at " + cut);
        }
    }

    @Test
    void generatedNamesAreTheSameInEachRun() {
        assertEquals("p.A$$Lambda", Names.normal("p.A$$Lambda$14/0x0000000800c03000"));
        assertEquals("p.A$$Lambda", Names.normal("p.A$$Lambda/0x0000000800c03000"));
        assertEquals("jdk.proxy2.$Proxy", Names.normal("jdk.proxy2.$Proxy12"));
        assertEquals("p.Hidden", Names.normal("p.Hidden/0x0000000800c03000"));
        assertEquals("p.Outer$1", Names.normal("p.Outer$1"));
        assertEquals("[Lp.A;", Names.normal("[Lp.A;"));
    }
}
