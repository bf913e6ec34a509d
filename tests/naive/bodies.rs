//! Random bytecode that a verifier accepts and no compiler writes: stack juggling, loops with several entries, subroutines,
//! handlers that overlap and cover themselves, locals of changing types, code nothing leads to. Every block of a method
//! begins with the same stack and the same types in some locals, so that any of them may jump to any other.

use super::programs::Random;
use super::shapes::{ABSTRACT, Base, Method, OBJECT, PRIVATE, PUBLIC, STATIC, Shapes, Sort, THROWABLE, Ty};

use crate::support::bytecode::{Code, LOOKUPSWITCH, TABLESWITCH};
use crate::support::class_writer::ClassWriter;

const ACONST_NULL: u8 = 0x01;
const ICONST_0: u8 = 0x03;
const LCONST_0: u8 = 0x09;
const BIPUSH: u8 = 0x10;
const SIPUSH: u8 = 0x11;
const LDC_W: u8 = 0x13;
const ILOAD: u8 = 0x15;
const LLOAD: u8 = 0x16;
const ALOAD: u8 = 0x19;
const AALOAD: u8 = 0x32;
const ISTORE: u8 = 0x36;
const LSTORE: u8 = 0x37;
const ASTORE: u8 = 0x3a;
const AASTORE: u8 = 0x53;
const POP: u8 = 0x57;
const POP2: u8 = 0x58;
const DUP: u8 = 0x59;
const DUP_X1: u8 = 0x5a;
const DUP_X2: u8 = 0x5b;
const DUP2: u8 = 0x5c;
const DUP2_X1: u8 = 0x5d;
const DUP2_X2: u8 = 0x5e;
const SWAP: u8 = 0x5f;
const IADD: u8 = 0x60;
const IINC: u8 = 0x84;
const I2L: u8 = 0x85;
const LCMP: u8 = 0x94;
const IFEQ: u8 = 0x99;
const IF_ICMPLT: u8 = 0xa1;
const IF_ACMPEQ: u8 = 0xa5;
const GOTO: u8 = 0xa7;
const JSR: u8 = 0xa8;
const RET: u8 = 0xa9;
const IRETURN: u8 = 0xac;
const LRETURN: u8 = 0xad;
const ARETURN: u8 = 0xb0;
const RETURN: u8 = 0xb1;
const GETSTATIC: u8 = 0xb2;
const PUTSTATIC: u8 = 0xb3;
const GETFIELD: u8 = 0xb4;
const PUTFIELD: u8 = 0xb5;
const INVOKEVIRTUAL: u8 = 0xb6;
const INVOKESPECIAL: u8 = 0xb7;
const INVOKESTATIC: u8 = 0xb8;
const INVOKEINTERFACE: u8 = 0xb9;
const INVOKEDYNAMIC: u8 = 0xba;
const NEW: u8 = 0xbb;
const NEWARRAY: u8 = 0xbc;
const ANEWARRAY: u8 = 0xbd;
const ARRAYLENGTH: u8 = 0xbe;
const ATHROW: u8 = 0xbf;
const CHECKCAST: u8 = 0xc0;
const INSTANCEOF: u8 = 0xc1;
const MONITORENTER: u8 = 0xc2;
const MONITOREXIT: u8 = 0xc3;
const WIDE: u8 = 0xc4;
const MULTIANEWARRAY: u8 = 0xc5;
const IFNULL: u8 = 0xc6;
const GOTO_W: u8 = 0xc8;
const JSR_W: u8 = 0xc9;

/// The library class that notes who calls whom, and stops what runs for too long.
pub(crate) const STEPS: &str = "Steps";
/// Slots of a method; those from here on need `wide`.
const SLOTS: u16 = 300;
const WIDE_SLOT: u16 = 260;
const FUNCTION: &str = "(Ljava/lang/Object;)Ljava/lang/Object;";

/// Writes the members with code of a type.
pub(crate) fn methods(shapes: &Shapes, index: usize, writer: &mut ClassWriter, random: &mut Random) {
    let decl = &shapes.decls[index];
    let mut bootstraps = Vec::new();
    let mut all = decl.methods.clone();
    let plain = |name: &str, access| Method { name: name.to_owned(), params: Vec::new(), ret: OBJECT, access };
    all.push(plain("<clinit>", STATIC));
    if decl.sort != Sort::Interface {
        all.push(plain("<init>", PUBLIC));
    }
    for method in &all {
        let is_void = method.name.starts_with('<');
        let mut descriptor = shapes.signature(&method.params, method.ret);
        if is_void {
            "()V".clone_into(&mut descriptor);
        }
        if method.access & ABSTRACT != 0 {
            writer.code(method.access, &method.name, &descriptor, 0, 0, &[]);
            continue;
        }
        let mut body = Body::new(shapes, Some(index), method, writer, random, &mut bootstraps);
        body.ret = (!is_void).then_some(method.ret);
        body.write(&method.name);
        let (code, handlers) = body.finish();
        writer.guarded(method.access, &method.name, &descriptor, [60, SLOTS], &code, &handlers);
    }
    if !bootstraps.is_empty() {
        let mut content = (bootstraps.len() as u16).to_be_bytes().to_vec();
        for [factory, arguments @ ..] in &bootstraps {
            for part in [*factory, 3].iter().chain(arguments) {
                content.extend(part.to_be_bytes());
            }
        }
        writer.attribute("BootstrapMethods", &content);
    }
}

