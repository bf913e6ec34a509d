//! Switches over patterns and enum constants: what `java.lang.runtime.SwitchBootstraps` does to find out which case it is.
//! Must not know what the cases do.

use crate::base::FxHashSet;
use crate::classfile::RawConst;
use crate::heap::ObjKind;
use crate::pointsto::{Args, Cx, EdgeKind, IndyView, ModelNode, Ptr, Receiver, ReflectiveCall};
use crate::program::{Class, Program, TypeId, lookup};

/// Constants of enums are labels by their name (JDK javadoc of `typeSwitch` and `enumSwitch`): `Enum.valueOf` finds them, which
/// initialises the enum and calls its `values()`. `node` numbers the node of an enum's class.
pub(super) fn ask_for_labels(cx: &mut Cx<'_, '_>, view: &IndyView, mut node: impl FnMut(TypeId) -> ModelNode) {
    let program = cx.program;
    let class = program.class(program.method(view.call.method).class);
    let desc = program.method_desc(program.desc(view.descriptor));
    let descriptor = "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;";
    let Some(value_of) = program.find_method(program.well_known().enumeration, "valueOf", descriptor) else { return };
    let mut enums = named_enums(program, class, view.bootstrap);
    enums.extend(desc.params.first().copied().filter(|&ty| lookup::is_enum(program, ty)));
    let mut seen: FxHashSet<TypeId> = FxHashSet::default();
    for ty in enums.into_iter().filter(|&ty| seen.insert(ty)) {
        let class = cx.model_node(node(ty));
        cx.add(class, cx.heap.intern(ObjKind::Class { ty }));
        cx.call(ReflectiveCall {
            caller: view.call.caller,
            site: view.call.site,
            callee: value_of,
            receiver: Receiver::None,
            args: Args::Positional(vec![Some(class), None]),
            ret: None,
            throw: view.call.throw.map(Ptr::Node),
            kind: EdgeKind::Model,
        });
    }
}

/// The enums whose names are among the constants that a bootstrap gets, however they are wrapped: an `EnumDesc` is made of
/// a `ClassDesc`, which is made of a name or a descriptor.
fn named_enums(program: &Program, class: &Class, bootstrap: u16) -> Vec<TypeId> {
    let (mut found, mut open) = (Vec::new(), vec![bootstrap]);
    let mut seen: FxHashSet<u16> = FxHashSet::default();
    while let Some(bootstrap) = open.pop() {
        if !seen.insert(bootstrap) {
            continue;
        }
        let args = class.bootstraps.get(bootstrap as usize).map_or(&[][..], |row| &row.args);
        for arg in args {
            match arg {
                RawConst::Dynamic { bootstrap, .. } => open.push(*bootstrap),
                RawConst::Str { text, .. } => {
                    let text = program.str(*text);
                    let name = text.strip_prefix('L').and_then(|text| text.strip_suffix(';')).unwrap_or(text);
                    let ty = program.find_class(&name.replace('.', "/")).map(|class| program.class_type(class));
                    found.extend(ty.filter(|&ty| lookup::is_enum(program, ty)));
                }
                _ => {}
            }
        }
    }
    found
}
