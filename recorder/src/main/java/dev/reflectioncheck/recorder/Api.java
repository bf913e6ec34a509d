package dev.reflectioncheck.recorder;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A reflective API and which of its values an event needs. Owns the table of APIs the recorder sees: {@code apis.txt}, made from
 * the rows of the analysis ({@code src/reflection/api/}), and what no row can say.
 *
 * <p>The table is read before the program starts, in few classes of the JDK: none of regular expressions or streams, and no
 * {@code Kind.valueOf}, which calls by reflection.
 *
 * <p>Operands are numbered as they lie on the operand stack: the receiver (if any) is 0, arguments follow. An event
 * carries at most four of them, {@code a} to {@code d}; what they mean depends on the {@link Kind}.
 */
final class Api {
    /** What the captured values mean; each constant is one branch of {@link Sink}. */
    enum Kind {
        /** a: name asked for. Target: the class that came back. */
        CLASS_BY_NAME,
        /** As CLASS_BY_NAME, d: the loader; counts only if the instruction's owner inherits the method from the JDK. */
        CLASS_BY_LOADER,
        /** a: class, b: name, c: parameter types. Target: the method that came back. */
        METHOD_BY_NAME,
        /** a: class, c: parameter types. */
        CONSTRUCTOR,
        /** a: class, b: name. */
        FIELD_BY_NAME,
        /** a: the class asked, which is the target. */
        OF_CLASS,
        /** a: Method, Constructor or Field, b: the receiver or base object. Target: the member. */
        OF_MEMBER,
        /** a: interfaces, b: handler. Target: the interfaces. */
        PROXY,
        /** a: name asked for. Target: the class of the object that came back. */
        CLASS_OF_RESULT,
        /** a: class, b: name, c: MethodType, d: Lookup. Target: the method behind the handle. */
        HANDLE_OF_METHOD,
        /** a: class, c: MethodType. */
        HANDLE_OF_CONSTRUCTOR,
        /** a: class, b: name, c: type of the field. */
        HANDLE_OF_FIELD,
        /** Target: the class of the object inside the Optional that came back. */
        CLASS_IN_OPTIONAL,
        /** a: the iterator; counts only if it is one of ServiceLoader's. Woven without a handler. */
        NEXT_PROVIDER
    }

    private static final int NONE = -1;
    /** Written for any descriptor. */
    private static final String ANY = "*";

    /** By the method's name: the first one of each, in the order of the table. */
    private static final Map<String, Api> BY_NAME = new HashMap<>();

    static {
        try (InputStream in = Api.class.getResourceAsStream("apis.txt")) {
            read(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException unreadable) {
            throw new IllegalStateException("apis.txt", unreadable);
        }
        // What a ServiceLoader gives. Such calls are no sites, and have rows, if any, of the JDK's own classes that instructions do
        // not name: that of `load` is the site. What they make shows which providers it finds.
        String provider = "ServiceLoader.provider";
        add(new Api("java/util/ServiceLoader", "findFirst", "()Ljava/util/Optional;", provider, Kind.CLASS_IN_OPTIONAL));
        add(new Api("java/util/ServiceLoader$Provider", "get", "()Ljava/lang/Object;", provider, Kind.CLASS_OF_RESULT));
        add(new Api("java/util/Iterator", "next", "()Ljava/lang/Object;", provider, Kind.NEXT_PROVIDER, 0));
    }

    /** Internal name of the class that declares the method. */
    private final String owner;
    private final String method;
    private final String descriptor;
    /** As written in the {@code api} column. */
    final String name;
    final Kind kind;
    /** Operands that are captured as a to d; -1: none. */
    final int[] operands;
    /** The next one whose method has that name. */
    private Api next;

    private Api(String owner, String method, String descriptor, String name, Kind kind, int... operands) {
        this.owner = owner;
        this.method = method;
        this.descriptor = descriptor;
        this.name = name;
        this.kind = kind;
        this.operands = new int[] {NONE, NONE, NONE, NONE};
        System.arraycopy(operands, 0, this.operands, 0, operands.length);
    }

    /** The API that a call instruction names, or null. Owners and descriptors as in the class file. */
    static Api of(boolean isStatic, String owner, String name, String descriptor) {
        Api first = BY_NAME.get(name);
        for (Api api = first; api != null; api = api.next) {
            if (api.owner.equals(owner) && (api.descriptor.equals(descriptor) || api.descriptor.equals(ANY))) {
                return api;
            }
        }
        for (Api api = first; api != null; api = api.next) {
            if (api.descriptor.equals(descriptor) && (isStatic ? api.isInheritedBy(owner) : api.kind == Kind.CLASS_BY_LOADER)) {
                return api;
            }
        }
        return null;
    }

    /**
     * Whether a class that an instruction names in place of the declaring one (JVMS 5.4.3.3) may have inherited a static factory:
     * {@code PropertyResourceBundle.getBundle}, {@code SAXTransformerFactory.newInstance}. Which classes do is not asked, since none
     * may be loaded here; of those in the same package or below it, no other has a method of that name and descriptor. Loaders,
     * which programs write, may have any name: {@link Sink} looks at the object.
     */
    private boolean isInheritedBy(String named) {
        int end = owner.lastIndexOf('/') + 1;
        return kind == Kind.CLASS_OF_RESULT && named.regionMatches(0, owner, 0, end);
    }

    /** Whether a class whose constant pool has no member of this name can be skipped; a cheap first look. */
    static boolean mayBeNamed(String name) {
        return BY_NAME.containsKey(name);
    }

    private static void add(Api api) {
        Api last = BY_NAME.putIfAbsent(api.method, api);
        if (last != null) {
            while (last.next != null) {
                last = last.next;
            }
            last.next = api;
        }
    }

    /** Each line: class, method, descriptor, name, kind and operands, with a space between. */
    private static void read(String table) {
        int end;
        for (int start = 0; start < table.length(); start = end + 1) {
            end = table.indexOf('\n', start);
            if (table.charAt(start) != '#') {
                add(line(table.substring(start, end)));
            }
        }
    }

    private static Api line(String line) {
        String[] fields = {"", "", "", "", "", "", "", "", ""};
        int count = 0;
        for (int start = 0; start <= line.length(); count++) {
            int end = line.indexOf(' ', start);
            end = end < 0 ? line.length() : end;
            fields[count] = line.substring(start, end);
            start = end + 1;
        }
        int[] operands = new int[count - 5];
        for (int i = 0; i < operands.length; i++) {
            String operand = fields[5 + i];
            operands[i] = operand.equals("-") ? NONE : operand.charAt(0) - '0';
        }
        return new Api(fields[0], fields[1], fields[2], fields[3], kind(fields[4]), operands);
    }

    private static Kind kind(String name) {
        for (Kind kind : Kind.values()) {
            if (kind.name().equals(name)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(name);
    }
}
