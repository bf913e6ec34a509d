//! `ir`: which class and method is asked. Must not know the intermediate representation beyond its printer.

use crate::base::{did_you_mean, nearest};
use crate::ir::print;
use crate::program::Program;

/// The bodies of a class, or of its methods of one name.
///
/// # Errors
/// There is no such class or method.
pub(crate) fn print(program: &Program, what: &str) -> Result<String, String> {
    let what = what.trim();
    if let Some(class) = program.find_class(&what.replace('.', "/")) {
        return Ok(print::class(program, class, None));
    }
    let name = what.split('(').next().unwrap_or(what);
    let split = name.rfind(['.', '#']).map(|at| (&what[..at], &what[at + 1..]));
    let (class, method) = split.ok_or_else(|| format!("no class {what:?}"))?;
    let id = program.find_class(&class.replace('.', "/")).ok_or_else(|| format!("no class {what:?} or {class:?}"))?;
    let plain = method.split('(').next().unwrap_or(method);
    if program.methods_named(id, program.sym(plain)).is_empty() {
        let methods = program.class(id).methods.iter().map(|method| program.str(program.method(*method).name));
        let hint = did_you_mean(nearest(plain, methods));
        return Err(format!("class {class:?} has no method {plain:?}{hint}"));
    }
    let text = print::class(program, id, Some(method));
    if text.lines().count() <= 1 {
        return Err(format!("class {class:?} has no method {method:?} with these parameter types"));
    }
    Ok(text)
}
