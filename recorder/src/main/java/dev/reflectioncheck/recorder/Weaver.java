package dev.reflectioncheck.recorder;

import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Weaves the calls of one class: bytes in, bytes out. Members, callers and the behaviour of the calls stay as they
 * were; only code around the call instructions is added. Knows nothing of what events mean.
 */
final class Weaver {
    private static final int ASM = Opcodes.ASM9;

    private final boolean entries;
    private final boolean pairs;

    /** {@code entries}: whether each method is to say that it was entered; {@code pairs}: and each call where it leads. */
    Weaver(boolean entries, boolean pairs) {
        this.entries = entries;
        this.pairs = pairs;
    }

    /**
     * The woven class, or null if there is nothing to weave.
     *
     * @throws RuntimeException if the class cannot be read, or would become too large
     */
    byte[] weave(byte[] original, ClassLoader loader, ProtectionDomain domain) {
        OffsetReader reader = new OffsetReader(original);
        Map<String, Shape> shapes = pairs || mayCall(reader) ? shapes(reader, pairs) : Map.of();
        if (shapes.isEmpty() && !entries) {
            return null;
        }
        Set<String> tooLong = new HashSet<>();
        while (true) {
            try {
                return weave(reader, shapes, tooLong, loader, domain);
            } catch (MethodTooLargeException tooLarge) {
                // Without what is said at each of its calls it may fit.
                if (!pairs || !tooLong.add(tooLarge.getMethodName() + tooLarge.getDescriptor())) {
                    throw tooLarge;
                }
            }
        }
    }

    private byte[] weave(OffsetReader reader, Map<String, Shape> shapes, Set<String> tooLong, ClassLoader loader, ProtectionDomain domain) {
        Site.Caller caller = new Site.Caller(reader.getClassName().replace('/', '.'), loader, domain);
        int version = reader.readUnsignedShort(6);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new ClassVisitor(ASM, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                Shape shape = shapes.get(name + descriptor);
                boolean calls = shape != null && shape.calls > 0 && !isGenerated(reader, name, descriptor);
                MethodVisitor woven = calls ? new CallWeaver(reader, caller, access, name, descriptor, next, shape, version) : next;
                boolean code = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
                woven = entries && code ? new EntryWeaver(woven, caller, name + descriptor) : woven;
                if (!pairs || shape == null) {
                    return woven;
                }
                if (shape.length > Calls.MAX_CODE || tooLong.contains(name + descriptor)) {
                    Calls.skipped(caller.name + "." + name + descriptor);
                    return woven;
                }
                return new PairWeaver(reader, caller, name + descriptor, shape.maxLocals, woven);
            }
        }, ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    /** The {@code valueOf} that the compiler writes into each enum (JLS 8.9.3): no code of the program. */
    private static boolean isGenerated(ClassReader reader, String name, String descriptor) {
        return (reader.getAccess() & Opcodes.ACC_ENUM) != 0
                && name.equals("valueOf")
                && descriptor.equals("(Ljava/lang/String;)L" + reader.getClassName() + ";");
    }

    /** A look at the names in the constant pool, which spares most classes a second one. */
    private static boolean mayCall(ClassReader reader) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int item = reader.getItem(i);
            if (item == 0) {
                continue;
            }
            int tag = reader.readByte(item - 1);
            if (tag == 10 || tag == 11) { // JVMS 4.4: CONSTANT_Methodref, CONSTANT_InterfaceMethodref
                int nameAndType = reader.getItem(reader.readUnsignedShort(item + 2));
                if (Api.mayBeNamed(reader.readUTF8(nameAndType, buffer))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What has to be known of a method before its first instruction is written. */
    static final class Shape {
        /** Woven calls that get a handler. */
        int guarded;
        /** All woven calls. */
        int calls;

        int maxLocals;
        /** Offset of the last call. */
        int length;
        boolean hasFrames;
        boolean hasJumps;
        boolean hasSubroutines;
    }

    private static Map<String, Shape> shapes(OffsetReader reader, boolean all) {
        Map<String, Shape> shapes = new HashMap<>();
        reader.accept(new ClassVisitor(ASM) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                Shape shape = new Shape();
                return new MethodVisitor(ASM) {
                    @Override
                    public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
                        shape.length = reader.offset;
                        Api api = Api.of(opcode == Opcodes.INVOKESTATIC, owner, called, type);
                        if (api != null) {
                            shape.calls++;
                            shape.guarded += api.kind == Api.Kind.NEXT_PROVIDER ? 0 : 1;
                        }
                    }

                    @Override
                    public void visitJumpInsn(int opcode, Label label) {
                        shape.hasJumps = true;
                        shape.hasSubroutines |= opcode == Opcodes.JSR;
                    }

                    @Override
                    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
                        shape.hasJumps = true;
                    }

                    @Override
                    public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
                        shape.hasJumps = true;
                    }

                    @Override
                    public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
                        shape.hasJumps = true;
                    }

                    @Override
                    public void visitFrame(int type, int numLocal, Object[] local, int numStack, Object[] stack) {
                        shape.hasFrames = true;
                    }

                    @Override
                    public void visitMaxs(int maxStack, int maxLocals) {
                        shape.maxLocals = maxLocals;
                        if (all || shape.calls > 0) {
                            shapes.put(name + descriptor, shape);
                        }
                    }
                };
            }
        }, ClassReader.SKIP_DEBUG);
        return shapes;
    }

    /** Says at the start of a method that it was entered. */
    private static final class EntryWeaver extends MethodVisitor {
        private final Site.Caller caller;
        private final String method;

        EntryWeaver(MethodVisitor next, Site.Caller caller, String method) {
            super(ASM, next);
            this.caller = caller;
            this.method = method;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitLdcInsn(Entered.register(caller, method));
            super.visitMethodInsn(Opcodes.INVOKESTATIC, Bridge.NAME, "entered", Bridge.ENTERED, false);
        }
    }

    /** Knows, while it visits, the offset of the instruction that comes next. */
    static final class OffsetReader extends ClassReader {
        int offset;

        OffsetReader(byte[] bytes) {
            super(bytes);
        }

        @Override
        protected void readBytecodeInstructionOffset(int bytecodeOffset) {
            offset = bytecodeOffset;
        }
    }

    /** Labels of the handlers, made before the method's own ones so that they come first in the exception table. */
    static List<Label[]> ranges(int count) {
        List<Label[]> ranges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ranges.add(new Label[] {new Label(), new Label(), new Label()});
        }
        return ranges;
    }
}
