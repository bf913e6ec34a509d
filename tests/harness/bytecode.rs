//! The calls of a case's methods as its class files have them, and the string constants before each. Must not know what
//! the calls mean.

use std::path::Path;

use reflection_check::base::Interner;
use reflection_check::classfile::{Insn, RawBootstrap, RawCode, RawConst, RawMemberRef, decode_bodies, decode_class};

use super::Case;

/// A method with code.
#[derive(Debug)]
pub(crate) struct Method {
    /// Binary name of its class.
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) descriptor: String,
    /// In order of offsets.
    pub(crate) calls: Vec<Call>,
}

/// A call instruction, or the instruction that makes a method reference.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) offset: u32,
    pub(crate) line: Option<u32>,
    /// Internal name.
    pub(crate) owner: String,
    pub(crate) name: String,
    pub(crate) descriptor: String,
    /// String constants that the instructions since the last call or branch loaded, in order.
    pub(crate) constants: Vec<String>,
}

impl Call {
    /// `Class.forName`: simple name of the owner and name of the method, as recordings write APIs.
    pub(crate) fn short(&self) -> String {
        let simple = self.owner.rsplit(['/', '$']).next().unwrap_or(&self.owner);
        format!("{simple}.{}", self.name)
    }
}

/// All methods of a case's classes, by class file name.
pub(crate) fn methods(case: &Case) -> Vec<Method> {
    // That a class is torn is what a fixture is about.
    below(&case.classes, |path| case.fixture.is_torn(path))
}

/// All methods of the classes below a folder, by class file name, without those of files that are `skipped`.
pub(crate) fn below(folder: &Path, skipped: impl Fn(&Path) -> bool) -> Vec<Method> {
    let mut methods = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let path = entry.expect("classes can be listed").into_path();
        if path.extension().is_some_and(|extension| extension == "class") && !skipped(&path) {
            methods.extend(of_class(&std::fs::read(&path).expect("a class can be read")));
        }
    }
    methods
}

fn of_class(bytes: &[u8]) -> Vec<Method> {
    let names = Interner::new();
    let class = decode_class(bytes, &names).expect("a fixture's class can be decoded");
    let bodies = decode_bodies(bytes, &names).expect("a fixture's bodies can be decoded");
    let with_code = class.methods.iter().zip(bodies).filter_map(|(method, body)| Some((method, body?)));
    with_code
        .map(|(method, code)| Method {
            class: names.str(class.name).replace('/', "."),
            name: names.str(method.name).to_owned(),
            descriptor: names.str(method.descriptor).to_owned(),
            calls: calls(&code, &class.bootstraps, &names),
        })
        .collect()
}

fn calls(code: &RawCode, bootstraps: &[RawBootstrap], names: &Interner) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut constants = Vec::new();
    for (offset, insn) in &code.insns {
        let mut call = |member: &RawMemberRef, constants| {
            calls.push(Call {
                offset: *offset,
                line: line_at(code, *offset),
                owner: names.str(member.owner).to_owned(),
                name: names.str(member.name).to_owned(),
                descriptor: names.str(member.descriptor).to_owned(),
                constants,
            });
        };
        match insn {
            Insn::Const(RawConst::Str { text, .. }) => constants.push(names.str(*text).to_owned()),
            Insn::Invoke(_, member) => call(member, std::mem::take(&mut constants)),
            Insn::InvokeDynamic { bootstrap, .. } => {
                constants.clear();
                for arg in &bootstraps[usize::from(*bootstrap)].args {
                    if let RawConst::MethodHandle(handle) = arg {
                        call(&handle.member, Vec::new());
                    }
                }
            }
            // What makes an array of constants.
            Insn::Const(_) | Insn::NewRefArray(_) | Insn::Dup | Insn::ArrayStore(_) => (),
            _ => constants.clear(),
        }
    }
    calls
}

fn line_at(code: &RawCode, offset: u32) -> Option<u32> {
    code.lines.iter().rev().find(|(start, _)| u32::from(*start) <= offset).map(|(_, line)| u32::from(*line))
}
