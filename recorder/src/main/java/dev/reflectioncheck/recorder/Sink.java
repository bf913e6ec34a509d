package dev.reflectioncheck.recorder;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;

/**
 * Where the events of woven code arrive. Turns the values of one call into a row of the {@link Recording}.
 *
 * <p>Runs inside the program's threads: never throws, never calls a method of the program's objects, and ignores what
 * happens on the same thread while it works (class loaders may run when a class file is looked for).
 */
final class Sink {
    private static final Recording RECORDING = new Recording();
    private static final ThreadLocal<Boolean> BUSY = new ThreadLocal<>();
    private static final ClassValue<Boolean> IS_SERVICE_ITERATOR = new ClassValue<Boolean>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return type.getName().startsWith("java.util.ServiceLoader$");
        }
    };
    private static volatile Site[] sites = new Site[256];
    private static int siteCount;

    private Sink() {}

    static Recording recording() {
        return RECORDING;
    }

    /** Makes a site known; the answer is what woven code passes as {@code site}. */
    static synchronized int register(Site site) {
        if (siteCount == sites.length) {
            sites = Arrays.copyOf(sites, siteCount * 2);
        }
        sites[siteCount] = site;
        return siteCount++;
    }

    /** {@code Iterator.next} of {@code iterator} returned {@code result}. */
    static void next(Object iterator, Object result, int site) {
        try {
            if (iterator != null && IS_SERVICE_ITERATOR.get(iterator.getClass())) {
                event(site, result, null, iterator, null, null, null);
            }
        } catch (Throwable ignored) {
            // Out of stack or memory: the program's own next step will say so.
        }
    }

    /**
     * A woven call ended: with {@code thrown}, or with {@code result} (null if it is no reference). {@code a} to
     * {@code d} are the operands that {@link Api} names.
     */
    static void event(int number, Object result, Throwable thrown, Object a, Object b, Object c, Object d) {
        try {
            Site site = sites[number];
            boolean repeatable = site.api.kind == Api.Kind.OF_MEMBER || site.api.kind == Api.Kind.OF_CLASS;
            if (repeatable && thrown == null && a != null && site.repeats(a, b)) {
                return;
            }
            if (BUSY.get() != null) {
                return;
            }
            BUSY.set(Boolean.TRUE);
            try {
                if (site.in.isGenerated()) {
                    RECORDING.dropGeneratedCaller();
                } else if (counts(site, d)) {
                    record(site, result, thrown, a, b, c, d);
                }
            } finally {
                BUSY.remove();
            }
        } catch (Throwable ignored) {
            // Recording must not change what the program does, whatever happens here.
        }
    }

    private static void record(Site site, Object result, Throwable thrown, Object a, Object b, Object c, Object d) throws Throwable {
        String threw = thrown == null ? "" : Names.of(thrown.getClass());
        switch (site.api.kind) {
            case CLASS_BY_NAME:
            case CLASS_BY_LOADER:
                if (result instanceof Class) {
                    ofClass(site, (Class<?>) result, null, threw);
                } else if (thrown != null) {
                    String name = a instanceof String ? (String) a : Names.NOTHING;
                    RECORDING.add(site, name, Names.originOfName((String) a, site.in.loader()), "", threw);
                }
                return;
            case METHOD_BY_NAME:
                member(site, result, a, b, (Class<?>[]) c, threw);
                return;
            case CONSTRUCTOR:
                member(site, result, a, "<init>", (Class<?>[]) c, threw);
                return;
            case FIELD_BY_NAME:
                if (result == null && a != null) {
                    RECORDING.add(site, Names.of((Class<?>) a) + "." + b, Names.origin((Class<?>) a), "", threw);
                } else {
                    ofMember(site, (Member) result, null, threw);
                }
                return;
            case OF_CLASS:
                ofClass(site, (Class<?>) a, null, threw);
                return;
            case OF_MEMBER:
                ofMember(site, (Member) a, b, threw);
                return;
            case PROXY:
                proxy(site, (Class<?>[]) a, b, threw);
                return;
            case CLASS_OF_RESULT:
            case NEXT_PROVIDER:
                if (result != null) {
                    ofClass(site, result.getClass(), null, threw);
                } else if (thrown != null) {
                    RECORDING.add(site, a instanceof String ? (String) a : Names.NOTHING, Names.NOTHING, "", threw);
                }
                return;
            case CLASS_IN_OPTIONAL:
                if (result instanceof Optional && ((Optional<?>) result).isPresent()) {
                    ofClass(site, ((Optional<?>) result).get().getClass(), null, threw);
                } else if (thrown != null) {
                    RECORDING.add(site, Names.NOTHING, Names.NOTHING, "", threw);
                }
                return;
            case HANDLE_OF_METHOD:
            case HANDLE_OF_CONSTRUCTOR:
                handle(site, (MethodHandle) result, (Class<?>) a, b == null ? "<init>" : (String) b, (MethodType) c, d, threw);
                return;
            case HANDLE_OF_FIELD:
                field(site, result, (Class<?>) a, (String) b, (Class<?>) c, threw);
                return;
            default:
                throw new IllegalStateException("no event of " + site.api.kind);
        }
    }

    private static void ofClass(Site site, Class<?> type, Object receiver, String threw) {
        if (type == null) {
            RECORDING.add(site, Names.NOTHING, Names.NOTHING, "", threw);
        } else {
            RECORDING.add(site, Names.of(type), Names.origin(type), nameOf(receiver), threw);
        }
    }

    private static void ofMember(Site site, Member member, Object receiver, String threw) {
        if (member == null) {
            RECORDING.add(site, Names.NOTHING, Names.NOTHING, "", threw);
            return;
        }
        boolean dispatched = !Modifier.isStatic(member.getModifiers());
        RECORDING.add(site, Names.of(member), Names.origin(member.getDeclaringClass()), dispatched ? nameOf(receiver) : "", threw);
    }

    private static void member(Site site, Object result, Object owner, Object name, Class<?>[] parameters, String threw) {
        if (result == null && owner != null) {
            Class<?> type = (Class<?>) owner;
            RECORDING.add(site, Names.absent(type, String.valueOf(name), parameters), Names.origin(type), "", threw);
        } else {
            ofMember(site, (Member) result, null, threw);
        }
    }

    private static void proxy(Site site, Class<?>[] interfaces, Object handler, String threw) {
        StringBuilder names = new StringBuilder();
        String origin = Names.NOTHING;
        if (interfaces != null) {
            for (Class<?> type : interfaces.clone()) {
                if (type != null) {
                    names.append(names.length() == 0 ? "" : ",").append(Names.of(type));
                    origin = origin.equals(Names.NOTHING) || !Names.origin(type).equals(Names.JDK) ? Names.origin(type) : origin;
                }
            }
        }
        RECORDING.add(site, names.length() == 0 ? Names.NOTHING : names.toString(), origin, nameOf(handler), threw);
    }

    private static void handle(Site site, MethodHandle handle, Class<?> owner, String name, MethodType type, Object lookup, String threw) {
        if (owner == null) {
            RECORDING.add(site, Names.NOTHING, Names.NOTHING, "", threw);
            return;
        }
        Class<?>[] parameters = type == null ? null : type.parameterArray();
        if (handle == null) {
            RECORDING.add(site, Names.absent(owner, name, parameters), Names.origin(owner), "", threw);
            return;
        }
        Class<?> declarer = owner;
        if (lookup != null) {
            try {
                declarer = ((MethodHandles.Lookup) lookup).revealDirect(handle).getDeclaringClass();
            } catch (RuntimeException notDirect) {
                declarer = owner; // MethodHandle.invoke itself, or a caller-sensitive method
            }
        }
        Class<?> returned = name.equals("<init>") || type == null ? void.class : type.returnType();
        String target = Names.descriptor(new StringBuilder(Names.absent(declarer, name, parameters)), returned).toString();
        RECORDING.add(site, target, Names.origin(declarer), "", threw);
    }

    private static void field(Site site, Object result, Class<?> owner, String name, Class<?> type, String threw) {
        if (owner == null) {
            RECORDING.add(site, Names.NOTHING, Names.NOTHING, "", threw);
            return;
        }
        Class<?> declared = type;
        if (declared == null && site.api.name.equals("FieldUpdater.newUpdater")) {
            declared = site.owner.endsWith("LongFieldUpdater") ? long.class : int.class;
        }
        Class<?> declarer = owner;
        for (Class<?> at = owner; result != null && at != null; at = at.getSuperclass()) {
            try {
                declarer = at.getDeclaredField(name).getDeclaringClass();
                break;
            } catch (NoSuchFieldException inSuperclass) {
                continue;
            }
        }
        StringBuilder target = new StringBuilder(Names.of(declarer)).append('.').append(name);
        if (result != null) {
            Names.descriptor(target.append(':'), declared);
        }
        RECORDING.add(site, target.toString(), Names.origin(declarer), "", threw);
    }

    /**
     * For class loaders: whether the instruction names a method that the JDK declares. A program's own loader that
     * overrides {@code loadClass} is ordinary code, and its call of {@code super.loadClass} is recorded instead.
     */
    private static boolean counts(Site site, Object loader) {
        if (site.api.kind != Api.Kind.CLASS_BY_LOADER || loader == null) {
            return site.api.kind != Api.Kind.CLASS_BY_LOADER;
        }
        if (!(loader instanceof ClassLoader)) {
            return false;
        }
        String owner = site.owner.replace('/', '.');
        Class<?> at = loader.getClass();
        while (at != null && !at.getName().equals(owner)) {
            at = at.getSuperclass();
        }
        String name = site.called.substring(0, site.called.indexOf('('));
        Class<?>[] parameters = site.called.contains("Z)")
                ? new Class<?>[] {String.class, boolean.class}
                : new Class<?>[] {String.class};
        for (; at != null; at = at.getSuperclass()) {
            try {
                at.getDeclaredMethod(name, parameters);
                return Names.origin(at).equals(Names.JDK);
            } catch (NoSuchMethodException inSuperclass) {
                continue;
            }
        }
        return false;
    }

    private static String nameOf(Object object) {
        return object == null ? "" : Names.of(object.getClass());
    }
}
