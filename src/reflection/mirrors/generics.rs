//! Types as signatures have them: `getGenericSuperclass` and its kin give classes, and objects for types with arguments, for
//! variables, wildcards and arrays of these. Must not know what they are used for.

use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind, Site};
use crate::ir::ConstValue;
use crate::ir::Op;
use crate::ir::facts::{Facts, Use, statement_at};
use crate::pointsto::{Cx, Ptr};
use crate::program::lookup::{self, GenericType};
use crate::program::{Program, TypeId};

use super::super::rule::Rule;
use super::super::state::call::ApiCallId;
use super::super::state::{Described, State};
use super::super::terms::rules::RuleName;
use super::super::terms::site::Role;

/// What a class, a member or such a type is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Generic {
    Superclass,
    Interfaces,
    FieldType,
    ReturnType,
    ParameterTypes,
    /// Of a component of a record.
    ComponentType,
    Arguments,
    Raw,
    Owner,
    UpperBounds,
    LowerBounds,
    ArrayComponent,
    /// Of a variable, whose declaration is not known here; and texts.
    Unknown,
}

impl Rule for Generic {
    fn name(&self) -> RuleName {
        match self {
            Generic::Superclass | Generic::Interfaces => RuleName("generic-supertypes"),
            Generic::FieldType | Generic::ReturnType | Generic::ParameterTypes => RuleName("generic-members"),
            Generic::ComponentType => RuleName("generic-components"),
            _ => RuleName("type-parts"),
        }
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        // Once for all: the slots that are read are asked for where something is put into an array.
        let mut slots = None;
        let mut unknown = false;
        // What is asked of listed members is asked of each.
        for &(obj, kind) in objects.iter().filter(|(_, kind)| !kind.is_listed() && *kind != ObjKind::Null) {
            if is_made_by_program(cx, obj, kind) {
                continue;
            }
            unknown |= match state.generic(cx.program, *self, obj, kind) {
                Some(Answer::One(types)) => state.give_type(cx, call, &types),
                Some(Answer::Many(types)) => {
                    let slots = slots.get_or_insert_with(|| state.slots_read(cx, call));
                    state.give_array(cx, call, &types, slots.as_deref())
                }
                None => None,
            }
            .is_none();
        }
        if unknown {
            state.described_unknown(cx, call);
        }
    }
}

/// Whether an object is of a class of the program, which implements the interfaces of types as well: its own methods are called.
fn is_made_by_program(cx: &Cx<'_, '_>, obj: ObjId, kind: ObjKind) -> bool {
    let is_made = matches!(kind, ObjKind::Alloc { .. } | ObjKind::Merged { .. } | ObjKind::Instance { .. });
    let class = cx.program.class_of(cx.heap.ty(obj)).filter(|_| is_made);
    class.is_some_and(|class| cx.program.class(class).origin != Origin::Jdk)
}

/// What is given: one type or none, or an array of them.
enum Answer {
    One(Vec<GenericType>),
    Many(Vec<GenericType>),
}

impl State {
    fn generic(&self, program: &Program, asked: Generic, obj: ObjId, kind: ObjKind) -> Option<Answer> {
        use Answer::{Many, One};
        let one = |ty: GenericType| One(vec![ty]);
        match (asked, kind, self.generic_types.get(&obj)) {
            (Generic::Superclass, ObjKind::Class { ty }, _) => {
                lookup::generic_superclass(program, ty).map(|found| One(found.into_iter().collect()))
            }
            (Generic::Interfaces, ObjKind::Class { ty }, _) => lookup::generic_interfaces(program, ty).map(Many),
            (Generic::FieldType, ObjKind::Field { field }, _) => lookup::generic_field_type(program, field).map(one),
            (Generic::ReturnType, ObjKind::Method { method }, _) => {
                lookup::generic_return_type(program, method).map(one)
            }
            (Generic::ParameterTypes, ObjKind::Method { method } | ObjKind::Constructor { method }, _) => {
                lookup::generic_parameter_types(program, method).map(Many)
            }
            (Generic::ComponentType, ..) => match self.described.get(&obj) {
                Some(&Described::Component { record, name, ty, .. }) => {
                    let field = program.class_of(record).and_then(|class| program.declared_field(class, name, ty))?;
                    lookup::generic_field_type(program, field).map(one)
                }
                _ => None,
            },
            (Generic::Arguments, _, Some(GenericType::Parameterized { arguments, .. })) => {
                Some(Many(arguments.clone()))
            }
            (Generic::Raw, _, Some(&GenericType::Parameterized { raw, .. })) => Some(one(GenericType::Class(raw))),
            (Generic::Owner, _, Some(GenericType::Parameterized { raw, owner, .. })) => Some(match owner {
                Some(owner) => One(vec![(**owner).clone()]),
                None => {
                    let declaring = lookup::declaring_class(program, *raw).ok()?;
                    One(declaring.into_iter().map(GenericType::Class).collect())
                }
            }),
            (Generic::UpperBounds, _, Some(GenericType::Wildcard { upper, .. })) => Some(Many(upper.clone())),
            (Generic::LowerBounds, _, Some(GenericType::Wildcard { lower, .. })) => Some(Many(lower.clone())),
            (Generic::ArrayComponent, _, Some(GenericType::Array(component))) => Some(one((**component).clone())),
            _ => None,
        }
    }

