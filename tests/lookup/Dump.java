import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The judge of the look-up rules: prints what the running JVM answers. The test that compares it with the analyser's
 * answers (lookup_judge.rs) writes the same text from its own rules, section by section.
 *
 * <p>{@code classes FILE OUT [full]}: one line per class name in FILE, with a hash per section, or the sections' text.
 * <p>{@code names FILE OUT}: Class.forName and loadClass for each line of FILE.
 * <p>{@code members FILE OUT}: getMethod without parameters and getField for each "class name" of FILE.
 * <p>{@code access FILE OUT}: one line per "caller declaring target" triple in FILE.
 */
public final class Dump {
    interface Answer {
        Object get() throws Throwable;
    }

    public static void main(String[] args) throws Exception {
        List<String> lines = Files.readAllLines(Paths.get(args[1]));
        try (BufferedWriter out = Files.newBufferedWriter(Paths.get(args[2]))) {
            switch (args[0]) {
                case "classes": classes(lines, out, args.length > 3); break;
                case "names": names(lines, out); break;
                case "access": access(lines, out); break;
                case "generics": generics(lines, out); break;
                case "members": members(lines, out); break;
                default: throw new IllegalArgumentException(args[0]);
            }
        }
    }

    // ---- names

    private static void names(List<String> names, BufferedWriter out) throws IOException {
        ClassLoader loader = Dump.class.getClassLoader();
        for (String name : names) {
            out.write(answer(() -> Class.forName(name, false, loader).getName()));
            out.write('\t');
            out.write(answer(() -> loader.loadClass(name).getName()));
            out.write('\n');
        }
    }

    // ---- members

    private static void members(List<String> pairs, BufferedWriter out) throws IOException {
        for (String pair : pairs) {
            String[] names = pair.split(" ");
            out.write(answer(() -> load(names[0]).getMethod(names[1]) != null));
            out.write('\t');
            out.write(answer(() -> load(names[0]).getField(names[1]) != null));
            out.write('\n');
        }
    }

    // ---- access

    private static void access(List<String> triples, BufferedWriter out) throws Exception {
        Class<?> reflection = Class.forName("jdk.internal.reflect.Reflection");
        Method verify = reflection.getMethod(
                "verifyMemberAccess", Class.class, Class.class, Class.class, int.class);
        Method settable = AccessibleObject.class.getDeclaredMethod(
                "checkCanSetAccessible", Class.class, Class.class, boolean.class);
        settable.setAccessible(true);
        Method find = Class.forName("sun.invoke.util.VerifyAccess").getMethod(
                "isMemberAccessible", Class.class, Class.class, int.class, Class.class, Class.class, int.class);
        int full = MethodHandles.lookup().lookupModes() & ~MethodHandles.Lookup.ORIGINAL;
        for (String line : triples) {
            String[] names = line.split(" ");
            StringBuilder text = new StringBuilder();
            try {
                Class<?> caller = load(names[0]);
                Class<?> declaring = load(names[1]);
                Class<?> target = names[2].equals("-") ? null : load(names[2]);
                Set<Integer> kinds = new TreeSet<>();
                for (Method member : declaring.getDeclaredMethods()) kinds.add(member.getModifiers() & 15);
                for (int kind : kinds) {
                    text.append(kind).append(verify.invoke(null, caller, declaring, target, kind)).append(' ');
                }
                for (int kind : kinds) {
                    for (Method member : declaring.getDeclaredMethods()) {
                        if ((member.getModifiers() & 15) == kind) {
                            text.append(settable.invoke(member, caller, declaring, false)).append(' ');
                            break;
                        }
                    }
                }
                Class<?> asked = target != null && declaring.isAssignableFrom(target) ? target : declaring;
                // What a module reads is not asked: code of a program is in the unnamed one, which reads all.
                boolean reads = caller.getModule().canRead(asked.getModule());
                for (int kind : kinds) {
                    Object found = find.invoke(null, asked, declaring, kind, caller, null, full);
                    text.append(reads ? found : "unread").append(' ');
                }
            } catch (Throwable problem) {
                text.append('!');
            }
            out.write(text.toString());
            out.write('\n');
        }
    }

    // ---- types of signatures

    private static void generics(List<String> names, BufferedWriter out) throws IOException {
        for (String name : names) {
            try {
                Class<?> c = load(name);
                out.write(answer(() -> show(c.getGenericSuperclass())) + '|' + answer(() -> show(c.getGenericInterfaces())));
                List<String> members = new ArrayList<>();
                for (Field field : c.getDeclaredFields()) {
                    members.add(text(field) + '=' + answer(() -> show(field.getGenericType())));
                }
                List<Executable> executables = new ArrayList<>(List.of(c.getDeclaredMethods()));
                executables.addAll(List.of(c.getDeclaredConstructors()));
                for (Executable executable : executables) {
                    // Else the JVM adds some for what compilers did.
                    boolean all = executable.getGenericParameterTypes().length == executable.getParameterCount();
                    members.add(text(executable) + '=' + answer(() -> show(executable.getGenericParameterTypes()))
                            + answer(() -> executable instanceof Method ? show(((Method) executable).getGenericReturnType()) : "")
                            + (all ? "" : "!"));
                }
                Collections.sort(members);
                out.write('|' + String.join(" ", members));
            } catch (Throwable problem) {
                out.write(error(problem));
            }
            out.write('\n');
        }
    }