/// `Main`, whose main method calls every method that it can, whatever the others throw.
pub(crate) fn main(shapes: &Shapes, random: &mut Random) -> (String, Vec<u8>) {
    let name = format!("{}/Main", shapes.package);
    let mut writer = ClassWriter::new(0x21, &name, "java/lang/Object", &[]);
    let method = Method { name: "main".to_owned(), params: vec![OBJECT], ret: OBJECT, access: PUBLIC | STATIC };
    let mut bootstraps = Vec::new();
    let mut body = Body::new(shapes, None, &method, &mut writer, random, &mut bootstraps);
    body.ret = None;
    body.call_all();
    let (code, handlers) = body.finish();
    writer.guarded(method.access, "main", "([Ljava/lang/String;)V", [60, SLOTS], &code, &handlers);
    (name, writer.bytes(49))
}

fn size(ty: Ty) -> u16 {
    if ty == Ty::Long { 2 } else { 1 }
}

/// A method body in the making: what is on the stack and in locals is what a verifier knows of them.
struct Body<'g> {
    shapes: &'g Shapes,
    writer: &'g mut ClassWriter,
    random: &'g mut Random,
    bootstraps: &'g mut Vec<[u16; 4]>,
    owner: Option<usize>,
    is_static: bool,
    /// Of a version in which jumps ask for stack maps.
    straight: bool,
    /// Makes nothing and calls nothing: what most classes are initialised with, so that programs go on.
    mild: bool,
    ret: Option<Ty>,
    code: Code,
    stack: Vec<Ty>,
    locals: Vec<(u16, Ty)>,
    /// What each block finds in locals.
    fixed: Vec<(u16, Ty)>,
    next: u16,
    /// Bounds of exception ranges.
    marks: Vec<usize>,
    rows: Vec<(usize, usize, usize, u16)>,
}

impl<'g> Body<'g> {
    fn new(
        shapes: &'g Shapes,
        owner: Option<usize>,
        method: &Method,
        writer: &'g mut ClassWriter,
        random: &'g mut Random,
        bootstraps: &'g mut Vec<[u16; 4]>,
    ) -> Self {
        let is_static = method.access & STATIC != 0;
        let this = owner.filter(|_| !is_static).map(|owner| Ty::Ref(Base::Decl(owner), 0));
        let mut body = Self {
            shapes,
            writer,
            random,
            bootstraps,
            owner,
            is_static,
            straight: owner.is_some_and(|owner| shapes.decls[owner].is_new),
            mild: false,
            ret: None,
            code: Code::default(),
            stack: Vec::new(),
            locals: Vec::new(),
            fixed: Vec::new(),
            next: 0,
            marks: Vec::new(),
            rows: Vec::new(),
        };
        for ty in this.into_iter().chain(method.params.iter().copied()) {
            body.fixed.push((body.next, ty));
            body.next += size(ty);
        }
        body.locals.clone_from(&body.fixed);
        body
    }

    fn finish(self) -> (Vec<u8>, Vec<[u16; 4]>) {
        let Self { mut code, rows, .. } = self;
        let rows = rows
            .iter()
            .map(|&(from, to, handler, caught)| {
                [code.at(from) as u16, code.at(to) as u16, code.at(handler) as u16, caught]
            })
            .filter(|row| row[0] < row[1])
            .collect();
        (code.finish(), rows)
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.random.below(100) < chance
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        if all.is_empty() { None } else { Some(all[self.random.below(all.len())].clone()) }
    }

    // ---- Control flow ----------------------------------------------------------------------------------------------

    fn steps(&mut self, name: &str) {
        let noted = self.writer.method_ref(false, STEPS, name, "()V");
        self.code.of(INVOKESTATIC, noted);
    }

    fn write(&mut self, name: &str) {
        let shapes = self.shapes;
        let owner = self.owner.expect("a method other than main has a class");
        if name == "<init>" {
            let above = shapes.superclass(owner);
            let above = self.writer.method_ref(false, &above, "<init>", "()V");
            self.code.op(&[0x2a]).of(INVOKESPECIAL, above);
        }
        self.steps("at");
        if name.starts_with('<') {
            self.mild = self.percent(88);
            for field in &shapes.decls[owner].fields {
                let is_static = field.access & STATIC != 0;
                if is_static != (name == "<clinit>") {
                    continue;
                }
                if !is_static {
                    self.load(0, Ty::Ref(Base::Decl(owner), 0));
                }
                self.value(field.ty, 2);
                self.stack.clear();
                let field = self.field_ref(owner, &field.name, field.ty);
                self.code.of(if is_static { PUTSTATIC } else { PUTFIELD }, field);
            }
        }
        for _ in 0..self.random.below(4) {
            let ty = self.shapes.any_type(self.random);
            self.value(ty, 1);
            self.store(self.next);
            self.fixed.push((self.next, ty));
            self.next += size(ty);
        }
        if self.straight {
            self.operations(3, 10);
            self.leave();
            return;
        }
        let entry: Vec<Ty> = (0..self.random.below(3)).map(|_| self.shapes.any_type(self.random)).collect();
        self.settle(&entry);
        let blocks = 1 + self.random.below(6);
        let blocks = self.code.labels(blocks);
        let subroutines = if self.percent(35) { 1 + self.random.below(2) } else { 0 };
        let subroutines = self.code.labels(subroutines);
        let returns: Vec<u16> = subroutines.iter().map(|_| self.slot(1)).collect();
        for (at, &label) in blocks.iter().enumerate() {
            self.begin(label, &entry);
            self.operations(1, 5);
            while let Some(&to) = subroutines.first().filter(|_| self.random.below(3) == 0) {
                self.subroutine_call(to, &entry);
                self.operations(0, 3);
            }
            self.end(&entry, &blocks, at + 1 == blocks.len());
        }
        let handlers = self.random.below(3);
        let handlers = self.code.labels(handlers);
        for &label in &handlers {
            self.begin(label, &[THROWABLE]);
            self.operations(0, 4);
            self.end(&entry, &blocks, true);
        }
        let end = self.mark();
        self.code.here(end);
        self.cover(&handlers);
        // What a subroutine's exceptions lead to must not call it again.
        self.marks.clear();
        for (at, &label) in subroutines.iter().enumerate() {
            self.subroutine(label, returns[at], &entry, subroutines.get(at + 1).copied());
        }
        if subroutines.is_empty() {
            return;
        }
        let last = self.code.label();
        self.begin(last, &[THROWABLE]);
        self.operations(0, 3);
        self.leave();
        let end = self.mark();
        self.code.here(end);
        self.cover(&[last]);
    }

