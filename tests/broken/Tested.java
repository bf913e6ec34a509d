package p;

import java.lang.reflect.Method;

/** Calls that would fail and are not run, or whose failure is expected. */
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
}

class Opener {
    private int own = 1;
}
