package p;

/** What the calls of the table are made on. */
class Things {}

class Base {
    public void base() {}
}

class Task extends Base implements Job {
    public static final Integer LIMIT = Integer.valueOf("4");
    public static Integer free = 4;
    public int count = 1;
    public String text = "t";
    public Object any = "any";
    volatile int fast;
    int plain;
    volatile String quick = "q";
    private int own = 2;
    final Object kept = new Object();
    Object loose = new Object();

    public void go() {}

    public static Object fixed() {
        return "fixed";
    }

    public Object thing() {
        return this;
    }

    public int size() {
        return 3;
    }

    public void times(int number) {}

    public void wide(long number) {}

    public void small(short number) {}

    public void boxed(Long number) {}

    public static void all(String... texts) {}

    public void named(String text) {}

    private void secret() {}

    void hidden() {}
}

interface Job {}

class Pair {
    final Object one;

    public Pair(Object one) {
        this.one = one;
    }

    public Pair(String one) {
        this.one = one;
    }

    Pair(String one, int two) {
        this.one = one;
    }

    Pair(int two) {
        this.one = two;
    }
}

class Closed {
    private Closed() {}
}

class Opened {
    Opened() {}
}

abstract class Abstract {
    public Abstract() {}
}

class Outer {
    class Inner {}

    static class Nested {}
}

enum Colour {
    RED,
    GREEN
}

record Point(int x) {}

class Plain {
    private final int x;

    Plain(int x) {
        this.x = x;
    }

    private Plain() {
        this(1);
    }
}

sealed interface Shape permits Circle {}

final class Circle implements Shape {}
