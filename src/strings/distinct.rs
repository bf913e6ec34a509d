//! Which string constants stay distinct objects. A constant that can name nothing is merged with the others of its kind:
//! still a constant, so under the closed-world assumption it names no class. Those that can are names of the world's
//! classes, constants of the application, and what looks like the name of a class that is missing. Must not know operations.

use crate::base::Sym;
use crate::classpath::Origin;
use crate::heap::{Heap, ObjId, ObjKind, SiteId};
use crate::program::{ClassId, MethodId, Program};

/// Longest text that can matter: class and member names are shorter, and so are the lists programs split.
const LONGEST: usize = 512;

/// The object of a constant loaded in `method`.
pub fn constant(program: &Program, heap: &Heap, method: MethodId, text: Sym) -> ObjId {
    constant_in(program, heap, program.method(method).class, text)
}

/// The object of a constant of a class file that is loaded in `method`, at `site`: one that has half of a surrogate pair is no
/// text that could be kept, and nothing is known of it.
pub fn loaded(program: &Program, heap: &Heap, method: MethodId, (text, lossy): (Sym, bool), site: SiteId) -> ObjId {
    match lossy && program.origin_of(method) != Origin::Jdk {
        true => heap.intern(ObjKind::UnknownString { site }),
        false => constant(program, heap, method, text),
    }
}

/// The object of a constant that belongs to `class`.
pub fn constant_in(program: &Program, heap: &Heap, class: ClassId, text: Sym) -> ObjId {
    let origin = program.class(class).origin;
    if is_distinct(program, origin, program.str(text)) {
        heap.intern(ObjKind::Str { text })
    } else {
        heap.intern(ObjKind::OtherStr)
    }
}

fn is_distinct(program: &Program, origin: Origin, text: &str) -> bool {
    if text.len() > LONGEST {
        return false;
    }
    if is_primitive_array(text) {
        return true;
    }
    match origin {
        Origin::Application => !is_prose(text),
        Origin::Library => is_class_like(text) || is_identifier(text) || names_class(program, text),
        Origin::Jdk => is_class_like(text) || names_class(program, text),
    }
}

/// Text for people: words with blanks between them. No part of it ends up in a name; what a program cuts out of it or joins
/// with it is unknown.
fn is_prose(text: &str) -> bool {
    text.split_whitespace().nth(2).is_some()
}

/// `[I`, `[[Z`: the name of an array class of a primitive type (`Class.getName`).
fn is_primitive_array(text: &str) -> bool {
    let element = text.trim_start_matches('[');
    element.len() < text.len() && matches!(element, "Z" | "B" | "C" | "S" | "I" | "J" | "F" | "D")
}

/// Whether `Class.forName` would find it.
fn names_class(program: &Program, text: &str) -> bool {
    let element = text.trim_start_matches('[');
    let name = if element.len() == text.len() {
        text
    } else {
        element.strip_prefix('L').and_then(|t| t.strip_suffix(';')).unwrap_or(text)
    };
    program.find_class(&name.replace('.', "/")).is_some()
}

/// `a.b.C`, with or without nested classes, or an array of such: the text of a missing class must not be lost.
fn is_class_like(text: &str) -> bool {
    let text = text.trim_start_matches('[');
    let text = text.strip_prefix('L').and_then(|t| t.strip_suffix(';')).unwrap_or(text);
    let mut segments = text.split('.');
    let Some(last) = segments.next_back() else { return false };
    let mut packages = 0;
    for package in segments {
        if !is_identifier(package) {
            return false;
        }
        packages += 1;
    }
    packages > 0 && is_identifier(last) && last.starts_with(|c: char| c.is_uppercase())
}

fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$')
        && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '$')
        && text.len() <= 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_names_are_told_from_other_text() {
        for text in ["com.acme.Missing", "com.acme.Outer$Inner", "[Lcom.acme.A;", "a.B"] {
            assert!(is_class_like(text), "{text}");
        }
        for text in ["", "com.acme.missing", "Missing", "java.version", "a..B", "hello World", "com/acme/A", ".A", "a."]
        {
            assert!(!is_class_like(text), "{text}");
        }
    }

    #[test]
    fn identifiers() {
        assert!(is_identifier("getName") && is_identifier("_x$1"));
        assert!(!is_identifier("") && !is_identifier("1a") && !is_identifier("a-b"));
    }

    #[test]
    fn arrays_of_primitives() {
        assert!(["[I", "[[Z", "[J"].into_iter().all(is_primitive_array));
        assert!(!["I", "[", "[V", "[Ia", "[L"].into_iter().any(is_primitive_array));
    }
}
