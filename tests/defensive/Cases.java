package p;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Each line asks for what is claimed of the argument of `ask`; behind it what is, and what that rests on. `any (finals)`: something
 * is claimed if only constructors set final fields.
 */
class Cases {
    static native void ask(Object value);
    static volatile int seen;
    static String shared;
    static Box held;
    static final Open BOOM = new Boom();
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
    static void instanceFinal(Final made) { ask(made.name); } // any (finals)
    static void finalOfWays(Ways made) { ask(made.name); } // any (finals)
    static void finalOfOneWay(OneWay made) { ask(made.name); } // any
    static void finalOfParameter(OneWay made) { ask(made.given); } // any
    static void finalToldBefore(Told made) { ask(made.name); } // any (finals)
    static void finalReadFromStream(Stored made) { ask(made.name); } // any
    static void finalSelects(Told made) { ask(made.open.says()); } // any (finals)
    static void madeWithFinal() { ask(new Final().name); } // "A"
    static void selectedByShared(Box x) { x.any = new Open(); ask(((Open) x.any).says()); } // "A", race-free
    static void keptBySelectedShared(Box x, Box y) { y.f = "A"; x.any = new Open(); ((Open) x.any).run(); ask(y.f); } // "A", race-free
    static void selectedFar(Box x) { x.any = new Open(); ask(selected(x)); } // "A", race-free
    static void keptBySelectedFar(Box x, Box y) { y.f = "A"; x.any = new Open(); String s = selected(x); ask(y.f); } // "A", race-free
    static void handedToSelected(Box x) { Box y = new Box(); y.f = "A"; x.any = new Takes(); ((Takes) x.any).take(y); seen = 1; ask(y.f); } // any
    static void sharedNull(Box x, boolean which) { String s = "A"; if (which) { x.next = null; x.next.f = ""; s = "B"; } ask(s); } // "A" "B"
    static void sharedThrows(Box x, boolean which) { String s = "A"; if (which) { x.f = "A"; s = x.f.substring(2); } ask(s); } // any
    static void sharedThrowsBefore(Box x, boolean w) { String s = "A"; if (w) { x.f = "A"; x.f.substring(2); s = "B"; } ask(s); } // "A" "B"
    static void sharedNeverReturns(Box x, boolean w) { String s = "A"; if (w) { x.any = new Boom(); ((Open) x.any).run(); s = "B"; } ask(s); } // "A" "B"
    static void finalNeverReturns(boolean w) { String s = "A"; if (w) { BOOM.run(); s = "B"; } ask(s); } // "A" "B"
    static void neverReturns(boolean w) { String s = "A"; if (w) { new Boom().run(); s = "B"; } ask(s); } // "A"
    static void sharedNullReceiver(Box x, boolean w) { String s = "A"; if (w) { x.any = null; Function<Open, String> f = Open::says; f.apply((Open) x.any); s = "B"; } ask(s); } // "A" "B"
    static void selectedPastMissing() { Says s = new Half(); ask(s.d()); } // any
    static void selectedBelowMissing() { Says s = new HalfOwn(); ask(s.d()); } // "A"
    static void foundPastMissing(boolean w) throws Exception { String s = "A"; if (w) { Half.class.getMethod("inh"); s = "B"; } ask(s); } // "A" "B"
    static void superOfMissing() { ask(Half.class.getSuperclass().getSuperclass().getName()); } // any
    static void apartByShared(Box x, Box y, String given) { x.next = new Box(); y.next = new Box(); x.next.f = "A"; y.next.f = given; ask(x.next.f); } // any
    static void sharedTypes(Box x) throws Exception { x.any = String.class; ask(Open.class.getMethod("says", (Class<?>) x.any)); } // any
    static void textOfShared(Box x, Box y) { y.f = "A"; x.any = "B"; String.valueOf(x.any); ask(y.f); } // "A", race-free
    static void joinedShared(Box x, Box y) { y.f = "A"; x.any = "B"; String s = "" + x.any; ask(y.f); } // "A", race-free
    static void sameField(Box y) { y.next.f = "A"; ask(y.next.f); } // "A", race-free
    static void sameFar(Box y) { y.next.next.f = "A"; ask(y.next.next.f); } // "A", race-free
    static void sameAfterCall(Box y, Runnable code) { Box x = y.next; x.f = "A"; code.run(); ask(y.next.f); } // any
    static void sameOfKept(Box z, Runnable code) { Box y = new Box(); y.next = z; code.run(); y.next.f = "A"; ask(y.next.f); } // "A", race-free
    static void sameStored(Box x, Box y) { y.next = x; x.f = "A"; ask(y.next.f); } // "A", race-free
    static void sameChanged(Box y, Box z) { Box x = y.next; x.f = "A"; y.next = z; ask(y.next.f); } // any
    static void sameOtherChanged(Box y, Box w, Box z) { Box x = y.next; x.f = "A"; w.next = z; ask(y.next.f); } // any
    static void sameOtherKeptChanged(Box y, Box z) { Box w = new Box(), x = y.next; x.f = "A"; w.next = z; ask(y.next.f); } // "A", race-free
    static void sameOnOneWay(Box y, boolean which) { Box x = new Box(); if (which) { x = y.next; } x.f = "A"; ask(y.next.f); } // any
    static void sameLoop(Box y, int n) { while (n-- > 0) { Box x = y.next; x.f = "A"; y = x; } ask(y.next.f); } // any
    static void sameQuiet(Box y, Quiet quiet) { Box x = y.next; x.f = "A"; quiet.run(); ask(y.next.f); } // "A", race-free
    static void sameCalleeSets(Box y) { Box x = y.next; x.f = "A"; unlink(y); ask(y.next.f); } // any
    static void sameStatic() { held.f = "A"; ask(held.f); } // "A", race-free
    static void sameStaticSet(Box x) { held.f = "A"; held = x; ask(held.f); } // any
    static void sameStaticCalleeSets() { held.f = "A"; hold(null); ask(held.f); } // any
    static void sameElement(Box[] all) { all[0].f = "A"; ask(all[0].f); } // any
    static void sameValue(Box y) { String s = y.f; if (s == "A") { ask(y.f); } } // any
    static void constructed() { ask(new Made("B").seen); } // null
    static void delegated() { ask(new Made(1).given); } // "C"
    static void function() { Supplier<String> s = () -> "A"; ask(s.get()); } // "A"
    static void functionOfStatic() { Supplier<String> s = Cases::h0; ask(s.get()); } // "A"
    static void functionHolds() { String held = String.valueOf("A"); Supplier<String> s = () -> held; ask(s.get()); } // "A"
    static void functionHoldsLong(Runnable code) { String a = String.valueOf("A"); Supplier<String> s = () -> a; code.run(); ask(s.get()); } // "A"
    static void functionHoldsUnknown(String given) { Supplier<String> s = () -> given; ask(s.get()); } // any
    static void functionHoldsObject() { Box x = new Box(); x.f = "A"; Supplier<String> s = () -> x.f; ask(s.get()); } // "A", race-free
    static void functionHoldsShared(Runnable code) { Box x = new Box(); x.f = "A"; Supplier<String> s = () -> x.f; code.run(); ask(s.get()); } // any
    static void functionTakes() { Function<String, String> f = s -> s; ask(f.apply("A")); } // "A"
    static void functionHoldsTakes() { String a = String.valueOf("A"); Function<String, String> f = b -> a + b; ask(f.apply("B")); } // "AB"
    static void functionSets() { Box x = new Box(); x.f = "A"; Function<Box, Box> f = b -> { b.f = "B"; return b; }; f.apply(x); ask(x.f); } // "B", race-free
    static void functionGives() { Supplier<Box> s = Cases::make; ask(s.get().f); } // "A"
    static void functionOfTwo(boolean which) { Supplier<String> s = which ? () -> "A" : () -> "B"; ask(s.get()); } // "A" "B"
    static void functionHoldsOfTwo(boolean which) { String a = String.valueOf("A"), b = String.valueOf("B"); Supplier<String> s = which ? () -> a : () -> b; ask(s.get()); } // "A" "B"
    static void functionHoldsOfOne(boolean which) { String a = String.valueOf("A"); Supplier<String> s = which ? () -> a : () -> "B"; ask(s.get()); } // any
    static void functionOrUnknown(boolean which, Supplier<String> given) { Supplier<String> s = which ? () -> "A" : given; ask(s.get()); } // any
    static void functionPassed() { ask(run(() -> "A")); } // "A"
    static void functionPassedHolds() { String a = String.valueOf("A"); ask(run(() -> a)); } // "A"
    static void functionInField() { Box x = new Box(); Supplier<String> s = () -> "A"; x.any = s; ask(((Supplier<?>) x.any).get()); } // "A"
    static void functionShared(Box x) { Supplier<String> s = () -> "A"; x.any = s; ask(((Supplier<?>) x.any).get()); } // "A", race-free
    static void functionOfBound() { Open open = new Open(); Supplier<String> s = open::says; ask(s.get()); } // "A"
    static void functionOfBoundUnknown(Open open) { Supplier<String> s = open::says; ask(s.get()); } // any
    static void functionOfReceiver() { Function<Open, String> f = Open::says; ask(f.apply(new Open())); } // "A"
    static void functionOfReceiverUnknown(Open open) { Function<Open, String> f = Open::says; ask(f.apply(open)); } // any
    static void functionMakes() { Supplier<Final> s = Final::new; ask(s.get().name); } // "A"
    static void functionMakesWith() { Function<String, Made> f = Made::new; ask(f.apply("B").given); } // "B"
    static void functionOfBox() { Function<Integer, Object> f = n -> n; ask(f.apply(1)); } // any
    static void functionOfNumber() { IntFunction<String> f = n -> "A" + n; ask(f.apply(1)); } // "A1"
    static void functionWidened() { IntSupplier f = () -> 'A'; ask("" + f.getAsInt()); } // "65"
    static void functionCalls(Box x, Runnable code) { x.f = "A"; Runnable r = () -> code.run(); r.run(); ask(x.f); } // any
    static void functionQuiet(Box x) { x.f = "A"; Runnable r = () -> {}; r.run(); ask(x.f); } // "A", race-free
    static void functionMadeQuietly(Box x) { x.f = "A"; Runnable r = () -> {}; ask(x.f); } // "A", race-free
    static void functionInherits() { Own own = () -> "A"; ask(own.twice()); } // "AA"
    static void functionLoop(int n) { String a = "A"; Supplier<String> s = () -> "0"; while (n-- > 0) { String b = a; s = () -> b; a = "B"; } ask(s.get()); } // any
    static void functionLoopHolds(int n) { String a = "A", z = String.valueOf("0"); Supplier<String> s = () -> z; while (n-- > 0) { String b = a; s = () -> b; a = "B"; } ask(s.get()); } // "0" "A" "B"
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
    static String h0() { return "A"; }
    static void unlink(Box box) { box.next = null; }
    static void hold(Box box) { held = box; }
    static String run(Supplier<String> code) { return code.get(); }
    static String selected(Box x) { return ((Open) x.any).says(); }
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
    Object any;
}

