//! Class loaders that the program brings itself: what they answer to who asks them for a class, what the JVM asks them while
//! it links classes that they define, and which classes they and agents may bring that are in no file. Must not know names.

use crate::base::{FxHashSet, FxIndexSet, Sym};
use crate::classfile::InvokeKind;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::ir::facts::{Facts, statement_at};
use crate::ir::{ConstValue, Op};
use crate::pointsto::{Args, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall};
use crate::program::{ClassId, MethodId, Program, Type};
use crate::strings::named;

use super::super::state::State;
use super::super::state::call::{ApiCall, ApiCallId, Hook, Node};
use super::super::terms::attempt::{Attempt, Gives};
use super::super::terms::loader_step::{BY_NAME, LoaderStep};
use super::super::terms::method::Brings;
use super::super::terms::site::{Problem, Role};

/// What `Class.forName(Module, String)` runs (JDK: `ClassLoader.loadClass(Module, String)`).
const IN_MODULE: [(&str, &str); 2] =
    [("findClass", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Class;"), ("findClass", BY_NAME)];

/// Classes that the program brings while it runs, as far as their names are known.
#[derive(Default)]
struct Brought {
    any: bool,
    names: FxHashSet<Sym>,
    packages: FxHashSet<String>,
}

impl Brought {
    fn may_be(&self, name: &str, sym: Sym) -> bool {
        self.any || self.names.contains(&sym) || self.packages.contains(package_of(name))
    }

    fn is_some(&self) -> bool {
        self.any || !self.names.is_empty() || !self.packages.is_empty()
    }

    /// Whether one of them may have a name of which the outline is known.
    fn may_fit(&self, program: &Program, outline: Sym) -> bool {
        self.any
            || self.names.iter().any(|&name| named::may_be(program, outline, program.str(name)))
            || self.packages.iter().any(|package| named::may_be_in(program, outline, package))
    }
}

fn package_of(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(package, _)| package)
}

impl State {
    /// Whether the one loader that a call can ask is one of the program's own with a `loadClass` of its own: no other class
    /// comes than what that gives. Only what the body says counts: the JVM's own loaders are objects that nobody sees.
    pub(in crate::reflection) fn note_only_loader(&mut self, cx: &Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        if self.is_of_jvm(call) {
            return;
        }
        let this = &self.calls[call];
        let program = cx.program;
        let asked = self.first_step(cx, call);
        let only = if program.origin_of(method) != Origin::Jdk {
            true
        } else if let Some(class) = self.loader_made_here(cx, this) {
            own_step(program, class, asked).is_some_and(|(step, _)| step.loads())
        } else {
            let class = program.method(this.view.method).class;
            self.is_special(cx, this) && own_step(program, class, asked).is_some_and(|(step, _)| step.loads())
        };
        if only {
            self.only_own.insert(call);
            let is_written = !self.calls[call].view.vars.is_empty();
            if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site).filter(|_| is_written) {
                site.only_own_loader = true;
            }
        }
    }

    /// The class of the loader, where it is made in the method that asks it.
    fn loader_made_here(&self, cx: &Cx<'_, '_>, call: &ApiCall) -> Option<ClassId> {
        let (loader, code) = (call.var(Role::Loader)?, cx.code(call.view.caller)?);
        let facts = Facts::of(&code.body);
        match facts.stmt(facts.behind_casts(loader))?.op {
            Op::New { class, .. } => cx.program.class_of(class),
            _ => None,
        }
    }

    /// Whether the call is one of `super`.
    fn is_special(&self, cx: &Cx<'_, '_>, call: &ApiCall) -> bool {
        let Some(code) = cx.code(call.view.caller).filter(|_| !call.view.vars.is_empty()) else { return false };
        statement_at(&code.body, call.view.offset).is_some_and(|(block, nth)| {
            matches!(code.body.blocks[block].stmts[nth as usize].op, Op::Invoke { kind: InvokeKind::Special, .. })
        })
    }

    /// From which step on a loader that is asked runs methods of its own: one that `super` calls is not.
    fn first_step(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> Option<LoaderStep> {
        let call = &self.calls[call];
        let step = call.api.loader_step;
        if self.is_special(cx, call) { step.next() } else { Some(step) }
    }

    /// Loaders that the program brings itself run their own methods: `loadClass` (which `Class.forName` asks), or what the
    /// JDK's `loadClass` calls in turn.
    pub(in crate::reflection) fn own_loaders(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        loaders: &[(ObjId, ObjKind)],
    ) {
        let program = cx.program;
        let in_module = self.calls[call].input(Role::Mirror).is_some();
        let asked = self.first_step(cx, call);
        let Some(urls) = program.find_class("java/net/URLClassLoader") else { return };
        // One call for all loaders that run a method.
        let mut fresh: FxIndexSet<(MethodId, bool, Ptr)> = FxIndexSet::default();
        for &(obj, _) in loaders {
            let Some(class) = loader_class(cx, obj) else { continue };
            let found = match in_module {
                true => IN_MODULE
                    .iter()
                    .find_map(|&step| own(program, class, step))
                    .map(|method| (LoaderStep::Find, method)),
                false => own_step(program, class, asked),
            };
            // The JDK's own `loadClass` asks the parent first.
            if asked.is_some_and(LoaderStep::loads) && !in_module && found.is_none_or(|(step, _)| !step.loads()) {
                self.ask_parent(cx, call, obj);
            }
            if let Some((step, callee)) = found {
                let receivers = self.node(cx, Node::Loaders(call, callee));
                if cx.resolve(receivers).is_none() {
                    fresh.insert((callee, step.loads(), receivers));
                }
                cx.add(receivers, obj);
            }
            // What such a loader finds by its addresses it defines in the JDK's code.
            let finds = program.is_subclass(class, urls);
            self.note_asked(cx, call, obj, finds);
            if finds {
                self.link_by(cx, call, &[(obj, cx.heap.kind(obj))]);
            }
        }
        for (callee, answers, receivers) in fresh {
            let ret = if answers { Some(self.answer(cx, call)) } else { self.calls[call].view.dst.map(Ptr::Node) };
            let name = self.asked_name(cx, call);
            let before = cx.program.method_desc(cx.program.method(callee).desc).params.len();
            // The name is the last of two names, the first of what else there is.
            let args = if in_module && before == 2 { vec![None, name] } else { vec![name, None] };
            let view = &self.calls[call].view;
            cx.call(ReflectiveCall {
                caller: view.caller,
                site: view.site,
                callee,
                receiver: Receiver::All(receivers),
                args: Args::Positional(args),
                ret,
                throw: view.throw.map(Ptr::Node),
                kind: EdgeKind::Model,
            });
        }
    }

    /// What loaders are asked for at a call.
    fn asked_name(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) -> Option<Ptr> {
        let name = self.calls[call].input(Role::Name)?;
        if !self.is_of_jvm(call) {
            return Some(Ptr::Node(name));
        }
        self.asked_by_jvm.insert(call);
        let names = Self::objects(cx, Some(name));
        self.ask_by_names(cx, call, &names);
        Some(self.node(cx, Node::AskedName(call)))
    }

    /// Of an array the JVM asks a loader for the class of its elements, if that has one (JVMS 5.3.3).
    pub(in crate::reflection) fn ask_by_names(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        names: &[(ObjId, ObjKind)],
    ) {
        if !self.asked_by_jvm.contains(&call) {
            return;
        }
        let asked = self.node(cx, Node::AskedName(call));
        for &(obj, kind) in names {
            let element = match kind {
                ObjKind::Str { text } => named::element(cx.program.str(text)),
                _ => None,
            };
            match element {
                Some(Some(element)) => {
                    let text = cx.program.sym(element);
                    cx.add(asked, cx.heap.intern(ObjKind::Str { text }));
                }
                // Arrays of primitives are the JVM's own.
                Some(None) => {}
                None => cx.add(asked, obj),
            }
        }
    }

    fn ask_parent(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, loader: ObjId) {
        let class = cx.program.well_known().class_loader;
        if let Some(parent) = cx.program.find_field(class, "parent", "Ljava/lang/ClassLoader;") {
            cx.watch(Ptr::Field(loader, parent), self.hooks.number(Hook::Input { call, role: Role::Loader }));
        }
    }

    /// Where answers of loaders come together which decide themselves what a name means: they are the call's. The JVM takes
    /// no class of another name (HotSpot: `SystemDictionary::load_instance_class_impl`), whoever calls the loader does.
    fn answer(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) -> Ptr {
        let (site, caller) = (self.calls[call].view.site, self.calls[call].view.caller);
        let (answer, is_new) = self.node_or_new(cx, Node::Answer(site, caller));
        // The call of a loader's method is one of the API itself, whose result is the answer already.
        let dst = self.calls[call].view.dst.filter(|&dst| cx.resolve(answer) != Some(dst) && !self.is_of_jvm(call));
        if let Some(dst) = dst {
            cx.edge(answer, dst);
        }
        if is_new {
            cx.watch(answer, self.hooks.number(Hook::Input { call, role: Role::Answer }));
            if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
                site.asks_own_loader = true;
            }
        }
        answer
    }

    /// Whether the JVM asks the loader.
    pub(in crate::reflection) fn is_of_jvm(&self, call: ApiCallId) -> bool {
        self.calls[call].api.by_jvm
    }

    /// Loaders that define classes: whatever these name, the JVM asks the loader for (JVMS 5.3), by names that nobody knows.
    pub(in crate::reflection) fn link_by(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        loaders: &[(ObjId, ObjKind)],
    ) {
        for &(obj, _) in loaders {
            let Some(class) = loader_class(cx, obj) else { continue };
            let Some((_, callee)) =
                own_step(cx.program, class, Some(LoaderStep::Load)).filter(|(step, _)| step.loads())
            else {
                continue;
            };
            let receivers = self.node(cx, Node::Linkers(call, callee));
            let is_new = cx.resolve(receivers).is_none();
            cx.add(receivers, obj);
            if !is_new {
                continue;
            }
            let name = self.node(cx, Node::LinkedName(call));
            let view = &self.calls[call].view;
            cx.add(name, cx.heap.intern(ObjKind::UnknownString { site: view.site }));
            cx.call(ReflectiveCall {
                caller: view.caller,
                site: view.site,
                callee,
                receiver: Receiver::All(receivers),
                args: Args::Positional(vec![Some(name), None]),
                ret: None,
                throw: None,
                kind: EdgeKind::Model,
            });
        }
    }

    // ---- Modules -----------------------------------------------------------------------------------------------------

    /// The loaders of modules that are asked.
    pub(in crate::reflection) fn loaders_of_modules(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        modules: &[(ObjId, ObjKind)],
    ) {
        let module = cx.program.well_known().module;
        let Some(field) = cx.program.find_field(module, "loader", "Ljava/lang/ClassLoader;") else { return };
        let (loaders, is_new) = self.node_or_new(cx, Node::ModuleLoaders(call));
        if is_new {
            cx.watch(loaders, self.hooks.number(Hook::Input { call, role: Role::Loader }));
        }
        for &(obj, _) in modules {
            cx.edge(Ptr::Field(obj, field), loaders);
        }
    }

    /// Whether the module that is asked is one of the JDK's; none where the method does not say. A module has its own classes
    /// and no others (JDK: `Class.forName(Module, String)`).
    pub(in crate::reflection) fn module_side(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> Option<bool> {
        let call = &self.calls[call];
        let (module, code) = (call.var(Role::Mirror)?, cx.code(call.view.caller)?);
        let facts = Facts::of(&code.body);
        let Op::Invoke { method, args, .. } = &facts.stmt(facts.behind_casts(module))?.op else {
            return None;
        };
        let row = (self.rows)(cx.program, *method).filter(|row| row.gives == Some(Gives::Module))?;
        match facts.constant_of(row.argument(Role::Class, args)?)? {
            ConstValue::Class(ty) => {
                let class = cx.program.class_of(*ty)?;
                Some(cx.program.class(class).origin == Origin::Jdk)
            }
            _ => None,
        }
    }

    // ---- Classes that are in no file ---------------------------------------------------------------------------------

    /// Calls that ask for classes nobody has: a loader of the program's own may define them, or the program brings them.
    pub(in crate::reflection) fn ask_loaders(&mut self, cx: &mut Cx<'_, '_>) {
        let brought = self.brought(cx);
        for index in 0..self.unnamed.len() {
            let call = self.unnamed[index];
            if brought.is_some() || self.may_define(cx, call) {
                self.note_lazy(call, |lazy| lazy.may_be_brought = true);
            }
        }
        for index in 0..self.unfound.len() {
            let call = self.unfound[index];
            let problem = if self.may_define(cx, call) {
                Problem::OutsideWorld
            } else if self.may_be_brought(cx, call, &brought) {
                Problem::BroughtAtRunTime
            } else {
                continue;
            };
            self.problem(call, problem);
            let view = &self.calls[call].view;
            let bound = cx.heap.types().object;
            if let Some(dst) = view.dst {
                let token = cx.heap.intern(ObjKind::UnknownClass { site: view.site, bound, outside: true });
                if !cx.pts(dst).contains(token.0) {
                    cx.add(dst, token);
                }
            }
        }
    }

    /// Whether the loader that is asked may be one that defines classes of its own: any but those of the JVM.
    fn may_define(&mut self, cx: &Cx<'_, '_>, call: ApiCallId) -> bool {
        let of_modules = self.node(cx, Node::ModuleLoaders(call));
        let loaders = self.calls[call].input(Role::Loader).or_else(|| cx.resolve(of_modules));
        let jdk = self.calls[call].origin == Origin::Jdk;
        Self::objects(cx, loaders).into_iter().any(|(obj, kind)| {
            match (kind, cx.program.ty(cx.heap.ty(obj))) {
                (ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. }, Type::Class(class)) => {
                    !cx.program.class_name(class).starts_with("jdk/internal/")
                }
                // A loader of which nothing is known is no proof. The JDK looks for its own classes by its own loaders.
                (ObjKind::Opaque { .. } | ObjKind::UnknownInstance { .. }, _) => !jdk,
                _ => false,
            }
        })
    }

    /// What code outside the JDK brings: by a name if that is known, else under any.
    fn brought(&self, cx: &Cx<'_, '_>) -> Brought {
        let mut brought = Brought::default();
        for &call in &self.bringing {
            let call = &self.calls[call];
            if let Some(class) = self.class_of_lookup(cx, call) {
                let name = cx.program.binary_name(cx.program.class_type(class));
                brought.packages.insert(package_of(&name).to_owned());
                continue;
            }
            let names = match call.api.brings {
                Some(Brings::Named(position)) => call.view.args.get(position).copied().flatten(),
                Some(Brings::Unnamed) | None => None,
            };
            let names = Self::objects(cx, names);
            brought.any |= names.is_empty();
            for (_, kind) in names {
                match kind {
                    ObjKind::Str { text } => {
                        let name = cx.program.str(text).replace('/', ".");
                        brought.names.insert(cx.program.sym(&name));
                    }
                    _ => brought.any = true,
                }
            }
        }
        brought
    }

    /// The class of the `Lookup` that defines a class, which is of the same package, where the method says it.
    fn class_of_lookup(&self, cx: &Cx<'_, '_>, call: &ApiCall) -> Option<ClassId> {
        let (lookup, code) = (call.var(Role::Asking)?, cx.code(call.view.caller)?);
        let facts = Facts::of(&code.body);
        let Op::Invoke { method, args, .. } = &facts.stmt(facts.behind_casts(lookup))?.op else { return None };
        let row = (self.rows)(cx.program, *method)?;
        if row.gives == Some(Gives::OwnLookup) {
            return Some(cx.program.method(call.view.method).class);
        }
        row.attempt.filter(|&attempt| attempt == Attempt::PrivateLookup)?;
        match facts.constant_of(row.argument(Role::Class, args)?)? {
            ConstValue::Class(ty) => cx.program.class_of(*ty),
            _ => None,
        }
    }

    fn may_be_brought(&self, cx: &Cx<'_, '_>, call: ApiCallId, brought: &Brought) -> bool {
        let outlines = self.outlined.get(&call);
        let may_fit =
            |&outline: &Sym| brought.may_fit(cx.program, outline) || named::may_be_jdk_made(cx.program, outline);
        if outlines.is_some_and(|outlines| outlines.iter().any(may_fit)) {
            return true;
        }
        let sites = self.sites.borrow();
        let Some(site) = sites.get(&self.calls[call].site) else { return false };
        site.problems.iter().any(|problem| match problem {
            Problem::MissingClass(name) => {
                let text = cx.program.str(*name);
                brought.may_be(text, *name) || named::is_of_jdk_made(text)
            }
            Problem::ManyMissing => brought.is_some(),
            _ => false,
        })
    }
}

/// The class of an object that is a class loader.
fn loader_class(cx: &Cx<'_, '_>, obj: ObjId) -> Option<ClassId> {
    let program = cx.program;
    let class = program.class_of(cx.heap.ty(obj))?;
    program.is_subclass(class, program.well_known().class_loader).then_some(class)
}

/// The first method of the program's own that a loader of the class runs, from a step on, and its step.
fn own_step(program: &Program, class: ClassId, from: Option<LoaderStep>) -> Option<(LoaderStep, MethodId)> {
    from?.and_next().find_map(|step| Some((step, own(program, class, step.method())?)))
}

/// What a loader of the class runs for a method of `ClassLoader`, if that is the program's own.
fn own(program: &Program, class: ClassId, (name, desc): (&str, &str)) -> Option<MethodId> {
    let loader = program.well_known().class_loader;
    if !program.is_subclass(class, loader) {
        return None;
    }
    let method = program.select(class, program.find_method(loader, name, desc)?)?;
    (program.origin_of(method) != Origin::Jdk).then_some(method)
}
