package lib;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Each method named `make...` makes an object of a class that callers can choose, but for the last. */
public class Library {
    public static class A {}

    public static class Options {
        private String name = "lib.Library$A";

        public void setName(String name) {
            this.name = name;
        }
    }

    public static class Holder<T> {
        private T value;

        public void set(T value) {
            this.value = value;
        }

        public T get() {
            return value;
        }
    }

    public static class Base {
        protected String name = "lib.Library$A";

        public Object makeOfProtectedField() throws Exception {
            return Class.forName(name).getDeclaredConstructor().newInstance();
        }
    }

    /** Nothing here implements these, as callers are to. */
    public abstract static class Template {
        private final String given;
        private String kept = "lib.Library$A";

        protected Template(String given) {
            this.given = given;
        }

        protected abstract String name();

        protected abstract Holder<String> named();

        protected void keep(String name) {
            kept = name;
        }

        public final Object makeByTemplate() throws Exception {
            return Class.forName(name()).getDeclaredConstructor().newInstance();
        }

        public Object makeOfGiven() throws Exception {
            return Class.forName(given).getDeclaredConstructor().newInstance();
        }

        public Object makeOfKept() throws Exception {
            return Class.forName(kept).getDeclaredConstructor().newInstance();
        }

        public Object makeOfNamed() throws Exception {
            return Class.forName(named().get()).getDeclaredConstructor().newInstance();
        }

        public static Object makeByAny(Template template) throws Exception {
            return template.makeBelow();
        }

        private Object makeBelow() throws Exception {
            return Class.forName(name()).getDeclaredConstructor().newInstance();
        }
    }

    public abstract static class Deeper extends Template {
        protected Deeper() {
            super("lib.Library$A");
        }

        @Override
        protected String name() {
            return "lib.Library$A";
        }

        public Object makeDeeper() throws Exception {
            return Class.forName(name()).getDeclaredConstructor().newInstance();
        }
    }

    public interface Plugin {
        String plugin();

        default Object makeByPlugin() throws Exception {
            return Class.forName(plugin()).getDeclaredConstructor().newInstance();
        }
    }

    private static final Library SHARED = new Library();

    public static String open = "lib.Library$A";
    public final Holder<Class<?>> holder = new Holder<>();
    private final Options options = new Options();
    private final String[] array = {"lib.Library$A"};
    private final List<String> list = new ArrayList<>(List.of("lib.Library$A"));
    private final Options hidden = new Options();
    private Class<?> type = A.class;

    public Library() {
        holder.set(A.class);
    }

    public static Library shared() {
        return SHARED;
    }

    public void setType(Class<?> type) {
        this.type = type;
    }

    public static Object makeOfShared() throws Exception {
        return SHARED.type.getDeclaredConstructor().newInstance();
    }

    public Object makeOfPublicField() throws Exception {
        return Class.forName(open).getDeclaredConstructor().newInstance();
    }

    public Object makeOfHolder() throws Exception {
        return holder.get().getDeclaredConstructor().newInstance();
    }

    public Options options() {
        return options;
    }

    public Object makeOfOptions() throws Exception {
        return Class.forName(options.name).getDeclaredConstructor().newInstance();
    }

    public String[] array() {
        return array;
    }

    public Object makeOfArray() throws Exception {
        return Class.forName(array[0]).getDeclaredConstructor().newInstance();
    }

    public List<String> list() {
        return list;
    }

    public Object makeOfList() throws Exception {
        return Class.forName(list.get(0)).getDeclaredConstructor().newInstance();
    }

    public Supplier<Options> supplier() {
        return () -> options;
    }

    /** Nobody outside gets hold of these options. */
    public Object makeOfHidden() throws Exception {
        return Class.forName(hidden.name).getDeclaredConstructor().newInstance();
    }
}
