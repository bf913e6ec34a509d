package dev.reflectioncheck.recorder;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which methods the calls of the program led to: what a call graph must contain. Kept only if it is asked for.
 *
 * <p>While the program runs only the run-time classes of receivers are kept, per call; the methods they select
 * ({@link Selection}) are worked out when the file is written.
 */
final class Calls {
    /** More than any analysis of a run needs. */
    private static final int MAX_PAIRS = 2_000_000;
    /** Added to offsets, which are below (JVMS 4.7.3): what is sorted as text has as many digits as any other. */
    private static final int FIRST_OFFSET = 100_000;
    /** Methods whose code is longer are left as they are: woven, they might not fit into a class file. */
    static final int MAX_CODE = 40_000;

    private static final Map<Class<?>, CallSite> CLOSURES = new ConcurrentHashMap<>();
    private static final AtomicInteger pairs = new AtomicInteger();
    private static final AtomicInteger overLimit = new AtomicInteger();
    private static final Set<String> SKIPPED = ConcurrentHashMap.newKeySet();
    private static volatile CallSite[] sites = new CallSite[1024];
    private static int siteCount;
    private static volatile boolean ended;
    /** The classes seen last, as the {@link Bridge} has them: a call that repeats itself goes no further. */
    private static volatile Class<?>[] last = new Class<?>[1024];

    private static Field lastOfBridge;

    private Calls() {}

    /** One woven call instruction, or one that makes a closure. */
    static final class CallSite {
        final Site.Caller in;
        final String method;
        final int offset;
        final int line;
        final int opcode;
        final String owner;
        final String name;
        final String descriptor;
        /** Of an instruction that makes a closure: what the closure runs; else null. */
        final Handle body;
        final boolean binds;
        private final Map<Receiver, Boolean> receivers = new ConcurrentHashMap<>(2);

        CallSite(Site.Caller in, String method, int offset, int line, int opcode, String owner, String name, String descriptor) {
            this.in = in;
            this.method = method;
            this.offset = offset;
            this.line = line;
            this.opcode = opcode;
            this.owner = owner;
            this.name = name;
            this.descriptor = descriptor;
            this.body = null;
            this.binds = false;
        }

        /** A closure whose method is called {@code name}, of type {@code type}. */
        CallSite(Site.Caller in, String method, int offset, int line, String name, Type type, Handle body, boolean binds) {
            this.in = in;
            this.method = method;
            this.offset = offset;
            this.line = line;
            this.opcode = Opcodes.INVOKEDYNAMIC;
            this.owner = null;
            this.name = name;
            this.descriptor = type.getDescriptor();
            this.body = body;
            this.binds = binds;
        }

        /** Whether this call runs the body of the closures that {@code maker} makes, and not another method of theirs. */
        private boolean runs(CallSite maker) {
            return name.equals(maker.name)
                    && Type.getArgumentTypes(descriptor).length == Type.getArgumentTypes(maker.descriptor).length;
        }

        /** Whether the method run depends on a receiver that the closure holds or is given. */
        private boolean dispatches() {
            return body.getTag() == Opcodes.H_INVOKEVIRTUAL || body.getTag() == Opcodes.H_INVOKEINTERFACE;
        }

        private void add(Class<?> type, Class<?> inner) {
            Receiver receiver = new Receiver(type, inner);
            if (receivers.containsKey(receiver)) {
                return;
            }
            if (pairs.get() >= MAX_PAIRS) {
                overLimit.incrementAndGet();
            } else if (receivers.putIfAbsent(receiver, Boolean.TRUE) == null) {
                pairs.incrementAndGet();
            }
        }
    }

    /** Class of a receiver (null: none is needed), and of the object behind a closure or proxy. */
    private static final class Receiver {
        final Class<?> type;
        final Class<?> inner;

        Receiver(Class<?> type, Class<?> inner) {
            this.type = type;
            this.inner = inner;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Receiver && ((Receiver) other).type == type && ((Receiver) other).inner == inner;
        }

        @Override
        public int hashCode() {
            return Objects.hash(type, inner);
        }
    }

    /** Connects the table of the {@link Bridge}. */
    static void connect(Class<?> bridge) throws ReflectiveOperationException {
        Field field = bridge.getField("last");
        field.set(null, last);
        lastOfBridge = field;
    }

