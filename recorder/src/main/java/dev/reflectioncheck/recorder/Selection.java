package dev.reflectioncheck.recorder;

import java.lang.ref.WeakReference;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Method resolution and selection (JVMS 5.4.3.3, 5.4.3.4, 5.4.6) among loaded classes. What a class of the program
 * declares is taken from its class file as it was loaded: asking the class would load further classes.
 */
final class Selection {
    /** Methods of the program's classes, by class name; one for each loader. */
    private static final Map<String, List<Declared>> DECLARED = new ConcurrentHashMap<>();

    private Selection() {}

    /** A method: the class that declares it, and its access flags. */
    static final class Method {
        final Class<?> in;
        final String nameAndDescriptor;
        final int access;

        Method(Class<?> in, String nameAndDescriptor, int access) {
            this.in = in;
            this.nameAndDescriptor = nameAndDescriptor;
            this.access = access;
        }

        private boolean is(int flag) {
            return (access & flag) != 0;
        }
    }

    private static final class Declared {
        final WeakReference<ClassLoader> loader;
        final Map<String, Integer> methods = new HashMap<>();

        Declared(ClassLoader loader) {
            this.loader = new WeakReference<>(loader);
        }
    }

    /** Takes note of the methods of a class that is being loaded. */
    static void learn(ClassReader reader, ClassLoader loader) {
        Declared declared = new Declared(loader);
        reader.accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                declared.methods.put(name + descriptor, access);
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        List<Declared> of = DECLARED.computeIfAbsent(reader.getClassName().replace('/', '.'), name -> new ArrayList<>(1));
        synchronized (of) {
            of.add(declared);
        }
    }

    private static Map<String, Integer> declared(Class<?> type) {
        for (Declared declared : DECLARED.getOrDefault(type.getName(), List.of())) {
            if (declared.loader.get() == type.getClassLoader()) {
                return declared.methods;
            }
        }
        return REFLECTED.get(type);
    }

    private static final ClassValue<Map<String, Integer>> REFLECTED = new ClassValue<Map<String, Integer>>() {
        @Override
        protected Map<String, Integer> computeValue(Class<?> type) {
            Map<String, Integer> methods = new HashMap<>();
            for (java.lang.reflect.Method method : type.getDeclaredMethods()) {
                add(methods, method, method.getName(), method.getReturnType());
            }
            for (Executable constructor : type.getDeclaredConstructors()) {
                add(methods, constructor, "<init>", void.class);
            }
            return methods;
        }

        private void add(Map<String, Integer> methods, Executable method, String name, Class<?> result) {
            StringBuilder text = new StringBuilder(name).append('(');
            for (Class<?> parameter : method.getParameterTypes()) {
                Names.descriptor(text, parameter);
            }
            Names.descriptor(text.append(')'), result);
            methods.put(text.toString(), method.getModifiers());
        }
    };

    private static Method declaredIn(Class<?> type, String called) {
        Integer access = declared(type).get(called);
        return access == null ? null : new Method(type, called, access);
    }

