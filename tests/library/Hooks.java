package lib;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What callers of a library answer in place of its methods, and what they put into what it shows them. */
public class Hooks {

    // Methods of classes that callers may extend, though the library has all it needs.
    protected String name() {
        return "java.util.ArrayList";
    }

    public Object byHook() throws Exception {
        return Class.forName(name()).getDeclaredConstructor().newInstance();
    }

    public static Object byHookOfGiven(Hooks given) throws Exception {
        return Class.forName(given.name()).getDeclaredConstructor().newInstance();
    }

    public Object byOwnClass() throws Exception {
        return getClass().getDeclaredConstructor().newInstance();
    }

    public interface Named {
        default String named() {
            return "java.util.ArrayList";
        }
    }

    public static class Standard implements Named {
        private final Supplier<String> asked = this::named;

        public Object byDefault() throws Exception {
            return Class.forName(asked.get()).getDeclaredConstructor().newInstance();
        }
    }

    // A class that is not complete, of which the library has all it needs.
    public abstract static class Maker {
        protected abstract String made();

        public Object byAbstract() throws Exception {
            return Class.forName(made()).getDeclaredConstructor().newInstance();
        }
    }

    static final class Lists extends Maker {
        @Override
        protected String made() {
            return "java.util.ArrayList";
        }
    }

    public static Maker lists() {
        return new Lists();
    }

    // Objects of theirs that come out of something else.
    public static Object byElement(Supplier<Hooks> given) throws Exception {
        Hooks one = given == null ? new Hooks() : given.get();
        return Class.forName(one.name()).getDeclaredConstructor().newInstance();
    }

    // Methods of the JDK's classes that the JDK calls, or that a class of the library inherits.
    public static class Told extends RuntimeException {
        public String what;

        public Told(String what) {
            super("java.util.ArrayList");
            this.what = what;
        }

        @Override
        public String toString() {
            return "java.util.ArrayList";
        }

        public Object byText() throws Exception {
            return Class.forName("" + this).getDeclaredConstructor().newInstance();
        }

        public Object byMessage() throws Exception {
            return Class.forName(getMessage()).getDeclaredConstructor().newInstance();
        }
    }

    public static Object byThrown(Runnable given) throws Exception {
        try {
            given.run();
            throw new Told("java.util.ArrayList");
        } catch (Told told) {
            return Class.forName(told.what).getDeclaredConstructor().newInstance();
        }
    }

    // The type of an annotation is a class of theirs as that of any object is.
    public static Object byAnnotation(Annotation given) throws Exception {
        return given.annotationType().getEnclosingClass().getDeclaredConstructor().newInstance();
    }

    // Members of classes that callers cannot name, by the names of those below.
    static class Hidden {
        public static String inherited = "java.util.ArrayList";
    }

    public static class Shown extends Hidden {
        public static Object byInherited() throws Exception {
            return Class.forName(inherited).getDeclaredConstructor().newInstance();
        }
    }

    // What such a method is called with.
    public static class Filled {
        private final Map<String, String> names = new HashMap<>();
        private final String[] array = {"java.util.ArrayList"};

        public Filled() {
            names.put("name", "java.util.ArrayList");
            fill(names, array);
        }

        protected void fill(Map<String, String> names, String[] array) {}

        public Object byFilledMap() throws Exception {
            return Class.forName(names.get("name")).getDeclaredConstructor().newInstance();
        }

        public Object byFilledArray() throws Exception {
            return Class.forName(array[0]).getDeclaredConstructor().newInstance();
        }
    }

    // What the library stores into objects that callers have.
    public static final class Part {
        private String name = "java.util.ArrayList";
        private final List<String> names = new ArrayList<>(List.of("java.util.ArrayList"));

        public static void rename(Object given) {
            ((Part) given).name = "java.util.LinkedList";
        }

        public static void renameAll(List<?> given) {
            for (Object one : given) {
                ((Part) one).names.set(0, "java.util.LinkedList");
            }
        }

        public Object byStoredIntoGiven() throws Exception {
            return Class.forName(name).getDeclaredConstructor().newInstance();
        }

        public Object byPutIntoGiven() throws Exception {
            return Class.forName(names.get(0)).getDeclaredConstructor().newInstance();
        }
    }

    /** Callers get those that are renamed by what they give for it alone. */
    public static final class Sent {
        private String name = "java.util.ArrayList";

