package app;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import lib.Alone;
import lib.Base;
import lib.Checks;
import lib.Filler;
import lib.First;
import lib.Kept;
import lib.KeptOtherwise;
import lib.Named;
import lib.Note;
import lib.Opt;
import lib.Other;
import lib.Shared;
import lib.Tag;

public class Main {
    static final First FIRST = new First();
    static final Checks CHECKS = new Checks();
    static final Alone ALONE = new Alone();
    static final Shared SHARED = new Shared();
    static final Other OTHER = new Other();

    public static void main(String[] args) throws Exception {
        chain();
        given_back();
        registry_alone();
        registry_shared();
        callback();
        new Handler().go();
        named_by_constant();
        registered();
        saved();
        alias();
        thrown();
        field();
        setter();
        new Hooked().start();
        handed_method();
        in_list();
        in_map();
        in_optional();
        in_array();
        made();
        holder();
        stored_back();
        Filler.fill();
        table();
        table_with_put();
        table_lent();
        table_of_holders();
        table_set_later();
        tag_fixed();
        tag_changed();
        kept_fixed();
        kept_later();
        kept_otherwise();
    }

    static void say(String method, Class<?> found) {
        System.out.println(method + " " + found.getName());
    }

    static void chain() throws Exception { say("chain", Class.forName(FIRST.name())); }

    static void given_back() throws Exception { say("given_back", Class.forName(CHECKS.same("app.T02"))); }

    static void registry_alone() throws Exception {
        ALONE.put("a", "app.T02");
        say("registry_alone", Class.forName(ALONE.get("a")));
    }

    static void registry_shared() throws Exception {
        SHARED.put("first", "app.T02");
        SHARED.start();
        say("registry_shared", Class.forName(SHARED.get("second")));
    }

    static void callback() {
        List<String> names = new ArrayList<>();
        names.add("app.T02");
        names.add("app.T03");
        OTHER.sort(names, Main::compare);
    }

    static int compare(String left, String right) {
        try {
            say("compare", Class.forName(left));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        return 0;
    }

    static String registered = "app.T01";

    static void registered() throws Exception {
        Other.load("app.Registered");
        say("registered", Class.forName(registered));
    }

    static String saved = "app.T01";

    static class Saved implements java.io.Serializable {
        private void writeObject(java.io.ObjectOutputStream to) throws java.io.IOException {
            to.defaultWriteObject();
            saved = "app.T09";
        }
    }

    static void saved() throws Exception {
        Other.save(new Saved());
        say("saved", Class.forName(saved));
    }

    static void named_by_constant() throws Exception { say("named_by_constant", Class.forName("app.T01")); }

    static class Bean {
        @Opt String driver = "app.T08";
        String plain = "app.T08";
        String set;
        @Opt public void setSet(String set) { this.set = set; }
    }

    static void alias() throws Exception {
        Bean bean = new Bean();
        OTHER.keep(bean);
        ((Bean) OTHER.kept()).plain = "app.T05";
        say("alias", Class.forName(bean.plain));
    }

    static class Failure extends RuntimeException {
        final String name;
        Failure(String name) { this.name = name; }
    }

    static void thrown() throws Exception {
        try {
            OTHER.run(() -> { throw new Failure("app.T06"); });
        } catch (Failure failure) {
            say("thrown", Class.forName(failure.name));
        }
    }

    static void field() throws Exception {
        Bean bean = new Bean();
        OTHER.fill(bean);
        say("field", Class.forName(bean.driver));
    }

    static void setter() throws Exception {
        Bean bean = new Bean();
        bean.setSet("app.T07");
        OTHER.fill(bean);
        say("setter", Class.forName(bean.set));
    }

    static class Hooked {
        void start() throws Exception { OTHER.call(this); }
        @Opt private void hook(String name) throws Exception { say("hook", Class.forName(name)); }
    }

    private static void called(String name) throws Exception { say("called", Class.forName(name)); }

    static void handed_method() throws Exception {
        OTHER.invoke(Main.class.getDeclaredMethod("called", String.class), null, "app.T10");
    }

    static void in_list() throws Exception {
        Bean bean = new Bean();
        List<Bean> beans = new ArrayList<>();
        beans.add(bean);
        OTHER.fillAll(beans);
        say("in_list", Class.forName(bean.driver));
    }

    static void in_map() throws Exception {
        Bean bean = new Bean();
        Map<String, Bean> beans = new HashMap<>();
        beans.put("a", bean);
        OTHER.fillAll(beans);
        say("in_map", Class.forName(bean.driver));
    }

    static void in_optional() throws Exception {
        Bean bean = new Bean();
        OTHER.fillAll(Optional.of(bean));
        say("in_optional", Class.forName(bean.driver));
    }

    static void in_array() throws Exception {
        Bean bean = new Bean();
        OTHER.fillAll(new Object[] { bean });
        say("in_array", Class.forName(bean.driver));
    }

    public static class Made {
        @Opt String name = "app.T02";
        public Made() { }
        void run() throws Exception { say("run", Class.forName(name)); }
    }

    static void made() throws Exception { ((Made) OTHER.make(Made.class)).run(); }

    static void holder() throws Exception {
        Bean bean = new Bean();
        say("holder", Class.forName(bean.plain));
    }

    static void stored_back() throws Exception {
        List<String> names = new ArrayList<>();
        OTHER.keep(names);
        ((List<String>) OTHER.kept()).add("app.T03");
        say("stored_back", Class.forName(names.get(0)));
    }

    static void kept_fixed() throws Exception { say("kept_fixed", Class.forName(Kept.fixed())); }

    static void kept_later() throws Exception { say("kept_later", Class.forName(Kept.later())); }

    static void kept_otherwise() throws Exception { say("kept_otherwise", Class.forName(KeptOtherwise.name())); }

    static void tag_fixed() throws Exception {
        Tag tag = new Tag("app.T02");
        OTHER.keep(tag);
        say("tag_fixed", Class.forName(tag.name()));
    }

    static void tag_changed() throws Exception {
        Tag tag = new Tag("app.T02");
        Filler.change(tag);
        say("tag_changed", Class.forName(tag.other()));
    }

    static void table() throws Exception { say("table", Class.forName(Named.of("a"))); }

    static void table_with_put() throws Exception { say("table_with_put", Class.forName(Named.open("a"))); }

    static void table_lent() throws Exception { say("table_lent", Class.forName(Named.lent("a"))); }

    static void table_of_holders() throws Exception { say("table_of_holders", Class.forName(Named.held("a"))); }

    static void table_set_later() throws Exception { say("table_set_later", Class.forName(Named.set("a"))); }
}

class Handler extends Base {
    @Override protected void handle(String name) throws Exception { Main.say("handle", Class.forName(name)); }
}

/** Made, filled and called by a framework that nobody here calls. */
class Awaited {
    @Opt String driver = "app.T08";
    @Opt void awaited() throws Exception { Main.say("awaited", Class.forName(driver)); }
}

/** As awaited, but for what is marked: no framework sees that at run time. */
@Note class Noted {
    @Note String driver = "app.T08";
    @Opt void noted() throws Exception { Main.say("noted", Class.forName(driver)); }
}

/** Loaded by its name, by code of a library; there is nothing else of it to be called. */
class Registered {
    static { Main.registered = "app.T09"; }
    private Registered() { }
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
