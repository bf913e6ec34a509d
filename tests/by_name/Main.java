package app;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import lib.Engine;
import lib.Launcher;
import lib.Log;
import lib.Plugin;
import lib.Resolver;
import lib.Script;

public class Main {
    static final Engine ENGINE = new Engine();

    public static void main(String[] args) throws Exception {
        new Argument().argument("app.T01");
        ENGINE.call(new Argument(), "argument", "app.T02");

        new Held("app.T01").receiver();
        Map<String, Object> held = new HashMap<>();
        held.put("it", new Held("app.T03"));
        ENGINE.run(held, "it", "receiver");

        new InMap().map("app.T01");
        Map<String, Object> all = new HashMap<>();
        all.put("it", new InMap());
        ENGINE.run(all, "it", "map", "app.T04");

        new Inner().inner("app.T01");
        Object inner = ENGINE.call(new Outer(new Inner()), "getInner");
        ENGINE.call(inner, "inner", "app.T05");

        Public open = new Public();
        ENGINE.set(open, "name", "app.T06");
        open.field();

        new Resolved().resolved("app.T01");
        ENGINE.resolved(new Names(), "it", "resolved", "app.T07");

        ENGINE.call(Static.class, "ofClass", "app.T08");
        Static.ofClass("app.T01");

        new Made("app.T01").made();
        ENGINE.call(ENGINE.make(Made.class, "app.T09"), "made");

        new Listed().listed("app.T01");
        ENGINE.call(((List<?>) ENGINE.call(new Owner(), "all")).get(0), "listed", "app.T10");

        Fluent fluent = new Fluent().named("app.T01");
        ENGINE.call(fluent, "named", "app.T11");
        fluent.fluent();

        Started.start("app.T01");
        Launcher.launch(Started.class, new Kept());

        new Scripted().scripted("app.T01");
        Script.of("scripted", "app.T13").on(new Scripted());

        new Kept().kept("app.T01");
        new Logged().logged("app.T01");
        Log.info("{}", new Logged());
        new Typed().typed("app.T01");
        Plugin.start(new Plugin(), new Typed());
        new Private().hidden("app.T01");
        ENGINE.call(new Private(), "toString");
    }

    static void say(String method, Class<?> found) {
        System.out.println(method + " " + found.getName());
    }

    public static class Argument {
        public void argument(String name) throws Exception { say("argument", Class.forName(name)); }
    }

    public static class Held {
        private final String name;
        Held(String name) { this.name = name; }
        public void receiver() throws Exception { say("receiver", Class.forName(name)); }
    }

    public static class InMap {
        public void map(String name) throws Exception { say("map", Class.forName(name)); }
    }

    public static class Outer {
        private final Inner inner;
        Outer(Inner inner) { this.inner = inner; }
        public Inner getInner() { return inner; }
    }

    public static class Inner {
        public void inner(String name) throws Exception { say("inner", Class.forName(name)); }
    }

    public static class Public {
        public String name = "app.T01";
        void field() throws Exception { say("field", Class.forName(name)); }
    }

    public static class Names implements Resolver {
        @Override public Object resolve(String name) { return new Resolved(); }
    }

    public static class Resolved {
        public void resolved(String name) throws Exception { say("resolved", Class.forName(name)); }
    }

    public static class Static {
        public static void ofClass(String name) throws Exception { say("ofClass", Class.forName(name)); }
    }

    public static class Made {
        private final String name;
        public Made(Object name) { this.name = (String) name; }
        public void made() throws Exception { say("made", Class.forName(name)); }
    }

    public static class Owner {
        private final List<Listed> all = List.of(new Listed());
        public List<Listed> all() { return all; }
    }

    public static class Listed {
        public void listed(String name) throws Exception { say("listed", Class.forName(name)); }
    }

    public static class Fluent {
        private String name;
        public Fluent named(String name) { this.name = name; return this; }
        void fluent() throws Exception { say("fluent", Class.forName(name)); }
    }

    public static class Started {
        public static void start(String name) throws Exception { say("start", Class.forName(name)); }
    }

    public static class Scripted {
        public void scripted(String name) throws Exception { say("scripted", Class.forName(name)); }
    }

    /** Handed to code that calls static methods alone. */
    public static class Kept {
        public void kept(String name) throws Exception { say("kept", Class.forName(name)); }
    }

    /** Handed to code that calls nothing by name. */
    public static class Logged {
        public void logged(String name) throws Exception { say("logged", Class.forName(name)); }
    }

    /** Handed to code that calls methods of its own objects alone. */
    public static class Typed {
        public void typed(String name) throws Exception { say("typed", Class.forName(name)); }
    }

    public static class Private {
        void hidden(String name) throws Exception { say("hidden", Class.forName(name)); }
    }
}

class T01 { }

class T02 { }

class T03 { }

class T04 { }

class T05 { }

class T06 { }

class T07 { }

class T08 { }

class T09 { }

class T10 { }

class T11 { }

class T12 { }

class T13 { }
