//! Reads and writes of fields that cannot be done. Must not know methods.

use crate::classfile::Prim;
use crate::heap::ObjKind;
use crate::program::{FieldId, Type, access, lookup};
use crate::reflection::{Role, widens};
use crate::result::RuleId;

use super::call::{Call, Failure, Reason};
use super::fit::{WIDENED, is_partly_known, none_fits, shown};
use super::throws::{NO_ACCESS, NOT_SUPPORTED, NULL, WRONG, WRONG_OR_NULL};

/// `Field.get`, `Field.set` and their kin.
pub(super) fn access(call: &Call<'_, '_, '_>, of: Option<Prim>, writes: bool) -> Option<Failure> {
    let base = call.input(Role::Receiver)?;
    call.each(Role::Member, |kind| {
        let ObjKind::Field { field } = kind else { return None };
        let program = call.program();
        let data = program.field(field);
        let declaring = program.class_type(data.class);
        if is_partly_known(program, declaring) {
            return None;
        }
        let name = format!("\"{}.{}\"", program.binary_name(declaring), program.str(data.name));
        let is_static = data.access & access::STATIC != 0;
        let is_accessible = call.may_be_accessible(kind);
        if !is_accessible
            && let Some(reason) =
                call.no_access((data.class, data.access), call.target(&base, is_static), &format!("field {name}"))
        {
            return Some(reason);
        }
        if !is_static && let Some(reason) = call.wrong_receiver(&base, declaring, &name, NULL) {
            return Some(reason);
        }
        match writes {
            true => call.is_final(field, is_accessible, &name).or_else(|| call.wrong_value(field, of, &name)),
            false => call.wrong_read(field, of?, &name),
        }
    })
}

/// `objectFieldOffset`, `staticFieldOffset` and `staticFieldBase` of `sun.misc.Unsafe`.
pub(super) fn offset(call: &Call<'_, '_, '_>, of_static: bool) -> Option<Failure> {
    call.each(Role::Member, |kind| {
        let ObjKind::Field { field } = kind else { return None };
        let program = call.program();
        let data = program.field(field);
        let class = program.class_type(data.class);
        let name = format!("\"{}.{}\"", program.binary_name(class), program.str(data.name));
        let (text, advice, throws) = match data.access & access::STATIC != 0 {
            is_static if is_static != of_static => match is_static {
                true => (format!("{name} is static"), "use staticFieldOffset and staticFieldBase", WRONG),
                false => (format!("{name} is not static"), "use objectFieldOffset", WRONG),
            },
            _ if lookup::is_record(program, class) => {
                (format!("{name} is a field of a record"), "read it by its accessor", NOT_SUPPORTED)
            }
            _ => return None,
        };
        Some(Reason::new(RuleId::RC3002, text, advice, throws, true))
    })
}

impl Call<'_, '_, '_> {
    /// Why a final field keeps its value: static, of a record or hidden class (`Field.isTrustedFinalField`), or not made
    /// accessible.
    pub(super) fn is_final(&self, field: FieldId, is_accessible: bool, name: &str) -> Option<Reason> {
        let program = self.program();
        let data = program.field(field);
        let class = program.class_type(data.class);
        let (text, advice) = match data.access {
            flags if flags & access::FINAL == 0 || self.ask.view.opens_finals => return None,
            flags if flags & access::STATIC != 0 => {
                (format!("{name} is static and final, so that nothing writes to it"), "make it non-final")
            }
            _ if lookup::is_record(program, class) => {
                (format!("{name} is a field of a record, which nothing writes to"), "make a new record")
            }
            _ if !is_accessible => {
                (format!("{name} is final and not made accessible"), "call setAccessible(true) first")
            }
            _ => return None,
        };
        Some(Reason::new(RuleId::RC3008, text, advice, NO_ACCESS, true))
    }

    /// Why a value is none of the field's.
    fn wrong_value(&self, field: FieldId, of: Option<Prim>, name: &str) -> Option<Reason> {
        let (program, types) = (self.program(), self.ask.view.heap.types());
        let ty = program.field(field).ty;
        let wanted = program.type_name(ty);
        let advice = format!("store what the field takes; {WIDENED}");
        if let Some(from) = of {
            let fits = matches!(program.ty(ty), Type::Prim(to) if widens(from, to));
            let text = format!("{name} is \"{wanted}\", which {} does not write", self.api.name);
            return (!fits).then(|| Reason::new(RuleId::RC3003, text, advice, WRONG, true));
        }
        let values = self.input(Role::Value)?;
        let literal = none_fits(program, types, &values, ty)?;
        let given = shown(program, types, *values.all.first()?);
        let text = format!("{name} is \"{wanted}\", and gets \"{given}\"");
        Some(Reason::new(RuleId::RC3003, text, advice, WRONG_OR_NULL, literal))
    }

    /// Why a getter of a primitive type does not read the field.
    fn wrong_read(&self, field: FieldId, to: Prim, name: &str) -> Option<Reason> {
        let program = self.program();
        let ty = program.field(field).ty;
        let fits = matches!(program.ty(ty), Type::Prim(from) if widens(from, to));
        let text = format!("{name} is \"{}\", which {} does not read", program.type_name(ty), self.api.name);
        (!fits).then(|| Reason::new(RuleId::RC3003, text, "use the getter of the field's type", WRONG, true))
    }
}
