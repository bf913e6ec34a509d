package app;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import lib.Hooks;

public class HooksCaller {
    private static final String OTHER = "java.util.TreeMap";

    public static class Own extends Hooks {
        @Override
        protected String name() {
            return OTHER;
        }
    }

    public static class OwnStandard extends Hooks.Standard {
        @Override
        public String named() {
            return OTHER;
        }
    }

    public static class OwnFilled extends Hooks.Filled {
        @Override
        protected void fill(Map<String, String> names, String[] array) {
            names.put("name", OTHER);
            array[0] = OTHER;
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Mark {}

    @Mark
    static class Marked {}

    private static void tell(String method, Object made) {
        System.out.println(method + " " + made.getClass().getName());
    }

    public static void main(String[] args) throws Exception {
        tell("byHook", new Own().byHook());
        tell("byHookOfGiven", Hooks.byHookOfGiven(new Own()));
        tell("byOwnClass", new Own().byOwnClass());
        tell("byDefault", new OwnStandard().byDefault());
        tell("byAbstract", new Hooks.Maker() {
            @Override
            protected String made() {
                return OTHER;
            }
        }.byAbstract());
        tell("byElement", Hooks.byElement(Own::new));
        Hooks.Told told = new Hooks.Told(OTHER) {
            @Override
            public String toString() {
                return OTHER;
            }

            @Override
            public String getMessage() {
                return OTHER;
            }
        };
        tell("byText", told.byText());
        tell("byMessage", told.byMessage());
        tell("byThrown", Hooks.byThrown(() -> {
            throw told;
        }));
        tell("byAnnotation", Hooks.byAnnotation(Marked.class.getAnnotation(Mark.class)));
        Hooks.Shown.inherited = OTHER;
        tell("byInherited", Hooks.Shown.byInherited());
        tell("byFilledMap", new OwnFilled().byFilledMap());
        tell("byFilledArray", new OwnFilled().byFilledArray());
        Hooks.Part part = new Hooks.Part();
        Hooks.Part.rename(part);
        Hooks.Part.renameAll(List.of(part));
        tell("byStoredIntoGiven", part.byStoredIntoGiven());
        tell("byPutIntoGiven", part.byPutIntoGiven());
        Object[] sent = new Object[1];
        Hooks.Sent.send(one -> sent[0] = one);
        tell("bySent", ((Hooks.Sent) sent[0]).bySent());
        Object[] kept = new Object[1];
        AtomicReference<Object> also = new AtomicReference<>();
        Hooks.Kept.keep(kept, also);
        tell("byKept", ((Hooks.Kept) also.get()).byKept());
        Hooks.compare((one, other) -> {
            one.set(0, OTHER);
            return 0;
        });
        tell("byCompared", Hooks.byCompared());
        Hooks.worker().setName(OTHER);
        tell("bySetter", Hooks.bySetter());
        Hooks.shown().put("name", OTHER);
        tell("byShown", Hooks.byShown());
        Hooks.viewed().iterator().next().setValue(OTHER);
        tell("byViewed", Hooks.byViewed());
        Hooks.behind().apply("name", OTHER);
        tell("byFunction", Hooks.byFunction());
        tell("fixedOnly", Hooks.fixedOnly());
        tell("seenOnly", Hooks.seenOnly());
        tell("ownOnly", new Own().ownOnly());
        tell("lastOnly", new Own().lastOnly());
        tell("staticOnly", new Own().staticOnly());
        tell("packageOnly", new Own().packageOnly());
        tell("madeInside", Hooks.madeInside());
        tell("lastClassOnly", new Hooks.Last().lastClassOnly());
    }
}