    /** Makes a call known; the answer is what woven code passes. */
    static synchronized int register(CallSite site) {
        if (siteCount == sites.length) {
            sites = Arrays.copyOf(sites, siteCount * 2);
        }
        sites[siteCount] = site;
        return siteCount++;
    }

    /** Takes note of a method that is too long to weave. */
    static void skipped(String method) {
        SKIPPED.add(method);
    }

    /** A call begins, or a closure was made. Never throws, calls no method of the program. */
    static void event(int number, Object receiver, Object first) {
        try {
            CallSite site = sites[number];
            if (ended) {
                return;
            }
            if (site.opcode == Opcodes.INVOKEDYNAMIC) {
                CLOSURES.put(receiver.getClass(), site);
                repeats(number, receiver.getClass());
            } else if (site.opcode == Opcodes.INVOKESTATIC || site.opcode == Opcodes.INVOKESPECIAL) {
                site.add(null, null);
                repeats(number, Object.class);
            } else if (receiver != null) {
                ofReceiver(number, site, receiver, first);
            }
        } catch (Throwable ignored) {
            // Recording must not change what the program does, whatever happens here.
        }
    }

    private static void ofReceiver(int number, CallSite site, Object receiver, Object first) throws Exception {
        Class<?> type = receiver.getClass();
        CallSite maker = CLOSURES.get(type);
        if (maker != null && site.runs(maker) && maker.dispatches()) {
            Object inner = maker.binds ? bound(receiver) : first;
            if (inner != null) {
                site.add(type, inner.getClass());
            }
        } else if (maker == null && Proxy.isProxyClass(type)) {
            site.add(type, Proxy.getInvocationHandler(receiver).getClass());
        } else {
            site.add(type, null);
            repeats(number, type);
        }
    }

    /** What a closure over a method of one object holds. */
    private static Object bound(Object closure) throws Exception {
        Field field = closure.getClass().getDeclaredField("arg$1");
        field.setAccessible(true);
        return field.get(closure);
    }

    private static void repeats(int number, Class<?> type) throws Exception {
        Class<?>[] known = last;
        if (number >= known.length) {
            synchronized (Calls.class) {
                if (number >= last.length) {
                    last = Arrays.copyOf(last, Math.max(number + 1, last.length * 2));
                    lastOfBridge.set(null, last);
                }
                known = last;
            }
        }
        known[number] = type;
    }

    // ---- Writing ---------------------------------------------------------------------------------------------------

    private static final String[] EXPLANATION = {
        "A row says: in this run the call at (caller, method, bci) led to this method. Calls that threw before their target",
        "was entered are rows, too.",
        "caller     class that calls, binary name            method     name and descriptor of the calling method",
        "bci        bytecode offset of the call              line       source line, empty if the class has none",
        "via        call = the instruction's own target, closure = body of a lambda or method reference, proxy = the handler",
        "target     class that declares the method           callee     its name and descriptor",
        "origin     whose class that is: jdk, app (a class of the class path), gen (made at run time; its name is normalised)",
    };
    private static final String COLUMNS = "caller\tmethod\tbci\tline\tvia\ttarget\tcallee\torigin";

