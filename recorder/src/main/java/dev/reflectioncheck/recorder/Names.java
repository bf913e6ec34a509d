package dev.reflectioncheck.recorder;

import java.io.File;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * How classes and members are written in a recording, and where a class comes from. Calls no code of the program,
 * except a class loader's {@code getResource} for loaders whose classes are in no file or jar.
 */
final class Names {
    static final String JDK = "jdk";
    static final String APPLICATION = "app";
    static final String GENERATED = "gen";
    static final String NOTHING = "-";

    /** Address or counter behind the name of a hidden class, and the counters of lambda and proxy classes. */
    private static final Pattern HIDDEN = Pattern.compile("[/+](0x)?[0-9a-fA-F]+$");
    private static final Pattern COUNTER = Pattern.compile("(\\$\\$Lambda|\\$Proxy|Generated(?:Method|Constructor|SerializationConstructor)Accessor)\\$?[0-9]+$");

    private static final ClassValue<String> ORIGINS = new ClassValue<String>() {
        @Override
        protected String computeValue(Class<?> type) {
            return findOrigin(type);
        }
    };
    private static final ConcurrentHashMap<String, Object> JARS = new ConcurrentHashMap<>();

    private Names() {}

    /** Binary name ({@code Class.getName()}), without what differs from run to run. */
    static String of(Class<?> type) {
        return normal(type.getName());
    }

    static String normal(String name) {
        if (name.indexOf('$') < 0 && name.indexOf('/') < 0 && name.indexOf('+') < 0 && !name.contains("Accessor")) {
            return name;
        }
        return COUNTER.matcher(HIDDEN.matcher(name).replaceFirst("")).replaceFirst("$1");
    }

    /** {@code owner.name(parameters)result}, {@code owner.<init>(parameters)V} or {@code owner.name:type}. */
    static String of(Member member) {
        StringBuilder text = new StringBuilder(of(member.getDeclaringClass())).append('.');
        if (member instanceof Method) {
            Method method = (Method) member;
            parameters(text.append(method.getName()), method.getParameterTypes());
            return descriptor(text, method.getReturnType()).toString();
        }
        if (member instanceof Constructor) {
            return parameters(text.append("<init>"), ((Constructor<?>) member).getParameterTypes()).append('V').toString();
        }
        return descriptor(text.append(member.getName()).append(':'), ((Field) member).getType()).toString();
    }

    /** A member that was asked for and not found: {@code owner.name(parameters)}. */
    static String absent(Class<?> owner, String name, Class<?>[] parameters) {
        return parameters(new StringBuilder(of(owner)).append('.').append(name), parameters).toString();
    }

    private static StringBuilder parameters(StringBuilder text, Class<?>[] types) {
        text.append('(');
        if (types != null) {
            for (Class<?> type : types) {
                descriptor(text, type);
            }
        }
        return text.append(')');
    }

    static StringBuilder descriptor(StringBuilder text, Class<?> type) {
        if (type == null) {
            return text.append("null");
        }
        if (type.isPrimitive()) {
            String name = type.getName();
            return text.append(
                    name.equals("boolean") ? 'Z' : name.equals("long") ? 'J' : Character.toUpperCase(name.charAt(0)));
        }
        String name = of(type).replace('.', '/');
        return type.isArray() ? text.append(name) : text.append('L').append(name).append(';');
    }

    /** {@code jdk}, {@code app} or {@code gen}. */
    static String origin(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element.isPrimitive() ? JDK : ORIGINS.get(element);
    }

    private static String findOrigin(Class<?> type) {
        String name = type.getName();
        if (Proxy.isProxyClass(type) || name.indexOf('/') >= 0 || name.indexOf('+') >= 0) {
            return GENERATED;
        }
        ClassLoader loader = type.getClassLoader();
        if (loader == null || isJdk(loader, type.getProtectionDomain())) {
            return JDK;
        }
        return hasFile(loader, type.getProtectionDomain(), name.replace('.', '/') + ".class") ? APPLICATION : GENERATED;
    }

    /** Whether a class with this loader and domain is part of the JDK (its platform loader or run-time image). */
    static boolean isJdk(ClassLoader loader, ProtectionDomain domain) {
        if (loader == null || loader.getClass().getName().equals("jdk.internal.loader.ClassLoaders$PlatformClassLoader")) {
            return true;
        }
        CodeSource source = domain == null ? null : domain.getCodeSource();
        URL place = source == null ? null : source.getLocation();
        return place != null && "jrt".equals(place.getProtocol());
    }

    /** Where a name that no class came back for belongs: to the JDK or the class path if such a class file is there. */
    static String originOfName(String name, ClassLoader loader) {
        if (name == null || name.isEmpty() || name.startsWith("[")) {
            return NOTHING;
        }
        String file = name.replace('.', '/') + ".class";
        if (ClassLoader.getSystemResource(file) == null && (loader == null || loader.getResource(file) == null)) {
            return NOTHING;
        }
        URL found = loader == null ? ClassLoader.getSystemResource(file) : loader.getResource(file);
        return found != null && "jrt".equals(found.getProtocol()) ? JDK : APPLICATION;
    }

    /** Whether this class came from a file: one that its loader defined from bytes made at run time did not. */
    static boolean hasFile(ClassLoader loader, ProtectionDomain domain, String file) {
        try {
            CodeSource source = domain == null ? null : domain.getCodeSource();
            URL place = source == null ? null : source.getLocation();
            if (place != null && "file".equals(place.getProtocol())) {
                File root = new File(place.toURI());
                if (root.isDirectory()) {
                    if (new File(root, file).isFile()) {
                        return true;
                    }
                } else if (root.isFile()) {
                    Object jar = JARS.get(root.getPath());
                    if (jar == null) {
                        jar = open(root);
                        JARS.put(root.getPath(), jar);
                    }
                    if (jar instanceof JarFile && (((JarFile) jar).getEntry(file) != null)) {
                        return true;
                    }
                }
            }
            return loader.getResource(file) != null;
        } catch (Exception unreadable) {
            return loader.getResource(file) != null;
        }
    }

    private static Object open(File file) {
        try {
            return new JarFile(file, false);
        } catch (Exception unreadable) {
            return file;
        }
    }
}
