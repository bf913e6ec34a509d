//! Providers of services: which class is a usable one. Must not know where their names are written, nor what calls do.

use std::rc::Rc;

use super::super::code::linkage::failure;
use super::super::state::services::Candidate;
use super::super::terms::site::Problem;
use crate::base::Sym;
use crate::classpath::Declared;
use crate::heap::MemberKind;
use crate::program::lookup::{self, NotLoaded};
use crate::program::{ClassId, MethodId, Program, TypeId, access};

/// Who names a class of which an object is to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum By {
    /// The descriptor of a module.
    Module,
    /// A file of services, which counts for classes of no module.
    File,
    /// A call or a property.
    Call,
}

/// Everything that is declared for a service, in the order the JDK finds it. The file that declares it has a name of its own.
pub(super) fn find_candidates(program: &Program, service: TypeId, file: &str, installed: bool) -> Rc<[Candidate]> {
    let (declared, diags) = program.class_path().service_providers(file);
    let visible =
        declared.into_iter().filter(|p| !installed || matches!(p.declared, Declared::Module | Declared::JdkFile));
    let mut found: Vec<Candidate> = Vec::new();
    for provider in visible {
        let name = program.sym(&provider.name);
        let candidate = match provider.declared {
            Declared::IllFormed => Some(Candidate::Broken(Problem::MissingClass(name))),
            Declared::Module => candidate(program, service, name, By::Module),
            Declared::JdkFile | Declared::File => candidate(program, service, name, By::File),
        };
        found.extend(candidate);
    }
    if !diags.is_empty() {
        found.push(Candidate::Unreadable);
        diags.into_iter().for_each(|diag| program.report(diag));
    }
    found.into()
}

/// What becomes of a named provider; nothing if the JDK leaves it out without a word.
pub(super) fn candidate(program: &Program, service: TypeId, name: Sym, by: By) -> Option<Candidate> {
    let text = program.str(name);
    let ty = match lookup::for_name(program, text) {
        Ok(ty) => ty,
        Err(NotLoaded::NotFound) => {
            let internal = text.replace('.', "/");
            return Some(match program.class_path().is_supplied_name(&internal) {
                true => Candidate::Supplied(program.type_of_internal(program.sym(&internal))),
                false => Candidate::Broken(Problem::MissingClass(name)),
            });
        }
        Err(NotLoaded::Linkage(class)) if program.may_be_readable(class) => {
            return Some(Candidate::Broken(Problem::Unread(class)));
        }
        Err(NotLoaded::Linkage(class)) => return Some(Candidate::Broken(Problem::NotLoadable { name, class })),
    };
    let class = program.class_of(ty)?;
    if by == By::File && lookup::module_of(program, class).is_some() {
        return None;
    }
    let usable = makes(program, service, class, by == By::Module);
    let is_constructor = usable.is_some_and(|make| program.str(program.method(make).name) == "<init>");
    if is_constructor && let Some(needs) = failure(program, ty, MemberKind::Constructor, false, None) {
        let problem = match program.may_be_readable(needs) {
            true => Problem::Unread(needs),
            false => Problem::NotLinkable { class: ty, needs },
        };
        return Some(Candidate::Broken(problem));
    }
    Some(usable.map_or(Candidate::Broken(Problem::NotInstantiable(ty)), |make| Candidate::Usable { class, make }))
}

/// Whether a stream of a loader tells of a class of which no object is made: to `ServiceLoader.Provider.type` the constructor must be
/// public, not the class (`ServiceLoader.getConstructor`).
pub(super) fn is_told_of(program: &Program, service: TypeId, provider: TypeId) -> bool {
    let is_public = |constructor| program.method(constructor).access & access::PUBLIC != 0;
    let classes = program.class_of(service).zip(program.class_of(provider));
    classes.is_some_and(|(service, provider)| program.is_subclass(provider, service))
        && lookup::declared_constructor(program, provider, &[]).is_some_and(is_public)
}

/// What makes the object of a provider: of a class of a module its public static method `provider`, if it has one, else the
/// public constructor without parameters of a public class that is a subtype of the service.
fn makes(program: &Program, service: TypeId, class: ClassId, of_module: bool) -> Option<MethodId> {
    const FACTORY: u16 = access::PUBLIC | access::STATIC;
    let data = program.class(class);
    if data.access & access::PUBLIC == 0 {
        return None;
    }
    let is_factory = |&method: &MethodId| {
        let method = program.method(method);
        method.access & FACTORY == FACTORY
            && program.str(method.name) == "provider"
            && program.method_desc(method.desc).params.is_empty()
    };
    if of_module && let Some(factory) = data.methods.iter().copied().find(is_factory) {
        let ret = program.method_desc(program.method(factory).desc).ret;
        return program.is_subtype(ret, service).then_some(factory);
    }
    let ty = program.class_type(class);
    let usable = program.is_subtype(ty, service) && data.access & (access::ABSTRACT | access::INTERFACE) == 0;
    lookup::get_constructor(program, ty, &[]).filter(|_| usable)
}
