//! The rules of Livshits et al. 2005 (points-to resolution, casts), of Smaragdakis et al. 2015 (back-propagation, invented objects) and
//! of Solar (Li, Tan, Xue, SAS 2015, Figures 5 to 9) as they are printed, applied until nothing changes to all statements of all reached methods. There are no indexes and no work lists: a pass asks
//! everything anew. Must not know the engine.
//!
//! Three things are as the engine has them and not as the papers do, since the papers' own search finds what no run can do:
//! `getMethod` with its parameter types is the JDK's look-up (`Class.getMethod`), a call only means methods that take as many
//! arguments, and a constructor must be there. Where a paper puts what it infers (into the variable, `inject=var`, or into the
//! one call) is a switch.

use std::collections::{BTreeMap, BTreeSet};

use super::programs::{HELPERS, Program, Stmt, Ty, Var};

/// Where a statement stands: method, and its number there.
pub(super) type At = (usize, usize);

/// Which rules apply.
#[derive(Debug, Clone, Copy)]
pub(super) struct Switches {
    /// What an object is cast to says of which classes it is (L-Cast).
    pub(super) casts: bool,
    /// A receiver says whose the methods of an unknown class are (I-InvTp).
    pub(super) receivers: bool,
    /// A name and arguments say so where the receiver is unknown, too (I-InvS2T), and then what the receiver is (L-Inv).
    pub(super) signatures: bool,
    /// What is inferred at a call is known wherever the variable is used.
    pub(super) inject: bool,
    /// What an object is cast to says which class the look-up gave.
    pub(super) votes: Votes,
    /// Where an object of unknown class is cast, there is one of the type (Smaragdakis et al. 2015, 3.3).
    pub(super) invents: bool,
}

/// Which casts count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Votes {
    None,
    /// Of the variable that `newInstance` sets (Livshits et al. 2005, 5.3). Bodies have no branches: each cast is on every way.
    SameMethod,
    /// Where few classes are below the type (Smaragdakis et al. 2015, 3.2). Names of members say nothing: all programs have the same.
    Anywhere,
    /// For the variable that `newInstance` takes the class from (Tai-e).
    AtMaking,
}

/// Most classes below a type that a cast to it means.
const FEW: usize = 5;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Object {
    Made(At, usize),
    /// `o^u_i`
    Lazy(At),
    Null,
    Text(String),
    AnyText,
    /// `c^t`, and `c^u_i`
    Class(usize),
    AnyClass(At),
    /// `m^t_s`: a method.
    Method(usize),
    /// `m^u_s` and `m^u_u`: the name.
    AnyMethod(Option<String>),
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pointer {
    Var(usize, Var),
    Return(usize),
    Field(Object),
    Static(usize),
    /// What one call knows besides of its method and of its receiver.
    Inferred(At),
    Receiver(At),
}

/// The least answer.
#[derive(Clone, Default)]
pub(super) struct Answer {
    pub(super) sets: BTreeMap<Pointer, BTreeSet<Object>>,
    pub(super) reached: BTreeSet<usize>,
    /// Per reflective call: classes (`p.C1`), or methods (`p.C1.m0(1)`).
    pub(super) targets: BTreeMap<At, BTreeSet<String>>,
    /// Classes that objects of unknown class were found to be, by where they are made.
    materialised: BTreeSet<(At, usize)>,
    changed: bool,
}

pub(super) fn solve(program: &Program, switches: Switches) -> Answer {
    let mut answer = Answer::default();
    answer.reached.insert(0);
    loop {
        answer.changed = false;
        for method in answer.reached.clone() {
            for (number, stmt) in program.methods[method].body.iter().enumerate() {
                Rule { program, switches, answer: &mut answer, at: (method, number) }.apply(stmt);
            }
            if let Some(ret) = program.methods[method].ret {
                let set = answer.get(&Pointer::Var(method, ret));
                answer.add_all(Pointer::Return(method), set);
            }
        }
        if !answer.changed {
            return answer;
        }
    }
}

/// What an answer becomes by the rules for one statement alone.
pub(super) fn step(program: &Program, answer: &Answer, at: At, switches: Switches) -> Answer {
    let mut answer = answer.clone();
    // What is inferred is used the next time.
    for _ in 0..2 {
        Rule { program, switches, answer: &mut answer, at }.apply(&program.methods[at.0].body[at.1]);
    }
    answer
}

impl Answer {
    pub(super) fn get(&self, pointer: &Pointer) -> BTreeSet<Object> {
        self.sets.get(pointer).cloned().unwrap_or_default()
    }

    fn add(&mut self, pointer: Pointer, object: Object) {
        self.changed |= self.sets.entry(pointer).or_default().insert(object);
    }

    fn add_all(&mut self, pointer: Pointer, objects: impl IntoIterator<Item = Object>) {
        objects.into_iter().for_each(|object| self.add(pointer.clone(), object));
    }

    fn reach(&mut self, method: usize) {
        self.changed |= self.reached.insert(method);
    }

    fn target(&mut self, at: At, target: String) {
        self.changed |= self.targets.entry(at).or_default().insert(target);
    }
}

struct Rule<'a> {
    program: &'a Program,
    switches: Switches,
    answer: &'a mut Answer,
    at: At,
}