interface Own {
    String says();
    default String twice() { return says() + says(); }
}

class Boom extends Open {
    int run() { throw new RuntimeException(); }
}

/** Its class file is taken away before anything is asked. */
class Absent {
    public String d() { return "B"; }
    public static void inh() {}
}

interface Says {
    default String d() { return "A"; }
}

class Half extends Absent implements Says {}

class HalfOwn extends Absent implements Says {
    public String d() { return "A"; }
}

class Takes {
    static Box taken;
    void take(Box box) {}
}

class Ways {
    final String name;
    Ways() { this("B"); }
    Ways(int n) { name = String.valueOf("A"); }
    private Ways(String given) { name = "C"; }
}

class OneWay {
    final String name, given;
    OneWay() { name = "A"; given = null; }
    OneWay(String given) { name = given; this.given = given; }
}

class Told {
    final String name;
    final Open open = new Open();
    Told(Runnable code) { name = "A"; code.run(); }
}

class Stored implements java.io.Serializable {
    final String name = String.valueOf("A");
}

class Made {
    String seen, given;
    Made(String given) { seen = this.given; this.given = given; }
    Made(int n) { this("C"); }
}

class Filled {
    static final String NAME = String.valueOf("A");
    static { Cases.turned("B", 2); Cases.ask(NAME); } // "A", no-unsafe-writes
}

class Early {
    String f;
    Early() { Cases.ask(f); } // null
}

class EarlySet {
    String f;
    EarlySet(Runnable code) { f = "A"; code.run(); Cases.ask(f); } // "A"
}

class EarlyOut extends Box {
    static EarlyOut out;
    String g;
    EarlyOut(Runnable code) { g = "A"; out = this; code.run(); Cases.ask(g); } // any
}

class EarlyInherited extends Above {
    String g;
    EarlyInherited() { Cases.ask(g); } // any
}

class EarlyFinal {
    final String f;
    EarlyFinal(List<Object> all) { f = "A"; all.add(this); Cases.ask(f); } // any (finals)
}

class EarlyDelegated {
    String f;
    EarlyDelegated(int n) { this(); }
    EarlyDelegated() { Cases.ask(f); } // any
}

class Above {
    Above() { done(); }
    void done() {}
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
