//! `refl.log` of TamiFlex (Bodden et al., ICSE 2011), one event a line: `kind;target;class.method;line;...`. Methods are named
//! without their parameters there, and calls without their offset. Must not know calls of the program.

use super::event::{Event, Reached};
use super::types::{class_name, descriptor};
use crate::result::Target;

/// The event of a line; `None` for kinds that look at a class or member and reach nothing: their names say what they ask.
pub(super) fn event(line: &str, at: u32) -> Result<Option<Event>, String> {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let [kind, target, caller, ref rest @ ..] = fields[..] else {
        return Err("the line has fewer than 3 fields: it may have been cut".to_owned());
    };
    let Some((class, method)) =
        caller.rsplit_once('.').filter(|(class, method)| !class.is_empty() && !method.is_empty())
    else {
        return Err(format!("\"{caller}\" is no class with a method"));
    };
    if kind.is_empty() {
        return Err("the line has no kind".to_owned());
    }
    if is_question(kind) {
        return Ok(None);
    }
    let target = target_of(target).ok_or_else(|| format!("\"{target}\" is no class and no member"))?;
    Ok(Some(Event {
        at,
        class: Some(class.to_owned()),
        method: method.to_owned(),
        descriptor: None,
        offset: None,
        source: None,
        line: rest.first().and_then(|line| line.parse().ok()).filter(|line| *line > 0),
        api: kind.to_owned(),
        generated: is_generated(&target.class),
        targets: vec![target],
        reached: Reached::Targets,
        failed: false,
    }))
}

/// `Method.getName`, `Field.getModifiers`, `Constructor.toString`: what is asked of a member.
fn is_question(kind: &str) -> bool {
    const ASKED: [&str; 5] = ["getName", "getDeclaringClass", "getModifiers", "toString", "toGenericString"];
    kind.split_once('.').is_some_and(|(class, asked)| class != "Class" && ASKED.contains(&asked))
}

/// Names of classes that a run makes and no other run knows: lambdas, proxies, accessors.
fn is_generated(class: &str) -> bool {
    [
        "$$Lambda",
        "$Proxy",
        "GeneratedMethodAccessor",
        "GeneratedConstructorAccessor",
        "GeneratedSerializationConstructorAccessor",
    ]
    .iter()
    .any(|part| class.contains(part))
}

/// A class, or `<p.B: void run(int)>`, `<p.B: int count>`.
fn target_of(text: &str) -> Option<Target> {
    let Some(member) = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) else {
        return Some(Target { class: class_name(text)?, member: None, descriptor: None });
    };
    let (class, member) = member.split_once(':')?;
    let class = class_name(class)?;
    let (result, name) = member.trim().split_once(' ')?;
    let name = name.trim();
    let descriptor = match name.split_once('(') {
        None => descriptor(result)?,
        Some((_, parameters)) => {
            let parameters = parameters.strip_suffix(')')?;
            let types = parameters.split(',').filter(|_| !parameters.trim().is_empty());
            let types: Option<String> = types.map(descriptor).collect();
            format!("({}){}", types?, descriptor(result)?)
        }
    };
    let name = name.split('(').next().unwrap_or(name);
    (!name.is_empty()).then(|| Target { class, member: Some(name.to_owned()), descriptor: Some(descriptor) })
}

#[cfg(test)]
mod tests {
    use super::super::event::shown;
    use super::*;

    #[test]
    fn lines_are_read_as_tamiflex_and_its_readers_write_them() {
        let read = |line: &str| event(line, 1).unwrap().unwrap();
        let for_name = read("Class.forName;U;ReflectiveAction.forname;19;;");
        assert_eq!((for_name.api.as_str(), for_name.class.as_deref()), ("Class.forName", Some("ReflectiveAction")));
        assert_eq!((for_name.method.as_str(), for_name.line), ("forname", Some(19)));
        let invoke = read("Method.invoke;<U: void f(java.lang.Object,int[])>;p.A$B.<init>;64;isAccessible=false;");
        assert_eq!(shown(&invoke.targets[0]), "U.f(Ljava/lang/Object;[I)V");
        assert_eq!((invoke.class.as_deref(), invoke.method.as_str()), (Some("p.A$B"), "<init>"));
        let field = read("Field.get*;<U: java.lang.Object stat>;A.get;;isAccessible=false;");
        assert_eq!((field.targets[0].descriptor.as_deref(), field.line), (Some("Ljava/lang/Object;"), None));
        assert_eq!(shown(&read("Constructor.newInstance;<U: void <init>()>;A.m;1;").targets[0]), "U.<init>()V");
        assert_eq!(read("Array.newInstance;p.U[];A.m;1;").targets[0].class, "[Lp.U;");
        assert!(read("Class.newInstance;p.U$$Lambda$4;A.m;1;").generated);
        assert_eq!(event("Method.getName;<U: void f()>;A.m;1;", 1), Ok(None));
        for bad in [
            "",
            ";",
            "Class.forName;U",
            "Class.forName;;A.m;1",
            "Class.forName;U;A;1",
            "Class.forName;<U>;A.m;1",
            ";U;A.m;1",
            "Method.invoke;<U: void f(>;A.m;1;",
        ] {
            assert!(event(bad, 1).is_err(), "{bad}");
        }
    }
}
