//! Methods of the application of which it matters that somebody calls them: those that lead to a reflective call, and those that
//! store themselves what one may read. Names and descriptors decide who calls whom. Must not know who calls them
//! by name.

use crate::base::{FxHashMap, FxHashSet, Sym};
use crate::classfile::{Insn, RawBootstrap, RawCode, RawConst, RawMemberRef};
use crate::classpath::Origin;
use crate::program::{ClassId, MethodId, Program, access};

/// Methods that matter.
pub(super) struct Deciding {
    methods: FxHashSet<MethodId>,
}

/// What a call may run: the class is told of constructors, which nobody inherits.
type Callee = (Option<Sym>, Sym, Sym);

impl Deciding {
    /// `calling`: the methods of the application in which reflective calls stand.
    pub(super) fn read(program: &Program, calling: &FxHashSet<MethodId>) -> Self {
        let class_path = program.class_path();
        let own = class_path.classes().filter(|&class| class_path.origin(class) == Origin::Application);
        let own: Vec<ClassId> = own.filter_map(|class| program.find_class(class_path.name(class))).collect();
        let mut callers: FxHashMap<Callee, Vec<MethodId>> = FxHashMap::default();
        let (mut todo, mut storing): (Vec<MethodId>, Vec<MethodId>) = Default::default();
        for &class in &own {
            let data = program.class(class);
            for &method in &data.methods {
                // What cannot be read may do anything.
                let body = program.raw_body(method);
                let is_damaged = body.is_none() && program.method(method).access & access::ABSTRACT == 0;
                let stores = body.as_ref().is_some_and(|body| stores(program, method, body));
                if is_damaged || calling.contains(&method) {
                    todo.push(method);
                } else if stores {
                    storing.push(method);
                }
                let callees: FxHashSet<Callee> =
                    body.iter().flat_map(|body| callees(program, body, &data.bootstraps)).collect();
                callees.into_iter().for_each(|callee| callers.entry(callee).or_default().push(method));
            }
        }
        let mut methods = FxHashSet::default();
        while let Some(method) = todo.pop() {
            if !methods.insert(method) {
                continue;
            }
            let data = program.method(method);
            let (owner, desc) = (program.class(data.class).name, program.method_desc(data.desc).text);
            for callee in [(Some(owner), data.name, desc), (None, data.name, desc)] {
                todo.extend(callers.get(&callee).into_iter().flatten());
            }
        }
        methods.extend(storing);
        Self { methods }
    }

    pub(super) fn has(&self, method: MethodId) -> bool {
        self.methods.contains(&method)
    }
}

/// What the instructions of a body may run, function objects that it makes among it.
fn callees<'b>(
    program: &'b Program,
    body: &'b RawCode,
    bootstraps: &'b [RawBootstrap],
) -> impl Iterator<Item = Callee> + 'b {
    body.insns.iter().flat_map(move |(_, insn)| {
        let called = match insn {
            Insn::Invoke(_, member) => Some(callee(program, member)),
            _ => None,
        };
        let bootstrap = match insn {
            Insn::InvokeDynamic { bootstrap, .. } => bootstraps.get(usize::from(*bootstrap)),
            _ => None,
        };
        let handles = bootstrap.into_iter().flat_map(|bootstrap| &bootstrap.args).filter_map(|arg| match arg {
            RawConst::MethodHandle(handle) => Some(callee(program, &handle.member)),
            _ => None,
        });
        called.into_iter().chain(handles)
    })
}

fn callee(program: &Program, member: &RawMemberRef) -> Callee {
    let makes = program.str(member.name) == "<init>";
    (makes.then_some(member.owner), member.name, member.descriptor)
}

/// Whether a body puts an object somewhere: into a field, an array, or something of the JDK that may hold one. A constructor that
/// sets fields of the new object changes nothing that is there.
fn stores(program: &Program, method: MethodId, body: &RawCode) -> bool {
    let makes = program.str(program.method(method).name) == "<init>";
    let is_reference = |member: &RawMemberRef| program.str(member.descriptor).starts_with(['L', '[']);
    body.insns.iter().any(|(_, insn)| match insn {
        Insn::PutStatic(field) => is_reference(field),
        Insn::PutField(field) => !makes && is_reference(field),
        Insn::ArrayStore(None) => true,
        Insn::Invoke(_, member) => may_hold(program, member),
        _ => false,
    })
}

/// Whether a method of the JDK may keep what it is given: one of `java.util` and its packages, and what holds objects elsewhere.
fn may_hold(program: &Program, member: &RawMemberRef) -> bool {
    const READS: [&str; 14] = [
        "contains",
        "containsKey",
        "containsValue",
        "equals",
        "forEach",
        "get",
        "getOrDefault",
        "indexOf",
        "isPresent",
        "of",
        "orElse",
        "remove",
        "requireNonNull",
        "toArray",
    ];
    let (owner, name) = (program.str(member.owner), program.str(member.name));
    let holds = owner.starts_with("java/util/")
        || matches!(owner, "java/lang/ThreadLocal" | "java/lang/InheritableThreadLocal" | "java/lang/System");
    let takes = program.str(member.descriptor).split(')').next().is_some_and(|taken| taken.contains(';'));
    holds && takes && name != "<init>" && !READS.contains(&name)
}
