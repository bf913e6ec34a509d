//! The reflective API: one row states everything about a method that others need to know: under which kind it is reported,
//! which part each of its inputs plays, what it throws, and which rule answers. Everything else reads the row. Every row
//! exists in JDK 17 or 25 (checked by a test). Must not know what rules do.

mod actions;
mod class_sources;
mod handles;
mod members;
mod mirrors;
mod services;
#[cfg(test)]
mod tests;
mod unresolved;

use super::reported::NotModelled;
use super::rule::{Answer, Rule};
use super::site::Role;
use crate::base::{FxHashMap, FxIndexMap};
use crate::heap::MemberKind;
use crate::program::{MethodId, Program};

/// Kind of a reflective site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    ClassSource,
    Member,
    Action,
    Other,
    /// Analysed, but no site: getters, names, casts.
    Flow,
}

/// A part that an input plays, and its position among the arguments: the receiver is at 0 unless the method is static, as in
/// [`CallView::args`](crate::pointsto::CallView). The same method may take an input in some of its overloads only.
pub(crate) type Input = (Role, usize);

/// What a call throws where the class or member that it looks for is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Throws {
    /// It looks for nothing, or answers null.
    Nothing,
    /// One of these, by internal names.
    AtOnce(&'static [&'static str]),
    /// The call itself succeeds; what it gives throws one of these when it is asked.
    Later(&'static [&'static str]),
}

/// What throws where a class is not there: the look-up, or the instruction that names it (JVMS 5.3).
pub const NO_CLASS: &[&str] = &["java/lang/ClassNotFoundException", "java/lang/NoClassDefFoundError"];
const NO_METHOD: &[&str] = &["java/lang/NoSuchMethodException"];
const NO_FIELD: &[&str] = &["java/lang/NoSuchFieldException"];
const NO_PROVIDER: &[&str] = &["java/util/ServiceConfigurationError"];

/// One row: a method, or all its overloads, of the reflective API.
#[derive(Debug, Clone, Copy)]
pub struct Api {
    pub class: &'static str,
    pub name: &'static str,
    /// `*` matches any descriptor.
    pub desc: &'static str,
    pub kind: Kind,
    /// In the order in which they are watched.
    pub(crate) inputs: &'static [Input],
    pub throws: Throws,
    pub(super) rule: &'static dyn Rule,
}

const fn row(
    class: &'static str,
    name: &'static str,
    desc: &'static str,
    kind: Kind,
    inputs: &'static [Input],
    rule: &'static dyn Rule,
) -> Api {
    Api { class, name, desc, kind, inputs, throws: Throws::Nothing, rule }
}

/// Reported, not resolved.
const fn reported(class: &'static str, name: &'static str, desc: &'static str, kind: Kind) -> Api {
    row(class, name, desc, kind, &[], &NotModelled)
}

impl Api {
    const fn throwing(self, exceptions: &'static [&'static str]) -> Self {
        Self { throws: Throws::AtOnce(exceptions), ..self }
    }

    const fn throwing_later(self, exceptions: &'static [&'static str]) -> Self {
        Self { throws: Throws::Later(exceptions), ..self }
    }
}

const CLASS: &str = "java/lang/Class";
const LOADER: &str = "java/lang/ClassLoader";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
const METHOD: &str = "java/lang/reflect/Method";
const FIELD: &str = "java/lang/reflect/Field";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const ARRAY: &str = "java/lang/reflect/Array";
const SERVICES: &str = "java/util/ServiceLoader";

/// Of a class object: what it is asked, or asked to do.
const CLASS_OBJECT: &[Input] = &[(Role::Class, 0)];

/// The families, in the order in which they are asked.
const FAMILIES: &[&[Api]] = &[
    class_sources::ROWS,
    members::ROWS,
    actions::ROWS,
    mirrors::ROWS,
    unresolved::PROXIES,
    services::ROWS,
    unresolved::BY_NAME,
    handles::ROWS,
    unresolved::OTHERS,
];

