//! Calls that values come from: which method was asked, and by which key. Must not know findings.

use crate::classfile::InvokeKind;
use crate::classpath::Origin;
use crate::heap::{Site, SiteId};
use crate::ir::facts::Facts;
use crate::ir::{Body, ConstValue, Op};
use crate::program::{ClassId, Program, TypeId, access, outsiders};
use crate::reflection::{ApiTable, Gives};

use super::called::Called;
use super::view::View;

/// The method called at an origin.
pub(super) fn call_at(view: &View<'_, '_>, site: SiteId) -> Option<Called> {
    let Site::At(method, offset) = view.heap.site_data(site) else { return None };
    let code = view.state.code_of(method)?;
    code.body.blocks.iter().flat_map(|b| &b.stmts).find_map(|stmt| match &stmt.op {
        Op::Invoke { method, .. } if stmt.offset == offset => {
            let data = view.program.method_ref_data(*method);
            let (class, name) = (view.program.binary_name(data.owner), view.program.str(data.name).to_owned());
            Some(Called { class, name })
        }
        _ => None,
    })
}

/// Whether the call at an origin gives no object itself: what comes from it, what it calls puts into what it is given.
pub(super) fn gives_no_object(view: &View<'_, '_>, site: SiteId) -> bool {
    matches!(view.heap.site_data(site), Site::At(..))
        && declared(view, site).is_some_and(|ty| !view.program.is_reference(ty))
}

/// The declared type of a value, by where it comes from: what a call gives, a parameter, a field.
pub(super) fn declared(view: &View<'_, '_>, site: SiteId) -> Option<TypeId> {
    let program = view.program;
    match view.heap.site_data(site) {
        Site::At(method, offset) => {
            let code = view.state.code_of(method)?;
            code.body.blocks.iter().flat_map(|b| &b.stmts).find_map(|stmt| match stmt.op {
                Op::Invoke { method, .. } if stmt.offset == offset => {
                    Some(program.method_desc(program.method_ref_data(method).desc).ret)
                }
                _ => None,
            })
        }
        Site::Param(method, index) => {
            program.method_desc(program.method(method).desc).params.get(usize::from(index)).copied()
        }
        Site::Field(field) => Some(program.field(field).ty),
        _ => None,
    }
}

/// Whether the call at an origin is of a method of the program that others may implement or override: a subclass that callers of a
/// library write answers.
pub(super) fn is_left_to_others(view: &View<'_, '_>, site: SiteId) -> bool {
    let Site::At(method, offset) = view.heap.site_data(site) else { return false };
    let program = view.program;
    let Some(code) = view.state.code_of(method) else { return false };
    let called = code.body.blocks.iter().flat_map(|b| &b.stmts).find_map(|stmt| match stmt.op {
        Op::Invoke { method, .. } if stmt.offset == offset => {
            let named = program.class_of(program.method_ref_data(method).owner);
            program.resolve_method(method).map(|called| (called, named))
        }
        _ => None,
    });
    called.is_some_and(|(called, named)| {
        // Of which class their objects are they decide as well.
        let known = ApiTable::get().known(program, called);
        if known.is_some_and(|row| row.gives == Some(Gives::ClassOfObject)) {
            return true;
        }
        // A method that a class of the program inherits is asked of that class.
        let declaring = program.method(called).class;
        let class = named.filter(|&named| program.is_subclass(named, declaring)).unwrap_or(declaring);
        let is_implemented = |&of: &ClassId| program.class(of).access & (access::ABSTRACT | access::INTERFACE) == 0;
        let is_open = || {
            program.may_be_extended(program.class_type(class))
                || !program.subtypes_outside_jdk(class).iter().any(is_implemented)
        };
        program.class(class).origin == Origin::Application
            && outsiders::is_overridden_elsewhere(program, called)
            && is_open()
    })
}

/// The constant key the call asks for.
pub(super) fn key_at(view: &View<'_, '_>, site: SiteId) -> Option<String> {
    let Site::At(method, offset) = view.heap.site_data(site) else { return None };
    if call_at(view, site)?.makes_text() {
        return None;
    }
    first_text(view.program, &view.state.code_of(method)?.body, offset)
}

/// The constant that a call asks for: its first argument that can be a text, empty ones aside (as of an XML namespace). What
/// comes after it may be a default.
fn first_text(program: &Program, body: &Body, offset: u32) -> Option<String> {
    let facts = Facts::of(body);
    let (object, string) = (program.well_known().object, program.well_known().string);
    body.blocks.iter().flat_map(|b| &b.stmts).find_map(|stmt| match &stmt.op {
        Op::Invoke { args, kind, method, .. } if stmt.offset == offset => {
            let params = &program.method_desc(program.method_ref_data(*method).desc).params;
            let own = usize::from(*kind != InvokeKind::Static);
            let can_be_text = |ty| program.class_of(ty).is_some_and(|class| class == object || class == string);
            let texts = args.iter().skip(own).zip(params).filter(|&(_, &ty)| can_be_text(ty));
            let mut constants = texts.map(|(&arg, _)| match facts.constant_of(arg)? {
                ConstValue::Str { text, .. } => Some(program.str(*text).to_owned()),
                _ => None,
            });
            constants.find(|text| text.as_deref() != Some("")).flatten()
        }
        _ => None,
    })
}