    fn mark(&mut self) -> usize {
        let mark = self.code.label();
        self.marks.push(mark);
        mark
    }

    fn begin(&mut self, label: usize, stack: &[Ty]) {
        self.code.here(label);
        self.marks.push(label);
        self.stack = stack.to_vec();
        self.locals.clone_from(&self.fixed);
        self.steps(if self.owner.is_some() { "step" } else { "next" });
    }

    fn cover(&mut self, handlers: &[usize]) {
        for _ in 0..self.random.below(5) {
            let Some(handler) = self.one_of(handlers) else { return };
            let from = self.random.below(self.marks.len());
            let to = from + self.random.below(self.marks.len() - from);
            let exceptions: Vec<usize> =
                (0..self.shapes.decls.len()).filter(|&d| self.shapes.decls[d].sort == Sort::Exception).collect();
            let caught = match self.random.below(7) {
                0 | 1 => 0,
                2 => self.writer.class("java/lang/Throwable"),
                3 => self.writer.class("java/lang/NullPointerException"),
                _ => {
                    let index = self.one_of(&exceptions).expect("every program has exceptions");
                    self.writer.class(&self.shapes.decls[index].name)
                }
            };
            self.rows.push((self.marks[from], self.marks[to], handler, caught));
        }
    }

    /// Ends a block: the stack is as every block finds it, and control goes anywhere.
    fn end(&mut self, entry: &[Ty], blocks: &[usize], last: bool) {
        let choice = self.random.below(if last { 7 } else { 11 });
        if choice < 2 {
            self.leave();
            self.junk();
            return;
        }
        self.settle(entry);
        let to = self.one_of(blocks).expect("a method has blocks");
        match choice {
            2..=4 => {
                if self.percent(20) {
                    self.code.jump_wide(GOTO_W, to);
                } else {
                    self.code.jump(GOTO, to);
                }
                self.junk();
            }
            5 | 6 => {
                let count = 1 + self.random.below(4);
                let cases: Vec<usize> = (0..count).filter_map(|_| self.one_of(blocks)).collect();
                self.pick();
                let op = if self.percent(50) { TABLESWITCH } else { LOOKUPSWITCH };
                self.code.switch(op, to, &cases);
                self.junk();
            }
            7..=9 => self.branch(to),
            _ => {}
        }
    }

    /// A number that nobody knows.
    fn pick(&mut self) {
        let pick = self.writer.method_ref(false, STEPS, "pick", "()I");
        self.code.of(INVOKESTATIC, pick);
    }

    fn branch(&mut self, to: usize) {
        let (types, op) = match self.random.below(4) {
            0 => (vec![Ty::Int], IF_ICMPLT),
            1 => (vec![OBJECT, OBJECT], IF_ACMPEQ),
            2 => (vec![OBJECT], IFNULL + self.random.below(2) as u8),
            _ => (Vec::new(), IFEQ + self.random.below(2) as u8),
        };
        for &ty in &types {
            self.value(ty, 1);
        }
        self.stack.truncate(self.stack.len() - types.len());
        if op < IF_ACMPEQ {
            self.pick();
        }
        self.code.jump(op, to);
    }

    /// Returns or throws.
    fn leave(&mut self) {
        if !self.mild && self.percent(25) && !self.straight {
            self.value(THROWABLE, 2);
            self.code.op(&[ATHROW]);
            return;
        }
        let Some(ret) = self.ret else {
            self.code.op(&[RETURN]);
            return;
        };
        if self.stack.last().is_none_or(|&top| !self.shapes.fits(top, ret)) {
            self.value(ret, 2);
        }
        let op = match ret {
            Ty::Int => IRETURN,
            Ty::Long => LRETURN,
            Ty::Ref(..) => ARETURN,
        };
        self.code.op(&[op]);
    }

    /// Instructions nothing leads to, whose stack no one asks for.
    fn junk(&mut self) {
        if self.percent(15) {
            for _ in 0..1 + self.random.below(4) {
                let op = [POP, POP2, DUP_X2, SWAP, AALOAD, IADD, DUP2_X2][self.random.below(7)];
                self.code.op(&[op]);
            }
            self.code.op(&[ATHROW]);
        }
    }

    fn subroutine_call(&mut self, to: usize, entry: &[Ty]) {
        self.settle(entry);
        if self.percent(20) {
            self.code.jump_wide(JSR_W, to);
        } else {
            self.code.jump(JSR, to);
        }
        let after = self.code.label();
        self.begin(after, entry);
    }

