//! Which variables of a body are constant keys: texts, classes, constants of enums and boxes of numbers. Must not know what is kept
//! under keys.

use crate::base::FxHashMap;
use crate::heap::Key;
use crate::ir::{Body, ConstValue, Op, Var};
use crate::program::{MethodRef, Program, access};

/// Classes of the JDK whose `valueOf` of a primitive gives objects that are equal if the primitives are.
const BOXES: &[&str] =
    &["java/lang/Byte", "java/lang/Character", "java/lang/Integer", "java/lang/Long", "java/lang/Short"];

/// The variables of a body that are constant keys.
pub(crate) fn constant_keys(program: &Program, body: &Body) -> FxHashMap<Var, Key> {
    let mut keys = FxHashMap::default();
    let mut numbers: FxHashMap<Var, i32> = FxHashMap::default();
    let mut casts = Vec::new();
    for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
        match stmt.op {
            Op::Const { dst, value: ConstValue::Int(number) } => _ = numbers.insert(dst, number),
            Op::Cast { dst, src, .. } => casts.push((dst, src)),
            _ => keys.extend(stmt.op.dst().zip(constant_key(program, &stmt.op))),
        }
    }
    for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
        if let Op::Invoke { dst: Some(dst), method, ref args, .. } = stmt.op
            && let [argument] = args[..]
            && let Some(&number) = numbers.get(&argument)
            && is_boxing(program, method)
        {
            keys.insert(dst, Key::Number(number));
        }
    }
    // Casts of casts: each round reaches one further, and there are never many.
    while let Some((dst, key)) =
        casts.iter().find_map(|&(dst, src)| keys.get(&src).filter(|_| !keys.contains_key(&dst)).map(|&key| (dst, key)))
    {
        keys.insert(dst, key);
    }
    keys
}

/// The key that an instruction gives, boxes aside.
pub fn constant_key(program: &Program, op: &Op) -> Option<Key> {
    match *op {
        Op::Const { value: ConstValue::Str { text, lossy: false }, .. } => Some(Key::Text(text)),
        Op::Const { value: ConstValue::Class(ty), .. } => Some(Key::Class(ty)),
        Op::GetStatic { field, .. } => {
            let field = program.resolve_field(field).filter(|&field| program.field(field).access & access::ENUM != 0);
            field.map(Key::Constant)
        }
        _ => None,
    }
}

fn is_boxing(program: &Program, method: MethodRef) -> bool {
    let data = program.method_ref_data(method);
    let owner = program.class_of(data.owner).map(|class| program.class_name(class));
    program.str(data.name) == "valueOf" && owner.is_some_and(|owner| BOXES.contains(&owner))
}
