package lib;

import java.util.ServiceLoader;

/** What it makes is of types that users may extend, or of types that they may not. */
public class Extended {
    public abstract static class Directive {
        protected Directive() {}
    }

    public static class Include extends Directive {}

    public interface Plugin {}

    public static class Builtin implements Plugin {}

    /** Nobody else can name it. */
    interface Step {}

    static class First implements Step {}

    /** Nobody else can make one. */
    public abstract static class Closed {
        Closed() {}
    }

    public static final class Only extends Closed {}

    /** It has a subclass that others may extend. */
    abstract static class Hidden {}

    public static class Shown extends Hidden {}

    public static final class Sealed {}

    public static Object byCast(Class<? extends Directive> type) throws Exception {
        Directive made = type.getDeclaredConstructor().newInstance();
        return made;
    }

    public static Object byName(String name) throws Exception {
        return Class.forName(name).asSubclass(Plugin.class).getDeclaredConstructor().newInstance();
    }

    public static Object byProperty() throws Exception {
        Class<?> found = Class.forName(System.getProperty("lib.plugin"));
        Plugin made = (Plugin) found.getDeclaredConstructor().newInstance();
        return made;
    }

    public static Object byService() {
        return ServiceLoader.load(Plugin.class).iterator().next();
    }

    public static Object bySubclass(String name) throws Exception {
        Hidden made = (Hidden) Class.forName(name).getDeclaredConstructor().newInstance();
        return made;
    }

    public static Object ofHidden(String name) throws Exception {
        Step made = (Step) Class.forName(name).getDeclaredConstructor().newInstance();
        return made;
    }

    public static Object ofClosed(String name) throws Exception {
        Closed made = (Closed) Class.forName(name).getDeclaredConstructor().newInstance();
        return made;
    }

    public static Object ofFinal(String name) throws Exception {
        Sealed made = (Sealed) Class.forName(name).getDeclaredConstructor().newInstance();
        return made;
    }
}