    private static String show(Type[] types) {
        StringBuilder text = new StringBuilder();
        for (Type type : types) text.append(show(type)).append(',');
        return text.toString();
    }

    private static String show(Type type) {
        if (type == null) return "null";
        if (type instanceof Class) return ((Class<?>) type).getName();
        if (type instanceof GenericArrayType) return show(((GenericArrayType) type).getGenericComponentType()) + "[]";
        if (type instanceof TypeVariable) return "variable " + ((TypeVariable<?>) type).getName();
        if (type instanceof WildcardType) {
            WildcardType wildcard = (WildcardType) type;
            return "? extends " + show(wildcard.getUpperBounds()) + " super " + show(wildcard.getLowerBounds());
        }
        ParameterizedType parameterized = (ParameterizedType) type;
        Type owner = parameterized.getOwnerType();
        return (owner instanceof ParameterizedType ? show(owner) + '.' : "") + show(parameterized.getRawType()) + '<'
                + show(parameterized.getActualTypeArguments()) + '>';
    }

    // ---- classes

    private static Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name, false, Dump.class.getClassLoader());
    }

    private static void classes(List<String> names, BufferedWriter out, boolean full) throws IOException {
        for (String name : names) {
            out.write(name);
            String[] sections;
            try {
                Class<?> c = load(name);
                sections = new String[] {
                    describe(c), relations(c), methods(c), singleMethods(c), fields(c), constructors(c)
                };
            } catch (Throwable problem) {
                sections = new String[] {error(problem)};
            }
            for (String section : sections) {
                out.write(full ? '\u0001' + section.replace('\n', '\u0002') : '\t' + Long.toHexString(hash(section)));
            }
            out.write('\n');
        }
    }

    /** FNV-1a, 64 bits. */
    private static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }

    private static String describe(Class<?> c) {
        Class<?> array = java.lang.reflect.Array.newInstance(c, 0, 0).getClass();
        return answer(() -> c.getSimpleName()) + '|' + answer(() -> c.getCanonicalName()) + '|' + c.getTypeName() + '|'
                + c.getPackageName() + '|' + c.getModifiers() + '|' + c.isInterface() + c.isAnnotation() + c.isEnum()
                + c.isRecord() + c.isSynthetic() + '|' + answer(() -> c.isMemberClass()) + answer(() -> c.isLocalClass())
                + answer(() -> c.isAnonymousClass()) + '|' + array.getName() + array.getModifiers()
                + answer(() -> array.getSimpleName()) + answer(() -> array.getCanonicalName()) + array.getTypeName()
                + array.getPackageName();
    }

    private static String relations(Class<?> c) {
        return name(c.getSuperclass()) + '|' + list(c.getInterfaces()) + '|'
                + answer(() -> name(c.getDeclaringClass())) + '|' + answer(() -> name(c.getEnclosingClass())) + '|'
                + answer(() -> text(c.getEnclosingMethod())) + '|' + answer(() -> text(c.getEnclosingConstructor())) + '|'
                + name(c.getNestHost()) + '|' + answer(() -> sorted(c.getNestMembers())) + '|'
                + answer(() -> list(c.getPermittedSubclasses())) + '|' + answer(() -> sorted(c.getDeclaredClasses())) + '|'
                + answer(() -> sorted(c.getClasses())) + '|' + answer(() -> components(c.getRecordComponents()));
    }

    private static String components(RecordComponent[] components) {
        if (components == null) return "null";
        StringBuilder text = new StringBuilder();
        for (RecordComponent component : components) {
            text.append(component.getName()).append(':').append(name(component.getType())).append('=')
                    .append(text(component.getAccessor())).append(',');
        }
        return text.toString();
    }

    private static String methods(Class<?> c) {
        return answer(() -> sorted(c.getMethods())) + '|' + answer(() -> sorted(c.getDeclaredMethods()));
    }

    /** Every singular look-up whose answer is in a list, and some that have none. */
    private static String singleMethods(Class<?> c) {
        Set<String> lines = new TreeSet<>();
        List<Method> known = new ArrayList<>();
        try {
            known.addAll(Arrays.asList(c.getMethods()));
        } catch (LinkageError unanswered) {
            return "!";
        }
        try {
            for (Class<?> at = c; at != null; at = at.getSuperclass()) {
                known.addAll(Arrays.asList(at.getDeclaredMethods()));
            }
            for (Class<?> at : c.getInterfaces()) known.addAll(Arrays.asList(at.getDeclaredMethods()));
        } catch (LinkageError unanswered) {
            return "!";
        }
        for (Method method : known) {
            Class<?>[] params = method.getParameterTypes();
            singleMethod(c, method.getName(), params, lines);
            if (params.length > 0) {
                params[0] = params[0] == Object.class ? String.class : Object.class;
                singleMethod(c, method.getName(), params, lines);
            }
        }
        singleMethod(c, "<init>", new Class<?>[0], lines);
        singleMethod(c, "<clinit>", new Class<?>[0], lines);
        return String.join("\n", lines);
    }

    private static void singleMethod(Class<?> c, String name, Class<?>[] params, Set<String> lines) {
        String key = name + '(' + list(params) + ")\t";
        lines.add('M' + key + answer(() -> text(c.getMethod(name, params))));
        lines.add('D' + key + answer(() -> text(c.getDeclaredMethod(name, params))));
    }

    private static String fields(Class<?> c) {
        StringBuilder text = new StringBuilder();
        text.append(answer(() -> text(c.getDeclaredFields()))).append('|').append(answer(() -> sorted(c.getFields())));
        Set<String> names = new LinkedHashSet<>();
        try {
            for (Field field : c.getFields()) names.add(field.getName());
            for (Class<?> at = c; at != null; at = at.getSuperclass()) {
                for (Field field : at.getDeclaredFields()) names.add(field.getName());
            }
        } catch (LinkageError unanswered) {
            return text.append('!').toString();
        }
        for (String name : new TreeSet<>(names)) {
            text.append('\n').append(name).append('\t').append(answer(() -> text(c.getField(name)))).append('\t')
                    .append(answer(() -> text(c.getDeclaredField(name))));
        }
        return text.toString();
    }

    private static String constructors(Class<?> c) {
        StringBuilder text = new StringBuilder();
        text.append(answer(() -> sorted(c.getConstructors()))).append('|')
                .append(answer(() -> sorted(c.getDeclaredConstructors())));
        try {
            Set<String> lines = new TreeSet<>();
            for (Constructor<?> constructor : c.getDeclaredConstructors()) {
                Class<?>[] params = constructor.getParameterTypes();
                lines.add(list(params) + answer(() -> text(c.getConstructor(params))) + '\t'
                        + answer(() -> text(c.getDeclaredConstructor(params))));
            }
            text.append('\n').append(String.join("\n", lines));
        } catch (LinkageError unanswered) {
            text.append('!');
        }
        return text.toString();
    }

    // ---- text

    private static String answer(Answer answer) {
        try {
            return String.valueOf(answer.get());
        } catch (Throwable problem) {
            return error(problem);
        }
    }

    private static String error(Throwable problem) {
        if (problem instanceof NoSuchMethodException || problem instanceof NoSuchFieldException) return "!none";
        if (problem instanceof ClassNotFoundException) return "!not found";
        if (problem instanceof TypeNotPresentException) return "!type not present";
        if (problem instanceof LinkageError) return "!linkage";
        if (problem instanceof InternalError) return "!internal";
        return "!" + problem;
    }

    private static String name(Class<?> c) {
        return c == null ? "null" : c.getName();
    }

    private static String list(Class<?>[] classes) {
        if (classes == null) return "null";
        StringBuilder text = new StringBuilder();
        for (Class<?> c : classes) text.append(c.getName()).append(',');
        return text.toString();
    }

    private static String sorted(Class<?>[] classes) {
        Class<?>[] copy = classes.clone();
        Arrays.sort(copy, (a, b) -> a.getName().compareTo(b.getName()));
        return list(copy);
    }

    private static String text(Executable executable) {
        if (executable == null) return "null";
        String own = executable instanceof Method ? executable.getName() : "<init>";
        String result = executable instanceof Method ? ((Method) executable).getReturnType().getName() : "void";
        return executable.getDeclaringClass().getName() + '.' + own + '(' + list(executable.getParameterTypes()) + ')'
                + result;
    }

    private static String text(Field field) {
        return field.getDeclaringClass().getName() + '.' + field.getName() + ':' + field.getType().getName();
    }

    private static String text(Field[] fields) {
        StringBuilder text = new StringBuilder();
        for (Field field : fields) text.append(text(field)).append(' ');
        return text.toString();
    }

    private static String sorted(Field[] fields) {
        List<String> texts = new ArrayList<>();
        for (Field field : fields) texts.add(text(field));
        Collections.sort(texts);
        return String.join(" ", texts);
    }

    private static String sorted(Executable[] executables) {
        List<String> texts = new ArrayList<>();
        for (Executable executable : executables) texts.add(text(executable));
        Collections.sort(texts);
        return String.join(" ", texts);
    }
}
