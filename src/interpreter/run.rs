//! A run of a method: its blocks one after the other, its calls inside. Whatever reaches beyond what the run made itself ends it,
//! with nothing known: fields, monitors, native code, what is caught. Must not know who asked for it.

use super::arithmetic::compute;
use super::bodies::Bodies;
use super::intrinsics::intrinsic;
use super::memory::{Function, Memory, Object, Word, is_followed, is_list};
use super::objects::{clone_of, concatenated, constant, elements, fitting, function, new_array, store};
use super::operations::{Operated, Suppose, operate};
use super::sequences;
use super::streams::{Caller, of_stream};
use crate::classfile::{Cond, InvokeKind, RefKind};
use crate::classpath::Origin;
use crate::ir::{Block, BlockId, ConstValue, Op, Terminator, Var};
use crate::program::{ClassId, FieldRef, MethodId, MethodRef, MethodRefData, Program, Type, TypeId, access};
use crate::strings::Ended;

/// Most statements and blocks that a run goes through: some hundred for each character of a name.
pub(super) const STEPS: usize = 20_000;
/// Most calls that are open at a time.
const DEPTH: usize = 32;

pub(super) struct Run<'r> {
    program: &'r Program,
    bodies: &'r Bodies,
    pub(super) memory: Memory,
    suppose: Suppose,
    /// How many are left.
    pub(super) steps: usize,
    depth: usize,
    /// How many of the open calls stand where something is caught.
    caught: usize,
}

/// A call of a method by its instructions.
struct Frame {
    method: MethodId,
    /// By variable.
    words: Vec<Option<Word>>,
}

impl Frame {
    fn word(&self, var: Var) -> Result<&Word, Ended> {
        self.words[var.index()].as_ref().ok_or(Ended::Unknown)
    }

    fn words(&self, vars: &[Var]) -> Result<Vec<Word>, Ended> {
        vars.iter().map(|&var| self.word(var).cloned()).collect()
    }

    fn int(&self, var: Var) -> Result<i32, Ended> {
        match self.word(var)? {
            Word::Int(value) => Ok(*value),
            _ => Err(Ended::Unknown),
        }
    }

    fn set(&mut self, var: Var, word: Word) {
        self.words[var.index()] = Some(word);
    }
}

impl<'r> Run<'r> {
    /// A run of at most so many steps.
    pub(super) fn new(program: &'r Program, bodies: &'r Bodies, suppose: Suppose, steps: usize) -> Self {
        let steps = steps.min(STEPS);
        Self { program, bodies, memory: Memory::default(), suppose, steps, depth: DEPTH, caught: 0 }
    }

    /// What a method returns, if anything.
    pub(super) fn call(&mut self, method: MethodId, args: Vec<Word>) -> Result<Option<Word>, Ended> {
        let body = self.bodies.of(self.program, method).ok_or(Ended::Unknown)?;
        if args.len() != body.params as usize {
            return Err(Ended::Unknown);
        }
        self.depth = self.depth.checked_sub(1).ok_or(Ended::Unknown)?;
        let mut words: Vec<Option<Word>> = args.into_iter().map(Some).collect();
        words.resize(body.vars.len(), None);
        let mut frame = Frame { method, words };
        let (mut at, mut from) = (BlockId::new(0), None);
        let returned = loop {
            let block = &body.blocks[at];
            let is_caught = !block.covered_by.is_empty();
            self.caught += usize::from(is_caught);
            let next = self.block(&mut frame, block, from).map_err(|ended| match ended {
                // Who knows what a handler gets.
                Ended::Throws if is_caught => Ended::Unknown,
                ended => ended,
            })?;
            self.caught -= usize::from(is_caught);
            match next {
                Next::Block(next) => (at, from) = (next, Some(at)),
                Next::Return(word) => break word,
            }
        };
        self.depth += 1;
        Ok(returned)
    }

    fn step(&mut self) -> Result<(), Ended> {
        self.steps = self.steps.checked_sub(1).ok_or(Ended::Unknown)?;
        Ok(())
    }

    /// Runs a block; control came from another one.
    fn block(&mut self, frame: &mut Frame, block: &Block, from: Option<BlockId>) -> Result<Next, Ended> {
        self.step()?;
        if block.handler.is_some() {
            return Err(Ended::Unknown);
        }
        if let Some(from) = from.filter(|_| !block.phis.is_empty()) {
            let way = block.preds.iter().position(|&pred| pred == from).ok_or(Ended::Unknown)?;
            let arg = |args: &[Var]| args.get(way).and_then(|arg| frame.words[arg.index()].clone());
            let words: Vec<Option<Word>> = block.phis.iter().map(|phi| arg(&phi.args)).collect();
            for (phi, word) in block.phis.iter().zip(words) {
                frame.words[phi.dst.index()] = word;
            }
        }
        for stmt in &block.stmts {
            self.step()?;
            self.statement(frame, &stmt.op)?;
        }
        self.terminator(frame, &block.terminator)
    }

