package dev.reflectioncheck.recorder;

import java.lang.ref.WeakReference;
import java.security.ProtectionDomain;

/** One woven call instruction. */
final class Site {
    /** The class that holds the instruction. */
    final Caller in;
    /** Binary name of that class. */
    final String caller;
    /** Name and descriptor of the method that holds it. */
    final String method;
    /** Bytecode offset in the class file as it was before weaving. */
    final int offset;
    /** Source line, 0 if the class has none. */
    final int line;

    final Api api;
    /** Internal name of the class that the instruction names as the method's owner. */
    final String owner;
    /** Name and descriptor of the API method that the instruction names. */
    final String called;

    private volatile Event last;

    Site(Caller in, String method, int offset, int line, Api api, String owner, String called) {
        this.in = in;
        this.caller = in.name;
        this.method = method;
        this.offset = offset;
        this.line = line;
        this.api = api;
        this.owner = owner;
        this.called = called;
    }

    /** Whether this is the same event as the one before it here: most calls repeat, and need no second look. */
    boolean repeats(Object subject, Object receiver) {
        Class<?> type = receiver == null ? null : receiver.getClass();
        Event before = last;
        if (before != null && before.subject.get() == subject && before.receiver.get() == type) {
            return true;
        }
        last = new Event(subject, type);
        return false;
    }

    private static final class Event {
        final WeakReference<Object> subject;
        final WeakReference<Class<?>> receiver;

        Event(Object subject, Class<?> receiver) {
            this.subject = new WeakReference<>(subject);
            this.receiver = new WeakReference<>(receiver);
        }
    }

    /** A woven class: what tells later whether it came from a file. Keeps no class loader alive. */
    static final class Caller {
        final String name;
        private final WeakReference<ClassLoader> loader;
        private final WeakReference<ProtectionDomain> domain;
        private volatile Boolean generated;

        Caller(String name, ClassLoader loader, ProtectionDomain domain) {
            this.name = name;
            this.loader = new WeakReference<>(loader);
            this.domain = new WeakReference<>(domain);
        }

        ClassLoader loader() {
            return loader.get();
        }

        /** Whether the class was made at run time: its instructions are in no class file. */
        boolean isGenerated() {
            Boolean known = generated;
            if (known == null) {
                ClassLoader own = loader.get();
                known = own != null && !Names.hasFile(own, domain.get(), name.replace('.', '/') + ".class");
                generated = known;
            }
            return known;
        }
    }
}
