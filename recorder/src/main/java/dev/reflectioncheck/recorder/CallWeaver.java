package dev.reflectioncheck.recorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AnalyzerAdapter;

/**
 * Weaves the calls of one method. Around a call of a known API it writes
 *
 * <pre>
 *   store the operands in fresh locals, load them again
 *   start: the call, unchanged
 *   end:   Bridge.returned(result, a, b, c, d, site); goto after
 *   failed: Bridge.threw(exception, a, b, c, d, site); throw exception
 *   after:
 * </pre>
 *
 * <p>The handler lies inside the ranges of the method's own handlers, so an exception takes the way it took before.
 * The frames at {@code failed} and {@code after} come from {@link AnalyzerAdapter}; class files before version 50 (and
 * methods of version 50 without frames, which the old verifier checks) get none.
 */
final class CallWeaver extends MethodVisitor {
    private final Weaver.OffsetReader reader;
    private final Site.Caller caller;
    private final String method;
    private final int firstFree;
    /** Knows the frame at each point; null if the method needs none. */
    private final AnalyzerAdapter analyzer;

    private final Iterator<Label[]> ranges;
    private final List<Label[]> unwritten;
    private int line;

    CallWeaver(Weaver.OffsetReader reader, Site.Caller caller, int access, String name, String descriptor, MethodVisitor next, Weaver.Shape shape, int version) {
        super(Opcodes.ASM9, needsFrames(shape, version) ? new Analyzer(caller, access, name, descriptor, next) : next);
        this.analyzer = mv instanceof Analyzer ? (AnalyzerAdapter) mv : null;
        this.reader = reader;
        this.caller = caller;
        this.method = name + descriptor;
        this.firstFree = shape.maxLocals;
        this.unwritten = Weaver.ranges(shape.guarded);
        this.ranges = unwritten.iterator();
    }

    /** Subroutines and old class files are for the old verifier, which finds the frames itself. */
    private static boolean needsFrames(Weaver.Shape shape, int version) {
        return !shape.hasSubroutines && (version > Opcodes.V1_6 || version == Opcodes.V1_6 && (shape.hasFrames || !shape.hasJumps));
    }

    /** AnalyzerAdapter can only be used with its own API level by subclasses that name one. */
    private static final class Analyzer extends AnalyzerAdapter {
        Analyzer(Site.Caller caller, int access, String name, String descriptor, MethodVisitor next) {
            super(Opcodes.ASM9, caller.name.replace('.', '/'), access, name, descriptor, next);
        }
    }

    @Override
    public void visitCode() {
        super.visitCode();
        for (Label[] range : unwritten) {
            super.visitTryCatchBlock(range[0], range[1], range[2], null);
        }
    }

    @Override
    public void visitLineNumber(int number, Label start) {
        line = number;
        super.visitLineNumber(number, start);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        Api api = Api.of(opcode == Opcodes.INVOKESTATIC, owner, name, descriptor);
        if (api == null) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            return;
        }
        Site site = new Site(caller, method, reader.offset, line, api, owner, name + descriptor);
        int number = Sink.register(site);
        if (api.kind == Api.Kind.NEXT_PROVIDER) {
            visitInsn(Opcodes.DUP);
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            visitInsn(Opcodes.DUP_X1);
            number(number);
            sink("next", Bridge.NEXT);
            return;
        }
        int[] locals = keepOperands(opcode, owner, descriptor);
        boolean written = analyzer != null && analyzer.locals != null;
        Object[] localsAtCall = written ? analyzer.locals.toArray() : null;
        Label[] range = ranges.next();
        super.visitLabel(range[0]);
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        super.visitLabel(range[1]);

        Type result = Type.getReturnType(descriptor);
        boolean reference = result.getSort() == Type.OBJECT || result.getSort() == Type.ARRAY;
        visitInsn(reference ? Opcodes.DUP : Opcodes.ACONST_NULL);
        event("returned", Bridge.RETURNED, api, locals, number);
        Object[] localsAfter = written ? original(analyzer.locals) : null;
        Object[] stackAfter = written ? analyzer.stack.toArray() : null;
        Label after = new Label();
        super.visitJumpInsn(Opcodes.GOTO, after);

        super.visitLabel(range[2]);
        if (written) {
            frame(localsAtCall, new Object[] {"java/lang/Throwable"});
        }
        visitInsn(Opcodes.DUP);
        event("threw", Bridge.THREW, api, locals, number);
        super.visitInsn(Opcodes.ATHROW);

        super.visitLabel(after);
        if (written) {
            frame(localsAfter, stackAfter);
            // A frame of the class file may follow at once (a jump target here): two frames need an instruction between.
            super.visitInsn(Opcodes.NOP);
        }
    }

    /** Stores the operands of the call in fresh locals and loads them again; answers the local of each operand. */
    private int[] keepOperands(int opcode, String owner, String descriptor) {
        List<Type> types = new ArrayList<>();
        if (opcode != Opcodes.INVOKESTATIC) {
            types.add(Type.getObjectType(owner));
        }
        types.addAll(Arrays.asList(Type.getArgumentTypes(descriptor)));
        int[] at = new int[types.size()];
        int next = firstFree;
        for (int i = 0; i < at.length; i++) {
            at[i] = next;
            next += types.get(i).getSize();
        }
        for (int i = at.length - 1; i >= 0; i--) {
            super.visitVarInsn(types.get(i).getOpcode(Opcodes.ISTORE), at[i]);
        }
        for (int i = 0; i < at.length; i++) {
            super.visitVarInsn(types.get(i).getOpcode(Opcodes.ILOAD), at[i]);
        }
        return at;
    }

    private void event(String name, String descriptor, Api api, int[] locals, int number) {
        for (int operand : api.operands) {
            if (operand < 0) {
                visitInsn(Opcodes.ACONST_NULL);
            } else {
                super.visitVarInsn(Opcodes.ALOAD, locals[operand]);
            }
        }
        number(number);
        sink(name, descriptor);
    }

    private void number(int number) {
        if (number <= Short.MAX_VALUE) {
            super.visitIntInsn(Opcodes.SIPUSH, number);
        } else {
            super.visitLdcInsn(number);
        }
    }

    private void sink(String name, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, Bridge.NAME, name, descriptor, false);
    }

    /** Locals of the class file, without the fresh ones. */
    private Object[] original(List<Object> locals) {
        return locals.subList(0, Math.min(firstFree, locals.size())).toArray();
    }

    /** Writes a frame; AnalyzerAdapter's lists hold a second entry for long and double, frames do not. */
    private void frame(Object[] locals, Object[] stack) {
        Object[] shortLocals = withoutTops(locals);
        Object[] shortStack = withoutTops(stack);
        super.visitFrame(Opcodes.F_NEW, shortLocals.length, shortLocals, shortStack.length, shortStack);
    }

    private static Object[] withoutTops(Object[] wide) {
        List<Object> result = new ArrayList<>();
        for (int i = 0; i < wide.length; i++) {
            result.add(wide[i]);
            if (wide[i] == Opcodes.LONG || wide[i] == Opcodes.DOUBLE) {
                i++;
            }
        }
        return result.toArray();
    }
}