impl Rule<'_> {
    fn var(&self, var: Var) -> Pointer {
        Pointer::Var(self.at.0, var)
    }

    fn get(&self, var: Var) -> BTreeSet<Object> {
        self.answer.get(&self.var(var))
    }

    fn copy(&mut self, to: Var, from: &Pointer) {
        let set = self.answer.get(from);
        self.answer.add_all(self.var(to), set);
    }

    fn apply(&mut self, stmt: &Stmt) {
        let add = |rule: &mut Self, x: &Var, object| rule.answer.add(rule.var(*x), object);
        match stmt {
            Stmt::New(x, class) => add(self, x, Object::Made(self.at, *class)),
            Stmt::Null(x) => add(self, x, Object::Null),
            Stmt::Phi(x, y, z) => {
                self.copy(*x, &self.var(*y));
                self.copy(*x, &self.var(*z));
            }
            Stmt::Cast(x, class, y) => self.cast(*x, *class, *y),
            Stmt::Load(x, y) => self.get(*y).into_iter().for_each(|o| self.copy(*x, &Pointer::Field(o))),
            Stmt::Store(y, x) => {
                let value = self.get(*x);
                for base in self.get(*y).into_iter().filter(|o| matches!(o, Object::Made(..))) {
                    self.answer.add_all(Pointer::Field(base), value.clone());
                }
            }
            Stmt::GetStatic(x, field) => self.copy(*x, &Pointer::Static(*field)),
            Stmt::PutStatic(field, x) => {
                let value = self.get(*x);
                self.answer.add_all(Pointer::Static(*field), value);
            }
            Stmt::Call(x, y, name, arg) => {
                for object in self.get(*y) {
                    let Object::Made(_, class) = object else { continue };
                    if let Some(callee) = self.program.find(class, name, usize::from(arg.is_some())) {
                        self.call(callee, Some(object), *arg, *x);
                    }
                }
            }
            Stmt::Helper(x, helper, arg) => {
                assert!(*helper < HELPERS.len());
                self.call(1 + helper, None, Some(*arg), *x);
            }
            Stmt::Const(x, text) => add(self, x, Object::Text(text.clone())),
            Stmt::Outside(x) => add(self, x, Object::AnyText),
            Stmt::Literal(x, class) => add(self, x, Object::Class(*class)),
            Stmt::ForName(x, s) => self.for_name(*x, *s),
            Stmt::GetMethod(x, c, s, arity) => self.get_method(*x, *c, *s, *arity),
            Stmt::NewInstance(x, c) => self.new_instance(*x, *c),
            Stmt::Invoke(x, m, y, arg) => self.invoke(*x, *m, *y, *arg),
        }
    }

    fn call(&mut self, callee: usize, receiver: Option<Object>, arg: Option<Var>, result: Var) {
        self.answer.reach(callee);
        let method = &self.program.methods[callee];
        if let (Some(this), Some(receiver)) = (method.this, receiver) {
            self.answer.add(Pointer::Var(callee, this), receiver);
        }
        if let (Some(param), Some(arg)) = (method.param, arg) {
            let value = self.get(arg);
            self.answer.add_all(Pointer::Var(callee, param), value);
        }
        self.copy(result, &Pointer::Return(callee));
    }

    /// P-ForName; L-Cast's and L-Inv's classes are targets of the look-up that the class comes from, too.
    fn for_name(&mut self, x: Var, s: Var) {
        for object in self.get(s) {
            match object {
                Object::Text(text) => {
                    let class = (0..self.program.classes.len()).find(|&class| self.program.class_name(class) == text);
                    let Some(class) = class else { continue };
                    self.answer.add(self.var(x), Object::Class(class));
                    self.answer.target(self.at, text);
                }
                Object::AnyText => self.answer.add(self.var(x), Object::AnyClass(self.at)),
                _ => {}
            }
        }
    }

    /// The methods of a name, or all, that `getMethods` lists of a class: none that another one of it overrides or hides.
    fn listed(&self, class: usize, name: &Object, arity: usize) -> Vec<usize> {
        let all = self.all(class, None, arity).into_iter();
        let nearest =
            all.filter(|&method| self.program.find(class, self.program.methods[method].name, arity) == Some(method));
        let is_named = |method: &usize| match name {
            Object::Text(name) => self.program.methods[*method].name == name,
            _ => true,
        };
        nearest.filter(is_named).collect()
    }

    /// P-GetMtd. The methods of a known class are at once what I-InvSig makes of an unknown name.
    fn get_method(&mut self, x: Var, c: Var, s: Var, arity: usize) {
        for class in self.get(c) {
            let class = match class {
                Object::Class(class) => Some(class),
                Object::AnyClass(_) => None,
                _ => continue,
            };
            for name in self.get(s) {
                let found = match (class, name) {
                    (Some(class), name) if matches!(name, Object::Text(_) | Object::AnyText) => {
                        for method in self.listed(class, &name, arity) {
                            self.answer.add(self.var(x), Object::Method(method));
                            self.answer.target(self.at, self.program.method_name(method));
                        }
                        continue;
                    }
                    (None, Object::Text(name)) => Object::AnyMethod(Some(name)),
                    (None, Object::AnyText) => Object::AnyMethod(None),
                    _ => continue,
                };
                self.answer.add(self.var(x), found);
            }
        }
    }

    /// L-KwTp and L-UkwTp.
    fn new_instance(&mut self, x: Var, c: Var) {
        for class in self.get(c) {
            match class {
                Object::Class(class) if !self.program.classes[class].is_abstract => {
                    self.answer.add(self.var(x), Object::Made(self.at, class));
                    self.answer.target(self.at, self.program.class_name(class));
                }
                Object::AnyClass(_) => self.answer.add(self.var(x), Object::Lazy(self.at)),
                _ => {}
            }
        }
    }

    fn concrete(&self, up: usize) -> Vec<usize> {
        let classes = &self.program.classes;
        (0..classes.len()).filter(|&class| !classes[class].is_abstract && self.program.is_below(class, up)).collect()
    }

    /// `o^t_i` in the place of `o^u_i`, where that was made.
    fn materialise(&mut self, lazy: At, class: usize) -> Object {
        self.answer.changed |= self.answer.materialised.insert((lazy, class));
        let name = self.program.class_name(class);
        self.answer.target(lazy, name.clone());
        if let Some(Stmt::NewInstance(_, c)) = self.program.methods[lazy.0].body.get(lazy.1) {
            for object in self.answer.get(&Pointer::Var(lazy.0, *c)) {
                if let Object::AnyClass(from) = object {
                    self.answer.target(from, name.clone());
                }
            }
        }
        Object::Made(lazy, class)
    }

    /// The classes of a type for the look-ups whose unknown class an object was made of.
    fn vote(&mut self, made: At, to: usize) {
        let classes = self.concrete(to);
        let Stmt::NewInstance(_, c) = self.program.methods[made.0].body[made.1] else { return };
        if self.switches.votes == Votes::Anywhere && classes.len() > FEW {
            return;
        }
        for object in self.answer.get(&Pointer::Var(made.0, c)) {
            let Object::AnyClass(from) = object else { continue };
            if self.switches.votes == Votes::AtMaking {
                let base = Pointer::Var(made.0, c);
                self.answer.add_all(base, classes.iter().map(|&class| Object::Class(class)));
                continue;
            }
            let Stmt::ForName(x, _) = self.program.methods[from.0].body[from.1] else { continue };
            for &class in &classes {
                self.answer.add(Pointer::Var(from.0, x), Object::Class(class));
                self.answer.target(from, self.program.class_name(class));
            }
        }
    }

    /// A cast, with L-Cast.
    fn cast(&mut self, x: Var, to: usize, y: Var) {
        // Javac writes none where the type of the variable says enough.
        let is_written = match self.program.methods[self.at.0].vars[y] {
            Ty::Of(class) => !self.program.is_below(class, to),
            _ => true,
        };
        for object in self.get(y) {
            if let (Object::Lazy(at), true) = (&object, is_written) {
                let at = *at;
                let is_own = |stmt: &Stmt| matches!(stmt, Stmt::NewInstance(made, _) if *made == y);
                let is_at_once = at.0 == self.at.0 && is_own(&self.program.methods[at.0].body[at.1]);
                match self.switches.votes {
                    Votes::None => {}
                    Votes::SameMethod if !is_at_once => {}
                    Votes::SameMethod | Votes::Anywhere | Votes::AtMaking => self.vote(at, to),
                }
                if self.switches.invents {
                    let invented = match self.program.classes[to].is_abstract {
                        true => Object::Made(at, to),
                        false => self.materialise(at, to),
                    };
                    self.answer.add(self.var(x), invented);
                }
            }
            match object {
                Object::Made(_, class) if !self.program.is_below(class, to) => {}
                Object::Lazy(at) if self.switches.casts => {
                    for class in self.concrete(to) {
                        let made = self.materialise(at, class);
                        self.answer.add(self.var(x), made);
                    }
                }
                other => self.answer.add(self.var(x), other),
            }
        }
    }

    /// I-InvTp, I-InvSig, I-InvS2T, L-Inv and T-Inv.
    fn invoke(&mut self, x: Var, m: Var, y: Option<Var>, arg: Option<Var>) {
        let arity = usize::from(arg.is_some());
        let at = self.at;
        let mut methods = self.get(m);
        methods.extend(self.answer.get(&Pointer::Inferred(at)));
        let mut receivers = y.map_or_else(|| BTreeSet::from([Object::Null]), |y| self.get(y));
        receivers.extend(self.answer.get(&Pointer::Receiver(at)));
        for method in methods {
            match method {
                Object::AnyMethod(name) => {
                    for receiver in &receivers {
                        let classes = match receiver {
                            Object::Made(_, class) if self.switches.receivers => vec![*class],
                            Object::Lazy(_) | Object::Null if self.switches.signatures && name.is_some() => {
                                (0..self.program.classes.len()).collect()
                            }
                            _ => continue,
                        };
                        for class in classes {
                            let mut found = self.all(class, name.as_deref(), arity);
                            // An object that is given is asked for a member of its own: assumption A5.
                            let on_object = name.is_some() && *receiver != Object::Null;
                            found.retain(|&method| !on_object || !self.program.methods[method].is_static);
                            self.infer(m, found);
                        }
                    }
                }
                Object::Method(method) => self.transform(x, y, method, &receivers, arg, arity),
                _ => {}
            }
        }
    }

    /// Target search: methods of a class and those above it, unknown parts as wildcards (Solar, 3.4.4).
    fn all(&self, class: usize, name: Option<&str>, arity: usize) -> Vec<usize> {
        let chain = self.program.chain(class);
        let fits = |method: &usize| {
            let data = &self.program.methods[*method];
            data.owner.is_some_and(|owner| chain.contains(&owner))
                && data.arity == arity
                && name.is_none_or(|name| data.name == name)
        };
        (0..self.program.methods.len()).filter(fits).collect()
    }

    fn infer(&mut self, m: Var, found: Vec<usize>) {
        let to = if self.switches.inject { self.var(m) } else { Pointer::Inferred(self.at) };
        for method in found {
            self.answer.add(to.clone(), Object::Method(method));
        }
    }

    /// T-Inv, and before it L-Inv.
    fn transform(
        &mut self,
        x: Var,
        y: Option<Var>,
        method: usize,
        receivers: &BTreeSet<Object>,
        arg: Option<Var>,
        arity: usize,
    ) {
        let data = &self.program.methods[method];
        let Some(declarer) = data.owner.filter(|_| data.arity == arity) else { return };
        self.answer.target(self.at, self.program.method_name(method));
        if data.is_static {
            return self.call(method, None, arg, x);
        }
        for receiver in receivers {
            match receiver {
                Object::Made(_, class) if self.program.is_below(*class, declarer) => {
                    let callee = self.program.find(*class, data.name, arity).unwrap_or(method);
                    self.call(callee, Some(receiver.clone()), arg, x);
                }
                Object::Lazy(at) if self.switches.signatures => {
                    for class in self.concrete(declarer) {
                        let made = self.materialise(*at, class);
                        let to = match (self.switches.inject, y) {
                            (true, Some(y)) => self.var(y),
                            _ => Pointer::Receiver(self.at),
                        };
                        self.answer.add(to, made);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Solar's criterion for one `invoke` (equation 3): every receiver's class is known, or each method of unknown class has a name.
/// Arguments are always known in these programs; a constant null is no receiver whose class is known.
pub(super) fn is_sound(answer: &Answer, at: At, m: Var, y: Option<Var>) -> bool {
    let receivers = y.map_or_else(|| BTreeSet::from([Object::Null]), |y| answer.get(&Pointer::Var(at.0, y)));
    let all_known = !receivers.iter().any(|o| matches!(o, Object::Lazy(_) | Object::Null));
    let methods = answer.get(&Pointer::Var(at.0, m));
    all_known || !methods.iter().any(|o| matches!(o, Object::AnyMethod(None)))
}

/// Whether a program does something with an object or method that nobody knows, which the papers' rules pass over in silence: they
/// lose what comes of it. The engine follows that (docs/analysis.md, Open actions, Unknown instances, Opaque objects). Where not even
/// a name is known the methods of `Object` are meant, too, which these programs do not have.
pub(super) fn loses_something(program: &Program, answer: &Answer, switches: Switches) -> bool {
    let is_lazy = |method: usize, var: &Var| {
        answer.get(&Pointer::Var(method, *var)).iter().any(|object| matches!(object, Object::Lazy(_)))
    };
    let loses = |method: usize, stmt: &Stmt| match stmt {
        Stmt::Call(_, y, ..) | Stmt::Load(_, y) | Stmt::Store(y, _) => is_lazy(method, y),
        Stmt::Invoke(_, m, y, arg) => {
            let methods = answer.get(&Pointer::Var(method, *m));
            let receivers = y.map(|y| answer.get(&Pointer::Var(method, y))).unwrap_or_default();
            // A name says whose method it is only on objects that have one of their own.
            let has = |object: &Object, name: &str| match object {
                Object::Made(_, class) => program
                    .find(*class, name, usize::from(arg.is_some()))
                    .is_some_and(|method| !program.methods[method].is_static),
                _ => false,
            };
            let is_unknown = |object: &Object| match object {
                Object::AnyMethod(Some(name)) if switches.receivers => {
                    receivers.is_empty() || !receivers.iter().all(|object| has(object, name))
                }
                Object::AnyMethod(_) => true,
                _ => false,
            };
            methods.iter().any(is_unknown) || receivers.iter().any(|object| matches!(object, Object::Lazy(_)))
        }
        _ => false,
    };
    answer.reached.iter().any(|&method| program.methods[method].body.iter().any(|stmt| loses(method, stmt)))
}