    fn subroutine(&mut self, label: usize, slot: u16, entry: &[Ty], next: Option<usize>) {
        self.code.here(label);
        self.marks.push(label);
        self.stack = entry.to_vec();
        if entry.last().is_some_and(|&top| size(top) == 1) && self.percent(30) {
            self.code.op(&[SWAP, SWAP]);
        }
        self.access(ASTORE, slot);
        let inside = self.code.label();
        self.begin(inside, entry);
        self.operations(1, 5);
        if let Some(next) = next.filter(|_| self.random.below(2) == 0) {
            self.subroutine_call(next, entry);
            self.operations(0, 3);
        }
        if self.percent(40) {
            self.settle(entry);
            let over = self.code.label();
            self.branch(over);
            self.operations(0, 3);
            if self.percent(30) {
                self.leave();
            } else {
                self.settle(entry);
            }
            self.begin(over, entry);
        }
        self.settle(entry);
        self.access(RET, slot);
    }

    // ---- Stack and locals ------------------------------------------------------------------------------------------

    /// Brings the stack into this form.
    fn settle(&mut self, wanted: &[Ty]) {
        let fits = |body: &Self| {
            body.stack.iter().zip(wanted).take_while(|(have, want)| body.shapes.fits(**have, **want)).count()
        };
        while self.stack.len() > fits(self) {
            let top = self.stack.pop().expect("it is not empty");
            let both = size(top) == 1 && self.stack.last().is_some_and(|&below| size(below) == 1);
            if size(top) == 2 {
                self.code.op(&[POP2]);
            } else if both && self.stack.len() > fits(self) && self.percent(30) {
                self.stack.pop();
                self.code.op(&[POP2]);
            } else {
                self.code.op(&[POP]);
            }
        }
        for &ty in &wanted[self.stack.len()..] {
            self.value(ty, 1);
        }
        self.stack = wanted.to_vec();
    }

    fn slot(&mut self, size: u16) -> u16 {
        self.next += size;
        self.next - size
    }

    fn access(&mut self, op: u8, slot: u16) {
        if slot > 255 || self.percent(10) {
            self.code.op(&[WIDE]).of(op, slot);
        } else {
            self.code.op(&[op, slot as u8]);
        }
    }

    fn load(&mut self, slot: u16, ty: Ty) {
        let op = match ty {
            Ty::Int => ILOAD,
            Ty::Long => LLOAD,
            Ty::Ref(..) => ALOAD,
        };
        self.access(op, slot);
        self.stack.push(ty);
    }

    /// Stores what is on top of the stack.
    fn store(&mut self, slot: u16) {
        let ty = self.stack.pop().expect("something to store");
        let op = match ty {
            Ty::Int => ISTORE,
            Ty::Long => LSTORE,
            Ty::Ref(..) => ASTORE,
        };
        self.access(op, slot);
        let fixed = self.fixed.iter().find(|(at, _)| *at == slot).map(|&(_, ty)| ty);
        // Either half of what was there is gone.
        self.locals.retain(|&(at, own)| at + size(own) <= slot || at >= slot + size(ty));
        self.locals.push((slot, fixed.unwrap_or(ty)));
    }

    /// One of the instructions that copy or swap what is on the stack, if any has its operands there.
    fn juggle(&mut self) {
        let op = [DUP, DUP_X1, DUP_X2, DUP2, DUP2_X1, DUP2_X2, SWAP, POP, POP2][self.random.below(9)];
        let slots: Vec<Ty> = self.stack.iter().rev().take(4).copied().collect();
        let sizes: Vec<u16> = slots.iter().map(|&ty| size(ty)).collect();
        // How many values are copied, and below how many others they go.
        let (copied, below) = match (op, sizes.as_slice()) {
            (DUP, [1, ..]) | (DUP2, [2, ..]) => (1, 0),
            (DUP_X1, [1, 1, ..]) | (DUP_X2, [1, 2, ..]) | (DUP2_X1, [2, 1, ..]) | (DUP2_X2, [2, 2, ..]) => (1, 1),
            (DUP_X2, [1, 1, 1, ..]) | (DUP2_X2, [2, 1, 1, ..]) => (1, 2),
            (DUP2, [1, 1, ..]) => (2, 0),
            (DUP2_X1, [1, 1, 1, ..]) | (DUP2_X2, [1, 1, 2, ..]) => (2, 1),
            (DUP2_X2, [1, 1, 1, 1]) => (2, 2),
            (SWAP, [1, 1, ..]) => {
                let top = self.stack.len() - 1;
                self.stack.swap(top, top - 1);
                self.code.op(&[SWAP]);
                return;
            }
            (POP, [1, ..]) | (POP2, [2, ..]) => {
                self.stack.pop();
                self.code.op(&[op]);
                return;
            }
            (POP2, [1, 1, ..]) => {
                self.stack.truncate(self.stack.len() - 2);
                self.code.op(&[op]);
                return;
            }
            _ => return,
        };
        let at = self.stack.len() - copied;
        let values = self.stack[at..].to_vec();
        self.stack.splice(at - below..at - below, values);
        self.code.op(&[op]);
    }

    // ---- Operations ------------------------------------------------------------------------------------------------

    fn operations(&mut self, least: usize, more: usize) {
        for _ in 0..least + self.random.below(more) {
            if self.mild {
                return;
            }
            if self.stack.len() < 14 {
                self.operation();
            } else {
                self.code.op(&[if self.stack.pop().map(size) == Some(2) { POP2 } else { POP }]);
            }
            if self.percent(25) {
                let mark = self.mark();
                self.code.here(mark);
            }
        }
    }

