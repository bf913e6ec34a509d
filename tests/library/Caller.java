package app;

import lib.Library;

public class Caller {
    public static class Other {}

    static class Sub extends Library.Base {
        Sub() {
            name = "app.Caller$Other";
        }
    }

    static class Own extends Library.Template {
        Own() {
            super("app.Caller$Other");
            keep("app.Caller$Other");
        }

        @Override
        protected String name() {
            return "app.Caller$Other";
        }

        @Override
        protected Library.Holder<String> named() {
            Library.Holder<String> holder = new Library.Holder<>();
            holder.set("app.Caller$Other");
            return holder;
        }
    }

    static class Deepest extends Library.Deeper {
        @Override
        protected String name() {
            return "app.Caller$Other";
        }

        @Override
        protected Library.Holder<String> named() {
            return null;
        }
    }

    public static void main(String[] args) throws Exception {
        Library library = Library.shared();
        library.setType(Other.class);
        print("makeOfShared", Library.makeOfShared());
        Library.open = "app.Caller$Other";
        print("makeOfPublicField", library.makeOfPublicField());
        library.holder.set(Other.class);
        print("makeOfHolder", library.makeOfHolder());
        library.options().setName("app.Caller$Other");
        print("makeOfOptions", library.makeOfOptions());
        library.array()[0] = "app.Caller$Other";
        print("makeOfArray", library.makeOfArray());
        library.list().set(0, "app.Caller$Other");
        print("makeOfList", library.makeOfList());
        print("makeOfProtectedField", new Sub().makeOfProtectedField());
        print("makeByTemplate", new Own().makeByTemplate());
        print("makeOfGiven", new Own().makeOfGiven());
        print("makeOfKept", new Own().makeOfKept());
        print("makeOfNamed", new Own().makeOfNamed());
        print("makeBelow", Library.Template.makeByAny(new Own()));
        print("makeDeeper", new Deepest().makeDeeper());
        Library.Plugin plugin = () -> "app.Caller$Other";
        print("makeByPlugin", plugin.makeByPlugin());
        print("makeOfHidden", library.makeOfHidden());
    }

    private static void print(String method, Object made) {
        System.out.println(method + " " + made.getClass().getName());
    }
}