/// The table.
pub const API: &[Api] = &joined::<{ count(FAMILIES) }>(FAMILIES);

const fn count(families: &[&[Api]]) -> usize {
    let (mut count, mut family) = (0, 0);
    while family < families.len() {
        count += families[family].len();
        family += 1;
    }
    count
}

const fn joined<const ROWS: usize>(families: &[&[Api]]) -> [Api; ROWS] {
    let mut all = [families[0][0]; ROWS];
    let (mut at, mut family) = (0, 0);
    while family < families.len() {
        let mut row = 0;
        while row < families[family].len() {
            all[at] = families[family][row];
            (at, row) = (at + 1, row + 1);
        }
        family += 1;
    }
    all
}

/// The rules that find something, which can be switched off, each with the classes and names of the methods it answers for.
pub fn rules() -> FxIndexMap<&'static str, Vec<(&'static str, &'static str)>> {
    let mut rules: FxIndexMap<_, Vec<_>> = FxIndexMap::default();
    for api in API.iter().filter(|api| !matches!(api.rule.answer(), Answer::Reported | Answer::Nothing)) {
        rules.entry(api.rule.name()).or_default().push((api.class, api.name));
    }
    rules
}

/// The table, indexed.
pub struct ApiTable {
    rows: FxHashMap<(&'static str, &'static str), Vec<usize>>,
}

impl Default for ApiTable {
    fn default() -> Self {
        let mut rows: FxHashMap<_, Vec<usize>> = FxHashMap::default();
        for (index, api) in API.iter().enumerate() {
            rows.entry((api.class, api.name)).or_default().push(index);
        }
        Self { rows }
    }
}

impl ApiTable {
    /// The row of a method, as declared. Overrides of the loader methods count as those.
    pub fn find(&self, program: &Program, method: MethodId) -> Option<usize> {
        let data = program.method(method);
        let name = program.str(data.name);
        let desc = program.str(program.method_desc(data.desc).text);
        let class = program.class_name(data.class);
        if let Some(row) = self.by_name(class, name, desc) {
            return Some(row);
        }
        if matches!(name, "loadClass" | "findClass")
            && program.find_class(LOADER).is_some_and(|loader| program.is_subclass(data.class, loader))
        {
            return self.by_name(LOADER, name, desc);
        }
        None
    }

    pub fn by_name(&self, class: &str, name: &str, desc: &str) -> Option<usize> {
        let rows: &Vec<usize> = self.rows.get(&(class, name) as &(&str, &str))?;
        rows.iter().copied().find(|&row| API[row].desc == desc || API[row].desc == "*")
    }
}

impl Api {
    /// `Class.forName`
    pub fn short_name(&self) -> String {
        let simple = self.class.rsplit(['/', '$']).next().unwrap_or(self.class);
        format!("{simple}.{}", self.name)
    }

    /// Where the input that plays a part stands among the arguments.
    pub fn position(&self, role: Role) -> Option<usize> {
        self.inputs.iter().find(|&&(of, _)| of == role).map(|&(_, position)| position)
    }

    /// Position of the first input: what the others are about.
    pub fn first_position(&self) -> Option<usize> {
        self.inputs.iter().map(|&(_, position)| position).min()
    }

    /// Which members it acts on: those of the type that is the member's.
    pub fn acts_on(&self) -> Option<MemberKind> {
        self.position(Role::Member)?;
        match self.class {
            METHOD => Some(MemberKind::Method),
            FIELD => Some(MemberKind::Field),
            CONSTRUCTOR => Some(MemberKind::Constructor),
            _ => None,
        }
    }

    /// Whether it does something with the class that its receiver is.
    pub fn acts_on_receiver_class(&self) -> bool {
        self.kind == Kind::Action && self.class == CLASS
    }

    /// Whether its rule resolves what it gives; else the call is reported and what is done with its result is open.
    pub fn is_resolved(&self) -> bool {
        !matches!(self.rule.answer(), Answer::Listed | Answer::Reported)
    }
}
