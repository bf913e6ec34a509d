package dev.reflectioncheck.recorder;

import java.util.HashMap;
import java.util.Map;

/**
 * A reflective API and which of its values an event needs. Owns the table of APIs the recorder sees.
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
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String STRING = "Ljava/lang/String;";
    private static final String CLASS = "Ljava/lang/Class;";
    private static final String CLASSES = "[Ljava/lang/Class;";
    private static final String LOADER = "Ljava/lang/ClassLoader;";
    private static final String HANDLE = "Ljava/lang/invoke/MethodHandle;";
    private static final String VAR_HANDLE = "Ljava/lang/invoke/VarHandle;";
    private static final String TYPE = "Ljava/lang/invoke/MethodType;";

    private static final Map<String, Api> EXACT = new HashMap<>();
    private static final Map<String, Api> ANY_OWNER = new HashMap<>();
    private static final Api BUNDLE = new Api("ResourceBundle.getBundle", Kind.CLASS_OF_RESULT, 0);
    private static final Api JAXP = new Api("JAXP.newInstance", Kind.CLASS_OF_RESULT);
    private static final Api BEAN_INFO = new Api("Introspector.getBeanInfo", Kind.OF_CLASS, 0);

    static {
        String type = "java/lang/Class";
        exact(type, "forName", "(" + STRING + ")" + CLASS, Kind.CLASS_BY_NAME, 0);
        exact(type, "forName", "(" + STRING + "Z" + LOADER + ")" + CLASS, Kind.CLASS_BY_NAME, 0);
        exact(type, "forName", "(Ljava/lang/Module;" + STRING + ")" + CLASS, Kind.CLASS_BY_NAME, 1);
        exact(type, "newInstance", "()" + OBJECT, Kind.OF_CLASS, 0);
        for (String how : new String[] {"get", "getDeclared"}) {
            exact(type, how + "Method", "(" + STRING + CLASSES + ")Ljava/lang/reflect/Method;", Kind.METHOD_BY_NAME, 0, 1, 2);
            exact(type, how + "Field", "(" + STRING + ")Ljava/lang/reflect/Field;", Kind.FIELD_BY_NAME, 0, 1);
            exact(type, how + "Constructor", "(" + CLASSES + ")Ljava/lang/reflect/Constructor;", Kind.CONSTRUCTOR, 0, NONE, 1);
            exact(type, how + "Methods", "()[Ljava/lang/reflect/Method;", Kind.OF_CLASS, 0);
            exact(type, how + "Fields", "()[Ljava/lang/reflect/Field;", Kind.OF_CLASS, 0);
            exact(type, how + "Constructors", "()[Ljava/lang/reflect/Constructor;", Kind.OF_CLASS, 0);
        }
        exact(type, "getEnumConstants", "()[" + OBJECT, Kind.OF_CLASS, 0);
        exact(type, "getRecordComponents", "()[Ljava/lang/reflect/RecordComponent;", Kind.OF_CLASS, 0);

        exact("java/beans/Beans", "instantiate", "(" + LOADER + STRING + ")" + OBJECT, Kind.CLASS_OF_RESULT, 1);
        exact("java/lang/reflect/Constructor", "newInstance", "([" + OBJECT + ")" + OBJECT, Kind.OF_MEMBER, 0);
        exact("java/lang/reflect/Method", "invoke", "(" + OBJECT + "[" + OBJECT + ")" + OBJECT, Kind.OF_MEMBER, 0, 1);
        String field = "java/lang/reflect/Field";
        exact(field, "get", "(" + OBJECT + ")" + OBJECT, Kind.OF_MEMBER, 0, 1);
        exact(field, "set", "(" + OBJECT + OBJECT + ")V", Kind.OF_MEMBER, 0, 1);
        String[] primitives = {"Boolean Z", "Byte B", "Char C", "Short S", "Int I", "Long J", "Float F", "Double D"};
        for (String primitive : primitives) {
            String name = primitive.substring(0, primitive.length() - 2);
            String letter = primitive.substring(primitive.length() - 1);
            exact(field, "get" + name, "(" + OBJECT + ")" + letter, Kind.OF_MEMBER, 0, 1);
            exact(field, "set" + name, "(" + OBJECT + letter + ")V", Kind.OF_MEMBER, 0, 1);
        }
        exact("java/lang/reflect/Array", "newInstance", "(" + CLASS + "I)" + OBJECT, Kind.OF_CLASS, 0);
        exact("java/lang/reflect/Array", "newInstance", "(" + CLASS + "[I)" + OBJECT, Kind.OF_CLASS, 0);
        String handler = "Ljava/lang/reflect/InvocationHandler;";
        exact("java/lang/reflect/Proxy", "newProxyInstance", "(" + LOADER + CLASSES + handler + ")" + OBJECT, Kind.PROXY, 1, 2);
        exact("java/lang/reflect/Proxy", "getProxyClass", "(" + LOADER + CLASSES + ")" + CLASS, Kind.PROXY, 1);
        exact("java/lang/Enum", "valueOf", "(" + CLASS + STRING + ")Ljava/lang/Enum;", Kind.OF_CLASS, 0);

        String services = "java/util/ServiceLoader";
        exact(services, "load", "(" + CLASS + ")L" + services + ";", Kind.OF_CLASS, 0);
        exact(services, "load", "(" + CLASS + LOADER + ")L" + services + ";", Kind.OF_CLASS, 0);
        exact(services, "load", "(Ljava/lang/ModuleLayer;" + CLASS + ")L" + services + ";", Kind.OF_CLASS, 1);
        exact(services, "loadInstalled", "(" + CLASS + ")L" + services + ";", Kind.OF_CLASS, 0);
        named("ServiceLoader.provider", services, "findFirst", "()Ljava/util/Optional;", Kind.CLASS_IN_OPTIONAL);
        named("ServiceLoader.provider", services + "$Provider", "get", "()" + OBJECT, Kind.CLASS_OF_RESULT);
        named("ServiceLoader.provider", "java/util/Iterator", "next", "()" + OBJECT, Kind.NEXT_PROVIDER, 0);

        String lookup = "java/lang/invoke/MethodHandles$Lookup";
        exact(lookup, "findVirtual", "(" + CLASS + STRING + TYPE + ")" + HANDLE, Kind.HANDLE_OF_METHOD, 1, 2, 3, 0);
        exact(lookup, "findStatic", "(" + CLASS + STRING + TYPE + ")" + HANDLE, Kind.HANDLE_OF_METHOD, 1, 2, 3, 0);
        exact(lookup, "findSpecial", "(" + CLASS + STRING + TYPE + CLASS + ")" + HANDLE, Kind.HANDLE_OF_METHOD, 1, 2, 3, 0);
        exact(lookup, "findConstructor", "(" + CLASS + TYPE + ")" + HANDLE, Kind.HANDLE_OF_CONSTRUCTOR, 1, NONE, 2);
        for (String what : new String[] {"Getter", "Setter", "StaticGetter", "StaticSetter"}) {
            exact(lookup, "find" + what, "(" + CLASS + STRING + CLASS + ")" + HANDLE, Kind.HANDLE_OF_FIELD, 1, 2, 3);
        }
        exact(lookup, "findVarHandle", "(" + CLASS + STRING + CLASS + ")" + VAR_HANDLE, Kind.HANDLE_OF_FIELD, 1, 2, 3);
        exact(lookup, "findStaticVarHandle", "(" + CLASS + STRING + CLASS + ")" + VAR_HANDLE, Kind.HANDLE_OF_FIELD, 1, 2, 3);
        String method = "Ljava/lang/reflect/Method;";
        exact(lookup, "unreflect", "(" + method + ")" + HANDLE, Kind.OF_MEMBER, 1);
        exact(lookup, "unreflectSpecial", "(" + method + CLASS + ")" + HANDLE, Kind.OF_MEMBER, 1);
        exact(lookup, "unreflectConstructor", "(Ljava/lang/reflect/Constructor;)" + HANDLE, Kind.OF_MEMBER, 1);
        exact(lookup, "unreflectGetter", "(Ljava/lang/reflect/Field;)" + HANDLE, Kind.OF_MEMBER, 1);
        exact(lookup, "unreflectSetter", "(Ljava/lang/reflect/Field;)" + HANDLE, Kind.OF_MEMBER, 1);
        exact(lookup, "unreflectVarHandle", "(Ljava/lang/reflect/Field;)" + VAR_HANDLE, Kind.OF_MEMBER, 1);
        exact(lookup, "findClass", "(" + STRING + ")" + CLASS, Kind.CLASS_BY_NAME, 1);
        exact(lookup, "ensureInitialized", "(" + CLASS + ")" + CLASS, Kind.OF_CLASS, 1);

        String reader = "Lorg/xml/sax/XMLReader;";
        exact("org/xml/sax/helpers/XMLReaderFactory", "createXMLReader", "()" + reader, Kind.CLASS_OF_RESULT);
        exact("org/xml/sax/helpers/XMLReaderFactory", "createXMLReader", "(" + STRING + ")" + reader, Kind.CLASS_OF_RESULT, 0);

        String atomic = "java/util/concurrent/atomic/Atomic";
        updater(atomic + "ReferenceFieldUpdater", CLASS + CLASS + STRING, 0, 2, 1);
        updater(atomic + "IntegerFieldUpdater", CLASS + STRING, 0, 1, NONE);
        updater(atomic + "LongFieldUpdater", CLASS + STRING, 0, 1, NONE);

        for (String unsafe : new String[] {"sun/misc/Unsafe", "jdk/internal/misc/Unsafe"}) {
            exact(unsafe, "objectFieldOffset", "(Ljava/lang/reflect/Field;)J", Kind.OF_MEMBER, 1);
            exact(unsafe, "staticFieldOffset", "(Ljava/lang/reflect/Field;)J", Kind.OF_MEMBER, 1);
            exact(unsafe, "staticFieldBase", "(Ljava/lang/reflect/Field;)" + OBJECT, Kind.OF_MEMBER, 1);
            exact(unsafe, "allocateInstance", "(" + CLASS + ")" + OBJECT, Kind.OF_CLASS, 1);
        }

        String named = "(" + STRING + ")" + CLASS;
        anyOwner("loadClass", named);
        anyOwner("loadClass", "(" + STRING + "Z)" + CLASS);
        anyOwner("findClass", named);
        anyOwner("findSystemClass", named);
        anyOwner("findLoadedClass", named);
    }

    /** As written in the {@code api} column. */
    final String name;
    final Kind kind;
    /** Operands that are captured as a to d; -1: none. */
    final int[] operands;

    private Api(String name, Kind kind, int... operands) {
        this.name = name;
        this.kind = kind;
        this.operands = new int[] {NONE, NONE, NONE, NONE};
        System.arraycopy(operands, 0, this.operands, 0, operands.length);
    }

    /** The API that a call instruction names, or null. Owners and descriptors as in the class file. */
    static Api of(boolean isStatic, String owner, String name, String descriptor) {
        Api exact = EXACT.get(owner + "." + name + descriptor);
        if (exact != null) {
            return exact;
        }
        if (!isStatic) {
            return ANY_OWNER.get(name + descriptor);
        }
        if (name.equals("getBundle") && owner.startsWith("java/util/")) { // also PropertyResourceBundle.getBundle
            return BUNDLE;
        }
        if (name.equals("getBeanInfo") && owner.equals("java/beans/Introspector")) {
            return BEAN_INFO;
        }
        boolean factory = name.equals("newInstance") || name.equals("newNSInstance") || name.equals("newFactory");
        return factory && owner.startsWith("javax/xml/") && descriptor.contains(")L") ? JAXP : null;
    }

    /** Whether a class whose constant pool has no member of this name can be skipped; a cheap first look. */
    static boolean mayBeNamed(String name) {
        return NAMES.contains(name);
    }

    private static final java.util.Set<String> NAMES = new java.util.HashSet<>();

    static {
        for (String key : EXACT.keySet()) {
            NAMES.add(key.substring(key.indexOf('.') + 1, key.indexOf('(')));
        }
        for (String key : ANY_OWNER.keySet()) {
            NAMES.add(key.substring(0, key.indexOf('(')));
        }
        NAMES.add("getBundle");
        NAMES.add("getBeanInfo");
        NAMES.add("newFactory");
        NAMES.add("newNSInstance");
    }

    private static void exact(String owner, String name, String descriptor, Kind kind, int... operands) {
        named(owner.substring(Math.max(owner.lastIndexOf('/'), owner.lastIndexOf('$')) + 1) + "." + name, owner, name, descriptor, kind, operands);
    }

    private static void named(String shown, String owner, String name, String descriptor, Kind kind, int... operands) {
        EXACT.put(owner + "." + name + descriptor, new Api(shown, kind, operands));
    }

    private static void updater(String owner, String parameters, int type, int name, int fieldType) {
        named("FieldUpdater.newUpdater", owner, "newUpdater", "(" + parameters + ")L" + owner + ";", Kind.HANDLE_OF_FIELD, type, name, fieldType);
    }

    private static void anyOwner(String name, String descriptor) {
        ANY_OWNER.put(name + descriptor, new Api("ClassLoader." + name, Kind.CLASS_BY_LOADER, 1, NONE, NONE, 0));
    }
}
