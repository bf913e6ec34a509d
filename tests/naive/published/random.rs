//! Makes the random programs. Must not know any rule.

use super::programs::{Class, HELPERS, Method, Program, STATICS, Stmt, Ty, Var};
use crate::naive::programs::Random;

const NAMES: [&str; 3] = ["m0", "m1", "t0"];

/// The program of a seed, in a package of its own.
pub(super) fn generate(package: &str, seed: u64) -> Program {
    let mut random = Random::new(seed);
    let count = 3 + random.below(3);
    let classes = (0..count)
        .map(|class| {
            let up = (class > 0).then(|| random.below(class));
            Class { up, is_abstract: class + 1 < count && random.percent(20) }
        })
        .collect();
    let mut program = Program { package: package.to_owned(), classes, methods: Vec::new() };
    program.methods.push(method(None, "main", 0, true));
    program.methods.extend(HELPERS.map(|name| method(None, name, 1, true)));
    for class in 0..count {
        for name in NAMES {
            for arity in 0..2 {
                if random.percent(if class == 0 { 80 } else { 40 }) {
                    program.methods.push(method(Some(class), name, arity, name == "t0"));
                }
            }
        }
    }
    for index in 0..program.methods.len() {
        let length = match program.methods[index].owner {
            None if index == 0 => 22,
            None => 9,
            Some(_) => 3,
        };
        let outside = if seed.is_multiple_of(3) { 0 } else { 30 };
        let mut body = Body { program: &program, random: &mut random, outside, at: method(None, "", 0, true) };
        body.begin(index);
        for _ in 0..length {
            body.any();
        }
        if index > 0 {
            body.at.ret = Some(body.object());
        }
        program.methods[index] = body.at;
    }
    program
}

fn method(owner: Option<usize>, name: &'static str, arity: usize, is_static: bool) -> Method {
    Method {
        owner,
        name,
        arity,
        is_static,
        vars: Vec::new(),
        this: None,
        param: None,
        body: Vec::new(),
        ret: None,
        line: 0,
    }
}

struct Body<'p> {
    program: &'p Program,
    random: &'p mut Random,
    /// How many names of a hundred come from outside.
    outside: usize,
    at: Method,
}

