package app;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import lib.Beans;
import lib.Bus;
import lib.Job;
import lib.Json;
import lib.On;
import lib.Ref;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public class Main {
    public static void main(String[] args) throws Exception {
        by_argument();
        by_member();
        by_text();
        by_file();
        by_static();
        Job task = new Task();
        task.exec("app.A");
        Job.run("app.Task", "app.B");
        new Listener().hear("app.A");
        Bus.tell("app.Listener", "app.B");
        new Logged().use();
    }

    static void found(String where, Class<?> type) { System.out.println(where + " " + type.getName()); }

    static void by_argument() throws Exception {
        new Argument().setName("app.A");
        Ref.read(new Ref<Argument>() {}, "app.B");
        found("by_argument", Class.forName(Argument.last));
    }

    static void by_member() throws Exception {
        new Inner().setName("app.A");
        Json.read(Outer.class, "app.B");
        found("by_member", Class.forName(Inner.last));
    }

    static void by_text() throws Exception {
        new Named().setName("app.A");
        Json.bean("app.Named", "app.B");
        found("by_text", Class.forName(Named.last));
    }

    static void by_file() throws Exception {
        new Filed().setName("app.A");
        Beans.load("app.B");
        found("by_file", Class.forName(Filed.last));
    }

    static void by_static() throws Exception {
        Json.set(Statics.class, "app.B");
        found("by_static", Class.forName(Statics.last));
    }

    public static class Argument {
        static String last;
        public void setName(String name) { last = name; }
    }

    public static class Outer {
        Inner inner;
        public void setInner(Inner inner) { this.inner = inner; }
    }

    public static class Inner {
        static String last;
        public void setName(String name) { last = name; }
    }

    public static class Statics {
        public static String last = "app.A";
    }
}

class A {}

class B {}

class Logged {
    private static final Logger LOG = logger();
    private final List<String> names = new ArrayList<>(List.of("app.A"));
    String name = "app.A";

    static Logger logger() {
        try {
            return LoggerFactory.getLogger(Logged.class);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    void use() throws Exception {
        Supplier<Object> late = () -> { supplied("app.B"); return "late"; };
        LOG.info("{} {} {}", this, names, late);
        logged("app.A");
        for (String one : names) {
            listed(one);
        }
        kept();
    }

    public void logged(String of) throws Exception { Main.found("logged", Class.forName(of)); }

    void listed(String of) throws Exception { Main.found("listed", Class.forName(of)); }

    void kept() throws Exception { Main.found("kept", Class.forName(name)); }

    static void supplied(String of) {
        try {
            Main.found("supplied", Class.forName(of));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    public void setName(String name) { this.name = name; }

    @Override public String toString() {
        try {
            return printed("app.B");
        } catch (ClassNotFoundException e) {
            return "";
        }
    }

    static String printed(String of) throws ClassNotFoundException {
        Main.found("printed", Class.forName(of));
        return of;
    }
}
