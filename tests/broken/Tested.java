package p;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Calls that would fail and are not run, whose failure is expected, or that only look as if they failed; and some that fail, with the rule that says so. */
class Tested {
    static boolean isWindows() {
        return System.getProperty("os.name").startsWith("Windows");
    }

    static final boolean WINDOWS = isWindows();

    static boolean isThere(String name) {
        try {
            Class.forName(name);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    static class GoodSystem {
        static void run() throws Throwable {
            if (System.getProperty("os.name").toLowerCase().contains("windows")) {
                Class.forName("p.WindowsOnly");
            }
        }
    }

    static class GoodSystemByMethod {
        static void run() throws Throwable {
            if (isWindows()) {
                Task.class.getMethod("onWindows").invoke(null);
            }
        }
    }

    static class GoodSystemByField {
        static void run() throws Throwable {
            if (!WINDOWS) {
                return;
            }
            Class.forName("p.WindowsOnly").newInstance();
        }
    }

    static class GoodSystemOfCaller {
        static void run() throws Throwable {
            if (WINDOWS) {
                load();
            }
        }

        static void load() throws Throwable {
            Class.forName("p.WindowsOnly");
            Class.forName("p.Abstract").newInstance();
        }
    }

    static class GoodVersion {
        static void run() throws Throwable {
            if (Runtime.version().feature() < 9) {
                Class.forName("sun.misc.Cleaner").getMethod("clean");
            }
        }
    }

    static class GoodPresence {
        static void run() throws Throwable {
            if (isThere("p.Gone")) {
                Class.forName("p.GoneToo").newInstance();
            }
        }
    }

    static class GoodPresenceInline {
        static void run() throws Throwable {
            boolean there;
            try {
                Class.forName("p.Gone");
                there = true;
            } catch (ClassNotFoundException e) {
                there = false;
            }
            if (there) {
                Task.class.getMethod("gone").invoke(new Task());
            }
        }
    }

    static class GoodHandler {
        static void run() throws Throwable {
            try {
                Task.class.getMethod("go").invoke(null);
            } catch (NullPointerException expected) {
                System.out.print("");
            }
        }
    }

    static class GoodHandlerOfCaller {
        static void run() {
            try {
                attempt();
            } catch (ReflectiveOperationException expected) {
                System.out.print("");
            }
        }

        static void attempt() throws ReflectiveOperationException {
            Class.forName("p.Gone").newInstance();
            Abstract.class.newInstance();
        }
    }

    static class GoodKindTested {
        static void run() throws Throwable {
            make(Abstract.class);
            make(Job.class);
        }

        static void make(Class<?> type) throws Throwable {
            if (!type.isInterface() && !java.lang.reflect.Modifier.isAbstract(type.getModifiers())) {
                type.newInstance();
            }
        }
    }

    static class GoodReceiverTested {
        static void run() throws Throwable {
            call("text");
        }

        static void call(Object on) throws Throwable {
            if (on instanceof Task) {
                Task.class.getMethod("go").invoke(on);
            }
        }
    }

    static class GoodNullTested {
        static void run() throws Throwable {
            call(null);
        }

        static void call(Object on) throws Throwable {
            if (on != null) {
                Task.class.getMethod("go").invoke(on);
            }
        }
    }

    static class GoodMemberTested {
        static void run() throws Throwable {
            for (Method method : Task.class.getDeclaredMethods()) {
                if (method.getParameterCount() == 0 && method.getName().equals("size")) {
                    method.invoke(new Task());
                }
            }
        }
    }

    static class GoodMixed {
        static void run() throws Throwable {
            make("p.Task");
            try {
                make("p.Abstract");
            } catch (InstantiationException expected) {
                System.out.print("");
            }
        }

        static Object make(String name) throws Throwable {
            return Class.forName(name).newInstance();
        }
    }

    static class GoodNotGiven {
        static void run() throws Throwable {
            String name = System.getProperty("p.none", "p.Task");
            Class.forName(name).getMethod("go").invoke(new Task());
        }
    }

    static class GoodTried {
        static void run() throws Throwable {
            java.lang.reflect.Field field = String.class.getDeclaredField("value");
            if (field.trySetAccessible()) {
                field.get("text");
            }
        }
    }

    static class GoodAccessibleByHelper {
        static void run() throws Throwable {
            java.lang.reflect.Field field = open(Opener.class.getDeclaredField("own"));
            field.get(new Opener());
        }

        static java.lang.reflect.Field open(java.lang.reflect.Field field) {
            field.setAccessible(true);
            return field;
        }
    }

    static class GoodNest {
        private static int own() {
            return 1;
        }

        static void run() throws Throwable {
            GoodNest.class.getDeclaredMethod("own").invoke(null);
            Asked.class.getDeclaredField("kept").get(new Asked());
        }

        static class Asked {
            private final int kept = 1;
        }
    }

    static class GoodInherited {
        static void run() throws Throwable {
            Task.class.getMethod("base").invoke(new Task());
            Task.class.getField("shared").get(new Chore());
            Task.class.getMethod("work").invoke(new Errand());
            java.util.ArrayList.class.getMethod("isEmpty").invoke(new java.util.ArrayList<>());
        }
    }

    static class GoodStatic {
        static void run() throws Throwable {
            Task.class.getMethod("fixed").invoke("ignored");
            Task.class.getField("free").get(null);
        }
    }

    static class GoodVariableHandle {
        static void run() throws Throwable {
            MethodType type = MethodType.methodType(String.class, String.class, Object[].class);
            MethodHandle format = MethodHandles.lookup().findStatic(String.class, "format", type);
            String text = (String) format.invoke("%s %s", 1, 2);
            Object other = format.invokeWithArguments("%s %s %s", 1, 2, 3);
        }
    }

    static class GoodHandleAsType {
        static void run() throws Throwable {
            MethodType type = MethodType.methodType(int.class);
            MethodHandle size = MethodHandles.lookup().findVirtual(Task.class, "size", type);
            MethodHandle general = size.asType(MethodType.methodType(Object.class, Object.class));
            Object found = (Object) general.invokeExact((Object) new Task());
        }
    }

    static class GoodTypeChanged {
        static void run() throws Throwable {
            find(MethodType.methodType(void.class).changeReturnType(int.class));
        }

        static void find(MethodType type) throws Throwable {
            MethodHandles.lookup().findVirtual(Task.class, "size", type);
        }
    }

    static class GoodArrayFilledElsewhere {
        static void run() throws Throwable {
            Class<?>[] types = {Integer.class};
            fill(types);
            find(types);
        }

        static void fill(Class<?>[] types) {
            types[0] = int.class;
        }

        static void find(Class<?>[] types) throws Throwable {
            Task.class.getMethod("times", types);
        }
    }

    static class GoodArrayFilledByTheJdk {
        static void run() throws Throwable {
            Object[] given = {"3"};
            java.util.Arrays.fill(given, 3);
            call(given);
        }

        static void call(Object[] given) throws Throwable {
            Task.class.getMethod("times", int.class).invoke(new Task(), given);
        }
    }

    static class GoodArrayOfSome {
        static void run() throws Throwable {
            call(new Object[] {"3"}, false);
            call(new Object[] {3}, true);
        }

        static void call(Object[] given, boolean now) throws Throwable {
            if (now) {
                Task.class.getMethod("times", int.class).invoke(new Task(), given);
            }
        }
    }

    static class GoodLengthTested {
        static void run() throws Throwable {
            first(new int[0]);
        }

        static void first(Object array) {
            if (java.lang.reflect.Array.getLength(array) > 0) {
                java.lang.reflect.Array.get(array, 0);
            }
        }
    }

    static class GoodNullCast {
        static void run() throws Throwable {
            String none = (String) Task.class.getMethod("go").invoke(new Task());
            Runnable job = (Runnable) Proxy.newProxyInstance(
                    Task.class.getClassLoader(), new Class<?>[] {Job.class, Runnable.class}, (p, m, a) -> null);
            Object[] arrays = (Object[]) java.lang.reflect.Array.newInstance(int.class, 1, 1);
            Number size = (Number) Task.class.getMethod("size").invoke(new Task());
            Comparable<?> any = (Comparable<?>) Task.class.getField("count").get(new Task());
        }
    }

    static class GoodCastTested {
        static void run() throws Throwable {
            Object size = Task.class.getMethod("size").invoke(new Task());
            if (size instanceof String) {
                String text = (String) size;
            }
        }
    }

    static class GoodSeveralHandlers {
        static void run() {
            try {
                Task.class.getMethod("gone").invoke(new Task());
            } catch (NoSuchMethodException | IllegalAccessException e) {
                System.out.print("");
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class GoodSupertypeHandler {
        static void run() {
            try {
                Class.forName("p.Gone").getDeclaredConstructor().newInstance();
            } catch (ReflectiveOperationException e) {
                System.out.print("");
            } finally {
                System.out.print("");
            }
        }
    }

    static class GoodEnumTried {
        static Colour of(String name) {
            try {
                return Colour.valueOf(name);
            } catch (IllegalArgumentException e) {
                return Colour.RED;
            }
        }

        static void run() {
            of("PINK");
        }
    }

    static class GoodVersionBySwitch {
        static void run() throws Throwable {
            switch (System.getProperty("java.specification.version")) {
                case "1.8":
                    Class.forName("sun.misc.BASE64Encoder");
                    break;
                default:
                    Class.forName("java.util.Base64");
            }
        }
    }

    static class GoodMembersMadeAccessible {
        static void run() throws Throwable {
            java.lang.reflect.Field[] fields = Held.class.getDeclaredFields();
            java.lang.reflect.AccessibleObject.setAccessible(fields, true);
            for (java.lang.reflect.Field field : fields) {
                field.get(new Held());
            }
        }
    }

    static class GoodPrivateLookup {
        static void run() throws Throwable {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(Held.class, MethodHandles.lookup());
            lookup.findGetter(Held.class, "held", int.class).invoke(new Held());
        }
    }

    static class BadRethrown { // RC3001
        static void run() {
            try {
                Class.forName("p.Gone");
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static class BadOtherHandler { // RC3003
        static void run() throws Throwable {
            try {
                Task.class.getMethod("go").invoke(null);
            } catch (IllegalArgumentException e) {
                System.out.print("");
            }
        }
    }

    static class BadFinally { // RC3002
        static void run() throws Throwable {
            try {
                Task.class.getMethod("gone");
            } finally {
                System.out.print("");
            }
        }
    }

    static class BadInConstructor { // RC3004
        final Object made;

        BadInConstructor(Class<?> type) throws Throwable {
            made = type.newInstance();
        }

        static void run() throws Throwable {
            new BadInConstructor(Abstract.class);
        }
    }

    static class BadEither { // RC3001
        static void run() throws Throwable {
            Class.forName(System.nanoTime() > 0 ? "p.Gone" : "p.GoneToo");
        }
    }

    static class BadInLambda { // RC3002
        static void run() throws Throwable {
            java.util.concurrent.Callable<Object> find = () -> Task.class.getMethod("gone");
            find.call();
        }
    }

    static class BadCastByCaller { // RC3007
        static Object make(String name) throws Throwable {
            return Class.forName(name).getDeclaredConstructor().newInstance();
        }

        static void run() throws Throwable {
            Errand errand = (Errand) make("p.Chore");
        }
    }
}

class Opener {
    private int own = 1;
}

class Held {
    private int held = 1;
    private String text = "t";
}