    fn terminator(&mut self, frame: &Frame, terminator: &Terminator) -> Result<Next, Ended> {
        match terminator {
            Terminator::Goto(next) => Ok(Next::Block(*next)),
            Terminator::If { cond, args, then, otherwise, .. } => {
                let holds = match (*cond, args.as_slice()) {
                    (Cond::Null, &[var]) => matches!(frame.word(var)?, Word::Null),
                    (Cond::NonNull, &[var]) => !matches!(frame.word(var)?, Word::Null),
                    (Cond::Same, &[one, other]) => self.memory.are_same(frame.word(one)?, frame.word(other)?)?,
                    (Cond::Different, &[one, other]) => !self.memory.are_same(frame.word(one)?, frame.word(other)?)?,
                    (cond, args) => {
                        let compared = cond.compares().ok_or(Ended::Unknown)?;
                        match *args {
                            [var] => compared(frame.int(var)?, 0),
                            [one, other] => compared(frame.int(one)?, frame.int(other)?),
                            _ => return Err(Ended::Unknown),
                        }
                    }
                };
                Ok(Next::Block(if holds { *then } else { *otherwise }))
            }
            Terminator::Switch { value, targets, default, .. } => {
                let value = frame.int(*value)?;
                let target = targets.iter().find(|&&(case, _)| case == value);
                Ok(Next::Block(target.map_or(*default, |&(_, block)| block)))
            }
            Terminator::Return { value, .. } => {
                Ok(Next::Return(value.map(|value| frame.word(value).cloned()).transpose()?))
            }
            Terminator::Throw { .. } => Err(Ended::Throws),
            Terminator::Unreachable => Err(Ended::Unknown),
        }
    }

    fn statement(&mut self, frame: &mut Frame, op: &Op) -> Result<(), Ended> {
        let (dst, word) = match op {
            Op::Const { dst, value } => (*dst, constant(self.program, value)?),
            Op::New { dst, class } => (*dst, self.new_object(*class)?),
            Op::NewArray { dst, ty, lens } => {
                let &[length] = lens.as_slice() else { return Err(Ended::Unknown) };
                (*dst, new_array(self.program, &mut self.memory, *ty, frame.int(length)?)?)
            }
            Op::Cast { dst, src, ty } => {
                let word = frame.word(*src)?;
                let passes = matches!(word, Word::Null) || self.memory.is_of(self.program, word, *ty)?;
                (*dst, if passes { word.clone() } else { return Err(Ended::Throws) })
            }
            Op::InstanceOf { dst, src, ty } => {
                let word = frame.word(*src)?;
                let is = !matches!(word, Word::Null) && self.memory.is_of(self.program, word, *ty)?;
                (*dst, Word::Int(is.into()))
            }
            Op::GetStatic { dst, field } => (*dst, self.static_field(frame, *field)?),
            Op::ArrayLoad { dst, array, index, .. } => {
                let (words, index) = (elements(&self.memory, frame.word(*array)?)?, frame.int(*index)?);
                let word = usize::try_from(index).ok().and_then(|index| words.get(index)).ok_or(Ended::Throws)?;
                (*dst, word.clone())
            }
            Op::ArrayLength { dst, array } => {
                let length = elements(&self.memory, frame.word(*array)?)?.len();
                (*dst, Word::Int(i32::try_from(length).map_err(|_| Ended::Unknown)?))
            }
            Op::ArrayStore { array, index, value, elem } => {
                let (index, word) = (frame.int(*index)?, frame.word(*value)?.clone());
                return store(self.program, &mut self.memory, frame.word(*array)?, (index, word), *elem);
            }
            Op::Prim { dst, op, args } => (*dst, compute(op, &frame.words(args)?)?),
            Op::Invoke { dst, kind, method, args } => {
                let given = self.invoke(frame, *kind, *method, args)?;
                match dst {
                    Some(dst) => (*dst, given.ok_or(Ended::Unknown)?),
                    None => return Ok(()),
                }
            }
            Op::InvokeDynamic { dst: Some(dst), bootstrap, name, descriptor, args } => {
                let class = self.program.class(self.program.method(frame.method).class);
                let bootstrap = class.bootstraps.get(*bootstrap as usize).ok_or(Ended::Unknown)?;
                let (desc, words) = (self.program.method_desc(self.program.desc(*descriptor)), frame.words(args)?);
                let word = match function(self.program, bootstrap, (*name, desc.ret), &words) {
                    Some(function) => self.memory.make(Object::Function(function))?,
                    None => concatenated((self.program, &self.memory, self.suppose), bootstrap, &desc.params, &words)?,
                };
                (*dst, word)
            }
            Op::InvokeDynamic { dst: None, .. }
            | Op::GetField { .. }
            | Op::PutField { .. }
            | Op::PutStatic { .. }
            | Op::Monitor { .. } => return Err(Ended::Unknown),
        };
        frame.set(dst, word);
        Ok(())
    }

