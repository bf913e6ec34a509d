//! Small random programs that reflect: classes with overriding, overloads, statics and one field, and bodies in which every
//! variable is assigned once, so that the papers' rules, which know no order of statements, can be read off them. Owns the
//! programs as data, and their Java text; equal seeds give equal programs. Must not know any rule.

use std::fmt::Write as _;

/// What a variable holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ty {
    Object,
    Of(usize),
    /// Names of classes, and of methods.
    Name,
    Member,
    Class,
    Method,
}

/// A variable of one body.
pub(super) type Var = usize;

#[derive(Debug, Clone)]
pub(super) enum Stmt {
    New(Var, usize),
    Null(Var),
    Phi(Var, Var, Var),
    Cast(Var, usize, Var),
    Load(Var, Var),
    Store(Var, Var),
    GetStatic(Var, usize),
    PutStatic(usize, Var),
    /// `x = y.name(arg)`
    Call(Var, Var, &'static str, Option<Var>),
    /// `x = Main.h0(arg)`
    Helper(Var, usize, Var),
    Const(Var, String),
    Outside(Var),
    ForName(Var, Var),
    Literal(Var, usize),
    NewInstance(Var, Var),
    /// `m = c.getMethod(name)` of so many parameters.
    GetMethod(Var, Var, Var, usize),
    /// `x = m.invoke(y, arg)`; without `y` on the constant null.
    Invoke(Var, Var, Option<Var>, Option<Var>),
}

pub(super) struct Class {
    pub(super) up: Option<usize>,
    pub(super) is_abstract: bool,
}

pub(super) struct Method {
    /// `None`: of `Main`.
    pub(super) owner: Option<usize>,
    pub(super) name: &'static str,
    pub(super) arity: usize,
    pub(super) is_static: bool,
    pub(super) vars: Vec<Ty>,
    pub(super) this: Option<Var>,
    pub(super) param: Option<Var>,
    pub(super) body: Vec<Stmt>,
    pub(super) ret: Option<Var>,
    /// Line of the first statement; each has one of its own.
    pub(super) line: u32,
}

/// A program; method 0 is `main`.
pub(super) struct Program {
    pub(super) package: String,
    pub(super) classes: Vec<Class>,
    pub(super) methods: Vec<Method>,
}

/// Static fields of `Main`.
pub(super) const STATICS: usize = 2;
/// Helpers of `Main`: methods 1 and up.
pub(super) const HELPERS: [&str; 3] = ["h0", "h1", "h2"];

impl Program {
    /// The class and those above it, nearest first.
    pub(super) fn chain(&self, class: usize) -> Vec<usize> {
        std::iter::successors(Some(class), |&class| self.classes[class].up).collect()
    }

    pub(super) fn is_below(&self, sub: usize, sup: usize) -> bool {
        self.chain(sub).contains(&sup)
    }

    /// What a class itself declares.
    pub(super) fn declared(&self, class: usize, name: &str, arity: usize) -> Option<usize> {
        self.methods.iter().position(|m| m.owner == Some(class) && m.name == name && m.arity == arity)
    }

    /// What a class has under a name, its own or inherited (all methods are public; JVMS 5.4.3.3, `Class.getMethod`).
    pub(super) fn find(&self, class: usize, name: &str, arity: usize) -> Option<usize> {
        self.chain(class).into_iter().find_map(|class| self.declared(class, name, arity))
    }

    pub(super) fn class_name(&self, class: usize) -> String {
        format!("{}.C{class}", self.package)
    }

    /// `p.C1.m0(1)`, of `Main` too.
    pub(super) fn method_name(&self, method: usize) -> String {
        let method = &self.methods[method];
        let owner = method.owner.map_or_else(|| format!("{}.Main", self.package), |class| self.class_name(class));
        format!("{owner}.{}({})", method.name, method.arity)
    }

