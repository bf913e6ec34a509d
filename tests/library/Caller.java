package app;

import lib.Library;

public class Caller {
    public static class Other {}

    static class Sub extends Library.Base {
        Sub() {
            name = "app.Caller$Other";
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
        print("makeOfHidden", library.makeOfHidden());
    }

    private static void print(String method, Object made) {
        System.out.println(method + " " + made.getClass().getName());
    }
}
