//! Types between the ways in which recordings, class files and spec files write them. Must not know which of them exist.

/// Names and letters of the primitive types, JVMS 4.3.2.
const PRIMITIVES: [(&str, char); 9] = [
    ("boolean", 'Z'),
    ("byte", 'B'),
    ("char", 'C'),
    ("double", 'D'),
    ("float", 'F'),
    ("int", 'I'),
    ("long", 'J'),
    ("short", 'S'),
    ("void", 'V'),
];

/// Most dimensions of an array, JVMS 4.3.2.
const DIMENSIONS: usize = 255;

/// `int[]` to `[I`, `p.A` to `Lp/A;`; `None` if it is no type.
pub(super) fn descriptor(source: &str) -> Option<String> {
    let (element, dimensions) = element(source.trim())?;
    let primitive = PRIMITIVES.iter().find(|(name, _)| *name == element).map(|(_, letter)| letter.to_string());
    let base = match primitive {
        Some(letter) => letter,
        None if is_class_name(element) => format!("L{};", element.replace('.', "/")),
        None => return None,
    };
    Some("[".repeat(dimensions) + &base)
}

/// `p.A[]` to `[Lp.A;`, as `Class.getName` and answers write arrays; other names stay.
pub(super) fn class_name(source: &str) -> Option<String> {
    let source = source.trim();
    if source.starts_with('[') {
        return source_name(source).map(|_| source.to_owned());
    }
    match element(source)? {
        (_, 0) => is_class_name(source).then(|| source.to_owned()),
        _ => descriptor(source).map(|descriptor| descriptor.replace('/', ".")),
    }
}

fn element(source: &str) -> Option<(&str, usize)> {
    let mut element = source;
    let mut dimensions = 0;
    while let Some(shorter) = element.strip_suffix("[]") {
        (element, dimensions) = (shorter.trim_end(), dimensions + 1);
    }
    (dimensions <= DIMENSIONS && !element.is_empty()).then_some((element, dimensions))
}

/// `[Lp.A;` to `p.A[]`, as spec files write arrays; other names stay. `None` for what no spec file can name.
pub(super) fn source_name(class: &str) -> Option<String> {
    let element = class.trim_start_matches('[');
    let dimensions = class.len() - element.len();
    if dimensions == 0 {
        return is_class_name(class).then(|| class.to_owned());
    }
    let name = match element.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')) {
        Some(name) if is_class_name(name) => name,
        Some(_) => return None,
        None => {
            let mut letters = element.chars();
            let letter = letters.next().filter(|_| letters.next().is_none())?;
            PRIMITIVES.iter().find(|(_, of)| *of == letter && letter != 'V').map(|(name, _)| *name)?
        }
    };
    (dimensions <= DIMENSIONS).then(|| name.to_owned() + &"[]".repeat(dimensions))
}

/// The parameter types of a method descriptor as spec files write them.
pub(super) fn parameters(descriptor: &str) -> Option<Vec<String>> {
    let mut rest = descriptor.strip_prefix('(')?.split_once(')')?.0;
    let mut types = Vec::new();
    while !rest.is_empty() {
        let element = rest.trim_start_matches('[');
        let dimensions = rest.len() - element.len();
        let length = match element.chars().next()? {
            'L' => element.find(';')? + 1,
            letter => letter.len_utf8(),
        };
        let (of, after) = element.split_at(length);
        let name = match of.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
            Some(name) => name.replace('/', "."),
            None => {
                PRIMITIVES.iter().find(|(_, letter)| of.starts_with(*letter)).map(|(name, _)| (*name).to_owned())?
            }
        };
        types.push(name + &"[]".repeat(dimensions));
        rest = after;
    }
    Some(types)
}

/// A binary name that spec files can hold. Classes made at run time have names with `/` or `+`.
fn is_class_name(name: &str) -> bool {
    let is_part = |part: &str| {
        let strange = |c: char| c.is_whitespace() || c.is_control() || ";[]/<>()#,+:\"".contains(c);
        !part.is_empty() && !part.contains(strange)
    };
    name.split('.').all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_written_in_each_way() {
        for (source, of, class) in [
            ("int", "I", "int"),
            ("p.A", "Lp/A;", "p.A"),
            ("p.A$B[][]", "[[Lp/A$B;", "[[Lp.A$B;"),
            ("long[]", "[J", "[J"),
        ] {
            assert_eq!(descriptor(source).as_deref(), Some(of));
            assert_eq!(class_name(source).as_deref(), Some(class));
            assert_eq!(source_name(class).as_deref(), Some(source));
        }
        assert_eq!(class_name("[Lp.A;").as_deref(), Some("[Lp.A;"));
        assert_eq!(parameters("([ILp/A;J)V"), Some(vec!["int[]".into(), "p.A".into(), "long".into()]));
        assert_eq!(parameters("()"), Some(Vec::new()));
        for bad in ["", "[]", "a b", "p..A", "p/A", "p.A$$Lambda/0x1", "<A>"] {
            assert_eq!((descriptor(bad), source_name(bad)), (None, None), "{bad}");
        }
        for bad in ["[", "[V", "[LA", "[II", "[\u{e9}"] {
            assert_eq!(source_name(bad), None, "{bad}");
        }
        for bad in ["", "(", "(L)V", "(Q)V", "([)V", "(\u{e9})V"] {
            assert_eq!(parameters(bad), None, "{bad}");
        }
        assert_eq!(descriptor(&format!("int{}", "[]".repeat(256))), None);
    }
}