    fn top(&self) -> Option<Ty> {
        self.stack.last().copied()
    }

    fn operation(&mut self) {
        match self.random.below(26) {
            0..=6 => self.juggle(),
            7 | 8 => {
                let ty = self.shapes.any_type(self.random);
                self.value(ty, 2);
            }
            9 | 10 => {
                let Some(top) = self.top() else { return };
                let fitting: Vec<u16> = self
                    .fixed
                    .iter()
                    .filter(|(at, ty)| self.is_free(*at) && self.shapes.fits(top, *ty))
                    .map(|f| f.0)
                    .collect();
                // Scratch locals hold one type after another.
                let scratch = if self.percent(30) { WIDE_SLOT } else { 40 } + self.random.below(5) as u16;
                let slot = self.one_of(&fitting).filter(|_| self.random.below(3) > 0).unwrap_or(scratch);
                self.store(slot);
            }
            11 | 12 => self.field(),
            13 => self.static_field(),
            14 => self.array(),
            15 => {
                if let Some(Ty::Ref(..)) = self.top() {
                    let to = self.shapes.any_reference(self.random);
                    self.cast(CHECKCAST, to);
                }
            }
            16 => {
                if let Some(Ty::Ref(..)) = self.top() {
                    let to = self.shapes.any_reference(self.random);
                    self.cast(INSTANCEOF, to);
                }
            }
            17 => {
                if let Some(Ty::Ref(..)) = self.top() {
                    self.code.op(&[DUP, DUP, MONITORENTER, MONITOREXIT]);
                }
            }
            18 => self.arithmetic(),
            _ => {
                self.call(None, 2);
            }
        }
    }

    /// Not `this`, which calls of superclasses' methods take.
    fn is_free(&self, slot: u16) -> bool {
        self.is_static || slot > 0
    }

    fn cast(&mut self, op: u8, to: Ty) {
        let Ty::Ref(base, dims) = to else { return };
        let class = self.writer.class(&self.shapes.internal(base, dims));
        self.code.of(op, class);
        self.stack.pop();
        self.stack.push(if op == CHECKCAST { to } else { Ty::Int });
    }

    fn arithmetic(&mut self) {
        let ints: Vec<u16> = self.locals.iter().filter(|(_, ty)| *ty == Ty::Int).map(|l| l.0).collect();
        match (self.random.below(4), self.one_of(&ints)) {
            (0, Some(slot)) if slot < 256 && self.percent(50) => {
                self.code.op(&[IINC, slot as u8, 1]);
            }
            (0, Some(slot)) => {
                self.code.op(&[WIDE]).of(IINC, slot).op(&[0xff, 0xfe]);
            }
            (1, _) => {
                self.value(Ty::Int, 1);
                self.value(Ty::Int, 1);
                self.stack.pop();
                self.code.op(&[IADD]);
            }
            (2, _) => {
                self.value(Ty::Int, 1);
                self.stack.pop();
                self.stack.push(Ty::Long);
                self.code.op(&[I2L]);
            }
            _ => {
                self.value(Ty::Long, 1);
                self.value(Ty::Long, 1);
                self.stack.truncate(self.stack.len() - 2);
                self.stack.push(Ty::Int);
                self.code.op(&[LCMP]);
            }
        }
    }

    /// A type, and a field that it has or inherits.
    fn any_field(&mut self, is_static: bool) -> Option<(usize, String, Ty)> {
        let owner = self.random.below(self.shapes.decls.len());
        let above = self.shapes.supertypes(owner);
        let fields: Vec<(String, Ty)> = above
            .iter()
            .flat_map(|&sup| &self.shapes.decls[sup].fields)
            .filter(|field| (field.access & STATIC != 0) == is_static)
            .map(|field| (field.name.clone(), field.ty))
            .collect();
        let (name, ty) = self.one_of(&fields)?;
        Some((owner, name, ty))
    }

    fn field_ref(&mut self, owner: usize, name: &str, ty: Ty) -> u16 {
        let owner = self.writer.class(&self.shapes.decls[owner].name);
        let (name, descriptor) = (self.writer.utf8(name), self.writer.utf8(&self.shapes.descriptor(ty)));
        let name_and_type = self.writer.reference(12, &[name, descriptor]);
        self.writer.reference(9, &[owner, name_and_type])
    }

    fn field(&mut self) {
        let Some((owner, name, ty)) = self.any_field(false) else { return };
        // An interface has no instance fields, and as its static type anything might be asked for one.
        if self.shapes.decls[owner].sort == Sort::Interface {
            return;
        }
        self.value(Ty::Ref(Base::Decl(owner), 0), 1);
        let field = self.field_ref(owner, &name, ty);
        if self.percent(50) {
            self.value(ty, 1);
            self.stack.truncate(self.stack.len() - 2);
            self.code.of(PUTFIELD, field);
        } else {
            self.stack.pop();
            self.stack.push(ty);
            self.code.of(GETFIELD, field);
        }
    }

    fn static_field(&mut self) {
        let Some((owner, name, ty)) = self.any_field(true) else { return };
        let declared = self.shapes.decls.iter().position(|decl| decl.fields.iter().any(|field| field.name == name));
        let declared = declared.expect("the field is declared");
        let is_final = self.shapes.decls[declared].sort == Sort::Interface;
        let field = self.field_ref(owner, &name, ty);
        if !is_final && self.percent(50) {
            self.value(ty, 1);
            self.stack.pop();
            self.code.of(PUTSTATIC, field);
        } else {
            self.stack.push(ty);
            self.code.of(GETSTATIC, field);
        }
    }