    /// A class is used, so that it is initialised (JVMS 5.5). What its initialiser does is not followed, but that it may throw
    /// where that is caught.
    fn initialise(&self, frame: &Frame, class: ClassId) -> Result<(), Ended> {
        let program = self.program;
        let is_own = class == program.method(frame.method).class || program.class(class).origin == Origin::Jdk;
        if self.caught == 0 || is_own {
            return Ok(());
        }
        let mut initialised = [class].into_iter().chain(program.superclasses(class).iter().copied());
        let may_throw = |class| {
            program.class(class).origin != Origin::Jdk && program.find_method(class, "<clinit>", "()V").is_some()
        };
        if initialised.any(may_throw) { Err(Ended::Unknown) } else { Ok(()) }
    }

    // ---- Values and objects ------------------------------------------------------------------------------------------

    fn new_object(&mut self, ty: TypeId) -> Result<Word, Ended> {
        let class = self.program.class_of(ty).ok_or(Ended::Unknown)?;
        match is_followed(self.program.class_name(class)) || self.is_thrown(class) {
            true => self.memory.make(Object::New(class)),
            false => Err(Ended::Unknown),
        }
    }

    /// What is thrown has a constructor that nothing is asked of here.
    fn is_thrown(&self, class: ClassId) -> bool {
        let is_of_jdk = self.program.class(class).origin == Origin::Jdk;
        is_of_jdk && self.program.is_subclass(class, self.program.well_known().throwable)
    }

    /// A final static field that has its value before its class is initialised (JVMS 5.4.2, 5.5): another one is set some time, and
    /// the method may run before.
    fn static_field(&self, frame: &Frame, field: FieldRef) -> Result<Word, Ended> {
        let program = self.program;
        let data = program.field(program.resolve_field(field).ok_or(Ended::Unknown)?);
        self.initialise(frame, data.class)?;
        let is_constant = data.access & access::STATIC != 0 && data.access & access::FINAL != 0;
        // None of the constants of `Locale` is one that maps ASCII in a way of its own.
        let is_locale =
            program.class_name(data.class) == "java/util/Locale" && program.ty(data.ty) == Type::Class(data.class);
        match (is_constant, &data.constant) {
            (true, Some(value)) => constant(program, &Option::<ConstValue>::from(value).ok_or(Ended::Unknown)?),
            (true, None) if is_locale && data.access & access::PUBLIC != 0 => Ok(Word::Locale),
            _ => Err(Ended::Unknown),
        }
    }

    // ---- Calls -------------------------------------------------------------------------------------------------------

    fn invoke(
        &mut self,
        frame: &Frame,
        kind: InvokeKind,
        method: MethodRef,
        args: &[Var],
    ) -> Result<Option<Word>, Ended> {
        let (program, args) = (self.program, frame.words(args)?);
        let resolved = match kind {
            InvokeKind::Special => program.resolve_special(program.method(frame.method).class, method),
            _ => program.resolve_method(method),
        };
        let resolved = resolved.ok_or(Ended::Unknown)?;
        let is_static = program.method(resolved).access & access::STATIC != 0;
        if is_static != (kind == InvokeKind::Static) {
            return Err(Ended::Throws);
        }
        if is_static || kind == InvokeKind::Special {
            self.initialise(frame, program.method(resolved).class)?;
        }
        self.run(kind, resolved, args)
    }