impl Body<'_> {
    fn begin(&mut self, index: usize) {
        let of = &self.program.methods[index];
        self.at = method(of.owner, of.name, of.arity, of.is_static);
        if let Some(owner) = of.owner.filter(|_| !of.is_static) {
            self.at.this = Some(self.fresh(Ty::Of(owner)));
        }
        if of.arity == 1 {
            self.at.param = Some(self.fresh(Ty::Object));
        }
    }

    fn fresh(&mut self, ty: Ty) -> Var {
        self.at.vars.push(ty);
        self.at.vars.len() - 1
    }

    fn push(&mut self, ty: Ty, stmt: impl FnOnce(Var) -> Stmt) -> Var {
        let x = self.fresh(ty);
        self.at.body.push(stmt(x));
        x
    }

    fn known(&mut self, fits: impl Fn(Ty) -> bool) -> Option<Var> {
        let vars: Vec<Var> = (0..self.at.vars.len()).filter(|&var| fits(self.at.vars[var])).collect();
        self.random.pick(&vars).copied()
    }

    fn class(&mut self) -> usize {
        self.random.below(self.program.classes.len())
    }

    /// A variable that may stand where an `Object` is wanted.
    fn object(&mut self) -> Var {
        let some = self.known(|ty| matches!(ty, Ty::Object | Ty::Of(_)));
        match some.filter(|_| self.random.percent(85)) {
            Some(var) => var,
            None => self.made(),
        }
    }

    fn made(&mut self) -> Var {
        let concrete: Vec<usize> =
            (0..self.program.classes.len()).filter(|&class| !self.program.classes[class].is_abstract).collect();
        match self.random.pick(&concrete).copied() {
            Some(class) => self.push(Ty::Object, |x| Stmt::New(x, class)),
            None => self.push(Ty::Object, Stmt::Null),
        }
    }

    /// A variable of a declared class.
    fn typed(&mut self) -> (Var, usize) {
        let some = self.known(|ty| matches!(ty, Ty::Of(_)));
        if let Some(var) = some.filter(|_| self.random.percent(40)) {
            let Ty::Of(class) = self.at.vars[var] else { unreachable!("only such are asked for") };
            return (var, class);
        }
        let (class, value) = (self.class(), self.object());
        // Java refuses casts between classes that have nothing in common.
        let value = match self.at.vars[value] {
            Ty::Of(of) if !self.program.is_below(of, class) && !self.program.is_below(class, of) => self.made(),
            _ => value,
        };
        (self.push(Ty::Of(class), |x| Stmt::Cast(x, class, value)), class)
    }

    fn name(&mut self) -> Var {
        if self.random.percent(self.outside) {
            return self.push(Ty::Name, Stmt::Outside);
        }
        match self.random.below(8) {
            0 => self.push(Ty::Name, |x| Stmt::Const(x, "gone.Gone".to_owned())),
            1 | 2 if self.known(|ty| ty == Ty::Name).is_some() => self.phi(Ty::Name),
            _ => {
                let name = self.class();
                let name = self.program.class_name(name);
                self.push(Ty::Name, |x| Stmt::Const(x, name))
            }
        }
    }

    fn member(&mut self) -> Var {
        if self.random.percent(self.outside) {
            return self.push(Ty::Member, Stmt::Outside);
        }
        match self.random.below(8) {
            0 | 1 if self.known(|ty| ty == Ty::Member).is_some() => self.phi(Ty::Member),
            _ => {
                let name = NAMES[self.random.below(NAMES.len())].to_owned();
                self.push(Ty::Member, |x| Stmt::Const(x, name))
            }
        }
    }

    fn phi(&mut self, ty: Ty) -> Var {
        let y = self.known(|other| other == ty).unwrap_or_default();
        let z = self.known(|other| other == ty).unwrap_or_default();
        self.push(ty, |x| Stmt::Phi(x, y, z))
    }

    fn class_object(&mut self) -> Var {
        if let Some(var) = self.known(|ty| ty == Ty::Class).filter(|_| self.random.percent(50)) {
            return var;
        }
        if self.random.percent(20) {
            let class = self.class();
            return self.push(Ty::Class, |x| Stmt::Literal(x, class));
        }
        let name = self.name();
        self.push(Ty::Class, |x| Stmt::ForName(x, name))
    }

    fn method_object(&mut self) -> Var {
        if let Some(var) = self.known(|ty| ty == Ty::Method).filter(|_| self.random.percent(40)) {
            return var;
        }
        let (class, name, arity) = (self.class_object(), self.member(), self.random.below(2));
        self.push(Ty::Method, |x| Stmt::GetMethod(x, class, name, arity))
    }

    fn any(&mut self) {
        match self.random.below(20) {
            0 | 1 => drop(self.made()),
            2 => {
                let (y, z) = (self.object(), self.object());
                self.push(Ty::Object, |x| Stmt::Phi(x, y, z));
            }
            3 | 4 => drop(self.typed()),
            5 => {
                let (base, _) = self.typed();
                self.push(Ty::Object, |x| Stmt::Load(x, base));
            }
            6 => {
                let ((base, _), value) = (self.typed(), self.object());
                self.at.body.push(Stmt::Store(base, value));
            }
            7 => {
                let field = self.random.below(STATICS);
                self.push(Ty::Object, |x| Stmt::GetStatic(x, field));
            }
            8 => {
                let (field, value) = (self.random.below(STATICS), self.object());
                self.at.body.push(Stmt::PutStatic(field, value));
            }
            9 | 10 => self.call(),
            11 => {
                let (helper, arg) = (self.random.below(HELPERS.len()), self.object());
                self.push(Ty::Object, |x| Stmt::Helper(x, helper, arg));
            }
            12..=15 => {
                let class = self.class_object();
                let made = self.push(Ty::Object, |x| Stmt::NewInstance(x, class));
                if self.random.percent(60) {
                    let class = self.class();
                    self.push(Ty::Of(class), |x| Stmt::Cast(x, class, made));
                }
            }
            _ => {
                let method = self.method_object();
                let on = (!self.random.percent(15)).then(|| self.object());
                let arg = self.random.percent(50).then(|| self.object());
                self.push(Ty::Object, |x| Stmt::Invoke(x, method, on, arg));
            }
        }
    }

    fn call(&mut self) {
        let (base, class) = self.typed();
        let (name, arity) = (NAMES[self.random.below(2)], self.random.below(2));
        if self.program.find(class, name, arity).is_none() {
            return;
        }
        let arg = (arity == 1).then(|| self.object());
        self.push(Ty::Object, |x| Stmt::Call(x, base, name, arg));
    }
}
