//! Specifications as Livshits, Whaley and Lam write them (APLAS 2005): `loadImpl() @ 43 InetAddress.java:1231 => java.net.Impl`,
//! a call by its method, bytecode offset, source file and line, and the class it gives. Must not know calls of the program.

use super::event::{Event, Reached};
use super::types::class_name;
use crate::result::Target;

/// The event of a line.
pub(super) fn event(line: &str, at: u32) -> Result<Event, String> {
    let form = "a line is written method() @ OFFSET File.java:LINE => CLASS";
    let (call, class) = line.split_once("=>").ok_or(form)?;
    let (method, place) = call.split_once('@').ok_or(form)?;
    // A method may be named with its class and its parameters.
    let method = method.trim().split('(').next().unwrap_or_default();
    let (owner, method) = match method.rsplit_once(['.', '#']) {
        Some((owner, method)) => (Some(owner.to_owned()), method),
        None => (None, method),
    };
    let mut words = place.split_whitespace();
    let (offset, source) = match (words.next(), words.next(), words.next()) {
        (Some(offset), Some(source), None) => (Some(offset.parse().map_err(|_| form)?), source),
        (Some(source), None, None) => (None, source),
        _ => return Err(form.to_owned()),
    };
    let (source, line) = source.rsplit_once(':').ok_or(form)?;
    let line = line.parse().map_err(|_| format!("\"{line}\" is no line number"))?;
    let class = class.trim();
    let class = class_name(class).ok_or_else(|| format!("\"{class}\" is no class"))?;
    if method.is_empty() || source.is_empty() {
        return Err(form.to_owned());
    }
    let file = source.rsplit(['/', '\\']).next().unwrap_or(source);
    Ok(Event {
        at,
        class: owner,
        method: method.to_owned(),
        descriptor: None,
        offset,
        source: Some(file.to_owned()),
        line: Some(line),
        api: String::new(),
        targets: vec![Target { class, member: None, descriptor: None }],
        reached: Reached::Targets,
        generated: false,
        failed: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_named_by_method_offset_and_line() {
        let found = event("loadImpl() @ 43 java/net/InetAddress.java:1231 => java.net.Inet4AddressImpl", 1).unwrap();
        assert_eq!(
            (found.class, found.method.as_str(), found.offset, found.line),
            (None, "loadImpl", Some(43), Some(1231))
        );
        assert_eq!(
            (found.source.as_deref(), found.targets[0].class.as_str()),
            (Some("InetAddress.java"), "java.net.Inet4AddressImpl")
        );
        let found = event("p.A.m(int) @ A.java:7=>p.B[]", 1).unwrap();
        assert_eq!(
            (found.class.as_deref(), found.offset, found.targets[0].class.as_str()),
            (Some("p.A"), None, "[Lp.B;")
        );
        for bad in [
            "",
            "m() @ 4 A.java:7",
            "m() 4 A.java:7 => B",
            "m() @ x A.java:7 => B",
            "m() @ 4 A.java => B",
            "m() @ 4 A.java:x => B",
            "m() @ 4 A.java:7 => ",
            "() @ 4 A.java:7 => B",
        ] {
            assert!(event(bad, 1).is_err(), "{bad}");
        }
    }
}