    /// The Java source; tells each method where it stands.
    pub(super) fn text(&mut self) -> String {
        let mut out = format!(
            "package {};\nimport java.lang.reflect.Method;\n@SuppressWarnings(\"all\")\npublic class Main {{\n",
            self.package
        );
        out.push_str("static int n;\nstatic boolean b() { return (n += 7) % 3 == 0; }\n");
        out.push_str("static Object sink;\n");
        for number in 0..STATICS {
            let _ = writeln!(out, "static Object g{number};");
        }
        self.write_methods(&mut out, None);
        out.push_str("}\n");
        for class in 0..self.classes.len() {
            let data = &self.classes[class];
            let kind = if data.is_abstract { "abstract class" } else { "class" };
            let up = data.up.map_or_else(String::new, |up| format!(" extends C{up}"));
            let _ = writeln!(out, "@SuppressWarnings(\"all\")\n{kind} C{class}{up} {{\npublic C{class}() {{ }}");
            if data.up.is_none() {
                out.push_str("public Object f;\n");
            }
            self.write_methods(&mut out, Some(class));
            out.push_str("}\n");
        }
        out
    }

    fn write_methods(&mut self, out: &mut String, owner: Option<usize>) {
        for method in 0..self.methods.len() {
            if self.methods[method].owner != owner {
                continue;
            }
            let m = &self.methods[method];
            let modifier = if m.is_static { "static " } else { "" };
            let (ty, params) = match (m.name, m.arity) {
                ("main", _) => ("void", "String[] args".to_owned()),
                (_, 0) => ("Object", String::new()),
                _ => ("Object", format!("Object v{}", m.param.unwrap_or_default())),
            };
            let _ = writeln!(out, "public {modifier}{ty} {}({params}) throws Exception {{", m.name);
            let line = out.matches('\n').count() as u32 + 1;
            let mut lines: Vec<String> = m.body.iter().map(|stmt| self.statement(m, stmt)).collect();
            lines.extend(m.ret.map(|ret| format!("return {};", name(m, ret))));
            out.push_str(&lines.join("\n"));
            out.push_str("\n}\n");
            self.methods[method].line = line;
        }
    }

    fn statement(&self, m: &Method, stmt: &Stmt) -> String {
        let v = |var: &Var| name(m, *var);
        let def = |x: &Var, value: String| {
            let ty = match m.vars[*x] {
                Ty::Object => "Object".to_owned(),
                Ty::Of(class) => format!("C{class}"),
                Ty::Name | Ty::Member => "String".to_owned(),
                Ty::Class => "Class<?>".to_owned(),
                Ty::Method => "Method".to_owned(),
            };
            format!("{ty} {} = {value};", v(x))
        };
        match stmt {
            Stmt::New(x, class) => def(x, format!("new C{class}()")),
            Stmt::Null(x) => def(x, "null".to_owned()),
            Stmt::Phi(x, y, z) => def(x, format!("Main.b() ? {} : {}", v(y), v(z))),
            // The engine does not look at what nobody uses.
            Stmt::Cast(x, class, y) => def(x, format!("(C{class}) {}", v(y))) + &format!(" Main.sink = {};", v(x)),
            Stmt::Load(x, y) => def(x, format!("{}.f", v(y))),
            Stmt::Store(y, x) => format!("{}.f = {};", v(y), v(x)),
            Stmt::GetStatic(x, field) => def(x, format!("Main.g{field}")),
            Stmt::PutStatic(field, x) => format!("Main.g{field} = {};", v(x)),
            Stmt::Call(x, y, called, arg) => {
                def(x, format!("{}.{called}({})", v(y), arg.as_ref().map_or_else(String::new, v)))
            }
            Stmt::Helper(x, helper, arg) => def(x, format!("Main.{}({})", HELPERS[*helper], v(arg))),
            Stmt::Const(x, text) => def(x, format!("{text:?}")),
            Stmt::Outside(x) => def(x, "System.getProperty(\"k\")".to_owned()),
            Stmt::ForName(x, s) => def(x, format!("Class.forName({})", v(s))),
            Stmt::Literal(x, class) => def(x, format!("C{class}.class")),
            Stmt::NewInstance(x, c) => def(x, format!("{}.newInstance()", v(c))),
            Stmt::GetMethod(x, c, s, arity) => {
                let types = if *arity == 0 { "" } else { ", Object.class" };
                def(x, format!("{}.getMethod({}{types})", v(c), v(s)))
            }
            Stmt::Invoke(x, method, on, arg) => {
                let on = on.as_ref().map_or("null".to_owned(), v);
                let arg = arg.as_ref().map_or_else(String::new, |arg| format!(", new Object[] {{{}}}", v(arg)));
                def(x, format!("{}.invoke({on}{arg})", v(method)))
            }
        }
    }
}

fn name(m: &Method, var: Var) -> String {
    if m.this == Some(var) { "this".to_owned() } else { format!("v{var}") }
}