    /** Writes header and sorted rows; the file appears complete or not at all. What happens from here on is not recorded. */
    static void write(File out) throws IOException {
        ended = true;
        TreeMap<String, TreeSet<String>> rows = new TreeMap<>();
        int count = 0;
        int generated = 0;
        int unknown = 0;
        String firstUnknown = "";
        for (int i = 0; i < siteCount; i++) {
            CallSite site = sites[i];
            if (site.receivers.isEmpty()) {
                continue;
            }
            if (site.in.isGenerated()) {
                generated++;
                continue;
            }
            for (Receiver receiver : site.receivers.keySet()) {
                String target = target(site, receiver);
                if (target == null) {
                    firstUnknown = unknown++ == 0 ? site.owner + "." + site.name + site.descriptor : firstUnknown;
                    continue;
                }
                String place = site.in.name + "\t" + site.method + "\t" + (FIRST_OFFSET + site.offset);
                String line = site.line == 0 ? "" : Integer.toString(site.line);
                String row = site.in.name + "\t" + site.method + "\t" + site.offset + "\t" + line + "\t" + target;
                count += rows.computeIfAbsent(place, key -> new TreeSet<>()).add(row) ? 1 : 0;
            }
        }
        int pairs = count;
        String unnamed = unknown + " pairs without a target" + (unknown == 0 ? "" : " (first: " + firstUnknown + ")");
        int generatedCalls = generated;
        WholeFile.write(out, writer -> {
            writer.write("# Calls of one run and the methods they led to, recorded by reflection-check-recorder.\n");
            writer.write("# recorded: JDK " + System.getProperty("java.runtime.version") + "; " + pairs + " pairs at " + rows.size() + " calls\n");
            String longest = SKIPPED.isEmpty() ? "" : " (" + String.join(", ", new TreeSet<>(SKIPPED)) + ")";
            writer.write("# dropped: " + generatedCalls + " calls in generated classes, " + unnamed + ", "
                    + SKIPPED.size() + " methods too long to weave" + longest + ", " + overLimit.get() + " pairs over the limit of "
                    + MAX_PAIRS + "\n");
            for (String line : EXPLANATION) {
                writer.write("# " + line + "\n");
            }
            writer.write(COLUMNS + "\n");
            for (TreeSet<String> lines : rows.values()) {
                for (String line : lines) {
                    writer.write(line + "\n");
                }
            }
        });
    }

    /** {@code via, class, name and descriptor, origin}; null if nothing can be called. */
    private static String target(CallSite site, Receiver receiver) {
        try {
            CallSite maker = receiver.type == null ? null : CLOSURES.get(receiver.type);
            if (maker != null && site.runs(maker)) {
                return row("closure", body(maker, receiver.inner));
            }
            if (receiver.type != null && Proxy.isProxyClass(receiver.type) && !isFinalOfObject(site.name)) {
                return row("proxy", handler(receiver.inner));
            }
            return row("call", called(site, receiver.type));
        } catch (ReflectiveOperationException | LinkageError | RuntimeException unknown) {
            return null;
        }
    }

    private static String row(String via, Selection.Method method) {
        if (method == null) {
            return null;
        }
        return via + "\t" + Names.of(method.in) + "\t" + method.nameAndDescriptor + "\t" + Names.origin(method.in);
    }

    /** Methods that no proxy hands to its handler. */
    private static boolean isFinalOfObject(String name) {
        return name.equals("getClass") || name.equals("wait") || name.equals("notify") || name.equals("notifyAll");
    }

    private static Selection.Method called(CallSite site, Class<?> type) throws ClassNotFoundException {
        String called = site.name + site.descriptor;
        if (site.opcode == Opcodes.INVOKEVIRTUAL || site.opcode == Opcodes.INVOKEINTERFACE) {
            return Selection.select(type, Selection.resolve(Selection.supertype(type, site.owner), called));
        }
        Class<?> owner = load(site.owner, site.in);
        if (site.opcode == Opcodes.INVOKESPECIAL && !site.name.equals("<init>") && !owner.isInterface()) {
            Class<?> caller = load(site.in.name.replace('.', '/'), site.in);
            boolean isSuper = owner != caller && owner.isAssignableFrom(caller);
            owner = isSuper ? caller.getSuperclass() : owner;
        }
        return Selection.resolve(owner, called);
    }

    /** What a closure runs; {@code inner} is the class of the receiver if that decides. */
    private static Selection.Method body(CallSite maker, Class<?> inner) throws ClassNotFoundException {
        Handle body = maker.body;
        String called = body.getName() + body.getDesc();
        if (maker.dispatches()) {
            return Selection.select(inner, Selection.resolve(Selection.supertype(inner, body.getOwner()), called));
        }
        return Selection.resolve(load(body.getOwner(), maker.in), called);
    }

    private static Selection.Method handler(Class<?> handler) throws ClassNotFoundException {
        CallSite maker = CLOSURES.get(handler);
        if (maker != null) {
            return maker.dispatches() ? null : body(maker, null);
        }
        String invoke = "invoke(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;";
        return Selection.select(handler, Selection.resolve(java.lang.reflect.InvocationHandler.class, invoke));
    }

    /** A class that the program has loaded, by internal name. */
    private static Class<?> load(String name, Site.Caller in) throws ClassNotFoundException {
        return name.startsWith("[") ? Object.class : Class.forName(name.replace('/', '.'), false, in.loader());
    }
}