    fn array(&mut self) {
        let element = match self.shapes.any_reference(self.random) {
            Ty::Ref(base, 0) if base == Base::Int || self.shapes.is_interface(base) => OBJECT,
            other => other,
        };
        let Ty::Ref(base, dims) = element else { return };
        self.value(Ty::Ref(base, dims + 1), 1);
        if self.percent(10) {
            self.stack.pop();
            self.stack.push(Ty::Int);
            self.code.op(&[ARRAYLENGTH]);
        } else if self.percent(50) {
            // Anything may be stored in an array of references: the JVM looks at it then.
            let value = if self.percent(80) { element } else { OBJECT };
            self.code.op(&[ICONST_0]);
            self.stack.push(Ty::Int);
            self.value(value, 1);
            self.stack.truncate(self.stack.len() - 3);
            self.code.op(&[AASTORE]);
        } else {
            self.stack.pop();
            self.stack.push(element);
            self.code.op(&[ICONST_0, AALOAD]);
        }
    }

    // ---- Values ----------------------------------------------------------------------------------------------------

    /// Puts a value of this type on the stack.
    fn value(&mut self, ty: Ty, depth: usize) {
        let before = self.stack.len();
        if !self.try_value(ty, depth) {
            assert_eq!(self.stack.len(), before);
            self.create(ty, depth);
        }
        self.stack.truncate(before);
        self.stack.push(ty);
    }

    fn try_value(&mut self, ty: Ty, depth: usize) -> bool {
        let Ty::Ref(base, dims) = ty else {
            let fitting: Vec<u16> = self.locals.iter().filter(|local| local.1 == ty).map(|local| local.0).collect();
            return match self.one_of(&fitting) {
                Some(slot) if self.percent(50) => {
                    self.load(slot, ty);
                    true
                }
                _ => false,
            };
        };
        // A verifier takes any object for one of an interface.
        let any = dims == 0 && self.shapes.is_interface(base) && self.percent(8);
        match self.random.below(if self.mild { 4 } else { 12 }) {
            0..=3 => {
                // What is known as an `Object` may be an array, which a verifier tells apart.
                let is_object = |ty| matches!(ty, Ty::Ref(base, 0) if base != Base::Object);
                let fitting: Vec<(u16, Ty)> = self
                    .locals
                    .iter()
                    .copied()
                    .filter(|local| self.shapes.fits(local.1, ty) || any && is_object(local.1))
                    .collect();
                let Some((slot, own)) = self.one_of(&fitting) else { return false };
                self.load(slot, own);
                true
            }
            4 => {
                let Some((owner, name, own)) = self.any_field(true) else { return false };
                if !self.shapes.fits(own, ty) {
                    return false;
                }
                let field = self.field_ref(owner, &name, own);
                self.code.of(GETSTATIC, field);
                true
            }
            5 if depth > 0 => {
                self.value(OBJECT, depth - 1);
                self.cast(CHECKCAST, ty);
                true
            }
            6 | 7 if depth > 0 => self.call(Some(ty), depth - 1),
            8 if self.stack.last().is_some_and(|&top| self.shapes.fits(top, ty)) => {
                self.code.op(&[DUP]);
                true
            }
            9 if self.percent(20) => {
                self.code.op(&[ACONST_NULL]);
                true
            }
            _ => false,
        }
    }

    fn create(&mut self, ty: Ty, depth: usize) {
        match ty {
            Ty::Int => match self.random.below(3) {
                0 => _ = self.code.op(&[ICONST_0 + self.random.below(3) as u8]),
                1 => _ = self.code.op(&[BIPUSH, 7]),
                _ => _ = self.code.of(SIPUSH, 1),
            },
            Ty::Long => _ = self.code.op(&[LCONST_0]),
            Ty::Ref(base, 0) => self.create_object(base, depth),
            Ty::Ref(base, dims) => self.create_array(base, dims, depth),
        }
    }

    fn create_array(&mut self, base: Base, dims: u8, depth: usize) {
        if dims > 1 && self.percent(40) {
            let class = self.writer.class(&self.shapes.internal(base, dims));
            let given = 1 + self.random.below(usize::from(dims)) as u8;
            for _ in 0..given {
                self.code.op(&[ICONST_0 + 2]);
            }
            self.code.of(MULTIANEWARRAY, class).op(&[given]);
            return;
        }
        self.code.op(&[ICONST_0 + 2]);
        if (base, dims) == (Base::Int, 1) {
            self.code.op(&[NEWARRAY, 10]);
            return;
        }
        let class = self.writer.class(&self.shapes.internal(base, dims - 1));
        self.code.of(ANEWARRAY, class);
        if depth > 0 && self.percent(60) {
            self.stack.extend([Ty::Ref(base, dims), Ty::Ref(base, dims), Ty::Int]);
            self.code.op(&[DUP, ICONST_0]);
            self.value(Ty::Ref(base, dims - 1), depth - 1);
            self.stack.truncate(self.stack.len() - 4);
            self.code.op(&[AASTORE]);
        }
    }

