package dev.reflectioncheck.recorder;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The class that woven code calls, and how it comes to be seen everywhere: woven classes belong to any loader and any
 * module, so it is defined in {@code java.lang}. It hands each event to the agent's {@link Sink}.
 *
 * <p>The other way, this jar on the bootstrap class path, makes the JVM print a warning about shared archives.
 */
final class Bridge {
    /** Internal name of the class. */
    static final String NAME = "java/lang/$ReflectionCheckRecorder";
    /** {@code (result, a, b, c, d, site)}. */
    static final String RETURNED = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;I)V";
    /** {@code (exception, a, b, c, d, site)}. */
    static final String THREW = "(Ljava/lang/Throwable;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;I)V";
    /** {@code (iterator, result, site)}; of a call {@code (receiver, first argument, call)}. */
    static final String NEXT = "(Ljava/lang/Object;Ljava/lang/Object;I)V";

    /** {@code (method)}. */
    static final String ENTERED = "(I)V";

    private static final String CALLED_TABLE = "[Ljava/lang/Class;";
    private static final String CONSUMER = "java/util/function/ObjIntConsumer";

    private Bridge() {}

    /**
     * Defines the class and connects it to {@link Sink}. The module of this class is that of the program: to it {@code java.lang}
     * stays as closed as it is. It is opened to that of a loader which has nothing but {@link Definer}.
     */
    static void install(Instrumentation instrumentation) throws ReflectiveOperationException, IOException {
        Apart apart = new Apart();
        Map<String, Set<Module>> opened = Map.of("java.lang", Set.of(apart.getUnnamedModule()));
        instrumentation.redefineModule(Object.class.getModule(), Set.of(), Map.of(), opened, Set.of(), Map.of());
        connect((Class<?>) apart.definer().getMethod("define", byte[].class).invoke(null, (Object) bytes()));
    }

    /** Defines the class; {@code java.lang} must be open to this module. */
    static void define() throws ReflectiveOperationException {
        connect(Definer.define(bytes()));
    }

    private static void connect(Class<?> bridge) throws ReflectiveOperationException {
        ObjIntConsumer<Object[]> returned = (v, site) -> Sink.event(site, v[0], null, v[1], v[2], v[3], v[4]);
        ObjIntConsumer<Object[]> threw = (v, site) -> Sink.event(site, null, (Throwable) v[0], v[1], v[2], v[3], v[4]);
        ObjIntConsumer<Object[]> next = (v, site) -> Sink.next(v[0], v[1], site);
        ObjIntConsumer<Object[]> entered = (v, method) -> Entered.mark(method);
        bridge.getField("returned").set(null, returned);
        bridge.getField("threw").set(null, threw);
        bridge.getField("next").set(null, next);
        bridge.getField("entered").set(null, entered);
        ObjIntConsumer<Object[]> called = (v, site) -> Calls.event(site, v[0], v[1]);
        bridge.getField("called").set(null, called);
        Calls.connect(bridge);
    }

    /** A loader of its own for {@link Definer}. */
    private static final class Apart extends ClassLoader {
        Apart() {
            super(null);
        }

        Class<?> definer() throws IOException {
            try (InputStream in = Definer.class.getResourceAsStream("Definer.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(Definer.class.getName(), bytes, 0, bytes.length);
            }
        }
    }

    private static byte[] bytes() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_SUPER;
        writer.visit(Opcodes.V11, access, NAME, null, "java/lang/Object", null);
        forward(writer, "returned", RETURNED, 5);
        forward(writer, "threw", THREW, 5);
        forward(writer, "next", NEXT, 2);
        forward(writer, "entered", ENTERED, 0);
        forward(writer, "called", NEXT, 2);
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** {@code static void name(values..., int site) { name.accept(new Object[] {values...}, site); }} and its field. */
    private static void forward(ClassWriter writer, String name, String descriptor, int values) {
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
        writer.visitField(access | Opcodes.ACC_VOLATILE, name, "L" + CONSUMER + ";", null, null).visitEnd();
        MethodVisitor method = writer.visitMethod(access, name, descriptor, null, null);
        method.visitCode();
        if (name.equals("called")) {
            returnIfRepeated(writer, method);
        }
        method.visitFieldInsn(Opcodes.GETSTATIC, NAME, name, "L" + CONSUMER + ";");
        method.visitIntInsn(Opcodes.BIPUSH, values);
        method.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
        for (int i = 0; i < values; i++) {
            method.visitInsn(Opcodes.DUP);
            method.visitIntInsn(Opcodes.BIPUSH, i);
            method.visitVarInsn(Opcodes.ALOAD, i);
            method.visitInsn(Opcodes.AASTORE);
        }
        method.visitVarInsn(Opcodes.ILOAD, values);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, CONSUMER, "accept", "(Ljava/lang/Object;I)V", true);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    /**
     * {@code Class type = value0 == null ? Object.class : value0.getClass(); if (site < last.length && last[site] == type)
     * return;} and the field: hot calls end here.
     */
    private static void returnIfRepeated(ClassWriter writer, MethodVisitor method) {
        writer.visitField(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "last", CALLED_TABLE, null, null).visitEnd();
        Label isNull = new Label();
        Label known = new Label();
        Label unknown = new Label();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitJumpInsn(Opcodes.IFNULL, isNull);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "getClass", "()Ljava/lang/Class;", false);
        method.visitVarInsn(Opcodes.ASTORE, 3);
        method.visitJumpInsn(Opcodes.GOTO, known);
        method.visitLabel(isNull);
        method.visitLdcInsn(Type.getObjectType("java/lang/Object"));
        method.visitVarInsn(Opcodes.ASTORE, 3);
        method.visitLabel(known);
        method.visitFieldInsn(Opcodes.GETSTATIC, NAME, "last", CALLED_TABLE);
        method.visitVarInsn(Opcodes.ASTORE, 4);
        method.visitVarInsn(Opcodes.ILOAD, 2);
        method.visitVarInsn(Opcodes.ALOAD, 4);
        method.visitInsn(Opcodes.ARRAYLENGTH);
        method.visitJumpInsn(Opcodes.IF_ICMPGE, unknown);
        method.visitVarInsn(Opcodes.ALOAD, 4);
        method.visitVarInsn(Opcodes.ILOAD, 2);
        method.visitInsn(Opcodes.AALOAD);
        method.visitVarInsn(Opcodes.ALOAD, 3);
        method.visitJumpInsn(Opcodes.IF_ACMPNE, unknown);
        method.visitInsn(Opcodes.RETURN);
        method.visitLabel(unknown);
    }
}
