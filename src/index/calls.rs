//! Calls of methods of wanted names in the bodies of one class file. Must not know what the names mean, nor other classes.

use super::Wanted;
use crate::base::{FxHashMap, Interner};
use crate::classfile::{self, Insn, RawConst, RawMemberRef};

/// JVMS table 4.6-A.
const SYNTHETIC: u16 = 0x1000;

/// A call of a wanted name, as one class file shows it, or the instruction that makes a reference to such a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// Position of the method among those of the class.
    pub method: u32,
    /// The method whose source the call stands in: the creator, for a lambda's body.
    pub source: u32,
    pub offset: u32,
    pub line: Option<u32>,
    pub owner: Box<str>,
    pub name: Box<str>,
    pub desc: Box<str>,
    pub interface: bool,
    /// `Class::forName`: the call is made by whoever calls the function object.
    pub reference: bool,
}

/// The calls in the bodies of a class file; none if it cannot be read.
pub(super) fn calls(bytes: &[u8], wanted: &Wanted) -> Vec<Call> {
    let names = Interner::new();
    let Ok(class) = classfile::decode_class(bytes, &names) else { return Vec::new() };
    let Ok(bodies) = classfile::decode_bodies(bytes, &names) else { return Vec::new() };
    let has = |names: &Interner, member: &RawMemberRef| {
        wanted.position(names.str(member.owner), names.str(member.name)).is_some()
    };
    let mut found = Vec::new();
    // Body of a lambda -> method that creates it.
    let mut creators: FxHashMap<u32, u32> = FxHashMap::default();
    for (index, body) in bodies.iter().enumerate() {
        let Some(code) = body else { continue };
        let call = |offset: u32, member: &RawMemberRef, reference: bool| {
            let line = code.lines.partition_point(|&(start, _)| u32::from(start) <= offset);
            Call {
                method: index as u32,
                source: index as u32,
                offset,
                line: line.checked_sub(1).map(|at| u32::from(code.lines[at].1)),
                owner: names.str(member.owner).into(),
                name: names.str(member.name).into(),
                desc: names.str(member.descriptor).into(),
                interface: member.interface,
                reference,
            }
        };
        for (offset, insn) in &code.insns {
            match insn {
                Insn::Invoke(_, member) if has(&names, member) => {
                    found.push(call(*offset, member, false));
                }
                Insn::InvokeDynamic { bootstrap, .. } => {
                    let Some(bootstrap) = class.bootstraps.get(*bootstrap as usize) else { continue };
                    for arg in &bootstrap.args {
                        let RawConst::MethodHandle(handle) = arg else { continue };
                        if has(&names, &handle.member) {
                            found.push(call(*offset, &handle.member, true));
                        }
                        if handle.member.owner != class.name {
                            continue;
                        }
                        let body = class.methods.iter().position(|m| {
                            m.name == handle.member.name
                                && m.descriptor == handle.member.descriptor
                                && m.access & SYNTHETIC != 0
                        });
                        if let Some(body) = body {
                            creators.entry(body as u32).or_insert(index as u32);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    for call in &mut found {
        // A chain of creators is at most as long as the class has methods.
        for _ in 0..class.methods.len() {
            match creators.get(&call.source) {
                Some(&creator) if creator != call.source => call.source = creator,
                _ => break,
            }
        }
    }
    found
}