    fn create_object(&mut self, base: Base, depth: usize) {
        match base {
            Base::String => {
                let text = format!("text {}", self.random.below(5));
                let text = self.writer.string(&text);
                self.code.of(LDC_W, text);
                return;
            }
            Base::Class => {
                let Ty::Ref(of, dims) = self.shapes.any_reference(self.random) else { return };
                let class = self.writer.class(&self.shapes.internal(of, dims));
                self.code.of(LDC_W, class);
                return;
            }
            Base::Function if depth > 0 && self.function(depth) => return,
            _ => {}
        }
        if self.mild {
            self.code.op(&[ACONST_NULL]);
            return;
        }
        let wanted = Ty::Ref(base, 0);
        let made = |sort| matches!(sort, Sort::Concrete | Sort::Exception | Sort::Orphan);
        let fitting: Vec<usize> = (0..self.shapes.decls.len())
            .filter(|&d| made(self.shapes.decls[d].sort) && self.shapes.fits(Ty::Ref(Base::Decl(d), 0), wanted))
            .collect();
        let Some(index) = self.one_of(&fitting) else {
            self.code.op(&[ACONST_NULL]);
            return;
        };
        let name = &self.shapes.decls[index].name;
        let class = self.writer.class(name);
        let init = self.writer.method_ref(false, name, "<init>", "()V");
        self.code.of(NEW, class);
        match self.random.below(8) {
            // Not initialised yet, and seen through a local, or below another value.
            0 => {
                let slot = 50 + self.random.below(5) as u16;
                self.locals.retain(|&(at, own)| at + size(own) <= slot || at > slot);
                self.code.op(&[DUP, ASTORE, slot as u8]).of(INVOKESPECIAL, init).op(&[ALOAD, slot as u8]);
            }
            1 => _ = self.code.op(&[ACONST_NULL, SWAP, DUP_X1]).of(INVOKESPECIAL, init).op(&[POP, DUP, POP]),
            _ => _ = self.code.op(&[DUP]).of(INVOKESPECIAL, init),
        }
    }

