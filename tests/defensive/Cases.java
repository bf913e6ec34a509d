package p;

import java.util.List;

/** Each line asks for what is claimed of the argument of `ask`; behind it what is, and what that rests on. */
class Cases {
    static native void ask(Object value);
    static volatile int seen;
    static String shared;
    static final String KNOWN = String.valueOf("A");
    static final String GIVEN = System.getProperty("p");

    static void literal() { ask("A"); } // "A"
    static void parameter(String given) { ask(given); } // any
    static void joined(boolean which) { ask(which ? "A" : "B"); } // "A" "B"
    static void joinedWithUnknown(boolean which, String given) { ask(which ? "A" : given); } // any
    static void loaded(Box x) { x.f = "A"; ask(x.f); } // "A", race-free
    static void loadedUnset(Box x) { ask(x.f); } // any
    static void setTwice(Box x) { x.f = "A"; x.f = "B"; ask(x.f); } // "B", race-free
    static void aliased(Box x, Box y, String given) { x.f = "A"; y.f = given; ask(x.f); } // any
    static void weakened(Box x, Box y) { x.f = "A"; y.f = "B"; ask(x.f); } // "A" "B", race-free
    static void otherField(Box x, Box y, String given) { x.f = "A"; y.g = given; ask(x.f); } // "A", race-free
    static void otherObject(String given) { Box x = new Box(), y = new Box(); x.f = "A"; y.f = given; ask(x.f); } // "A"
    static void behindField(Box x, Box y, String given) { x.f = "A"; y.next = x; y.next.f = given; ask(x.f); } // any
    static void throughField(Box y) { Box x = new Box(); x.f = "A"; y.next = x; ask(y.next.f); } // "A", race-free
    static void fieldOfNew() { ask(new Box().f); } // null
    static void unknownCall(Box x, Runnable code) { x.f = "A"; code.run(); ask(x.f); } // any
    static void kept(Runnable code) { Box x = new Box(); x.f = "A"; code.run(); ask(x.f); } // "A"
    static void handedOut(List<Object> all) { Box x = new Box(); x.f = "A"; all.add(x); ask(x.f); } // any
    static void handedOutBefore(List<Object> all) { Box x = new Box(); all.add(x); x.f = "A"; ask(x.f); } // "A", race-free
    static void storedAway(Box y, Runnable code) { Box x = new Box(); x.f = "A"; y.next = x; code.run(); ask(x.f); } // any
    static void captured(Box y) { Box x = new Box(); x.f = "A"; Runnable r = () -> x.f = null; r.run(); ask(x.f); } // any
    static void locked(Box x) { x.f = "A"; synchronized (x) { ask(x.f); } } // any
    static void volatileRead(Box x) { x.f = "A"; int now = seen; ask(x.f); } // any
    static void volatileWrite(Box x) { x.f = "A"; seen = 1; ask(x.f); } // any
    static void initialised(Box x) { x.f = "A"; int now = Late.count; ask(x.f); } // any
    static void initialisedByNew(Box x) { x.f = "A"; new Late(); ask(x.f); } // any
    static void initialisedByCall(Box x) { x.f = "A"; Late.run(); ask(x.f); } // any
    static void thrown(Box x, Runnable code) { x.f = "A"; try { code.run(); } catch (RuntimeException e) { ask(x.f); } } // any
    static void localThrown(Runnable code) { String s = "A"; try { code.run(); } catch (RuntimeException e) { ask(s); } } // "A"
    static void onOneWay(Box x, boolean which) { if (which) { x.f = "A"; } ask(x.f); } // any
    static void onBothWays(Box x, boolean which) { if (which) { x.f = "A"; } else { x.f = "B"; } ask(x.f); } // "A" "B", race-free
    static void loop(int n) { Box x = new Box(); x.f = "A"; String s = null; while (n-- > 0) { s = x.f; } ask(x.f); } // "A"
    static void loopSets(int n) { Box x = new Box(); x.f = "A"; while (n-- > 0) { ask(x.f); x.f = "B"; } } // "A" "B"
    static void loopChanges(int n, Box y) { Box x = new Box(); x.f = "A"; while (n-- > 0) { ask(x.f); x = y; } } // any
    static void copies(int n) { String a = "A", b = "B"; while (n-- > 0) { String c = a; a = b; b = c; } ask(a); } // "A" "B"
    static void quietCallee(Box x, Quiet quiet) { x.f = "A"; quiet.run(); ask(x.f); } // "A", race-free
    static void openCallee(Box x, Open open) { x.f = "A"; open.run(); ask(x.f); } // any
    static void exactCallee(Box x) { x.f = "A"; new Open().run(); ask(x.f); } // "A", race-free
    static void calleeSets(Box x) { x.f = "A"; set(x); ask(x.f); } // "B", race-free
    static void calleeSetsOther(Box x, Box y) { x.f = "A"; set(y); ask(x.f); } // any
    static void calleeSetsKept() { Box x = new Box(); x.f = "A"; set(x); ask(x.f); } // "B"
    static void calleeKeepsIt(Box y) { Box x = new Box(); x.f = "A"; keep(x, y); seen = 1; ask(x.f); } // any
    static void calleeGivesIt(Runnable code) { Box x = new Box(), y = self(x); x.f = "A"; y.f = null; code.run(); ask(x.f); } // any
    static void calleeLocks(Box x) { x.f = "A"; lock(); ask(x.f); } // any
    static void made() { ask(make().f); } // "A"
    static void madeFar() { ask(h1().f); } // "A"
    static void passed() { ask(p4("A")); } // "A"
    static void passedFar() { ask(p1("A")); } // any
    static void again(int n) { ask(turned("A", n)); } // any
    static void dispatched() { ask(new Open().says()); } // "A"
    static void dispatchedOpen(Open open) { ask(open.says()); } // any
    static void staticFinal() { ask(KNOWN); } // null "A", no-unsafe-writes
    static void staticFinalUnknown() { ask(GIVEN); } // any
    static void staticField() { ask(shared); } // any
    static void staticSet() { shared = "A"; ask(shared); } // "A", race-free
    static void staticCall(Runnable code) { shared = "A"; code.run(); ask(shared); } // any
    static void instanceFinal(Final made) { ask(made.name); } // any
    static void elements(int at) { String[] all = { "A", "B" }; ask(all[at]); } // null "A" "B"
    static void elementsOut(int at, List<Object> all) { String[] a = { "A" }; all.add(a); ask(a[at]); } // any
    static void concat(int n) { String s = n > 0 ? "A" : "B"; ask(s + 1 + 'c' + true); } // "A1ctrue" "B1ctrue"
    static void concatCalls(Box x, Object any) { x.f = "A"; String s = "" + any; ask(x.f); } // any
    static void builder() { StringBuilder b = new StringBuilder("A"); b.append('B').append("C"); ask(b.toString()); } // "ABC"
    static void builderOut(List<Object> all) { StringBuilder b = new StringBuilder("A"); all.add(b); ask(b.toString()); } // any
    static void builderLoop(int n) { StringBuilder b = new StringBuilder(); while (n-- > 0) { b.append('A'); } ask(b.toString()); } // any
    static void boxed() { Character c = 'c'; ask(c.getClass()); } // any
    static void nameOfClass() { ask(new Open().getClass().getName()); } // "p.Open"
    static void missing(boolean which) throws Exception { ask(which ? Class.forName("p.Gone").getName() : "A"); } // any
    static void split(int at) { ask("A,B".split(",")[at]); } // "A" "B"
    static void splitInNone(boolean which) { ask(which ? "A" : String.join("", ",".split(","))); } // any

    static void set(Box box) { box.f = "B"; }
    static void keep(Box box, Box in) { in.next = box; }
    static Box self(Box box) { return box; }
    static synchronized void lock() {}
    static Box make() { Box box = new Box(); box.f = "A"; return box; }
    static Box h1() { return h2(); }
    static Box h2() { return h3(); }
    static Box h3() { return h4(); }
    static Box h4() { return h5(); }
    static Box h5() { return h6(); }
    static Box h6() { return make(); }
    static String p1(String s) { return p2(s); }
    static String p2(String s) { return p3(s); }
    static String p3(String s) { return p4(s); }
    static String p4(String s) { return p5(s); }
    static String p5(String s) { return p6(s); }
    static String p6(String s) { return s; }
    static String turned(String s, int n) { return n == 0 ? s : turned(s, n - 1); }
}

class Box {
    String f, g;
    Box next;
}

class Late {
    static int count = Integer.parseInt("1");
    static void run() {}
}

class Open {
    int run() { return 1; }
    String says() { return "A"; }
}

final class Quiet {
    int run() { return 1; }
}

class Final {
    final String name = String.valueOf("A");
}
