//! Resource bundles: the classes and property files of a base name, and what they hold. The default locale of a run is
//! nobody's to know, so that all locales of a name are candidates. Must not know what is done with the texts.

use std::rc::Rc;

use crate::base::{FxIndexMap, FxIndexSet, Sym};
use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind, Site};
use crate::ir::Op;
use crate::ir::facts::{Facts, Use, statement_at};
use crate::pointsto::{Cx, Outcome, Ptr, VirtualCall};
use crate::program::{ClassId, MethodId, Program, access, lookup};
use crate::resource;
use crate::strings;

use super::super::calls::making::type_named;
use super::super::rule::Rule;
use super::super::state::call::{ApiCallId, Node};
use super::super::state::{BundleTexts, State};
use super::super::terms::attempt::Attempt;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Problem, Role};

const BUNDLE: &str = "java/util/ResourceBundle";
const OF_FILE: &str = "java/util/PropertyResourceBundle";
/// Where the code of such a bundle keeps what it was loaded from.
const KEPT: (&str, &str) = ("lookup", "Ljava/util/Map;");
/// What makes that map (`new HashMap(properties)`).
const MAKER: (&str, &str) = ("<init>", "(Ljava/io/Reader;)V");
const PUT: (&str, &str) = ("put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
const HANDLE: (&str, &str) = ("handleGetObject", "(Ljava/lang/String;)Ljava/lang/Object;");

/// `ResourceBundle.getBundle` as it looks up bundles of classes and of property files, by the rules of
/// `ResourceBundle.Control`: for each candidate locale the class, and where there is none the file.
#[derive(Debug)]
pub(in crate::reflection) struct Bundles;

impl Rule for Bundles {
    fn name(&self) -> RuleName {
        RuleName("resource-bundles")
    }

    /// A bundle comes with those of its parents, and with what a control makes in its place.
    fn is_whole_at_once(&self) -> bool {
        false
    }

    fn finds_declared(&self) -> bool {
        true
    }

    fn attempt(&self) -> Option<Attempt> {
        Some(Attempt::Bundle)
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        match role {
            Role::Loader => return state.bundle_loader(cx, call, objects),
            Role::Mirror => return state.bundle_controls(cx, call, objects),
            Role::Answer => return state.bundles_of_controls(cx, call, objects),
            _ => {}
        }
        for &(_, kind) in objects {
            match kind {
                ObjKind::Str { text } => state.bundles_named(cx, call, text),
                ObjKind::Null => {}
                // What a control makes of a name is no input of the call, which would say so.
                _ if role == Role::Value => state.any_bundle(cx, call),
                _ if state.bundles_of_cast(cx, call) => {}
                _ => state.unknown_bundle(cx, call),
            }
        }
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        for &(_, kind) in objects {
            let class = match kind {
                ObjKind::Class { ty } => cx.program.class_of(ty),
                ObjKind::Constructor { method } => Some(cx.program.method(method).class),
                _ => None,
            };
            match class.and_then(|class| made_by(cx.program, class)) {
                Some((class, constructor)) => state.bundle_of_class(cx, call, class, constructor),
                None => state.unknown_bundle(cx, call),
            }
        }
    }
}

/// What a base name finds.
#[derive(Debug, Default)]
struct Found {
    /// Classes with the constructors that make them.
    classes: Vec<(ClassId, MethodId)>,
    files: Vec<String>,
    /// There is a class that cannot be read or made.
    hides: bool,
}

impl State {
    fn bundles_named(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, name: Sym) {
        let found = find(cx.program, cx.program.str(name));
        if found.hides || (found.classes.is_empty() && found.files.is_empty()) {
            // One that is brought otherwise, or a `MissingResourceException`.
            self.problem(call, Problem::NotModelled);
            self.unknown_bundle(cx, call);
        }
        for (class, constructor) in found.classes {
            self.bundle_of_class(cx, call, class, constructor);
        }
        let Some(ty) = type_named(cx.program, OF_FILE).filter(|_| !found.files.is_empty()) else { return };
        self.effect(call, Effect::Class(ty));
        // One for each name, wherever it is asked for: what it holds is the same.
        let site = cx.heap.site(Site::Vm(cx.program.sym(&format!("bundle {}", cx.program.str(name)))));
        let obj = cx.heap.intern(ObjKind::Instance { site, ty, ctx: NO_CTX });
        if !self.bundles.contains_key(&obj) {
            let files: FxIndexSet<Sym> = found.files.iter().map(|file| cx.program.sym(file)).collect();
            self.keys_of_bundle(cx, call, obj, &files);
            self.bundles.insert(obj, files);
        }
        if let Some(dst) = self.calls[call].view.dst {
            cx.add(dst, obj);
        }
    }

    /// Its own code asks a bundle of a file for its keys in the map that it was loaded into; what stands under them is asked for one
    /// by one ([`BundleValue`]).
    fn keys_of_bundle(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, bundle: ObjId, files: &FxIndexSet<Sym>) {
        let program = cx.program;
        let of_file = program.find_class(OF_FILE);
        let kept = of_file.and_then(|class| program.find_field(class, KEPT.0, KEPT.1));
        let maker = of_file.and_then(|class| program.find_method(class, MAKER.0, MAKER.1));
        let map = program.find_class("java/util/HashMap");
        let put = map.and_then(|class| program.find_method(class, PUT.0, PUT.1));
        let (Some(kept), Some(maker), Some(map), Some(method)) = (kept, maker, map, put) else { return };
        let (keys, _) = self.node_or_new(cx, Node::BundleKeys(bundle));
        for &file in files {
            for &(key, _) in self.texts_of(program, file).iter() {
                let key = self.bundle_text(cx, call, key);
                cx.add(keys, key);
            }
        }
        // Each bundle has one of its own.
        let site = cx.heap.site(Site::Within(maker, bundle));
        let receiver = Ptr::Field(bundle, kept);
        cx.add(receiver, cx.heap.alloc(site, program.class_type(map), NO_CTX));
        let view = &self.calls[call].view;
        let (caller, site, throw) = (view.caller, view.site, view.throw.map(Ptr::Node));
        cx.dispatch(VirtualCall { caller, site, method, receiver, args: vec![Some(keys), None], ret: None, throw });
    }

    fn bundle_of_class(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, class: ClassId, constructor: MethodId) {
        if self.make(cx, call, class, constructor).is_none() {
            self.unknown_bundle(cx, call);
        }
    }

    /// Bundles of a name that is not known: where the first thing done with what comes back is a cast to a class of the program's
    /// own, those that pass it are all that it may be, unless the cast fails. False if nothing bounds them.
    fn bundles_of_cast(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) -> bool {
        let Some(class) = self.cast_of_result(cx, call).filter(|_| !self.rules.are_local()) else { return false };
        let program = cx.program;
        let base = program.find_class(BUNDLE);
        if program.class(class).origin == Origin::Jdk || !base.is_some_and(|base| program.is_subclass(class, base)) {
            return false;
        }
        let classes = program.subtypes_outside_jdk(class);
        if classes.iter().any(|&class| program.class(class).phantom.is_some()) {
            return false;
        }
        for (class, constructor) in classes.iter().filter_map(|&class| made_by(program, class)) {
            self.bundle_of_class(cx, call, class, constructor);
        }
        if let Some(of_users) = self.left_to_users(cx, call, program.class_type(class)) {
            self.calls[call].view.dst.into_iter().for_each(|dst| cx.add(dst, of_users));
        }
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
            site.by_cast = true;
        }
        true
    }

    /// The class that the result of a call is cast to by the code that follows it, before anything else becomes of it.
    fn cast_of_result(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> Option<ClassId> {
        let view = &self.calls[call].view;
        let code = cx.code(view.caller).filter(|_| view.vars.len() == view.args.len())?;
        let (block, nth) = statement_at(&code.body, view.offset)?;
        let stmts = &code.body.blocks[block].stmts;
        let result = stmts[nth as usize].op.dst()?;
        let facts = Facts::of(&code.body);
        let &[Use::Stmt(at, cast)] = facts.uses(result) else { return None };
        match stmts.get(cast as usize)?.op {
            Op::Cast { ty, .. } if at == block => cx.program.class_of(ty),
            _ => None,
        }
    }

    /// Some bundle.
    fn unknown_bundle(&self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        if let Some(bound) = type_named(cx.program, BUNDLE) {
            self.make_any(cx, call, bound);
        }
    }

    /// A loader of the program's own may find other bundles.
    fn bundle_loader(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, loaders: &[(ObjId, ObjKind)]) {
        if self.asks_made_loader(cx, call, loaders) {
            self.problem(call, Problem::OutsideWorld);
            self.unknown_bundle(cx, call);
        }
    }
}

/// What is asked of a bundle under a key: of files what stands there, of classes what their own code gives.
#[derive(Debug)]
pub(in crate::reflection) struct BundleValue;

impl Rule for BundleValue {
    fn name(&self) -> RuleName {
        RuleName("bundle-values")
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::Handled
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        let program = cx.program;
        let (bundles, _) = state.node_or_new(cx, Node::Bundles(call));
        let (values, _) = state.node_or_new(cx, Node::BundleText(call));
        let view = &state.calls[call].view;
        let ret = program.method_desc(program.method(method).desc).ret;
        if let Some(dst) = view.dst {
            cx.cast(values, dst, ret);
        }
        let Some(this) = state.calls[call].input(Role::Mirror) else { return };
        cx.edge(this, bundles);
        let handle = program.find_class(BUNDLE).and_then(|class| program.find_method(class, HANDLE.0, HANDLE.1));
        let Some(method) = handle else { return };
        let key = state.calls[call].input(Role::Name).map(Ptr::Node);
        let (caller, site, throw) = (view.caller, view.site, view.throw.map(Ptr::Node));
        cx.dispatch(VirtualCall { caller, site, method, receiver: bundles, args: vec![key], ret: Some(values), throw });
        // `watch_inputs` watches what is asked; those behind it are found below.
        let hook = state.hooks.number(super::super::state::call::Hook::Input { call, role: Role::Mirror });
        cx.watch(bundles, hook);
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        let (bundles, _) = state.node_or_new(cx, Node::Bundles(call));
        let asked = cx.resolve(bundles);
        let (asked, keys) = match role {
            Role::Mirror => (objects.to_vec(), State::objects(cx, state.calls[call].input(Role::Name))),
            _ => (State::objects(cx, asked), objects.to_vec()),
        };
        for (bundle, kind) in asked {
            state.ask_bundle(cx, call, (bundle, kind), &keys);
        }
    }
}

impl State {
    fn ask_bundle(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        bundle: (ObjId, ObjKind),
        keys: &[(ObjId, ObjKind)],
    ) {
        let program = cx.program;
        let (bundle, kind) = bundle;
        let (bundles, _) = self.node_or_new(cx, Node::Bundles(call));
        let (values, _) = self.node_or_new(cx, Node::BundleText(call));
        let base = program.find_class(BUNDLE);
        let parent = base.and_then(|class| program.find_field(class, "parent", "Ljava/util/ResourceBundle;"));
        if let (Some(parent), false) = (parent, kind.is_token()) {
            cx.edge(Ptr::Field(bundle, parent), bundles);
        }
        let Some(files) = self.bundles.get(&bundle).cloned() else {
            // One that the program fills from a stream.
            if type_named(program, OF_FILE).is_some_and(|ty| program.is_subtype(cx.heap.ty(bundle), ty)) {
                let site = self.calls[call].view.site;
                cx.add(values, cx.heap.intern(ObjKind::UnknownString { site }));
            }
            return;
        };
        for &(_, key) in keys.iter().filter(|(_, kind)| *kind != ObjKind::Null) {
            let key = match key {
                ObjKind::Str { text } => Some(text),
                _ => None,
            };
            // All unknown keys ask for the same.
            if !self.bundle_keys.insert((call, bundle, key)) {
                continue;
            }
            for &file in &files {
                let pairs = self.texts_of(program, file);
                for &(_, text) in pairs.iter().filter(|(of, _)| key.is_none() || of.is_none() || key == *of) {
                    let value = self.bundle_text(cx, call, text);
                    cx.add(values, value);
                }
            }
        }
    }

    fn bundle_text(&self, cx: &Cx<'_, '_>, call: ApiCallId, text: Option<Sym>) -> ObjId {
        let view = &self.calls[call].view;
        let class = cx.program.method(view.method).class;
        match text {
            Some(text) => strings::constant_in(cx.program, cx.heap, class, text),
            None => cx.heap.intern(ObjKind::UnknownString { site: view.site }),
        }
    }

    fn texts_of(&mut self, program: &Program, file: Sym) -> Rc<BundleTexts> {
        let known = self.bundle_texts.entry(file);
        known.or_insert_with(|| Rc::new(texts(program, program.str(file)))).clone()
    }
}

/// Keys and values in every file of a name; `None` where that is not known, as of a file that cannot be read.
fn texts(program: &Program, file: &str) -> BundleTexts {
    let class_path = program.class_path();
    let mut found = BundleTexts::default();
    for file in class_path.resources(file).iter() {
        let Ok(bytes) = class_path.resource_bytes(file) else {
            found.insert((None, None));
            continue;
        };
        // Half of a surrogate pair is no text that could be kept.
        let kept = |text: &str| (!text.contains(char::REPLACEMENT_CHARACTER)).then(|| program.sym(text));
        // Since JDK 9 they are UTF-8 unless that cannot be (`PropertyResourceBundle`); before, and then, ISO 8859-1.
        found.extend(resource::pairs(&bytes).iter().map(|(key, value)| (kept(key), kept(value))));
    }
    found
}

/// Classes and files of a base name, of all locales.
fn find(program: &Program, base: &str) -> Found {
    let mut found = Found::default();
    let internal = base.replace('.', "/");
    let of_base = |name: &str| {
        let rest = name.strip_prefix(&internal)?;
        (rest.is_empty() || rest.starts_with('_')).then(|| rest.to_owned())
    };
    // By the locale: the class comes before the file (`ResourceBundle.Control.FORMAT_DEFAULT`).
    let mut classes: FxIndexMap<String, ClassId> = FxIndexMap::default();
    let class_path = program.class_path();
    for class in class_path.classes_from(&internal) {
        if let Some(locale) = of_base(class_path.name(class))
            && let Some(class) = program.find_class(class_path.name(class))
        {
            classes.insert(locale, class);
        }
    }
    let mut with_class: FxIndexSet<String> = FxIndexSet::default();
    for (locale, class) in classes {
        match made_by(program, class) {
            Some(made) => {
                found.classes.push(made);
                with_class.insert(locale);
            }
            None => found.hides |= program.class(class).phantom.is_some(),
        }
    }
    let files = class_path.resource_names_from(&internal).filter_map(|name| name.strip_suffix(".properties"));
    let files: FxIndexSet<&str> =
        files.filter(|name| of_base(name).is_some_and(|at| !with_class.contains(&at))).collect();
    found.files = files.into_iter().map(|name| format!("{name}.properties")).collect();
    found.classes.sort_unstable();
    found.files.sort_unstable();
    found
}

/// The constructor by which the JDK makes a bundle of a class, if it does (`ResourceBundle.Control.newBundle`).
fn made_by(program: &Program, class: ClassId) -> Option<(ClassId, MethodId)> {
    let base = program.find_class(BUNDLE)?;
    let data = program.class(class);
    if !program.is_subclass(class, base) || data.access & access::ABSTRACT != 0 || data.phantom.is_some() {
        return None;
    }
    let constructor = lookup::declared_constructor(program, program.class_type(class), &[])?;
    Some((class, constructor))
}