    /// A function object that runs a method of this class.
    fn function(&mut self, depth: usize) -> bool {
        let Some(owner) = self.owner.filter(|_| self.straight) else { return false };
        let decl = &self.shapes.decls[owner];
        let Some(run) = decl.methods.iter().find(|method| method.name.starts_with('l')).cloned() else { return false };
        let captured = &run.params[..run.params.len() - 1];
        for &ty in captured {
            self.value(ty, depth.saturating_sub(1));
        }
        self.stack.truncate(self.stack.len() - captured.len());
        const FACTORY: &str = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;\
            Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)\
            Ljava/lang/invoke/CallSite;";
        let handle = |writer: &mut ClassWriter, method: u16| {
            let [high, low] = method.to_be_bytes();
            writer.constant(vec![15, 6, high, low])
        };
        let factory = self.writer.method_ref(false, "java/lang/invoke/LambdaMetafactory", "metafactory", FACTORY);
        let factory = handle(self.writer, factory);
        let descriptor = self.shapes.signature(&run.params, run.ret);
        let run = self.writer.method_ref(decl.sort == Sort::Interface, &decl.name, &run.name, &descriptor);
        let run = handle(self.writer, run);
        let ty = self.writer.utf8(FUNCTION);
        let ty = self.writer.reference(16, &[ty]);
        self.bootstraps.push([factory, ty, run, ty]);
        let made = self.shapes.signature(captured, Ty::Ref(Base::Function, 0));
        let (name, made) = (self.writer.utf8("f"), self.writer.utf8(&made));
        let name_and_type = self.writer.reference(12, &[name, made]);
        let site = self.writer.reference(18, &[self.bootstraps.len() as u16 - 1, name_and_type]);
        self.code.of(INVOKEDYNAMIC, site).op(&[0, 0]);
        // What the program never calls, anyone may call.
        let called = self.writer.method_ref(true, &self.shapes.function_name(), "f", FUNCTION);
        self.code.op(&[DUP, ACONST_NULL]).of(INVOKEINTERFACE, called).op(&[2, 0, POP]);
        true
    }

    // ---- Calls -----------------------------------------------------------------------------------------------------

    /// A call of any method, or of one that returns what is wanted; `false` if none was found.
    fn call(&mut self, wanted: Option<Ty>, depth: usize) -> bool {
        let fits = |body: &Self, ret| wanted.is_none_or(|wanted| body.shapes.fits(ret, wanted));
        match self.random.below(20) {
            0 if fits(self, OBJECT) => {
                self.value(Ty::Ref(Base::Function, 0), depth);
                self.value(OBJECT, depth);
                let name = self.shapes.function_name();
                self.invoke(INVOKEINTERFACE, &name, "f", &[OBJECT], Some(OBJECT), true, true);
                return true;
            }
            1 if wanted.is_none() && self.percent(40) => {
                // Nobody has this one.
                let owner = self.random.below(self.shapes.decls.len());
                self.value(Ty::Ref(Base::Decl(owner), 0), depth);
                let (name, interface) = self.name(owner);
                let op = if interface { INVOKEINTERFACE } else { INVOKEVIRTUAL };
                self.invoke(op, &name, "nobody", &[], None, true, interface);
                return true;
            }
            2..=4 => {
                if let Some((up, method)) = self.of_super()
                    && fits(self, method.ret)
                {
                    let owner = self.owner.expect("a method with a superclass has a class");
                    self.load(0, Ty::Ref(Base::Decl(owner), 0));
                    self.arguments(&method.params, depth);
                    let (name, interface) = self.name(up);
                    self.invoke(INVOKESPECIAL, &name, &method.name, &method.params, Some(method.ret), true, interface);
                    return true;
                }
            }
            _ => {}
        }
        let owner = self.random.below(self.shapes.decls.len());
        let Some(method) = self.any_method(owner) else { return false };
        if !fits(self, method.ret) {
            return false;
        }
        self.call_of(owner, &method, depth)
    }

    fn name(&self, owner: usize) -> (String, bool) {
        (self.shapes.decls[owner].name.clone(), self.shapes.decls[owner].sort == Sort::Interface)
    }

    /// A method that a type has or inherits and that can be called from here.
    fn any_method(&mut self, owner: usize) -> Option<Method> {
        let mut all = Vec::new();
        for sup in self.shapes.supertypes(owner) {
            let of_interface = self.shapes.decls[sup].sort == Sort::Interface;
            for method in &self.shapes.decls[sup].methods {
                let is_static = method.access & STATIC != 0;
                // Static methods of interfaces are not inherited, and old code cannot name them.
                let hidden = of_interface && is_static && (sup != owner || !self.straight);
                let is_private = method.access & PRIVATE != 0;
                if !hidden && (!is_private || sup == owner && self.owner == Some(owner)) {
                    all.push(method.clone());
                }
            }
        }
        self.one_of(&all)
    }

    fn call_of(&mut self, owner: usize, method: &Method, depth: usize) -> bool {
        let (name, interface) = self.name(owner);
        let is_static = method.access & STATIC != 0;
        let op = match (is_static, interface) {
            (true, _) => INVOKESTATIC,
            (false, true) if method.access & PRIVATE != 0 => INVOKESPECIAL,
            (false, true) => INVOKEINTERFACE,
            (false, false) => INVOKEVIRTUAL,
        };
        if !is_static {
            let this = Ty::Ref(Base::Decl(owner), 0);
            if op == INVOKESPECIAL {
                if self.is_static {
                    return false;
                }
                self.load(0, this);
            } else {
                self.value(this, depth);
            }
        }
        self.arguments(&method.params, depth);
        self.invoke(op, &name, &method.name, &method.params, Some(method.ret), !is_static, interface);
        true
    }

    /// What `invokespecial` reaches from here: methods of the superclass, of a direct superinterface, and of this class.
    fn of_super(&mut self) -> Option<(usize, Method)> {
        let owner = self.owner.filter(|_| !self.is_static)?;
        let decl = &self.shapes.decls[owner];
        let mut from: Vec<usize> = decl.extends.into_iter().collect();
        if decl.is_new {
            from.extend(&decl.interfaces);
        }
        if decl.sort != Sort::Interface {
            from.push(owner);
        }
        let up = self.one_of(&from)?;
        let is_called = |method: &Method| {
            method.access & STATIC == 0
                && !method.name.starts_with('<')
                && (up == owner || method.access & PRIVATE == 0)
        };
        let above = self.shapes.supertypes(up);
        let all: Vec<Method> = above
            .iter()
            .flat_map(|&sup| self.shapes.decls[sup].methods.iter().map(move |method| (sup, method)))
            .filter(|(sup, method)| is_called(method) && (*sup == up || method.access & PRIVATE == 0))
            .map(|(_, method)| method.clone())
            .collect();
        Some((up, self.one_of(&all)?))
    }

    fn arguments(&mut self, params: &[Ty], depth: usize) {
        for &ty in params {
            self.value(ty, depth.saturating_sub(1));
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of an instruction")]
    fn invoke(
        &mut self,
        op: u8,
        owner: &str,
        name: &str,
        params: &[Ty],
        ret: Option<Ty>,
        has_receiver: bool,
        interface: bool,
    ) {
        let descriptor = match ret {
            Some(ret) => self.shapes.signature(params, ret),
            None => "()V".to_owned(),
        };
        let method = self.writer.method_ref(interface, owner, name, &descriptor);
        self.code.of(op, method);
        if op == INVOKEINTERFACE {
            let slots: u16 = params.iter().map(|&ty| size(ty)).sum();
            self.code.op(&[slots as u8 + 1, 0]);
        }
        self.stack.truncate(self.stack.len() - params.len() - usize::from(has_receiver));
        self.stack.extend(ret);
    }

    /// Calls of all methods, each with a handler that goes on with the next.
    fn call_all(&mut self) {
        self.steps("at");
        for _ in 0..4 {
            let ty = self.shapes.any_reference(self.random);
            self.code.op(&[ACONST_NULL, ASTORE, self.next as u8]);
            self.fixed.push((self.next, ty));
            self.next += 1;
        }
        for owner in (0..self.shapes.decls.len()).chain(0..self.shapes.decls.len()) {
            for method in &self.shapes.decls[owner].methods {
                let of_interface = self.shapes.decls[owner].sort == Sort::Interface;
                let is_static = method.access & STATIC != 0;
                if method.access & PUBLIC == 0 || of_interface && is_static {
                    continue;
                }
                let (from, to, handler, next) =
                    (self.code.label(), self.code.label(), self.code.label(), self.code.label());
                self.begin(from, &[]);
                self.call_of(owner, method, 2);
                let result = self.stack.last().copied().expect("the method returns something");
                let fitting: Vec<u16> = self
                    .fixed
                    .iter()
                    .filter(|(at, ty)| *at > 0 && self.shapes.fits(result, *ty))
                    .map(|f| f.0)
                    .collect();
                match self.one_of(&fitting) {
                    Some(slot) => self.store(slot),
                    None => self.settle(&[]),
                }
                self.code.here(to).jump(GOTO, next).here(handler).op(&[POP]).here(next);
                self.rows.push((from, to, handler, 0));
            }
        }
        self.code.op(&[RETURN]);
    }
}