    /// Gives one type or none; `None` if one is unknown.
    fn give_type(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, types: &[GenericType]) -> Option<()> {
        let Some(dst) = self.calls[call].view.dst else { return Some(()) };
        types.iter().try_for_each(|ty| {
            cx.add(dst, self.object_of_type(cx, ty)?);
            Some(())
        })
    }

    /// Gives an array of types, with those in it that are read (`None`: all); `None` if one is unknown.
    fn give_array(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        types: &[GenericType],
        read: Option<&[usize]>,
    ) -> Option<()> {
        let view = &self.calls[call].view;
        let (site, Some(dst)) = (view.site, view.dst) else { return Some(()) };
        let element = cx.program.find_class("java/lang/reflect/Type")?;
        let array = cx.heap.alloc(site, cx.program.array_of(cx.program.class_type(element)), NO_CTX);
        cx.add(dst, array);
        let is_read = |nth: &usize| read.is_none_or(|read| read.contains(nth));
        let mut types = types.iter().enumerate().filter(|(nth, _)| is_read(nth));
        types.try_for_each(|(_, ty)| {
            cx.add(Ptr::Elements(array), self.object_of_type(cx, ty)?);
            Some(())
        })
    }

    /// The elements of the array that a call gives which are read, if nothing else is done with it.
    fn slots_read(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> Option<Vec<usize>> {
        let view = &self.calls[call].view;
        let code = cx.code(view.caller)?;
        let (block, nth) = statement_at(&code.body, view.offset)?;
        let dst = code.body.blocks[block].stmts[nth as usize].op.dst()?;
        let facts = Facts::of(&code.body);
        let slot = |at: &Use| match *at {
            Use::Stmt(block, nth) => match code.body.blocks[block].stmts[nth as usize].op {
                Op::ArrayLoad { array, index, .. } if array == dst => match *facts.constant_of(index)? {
                    ConstValue::Int(slot) => usize::try_from(slot).ok().map(Some),
                    _ => None,
                },
                Op::ArrayLength { .. } => Some(None),
                _ => None,
            },
            Use::Phi(..) | Use::Terminator(_) => None,
        };
        let read: Option<Vec<Option<usize>>> = facts.uses(dst).iter().map(slot).collect();
        Some(read?.into_iter().flatten().collect())
    }

    /// The object that a type is.
    fn object_of_type(&mut self, cx: &Cx<'_, '_>, ty: &GenericType) -> Option<ObjId> {
        let class = match ty {
            GenericType::Class(ty) => return Some(cx.heap.intern(ObjKind::Class { ty: *ty })),
            GenericType::Parameterized { .. } => "ParameterizedTypeImpl",
            GenericType::Array(_) => "GenericArrayTypeImpl",
            GenericType::Variable(_) => "TypeVariableImpl",
            GenericType::Wildcard { .. } => "WildcardTypeImpl",
        };
        let class = cx.program.find_class(&format!("sun/reflect/generics/reflectiveObjects/{class}"))?;
        let site = cx.heap.site(Site::Vm(cx.program.sym(&format!("type {}", shown(cx.program, ty)))));
        let obj = cx.heap.intern(ObjKind::Instance { site, ty: cx.program.class_type(class), ctx: NO_CTX });
        self.generic_types.insert(obj, ty.clone());
        Some(obj)
    }
}

/// A type as it is written, distinct for distinct ones.
fn shown(program: &Program, ty: &GenericType) -> String {
    let name = |ty: &TypeId| program.binary_name(*ty);
    let all = |types: &[GenericType]| types.iter().map(|ty| shown(program, ty)).collect::<Vec<_>>().join(",");
    match ty {
        GenericType::Class(ty) => name(ty),
        GenericType::Parameterized { raw, arguments, owner } => {
            let owner = owner.as_ref().map(|owner| format!("{}.", shown(program, owner))).unwrap_or_default();
            format!("{owner}{}<{}>", name(raw), all(arguments))
        }
        GenericType::Array(component) => format!("{}[]", shown(program, component)),
        GenericType::Variable(variable) => format!("variable {}", program.str(*variable)),
        GenericType::Wildcard { upper, lower } => format!("? extends {} super {}", all(upper), all(lower)),
    }
}