        public static void send(Consumer<Object> to) {
            Sent sent = new Sent();
            sent.name = "java.util.LinkedList";
            to.accept(sent);
        }

        public Object bySent() throws Exception {
            return Class.forName(name).getDeclaredConstructor().newInstance();
        }
    }

    public static final class Kept {
        private String name = "java.util.ArrayList";

        public static void keep(Object[] in, AtomicReference<Object> also) {
            Kept kept = new Kept();
            kept.name = "java.util.LinkedList";
            in[0] = kept;
            also.set(kept);
        }

        public Object byKept() throws Exception {
            return Class.forName(name).getDeclaredConstructor().newInstance();
        }
    }

    // What callers put into what they are shown.
    private static final Properties SHOWN = new Properties();
    private static final Properties VIEWED = new Properties();
    private static final Map<String, String> BEHIND = new HashMap<>();

    static {
        SHOWN.setProperty("name", "java.util.ArrayList");
        VIEWED.setProperty("name", "java.util.ArrayList");
        BEHIND.put("name", "java.util.ArrayList");
    }

    public static Properties shown() {
        return SHOWN;
    }

    public static Iterable<Map.Entry<Object, Object>> viewed() {
        return VIEWED.entrySet();
    }

    public static BiFunction<String, String, Object> behind() {
        return BEHIND::put;
    }

    // What the JDK gives to functions of theirs, and what objects of the JDK let them set.
    private static final List<String> COMPARED = new ArrayList<>(List.of("java.util.ArrayList"));
    private static final Thread WORKER = new Thread("java.util.ArrayList");

    public static void compare(Comparator<List<String>> by) {
        new ArrayList<>(List.of(COMPARED, COMPARED)).sort(by);
    }

    public static Thread worker() {
        return WORKER;
    }

    public static Object byCompared() throws Exception {
        return Class.forName(COMPARED.get(0)).getDeclaredConstructor().newInstance();
    }

    public static Object bySetter() throws Exception {
        return Class.forName(WORKER.getName()).getDeclaredConstructor().newInstance();
    }

    public static Object byShown() throws Exception {
        return Class.forName(SHOWN.getProperty("name")).getDeclaredConstructor().newInstance();
    }

    public static Object byViewed() throws Exception {
        return Class.forName(VIEWED.getProperty("name")).getDeclaredConstructor().newInstance();
    }

    public static Object byFunction() throws Exception {
        return Class.forName(BEHIND.get("name")).getDeclaredConstructor().newInstance();
    }

    // Nobody puts anything into these.
    private static final List<String> FIXED = List.of("java.util.ArrayList");
    private static final List<String> SEEN = new ArrayList<>(List.of("java.util.ArrayList"));

    public static List<String> fixed() {
        return FIXED;
    }

    public static List<String> seen() {
        return Collections.unmodifiableList(SEEN);
    }

    public static Object fixedOnly() throws Exception {
        return Class.forName(FIXED.get(0)).getDeclaredConstructor().newInstance();
    }

    public static Object seenOnly() throws Exception {
        return Class.forName(SEEN.get(0)).getDeclaredConstructor().newInstance();
    }

    // Nobody else answers these.
    private String ownName() {
        return "java.util.ArrayList";
    }

    protected final String lastName() {
        return "java.util.ArrayList";
    }

    static String staticName() {
        return "java.util.ArrayList";
    }

    String nameOfPackage() {
        return "java.util.ArrayList";
    }

    public Object ownOnly() throws Exception {
        return Class.forName(ownName()).getDeclaredConstructor().newInstance();
    }

    public Object lastOnly() throws Exception {
        return Class.forName(lastName()).getDeclaredConstructor().newInstance();
    }

    public Object staticOnly() throws Exception {
        return Class.forName(staticName()).getDeclaredConstructor().newInstance();
    }

    public Object packageOnly() throws Exception {
        return Class.forName(nameOfPackage()).getDeclaredConstructor().newInstance();
    }

    public static Object madeInside() throws Exception {
        return Class.forName(new Hooks().name()).getDeclaredConstructor().newInstance();
    }

    public static final class Last {
        public String name() {
            return "java.util.ArrayList";
        }

        public Object lastClassOnly() throws Exception {
            return Class.forName(name()).getDeclaredConstructor().newInstance();
        }
    }
}
