//! What a method casts all objects to that it makes of a class, where it does nothing else with the class: who wrote it means classes of
//! that type (casts of Livshits et al. 2005, 5.3, within one method). Must not know where the class comes from.

use super::super::terms::method::{Api, Rows};
use crate::heap::MemberKind;
use crate::ir::facts::{Facts, Use};
use crate::ir::{Op, Terminator, Var};
use crate::program::{MethodRef, Program, Type, TypeId};

/// The package of what a constructor object is called as.
const OF_MEMBERS: &str = "java/lang/reflect/";
/// The compiler of Kotlin asks it before each cast whether the object is null (Kotlin specification, 8.5, cast expressions).
const OF_KOTLIN: &str = "kotlin/jvm/internal/Intrinsics";

/// The type; `None` if there is none, or the method does something else with the class, its constructors or its objects.
pub(in crate::reflection) fn made_as(program: &Program, rows: Rows, facts: &Facts<'_>, class: Var) -> Option<TypeId> {
    let mut reader = Reader { program, rows, facts, ty: None };
    reader.follow(class, What::Class)?;
    reader.ty
}

/// What a variable holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Class,
    Constructor,
    Object,
}

struct Reader<'p, 'f> {
    program: &'p Program,
    rows: Rows,
    facts: &'f Facts<'f>,
    ty: Option<TypeId>,
}

impl Reader<'_, '_> {
    /// `None` where something else becomes of it.
    fn follow(&mut self, var: Var, what: What) -> Option<()> {
        let body = self.facts.body();
        for &at in self.facts.uses(var) {
            let (block, nth) = match at {
                Use::Stmt(block, nth) => (block, nth),
                Use::Terminator(block) if matches!(body.blocks[block].terminator, Terminator::If { .. }) => continue,
                Use::Terminator(_) | Use::Phi(..) => return None,
            };
            match &body.blocks[block].stmts[nth as usize].op {
                Op::Cast { ty, .. } if what == What::Object => self.is_cast(*ty)?,
                Op::Cast { dst, .. } => self.follow(*dst, what)?,
                Op::Invoke { method, args, dst, .. } => {
                    if let Some(made) = self.made(*method, args, var, what) {
                        self.follow((*dst)?, made)?;
                    } else if !self.is_asked(*method, args, var, what) {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// All casts are to one class or interface.
    fn is_cast(&mut self, ty: TypeId) -> Option<()> {
        let class = self.program.class_of(ty)?;
        let is_one = class != self.program.well_known().object && self.ty.is_none_or(|before| before == ty);
        self.ty = Some(ty);
        is_one.then_some(())
    }

    /// What a call makes of it: a constructor of a class, an object of either.
    fn made(&self, method: MethodRef, args: &[Var], of: Var, what: What) -> Option<What> {
        let is_receiver = args.split_first().is_some_and(|(&receiver, others)| receiver == of && !others.contains(&of));
        let row: &Api = (self.rows)(self.program, method).filter(|_| is_receiver)?;
        match what {
            What::Class if row.acts_on_receiver_class() => Some(What::Object),
            What::Class if row.finds_constructor() => Some(What::Constructor),
            What::Constructor if row.acts_on_receiver() == Some(MemberKind::Constructor) => Some(What::Object),
            _ => None,
        }
    }

    /// Whether a call only asks it for a text or a truth, or tells it to be accessible.
    fn is_asked(&self, method: MethodRef, args: &[Var], of: Var, what: What) -> bool {
        let program = self.program;
        let data = program.method_ref_data(method);
        let Some(owner) = program.class_of(data.owner) else { return false };
        let name = program.class_name(owner);
        let ret = program.method_desc(data.desc).ret;
        let gives_nothing = match program.ty(ret) {
            Type::Prim(_) | Type::Void => true,
            Type::Class(class) => class == program.well_known().string,
            Type::Array(_) => false,
        };
        gives_nothing
            && match what {
                What::Class => owner == program.well_known().class,
                What::Constructor => name.starts_with(OF_MEMBERS) && matches!(args, [member, ..] if *member == of),
                What::Object => name == OF_KOTLIN && program.str(data.name).starts_with("checkNotNull"),
            }
    }
}
