//! Random Java programs about boxes: static methods that set, hand on and ask for values, with calls of hostile code at every
//! place where the language lets it in. Equal seeds give equal programs. Must not know what is claimed of them.

use std::fmt::Write as _;

use crate::naive::programs::Random;

const VALUES: usize = 4;
const BOXES: usize = 3;
pub(super) const METHODS: usize = 6;
/// Statements of a method, those inside others not counted.
const STATEMENTS: usize = 14;

/// The source of a program of a name; what it asks for is numbered with that name in front.
pub(super) fn generate(name: &str, seed: u64) -> String {
    let mut writer = Writer {
        name,
        random: Random::new(seed),
        text: String::new(),
        asked: 0,
        method: 0,
        late: 0,
        is_calm: seed.is_multiple_of(2),
    };
    writer.line("package p;");
    writer.line(&format!("class {name} {{"));
    writer.line("static Object s; static Box sb; static Code sc; static final Object K = String.valueOf(\"known\");");
    for method in 0..METHODS {
        writer.method = method;
        writer.line(&format!("static Object m{method}(Object a, Box b) {{"));
        writer.line(
            "Object v0 = a, v1 = \"k\", v2 = null, v3 = K; Box b0 = b, b1 = new Box(), b2 = new Box(v1); int t = 0;",
        );
        writer.line("Object[] array = {v1, v2}; Code c0 = x -> x, c1 = Box::through;");
        for _ in 0..STATEMENTS {
            writer.statement(0);
        }
        writer.ask();
        let result = writer.value();
        writer.line(&format!("return {result}; }}"));
    }
    writer.line("}");
    writer.own_box();
    // Each is initialised once, where it is used for the first time.
    for late in 0..writer.late {
        let class = format!("class {name}Late{late}");
        writer.line(&format!("{class} {{ static int count = Evil.number(); static void call() {{ }} }}"));
    }
    writer.text
}

