//! Objects with setters that the JDK declares, as a thread or a cookie has: the texts that callers of a library set in those that
//! they are shown. Must not know who shows them, nor collections.

use std::rc::Rc;

use super::places::Handed;
use crate::base::FxIndexSet;
use crate::classpath::Origin;
use crate::heap::ObjId;
use crate::pointsto::{Command, Cx, Receiver};
use crate::program::{ClassId, MethodId, Program, Type, access};

impl Handed {
    /// Callers set texts in an object.
    pub(super) fn set_texts(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, class: ClassId) {
        let setters = self.setters.entry(class).or_insert_with(|| setters(cx.program, class)).clone();
        for &method in setters.iter() {
            let args = self.arguments(cx, method);
            cx.command(Command::Entry { method, receiver: Receiver::Obj(obj), args, ret: None });
        }
    }
}

/// The setters of the JDK that objects of a class have for texts alone (JavaBeans 1.01, section 8.3), and those that give the object
/// back (`ProcessBuilder.command`). What a loader or a handler that callers set does is not looked at.
fn setters(program: &Program, class: ClassId) -> Rc<[MethodId]> {
    const OF_OBJECTS: u16 = access::STATIC | access::PUBLIC;
    let string = program.class_type(program.well_known().string);
    let is_text = |ty| ty == string || matches!(program.ty(ty), Type::Array(element) if element == string);
    let is_setter = |&method: &MethodId| {
        let data = program.method(method);
        let name = program.str(data.name);
        let params = &program.method_desc(data.desc).params;
        let of_text =
            params.iter().any(|&ty| is_text(ty)) && params.iter().all(|&ty| is_text(ty) || !program.is_reference(ty));
        let gives_itself = program.method_desc(data.desc).ret == program.class_type(data.class);
        // Of tables of properties everything is put elsewhere.
        let is_named = name.starts_with("set") && name != "setProperty";
        data.access & OF_OBJECTS == access::PUBLIC && (is_named || gives_itself) && of_text
    };
    let above = program.supertypes(class).iter().filter(|&&above| program.class(above).origin == Origin::Jdk);
    let declared = above.flat_map(|&above| &program.class(above).methods).copied().filter(is_setter);
    let selected = declared.filter_map(|method| program.select(class, method));
    let of_jdk = selected.filter(|&method| program.origin_of(method) == Origin::Jdk && program.method(method).has_code);
    of_jdk.collect::<FxIndexSet<MethodId>>().into_iter().collect()
}
