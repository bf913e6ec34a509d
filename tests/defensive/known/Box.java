package p;

/** What the programs are about. Anybody may extend it. */
class Box {
    Object f;
    Object g;
    final Object h;
    Box next;

    Box() {
        h = "H";
    }

    Box(Object value) {
        f = value;
        h = value;
    }

    Object get() {
        return f;
    }

    void set(Object value) {
        f = value;
    }

    Box self() {
        return this;
    }

    final Object keep(Object value) {
        Object before = g;
        g = value;
        return before;
    }

    static Object through(Object value) {
        return value;
    }

    static void link(Box from, Box to) {
        from.next = to;
    }
}