    /// Runs a method that is named, or what its receiver selects.
    fn run(&mut self, kind: InvokeKind, resolved: MethodId, args: Vec<Word>) -> Result<Option<Word>, Ended> {
        let program = self.program;
        let data = program.method(resolved);
        let desc = program.method_desc(data.desc);
        let (name, descriptor) = (program.str(data.name), program.str(desc.text));
        let receiver = args.first().filter(|_| kind != InvokeKind::Static);
        if let Some(this) = receiver {
            match self.memory.object(this) {
                Ok(Object::Array(..)) => return clone_of(&mut self.memory, this, name),
                Ok(Object::List(_)) if name == "forEach" => {
                    let stream = sequences::of_list(program, &mut self.memory, sequences::STREAM, &args[..1])?;
                    let args = stream.into_iter().chain(args.get(1).cloned()).collect::<Vec<_>>();
                    return of_stream(self, (name, descriptor), &args);
                }
                Ok(Object::List(_)) => return sequences::of_list(program, &mut self.memory, (name, descriptor), &args),
                Ok(Object::Iterator { .. }) => return sequences::of_iterator(&mut self.memory, name, this),
                Ok(Object::Stream(_)) => return of_stream(self, (name, descriptor), &args),
                // Methods that the interface has itself are run as those of any object.
                Ok(Object::Function(function)) if data.name == function.name && data.access & access::ABSTRACT != 0 => {
                    let this = this.clone();
                    let given = self.apply(&this, args[1..].to_vec())?;
                    return fitting(program, given, desc.ret);
                }
                Ok(Object::Collector(..)) => return Err(Ended::Unknown),
                Ok(Object::New(class)) if name == "<init>" && self.is_thrown(*class) => return Ok(None),
                Ok(&Object::New(class)) if name == "<init>" && is_list(program.class_name(class)) => {
                    return sequences::construct(&mut self.memory, (class, descriptor), &args);
                }
                _ => {}
            }
        }
        let class = match receiver {
            Some(receiver) => self.memory.class(program, receiver)?,
            None => data.class,
        };
        let class_name = program.class_name(class);
        if let (InvokeKind::Static, Some(ret)) = (kind, program.class_of(desc.ret)) {
            let made = sequences::made(program, &mut self.memory, (class_name, name, descriptor), (ret, &args));
            if let Some(made) = made {
                return made;
            }
        }
        if let Some(given) = intrinsic(&mut self.memory, (class_name, name, descriptor), &args) {
            return given;
        }
        let is_static = kind == InvokeKind::Static;
        let call = Operated { class: class_name, name, desc, args: &args, is_static, suppose: self.suppose };
        if let Some(given) = operate(program, &mut self.memory, &call) {
            return given;
        }
        let callee = match kind {
            InvokeKind::Static | InvokeKind::Special => resolved,
            _ => program.select(class, resolved).ok_or(Ended::Unknown)?,
        };
        self.call(callee, args)
    }
}

impl<'r> Caller<'r> for Run<'r> {
    fn program(&self) -> &'r Program {
        self.program
    }

    fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    fn apply(&mut self, function: &Word, args: Vec<Word>) -> Result<Option<Word>, Ended> {
        self.step()?;
        let program = self.program;
        let Object::Function(Function { implementation, captured, .. }) = self.memory.object(function)? else {
            return Err(Ended::Unknown);
        };
        let kind = match implementation.kind {
            RefKind::InvokeVirtual => InvokeKind::Virtual,
            RefKind::InvokeStatic => InvokeKind::Static,
            RefKind::InvokeSpecial => InvokeKind::Special,
            RefKind::InvokeInterface => InvokeKind::Interface,
            // A constructor: what it makes is followed nowhere yet. Of fields no function object is made (`LambdaMetafactory`).
            RefKind::NewInvokeSpecial
            | RefKind::GetField
            | RefKind::GetStatic
            | RefKind::PutField
            | RefKind::PutStatic => return Err(Ended::Unknown),
        };
        let member = implementation.member;
        let reference = program.method_ref(MethodRefData {
            owner: program.type_of_internal(member.owner),
            name: member.name,
            desc: program.desc(member.descriptor),
            interface: member.interface,
        });
        let args: Vec<Word> = captured.iter().cloned().chain(args).collect();
        let resolved = program.resolve_method(reference).ok_or(Ended::Unknown)?;
        let data = program.method(resolved);
        if (data.access & access::STATIC != 0) != (kind == InvokeKind::Static) || self.caught > 0 {
            return Err(Ended::Unknown);
        }
        // What takes a number would take it out of a box.
        let params = &program.method_desc(data.desc).params;
        let own = args.len().checked_sub(params.len()).ok_or(Ended::Unknown)?;
        let fits =
            |(word, &ty): (&Word, &TypeId)| matches!(word, Word::Int(_) | Word::Long(_)) != program.is_reference(ty);
        if !args[own..].iter().zip(params).all(fits) {
            return Err(Ended::Unknown);
        }
        // One may call another without a method between.
        self.depth = self.depth.checked_sub(1).ok_or(Ended::Unknown)?;
        let given = self.run(kind, resolved, args)?;
        self.depth += 1;
        Ok(given)
    }
}

/// Where control goes after a block.
enum Next {
    Block(BlockId),
    Return(Option<Word>),
}