    /** The supertype of {@code type} with this internal name; null if it has none. An array class stands for Object. */
    static Class<?> supertype(Class<?> type, String name) {
        if (name.startsWith("[")) {
            return Object.class;
        }
        String binary = name.replace('/', '.');
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (at.getName().equals(binary)) {
                return at;
            }
        }
        for (Class<?> at : interfaces(type)) {
            if (at.getName().equals(binary)) {
                return at;
            }
        }
        return null;
    }

    /** The method that a reference to {@code called} in {@code owner} resolves to; null if there is none. */
    static Method resolve(Class<?> owner, String called) {
        if (owner == null) {
            return null;
        }
        Method found = null;
        if (owner.isInterface()) {
            found = declaredIn(owner, called);
            if (found == null) {
                found = declaredIn(Object.class, called);
                found = found == null || !found.is(Modifier.PUBLIC) || found.is(Modifier.STATIC) ? null : found;
            }
        } else {
            for (Class<?> at = owner; found == null && at != null; at = at.getSuperclass()) {
                found = declaredIn(at, called);
                found = found == null ? polymorphic(at, called) : found;
            }
        }
        if (found != null) {
            return found;
        }
        List<Method> specific = mostSpecific(owner, called);
        Method body = theBody(specific);
        return body != null || specific.isEmpty() ? body : specific.get(0);
    }

    /** Signature polymorphic methods (JVMS 2.9.3) resolve for any descriptor. */
    private static Method polymorphic(Class<?> type, String called) {
        String name = type.getName();
        if (!name.equals("java.lang.invoke.MethodHandle") && !name.equals("java.lang.invoke.VarHandle")) {
            return null;
        }
        String prefix = called.substring(0, called.indexOf('(')) + "([Ljava/lang/Object;)";
        for (Map.Entry<String, Integer> method : declared(type).entrySet()) {
            boolean isNative = (method.getValue() & Modifier.NATIVE) != 0;
            if (isNative && method.getKey().startsWith(prefix)) {
                return new Method(type, method.getKey(), method.getValue());
            }
        }
        return null;
    }

    /** The method that a receiver of class {@code type} selects; null if that is none, or has no body. */
    static Method select(Class<?> type, Method resolved) {
        if (type == null || resolved == null) {
            return null;
        }
        if (resolved.is(Modifier.PRIVATE)) {
            return resolved;
        }
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            Method found = resolved.in == at ? resolved : declaredIn(at, resolved.nameAndDescriptor);
            if (found != null && !found.is(Modifier.STATIC | Modifier.PRIVATE) && overrides(found, resolved)) {
                return found.is(Modifier.ABSTRACT) ? null : found;
            }
        }
        return theBody(mostSpecific(type, resolved.nameAndDescriptor));
    }

    /** JVMS 5.4.5. */
    private static boolean overrides(Method method, Method other) {
        if (other.is(Modifier.PUBLIC | Modifier.PROTECTED) || method.in == other.in || samePackage(method.in, other.in)) {
            return true;
        }
        for (Class<?> at = method.in.getSuperclass(); at != null && at != other.in; at = at.getSuperclass()) {
            Method between = declaredIn(at, method.nameAndDescriptor);
            boolean counts = between != null && !between.is(Modifier.STATIC | Modifier.PRIVATE);
            if (counts && overrides(method, between) && overrides(between, other)) {
                return true;
            }
        }
        return false;
    }

    private static boolean samePackage(Class<?> one, Class<?> other) {
        return one.getClassLoader() == other.getClassLoader() && one.getPackageName().equals(other.getPackageName());
    }

    private static Method theBody(List<Method> methods) {
        Method body = null;
        for (Method method : methods) {
            if (!method.is(Modifier.ABSTRACT)) {
                if (body != null) {
                    return null;
                }
                body = method;
            }
        }
        return body;
    }

    /** JVMS 5.4.3.3: the maximally-specific superinterface methods. */
    private static List<Method> mostSpecific(Class<?> type, String called) {
        List<Method> all = new ArrayList<>();
        for (Class<?> at : interfaces(type)) {
            Method found = declaredIn(at, called);
            if (found != null && !found.is(Modifier.PRIVATE | Modifier.STATIC)) {
                all.add(found);
            }
        }
        List<Method> specific = new ArrayList<>();
        for (Method method : all) {
            boolean less = all.stream().anyMatch(other -> other.in != method.in && method.in.isAssignableFrom(other.in));
            if (!less) {
                specific.add(method);
            }
        }
        return specific;
    }

    private static Set<Class<?>> interfaces(Class<?> type) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            add(all, at);
        }
        return all;
    }

    private static void add(Set<Class<?>> all, Class<?> type) {
        for (Class<?> at : type.getInterfaces()) {
            if (all.add(at)) {
                add(all, at);
            }
        }
    }
}