struct Writer<'n> {
    name: &'n str,
    random: Random,
    text: String,
    asked: usize,
    method: usize,
    late: usize,
    is_calm: bool,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn value(&mut self) -> String {
        format!("v{}", self.random.below(VALUES))
    }

    fn a_box(&mut self) -> String {
        format!("b{}", self.random.below(BOXES))
    }

    /// A class whose constructor asks for its own field, before and after it sets it.
    fn own_box(&mut self) {
        let (name, above) = (self.name, ["Box", "Box", "EvilBase"][self.random.below(3)]);
        self.line(&format!("class {name}Own extends {above} {{ Object x; final Object y;"));
        if self.random.below(2) == 0 {
            self.line(&format!("{name}Own() {{ this(\"own\"); }}"));
        } else {
            self.line(&format!("{name}Own() {{ y = \"y\"; }}"));
        }
        self.line(&format!("{name}Own(Object a) {{ super(); Object before = x;"));
        self.ask_for("before");
        let says = ["x = \"x\"; y = a;", "x = a; y = \"y\";", "y = \"y\"; x = y;"][self.random.below(3)];
        self.line(says);
        let acts = ["", "", "Evil.act();", "Evil.keep(this);", "next = this;", "x = get();"][self.random.below(6)];
        self.line(acts);
        self.ask_for("x");
        self.line("}}");
    }

    /// Goes by a field twice, and the object there may be known by other names.
    fn twice(&mut self) -> String {
        let (w, b, c, d, field) = (self.value(), self.a_box(), self.a_box(), self.a_box(), self.field());
        self.line(&format!("if ({b}.next != null) {{ {b}.next.{field} = {w};"));
        let between = match self.random.below(8) {
            0 => format!("{c}.next = {d};"),
            1 => format!("{c}.{field} = \"between\";"),
            2 => format!("Box.link({c}, {d});"),
            3 => format!("{c} = {b}.next;"),
            4 => format!("sb = {b}.next; sb.{field} = \"sb\"; {c} = sb;"),
            _ => String::new(),
        };
        self.line(&between);
        self.line(&format!("if ({b}.next != null) {{"));
        self.ask_for(&format!("{b}.next.{field}"));
        "} }".to_owned()
    }

    /// Makes a function, or has one run.
    fn function(&mut self) -> String {
        let (v, w, b, field) = (self.value(), self.value(), self.a_box(), self.field());
        let code = format!("c{}", self.random.below(2));
        let name = self.name;
        match self.random.below(12) {
            0 => format!("{{ final Object q = {w}; {code} = x -> q; }}"),
            1 => format!("{{ final Box q = {b}; {code} = x -> q.{field}; }}"),
            2 => format!("{{ final Box q = {b}; {code} = x -> {{ q.{field} = x; return \"set\"; }}; }}"),
            3 => format!("{code} = {};", ["Box::through", "Box::new", "x -> x"][self.random.below(3)]),
            4 => format!("{code} = {b}::keep;"),
            5 => format!("{{ final Object q = {w}; final Code d = {code}; {code} = x -> d.run(q); }}"),
            6 => format!("sc = {code}; c0 = sc;"),
            7 => format!("{v} = {code}.twice({w});"),
            8 => format!("{b} = new {name}Own({w});"),
            9 => format!("{b} = new {name}Own();"),
            _ => {
                self.line(&format!("{v} = {code}.run({w});"));
                self.ask_for(&v);
                String::new()
            }
        }
    }

    fn field(&mut self) -> &'static str {
        ["f", "g"][self.random.below(2)]
    }

    fn ask(&mut self) {
        let value = self.value();
        self.ask_for(&value);
    }

    fn ask_for(&mut self, value: &str) {
        let _ = writeln!(self.text, "Log.ask({value}, \"{}#{}\");", self.name, self.asked);
        self.asked += 1;
    }

    /// Initialises a class, at the first time that it runs.
    fn late(&mut self) -> String {
        let late = format!("{}Late{}", self.name, self.late);
        self.late += 1;
        let uses = [format!("t = {late}.count;"), format!("{late}.call();"), format!("new {late}();")];
        uses[self.random.below(3)].clone()
    }

    /// A kind of statement. In every second program few let others in: there, claims live longer.
    fn pick(&mut self) -> usize {
        let kind = self.random.below(44);
        let lets_in = [24, 25, 26, 29, 30, 39, 40, 42].contains(&kind);
        if self.is_calm && lets_in && self.random.below(4) > 0 { self.random.below(24) } else { kind }
    }

    /// One that lets nobody in is of arithmetic.
    fn condition(&mut self) -> &'static str {
        ["Evil.flip()", "t++ % 3 == 0"][usize::from(self.is_calm || self.random.below(2) == 0)]
    }

    fn block_after(&mut self, head: &str, depth: usize) {
        self.line(head);
        self.line("{");
        for _ in 0..2 + self.random.below(3) {
            self.statement(depth + 1);
        }
        self.line("}");
    }

    fn statement(&mut self, depth: usize) {
        if self.random.below(if self.is_calm { 9 } else { 4 }) == 0 {
            return self.ask();
        }
        if depth < 2 && self.random.below(6) == 0 {
            return self.compound(depth);
        }
        if self.random.below(12) == 0 {
            let line = self.twice();
            return self.line(&line);
        }
        if self.random.below(6) == 0 {
            let line = self.function();
            return self.line(&line);
        }
        let (v, w, b, c, field) = (self.value(), self.value(), self.a_box(), self.a_box(), self.field());
        let number = self.random.below(3);
        let line = match self.pick() {
            0..=2 => format!("{v} = \"c{number}\";"),
            3..=4 => format!("{v} = {w};"),
            // Asked for where it was read: a call in between ends what is known.
            5..=9 if number == 0 => {
                self.line(&format!("{v} = {b}.{field};"));
                return self.ask_for(&v);
            }
            5..=9 => format!("{v} = {b}.{field};"),
            10 => format!("{v} = {b}.h;"),
            11..=15 => format!("{b}.{field} = {w};"),
            16..=17 => format!("{b} = new Box();"),
            18..=19 => format!("{b} = new Box({w});"),
            20 => format!("{b} = {c};"),
            21 => format!("{b}.next = {c};"),
            22 => format!("Box.link({b}, {c});"),
            23 => format!("{b} = {c}.next == null ? {b} : {c}.next;"),
            24 => format!("{v} = {b}.get();"),
            25 => format!("{b}.set({w});"),
            26 => format!("{b} = {c}.self();"),
            27 => format!("{v} = {b}.keep({w});"),
            28 => format!("{v} = Box.through({w});"),
            29 => format!("{v} = \"t\" + {w};"),
            30 => format!("{v} = \"t\" + {b};"),
            31 => format!("{v} = new StringBuilder(\"s\").append({w}).append(1).toString();"),
            32 | 33 => self.late(),
            34 => format!("s = {w}; {v} = s;"),
            35 => format!("sb = {b}; {c} = sb;"),
            36 => format!("{v} = K;"),
            37 => format!("{v} = array[{}]; array[{}] = {w};", number % 2, self.random.below(2)),
            38 => format!("array = new Object[] {{{w}, \"e\"}};"),
            39 => [&format!("Evil.keep({b});"), "Evil.keep(array);", "Evil.act();"][number].to_owned(),
            40 => [format!("{v} = Evil.give({w});"), format!("{b} = Evil.box();"), "new Hidden();".to_owned()][number]
                .clone(),
            41 => format!("{v} = {};", ["Box.class", "Object[].class", "int.class"][number]),
            42 => format!("{{ final Box q = {b}; Evil.run(() -> q.{field} = \"code\"); }}"),
            _ if self.method + 1 < METHODS => {
                let callee = self.method + 1 + self.random.below(METHODS - self.method - 1);
                format!("{v} = m{callee}({w}, {b});")
            }
            _ => format!("{v} = {b}.{field};"),
        };
        self.line(&line);
    }

    fn compound(&mut self, depth: usize) {
        let kind = self.random.below(6);
        let (b, v, field, condition) = (self.a_box(), self.value(), self.field(), self.condition());
        match kind {
            0 | 1 => {
                self.block_after(&format!("if ({condition})"), depth);
                self.block_after("else", depth);
            }
            2 => {
                self.block_after(&format!("for (int i{depth} = 0; i{depth} < 3 && {condition}; i{depth}++)"), depth);
            }
            3 => {
                self.line(&format!("if ({condition}) {{ {b}.{field} = \"x\"; }} else {{ {b}.{field} = \"y\"; }}"));
                // What is known of both ways ends where a class is initialised.
                if self.random.below(3) == 0 {
                    let late = self.late();
                    self.line(&late);
                }
                self.line(&format!("{v} = {b}.{field};"));
                self.ask_for(&v);
            }
            4 => {
                self.block_after("try", depth);
                self.line(&format!("catch (RuntimeException e) {{ {v} = \"caught\"; }}"));
            }
            _ => self.block_after(&format!("synchronized ({b})"), depth),
        }
    }
}
