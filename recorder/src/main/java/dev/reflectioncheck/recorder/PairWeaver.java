package dev.reflectioncheck.recorder;

import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Weaves every call of one method, so that it says which method it leads to: before an {@code invokevirtual} or
 * {@code invokeinterface} it passes the receiver, before the others only the number of the call, after an
 * {@code invokedynamic} that makes a closure the closure. No branch is added, so no frame has to be known; fresh locals
 * are dead when the call begins.
 */
final class PairWeaver extends MethodVisitor {
    private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

    private final Weaver.OffsetReader reader;
    private final Site.Caller caller;
    private final String method;
    private final int firstFree;
    private int line;

    PairWeaver(Weaver.OffsetReader reader, Site.Caller caller, String method, int firstFree, MethodVisitor next) {
        super(Opcodes.ASM9, next);
        this.reader = reader;
        this.caller = caller;
        this.method = method;
        this.firstFree = firstFree;
    }

    @Override
    public void visitLineNumber(int number, org.objectweb.asm.Label start) {
        line = number;
        super.visitLineNumber(number, start);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        int number = Calls.register(new Calls.CallSite(caller, method, reader.offset, line, opcode, owner, name, descriptor));
        if (opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE) {
            copyReceiver(owner, Type.getArgumentTypes(descriptor));
        } else {
            super.visitInsn(Opcodes.ACONST_NULL);
            super.visitInsn(Opcodes.ACONST_NULL);
        }
        called(number);
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        if (bootstrap.getOwner().equals(METAFACTORY) && arguments.length > 2 && arguments[1] instanceof Handle) {
            Handle body = (Handle) arguments[1];
            boolean binds = Type.getArgumentTypes(descriptor).length > 0;
            int number = Calls.register(new Calls.CallSite(caller, method, reader.offset, line, name, (Type) arguments[0], body, binds));
            super.visitInsn(Opcodes.DUP);
            super.visitInsn(Opcodes.ACONST_NULL);
            called(number);
        }
    }

    /** {@code ..., receiver, arguments} to {@code ..., receiver, arguments, receiver, first argument or null}. */
    private void copyReceiver(String owner, Type[] arguments) {
        boolean reference = arguments.length > 0 && arguments[0].getSort() >= Type.ARRAY;
        if (arguments.length == 0) {
            super.visitInsn(Opcodes.DUP);
            super.visitInsn(Opcodes.ACONST_NULL);
        } else if (arguments.length == 1 && arguments[0].getSize() == 1) {
            super.visitInsn(Opcodes.DUP2);
            if (!reference) {
                super.visitInsn(Opcodes.POP);
                super.visitInsn(Opcodes.ACONST_NULL);
            }
        } else {
            int[] at = new int[arguments.length];
            int free = firstFree + 1;
            for (int i = 0; i < at.length; i++) {
                at[i] = free;
                free += arguments[i].getSize();
            }
            for (int i = at.length - 1; i >= 0; i--) {
                super.visitVarInsn(arguments[i].getOpcode(Opcodes.ISTORE), at[i]);
            }
            super.visitInsn(Opcodes.DUP);
            super.visitVarInsn(Opcodes.ASTORE, firstFree);
            for (int i = 0; i < at.length; i++) {
                super.visitVarInsn(arguments[i].getOpcode(Opcodes.ILOAD), at[i]);
            }
            super.visitVarInsn(Opcodes.ALOAD, firstFree);
            if (reference) {
                super.visitVarInsn(Opcodes.ALOAD, at[0]);
            } else {
                super.visitInsn(Opcodes.ACONST_NULL);
            }
        }
    }

    private void called(int number) {
        super.visitLdcInsn(number);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, Bridge.NAME, "called", Bridge.NEXT, false);
    }
}
