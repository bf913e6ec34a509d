package p;

/** What the calls of the table are made on. */
class Things {}

class Base {
    public int shared = 1;

    public void base() {}
}

class Task extends Base implements Job {
    public static final Integer LIMIT = Integer.valueOf("4");
    static final int MOST = Integer.parseInt("4");
    public static Integer free = 4;
    static volatile int everywhere;
    public int count = 1;
    public long big = 1;
    public char letter = 'a';
    public boolean on = true;
    public String text = "t";
    public Object any = "any";
    volatile int fast;
    private volatile int inner;
    int plain;
    volatile long quickly;
    volatile String quick = "q";
    private int own = 2;
    final Object kept = new Object();
    final int last = Integer.parseInt("5");
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

    public long space() {
        return 3;
    }

    public String label() {
        return "label";
    }

    public void times(int number) {}

    public void wide(long number) {}

    public void small(short number) {}

    public void light(float number) {}

    public void letter(char letter) {}

    public void flag(boolean on) {}

    public void boxed(Long number) {}

    public void take(Job job) {}

    public void many(Object[] things) {}

    public static void all(String... texts) {}

    public void named(String text) {}

    private void secret() {}

    private static void whisper() {}

    void hidden() {}
}

class Chore extends Task {}

class Errand extends Task {
    public static Object STEPS;
}

interface Job {
    Object STEPS = new Object();

    default void work() {}

    static void offer() {}

    private void prepare() {}
}

class Holder {
    static int twice(int number) {
        return 2 * number;
    }
}

class Box<T> {
    public void put(T thing) {}

    public <N extends Number> void limit(N number) {}
}

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

class Heir extends q.Other {}

class Removed {}

class Orphan extends Removed {}

abstract class Abstract {
    public Abstract() {}
}

class Outer {
    class Inner {}

    static class Nested {}
}

enum Colour {
    RED,
    GREEN;

    static Colour mixed;
}

@interface Tag {
    String value() default "";
}

record Point(int x) {}

record Mark(int x) {}

class Plain {
    private final int x;

    Plain(int x) {
        this.x = x;
    }

    private Plain() {
        this(1);
    }
}

class Mutable {
    public int x;
}

class Spot {
    public int x;

    Spot(int x) {
        this.x = x;
    }
}

/** Knows where fields are. */
class Raw {
    static final sun.misc.Unsafe UNSAFE = unsafe();

    private static sun.misc.Unsafe unsafe() {
        try {
            var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (sun.misc.Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}

/** Has what others hide. */
class Sized {
    public int length;
    int modifiers;
    boolean override;
}

/** Has what classes of the JDK keep to themselves. */
class Mapped {
    public static int ADDRESS_SIZE = 8;
    private static Object m;
    private static Object theEnvironment;

    public static int initLevel() {
        return 4;
    }

    void addURL(java.net.URL url) {}
}

interface Counted {
    int size();
}

interface Measured {
    long size();
}

sealed interface Shape permits Circle {}

final class Circle implements Shape {}
