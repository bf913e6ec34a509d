package dev.reflectioncheck.recorder;

import java.lang.invoke.MethodHandles;

/** Defines a class in {@code java.lang}, which must be open to the module of this class, whatever loader that is of. */
public final class Definer {
    private Definer() {}

    public static Class<?> define(byte[] bytes) throws IllegalAccessException {
        return MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup()).defineClass(bytes);
    }
}
