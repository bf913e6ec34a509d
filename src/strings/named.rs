//! What texts of known outline may name: the classes of the class path, and whether the outline may be that of a member.
//! Must not know calls and objects.

use std::cell::{OnceCell, RefCell};

use super::template::Template;
use crate::base::{FxHashMap, FxHashSet, FxIndexSet, Sym};
use crate::classpath::Origin;
use crate::program::Program;

/// Most classes that an outline tells apart; of one that more fit nothing is known. So many candidates are as good as none
/// where nobody says otherwise (`imprecise-threshold`).
pub const CLASSES: usize = 49;

/// The outline of texts that name no class, as it is written. What members they name nobody knows.
pub const NO_CLASS: &str = "";

/// The outline of texts that name no class of the class path, and may name one that comes from elsewhere.
pub const NOT_HERE: &str = ".";

/// What the names of classes of proxies have before their number, behind a package (JDK: `Proxy.ProxyBuilder`).
const PROXY: &str = "$Proxy";
/// What the JDK makes of method handles and defines under a name (`BoundMethodHandle`).
const SPECIES: &str = "java.lang.invoke.BoundMethodHandle$Species_";

/// What outlines name.
#[derive(Debug, Default)]
pub struct Names {
    /// All characters in names of classes.
    characters: OnceCell<FxHashSet<char>>,
    /// By outlines as they are written.
    known: RefCell<FxHashMap<Sym, Sym>>,
    with_null: OnceCell<FxIndexSet<String>>,
}

/// The classes that a text may name.
#[derive(Debug, PartialEq, Eq)]
pub enum Named {
    /// These, by their binary names.
    Classes(Vec<String>),
    /// Any, or more than are told apart.
    Any,
}

impl Names {
    /// The outline by which texts are told apart: those of which nothing is known have none, those that name nothing here share
    /// one, or another if a class elsewhere may have such a name.
    pub fn outline(&self, program: &Program, template: &Template) -> Option<Sym> {
        if template.is_hole() {
            return None;
        }
        let written = program.sym(&template.written());
        if let Some(&known) = self.known.borrow().get(&written) {
            return Some(known);
        }
        // A character of the outline may have become a hole as it was written.
        let template = Template::read(program.str(written));
        let names = template.is_hole()
            || template.literals().any(|text| text.contains(PROXY))
            || template.literals().all(is_of_identifier)
            || (self.has_characters(program, &template)
                && classes(program, &template, 0) != Named::Classes(Vec::new()));
        let outline = match names {
            true => written,
            false if may_be_elsewhere(&template) => program.sym(NOT_HERE),
            false => program.sym(NO_CLASS),
        };
        self.known.borrow_mut().insert(written, outline);
        Some(outline)
    }

    /// What has "null" in its name, in whatever case: classes of the application and of its libraries, as `Class.forName` takes them,
    /// and members of classes of the application. No object stands for null, which every text may be; one that is printed into a
    /// name names one of these, or nothing that anybody wrote.
    pub fn with_null(&self, program: &Program) -> &FxIndexSet<String> {
        self.with_null.get_or_init(|| {
            let path = program.class_path();
            let mut names = FxIndexSet::default();
            for class in path.classes().filter(|&class| path.origin(class) != Origin::Jdk) {
                let name = path.name(class);
                if has_null(name) {
                    names.insert(name.replace('/', "."));
                }
                let own = (path.origin(class) == Origin::Application).then(|| program.find_class(name)).flatten();
                let Some(data) = own.map(|class| program.class(class)) else { continue };
                let methods = data.methods.iter().map(|&method| program.method(method).name);
                let members = methods.chain(data.fields.iter().map(|&field| program.field(field).name));
                names.extend(members.map(|name| program.str(name)).filter(|name| has_null(name)).map(str::to_owned));
            }
            names
        })
    }

    fn has_characters(&self, program: &Program, template: &Template) -> bool {
        let characters = self.characters.get_or_init(|| {
            let path = program.class_path();
            let names = path.classes().map(|class| path.name(class));
            // An array's name has its brackets and its end.
            names.flat_map(str::chars).chain(['.', '[', ';']).collect()
        });
        template.literals().flat_map(str::chars).all(|c| characters.contains(&c))
    }
}

fn has_null(name: &str) -> bool {
    name.as_bytes().windows(4).any(|letters| letters.eq_ignore_ascii_case(b"null"))
}

/// Whether a text may be part of a Java identifier. Names that other languages make are none of them, and are looked for among
/// classes.
fn is_of_identifier(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
}

/// Whether a class that is in no file may have such a name: compilers give none with what stands in texts for people, and the
/// JVM takes none of the others (JVMS 4.2.1, 4.2.2).
fn may_be_elsewhere(template: &Template) -> bool {
    let is_of_name = |c: char| !c.is_whitespace() && !matches!(c, '/' | ';' | '[' | ':' | '<' | '>' | '"' | '=' | ',');
    template.literals().flat_map(str::chars).all(is_of_name)
}

/// The classes that texts of an outline name, as `Class.forName` and `ClassLoader.loadClass` take names; at most `most`, or
/// [`Named::Any`].
pub fn classes(program: &Program, template: &Template, most: usize) -> Named {
    if may_be_array(template) {
        return Named::Any;
    }
    // With these a name is none of a class.
    if template.literals().any(|text| text.contains(['/', ';', '['])) {
        return Named::Classes(Vec::new());
    }
    let path = program.class_path();
    let internal = template.map(|text| text.replace('.', "/"));
    let start = internal.start();
    let is_supplied = |package: String| {
        let package = package.trim_end_matches('*').replace('.', "/");
        package.starts_with(start) || start.starts_with(&*package)
    };
    if path.supplied_packages().any(is_supplied) || path.is_any_versioned(|name| internal.fits(name)) {
        return Named::Any;
    }
    let mut found = Vec::new();
    for class in path.classes_from(start).filter(|&class| internal.fits(path.name(class))) {
        if found.len() == most {
            return Named::Any;
        }
        found.push(path.name(class).replace('/', "."));
    }
    Named::Classes(found)
}

/// Whether a text may be the name of an array class: `[I` or `[Lp.A;`.
fn may_be_array(template: &Template) -> bool {
    let (start, end) = (template.start(), template.end());
    let ends = end.is_empty() || end.ends_with([';', 'B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z']);
    let is_prim = |end: &str| end.trim_start_matches('[').chars().count() <= 1;
    (start.is_empty() || start.starts_with('[')) && ends && (end.ends_with(';') || is_prim(end))
}

/// Whether a member may have a name of that outline.
pub fn fits_member(program: &Program, outline: Sym, name: &str) -> bool {
    match program.str(outline) {
        NO_CLASS | NOT_HERE => true,
        outline => Template::read(outline).fits(name),
    }
}

/// The class of the elements of an array by the array's name, none if they are primitives; `None` for a name that is none of an
/// array.
pub fn element(name: &str) -> Option<Option<&str>> {
    let element = name.trim_start_matches('[');
    (element.len() < name.len()).then(|| element.strip_prefix('L').and_then(|element| element.strip_suffix(';')))
}

/// Whether a binary name is one that no loader defines a class by but the JVM's (JDK: `ClassLoader.preDefineClass`): what the JDK has
/// of them is there.
pub fn is_of_jvm_alone(name: &str) -> bool {
    name.starts_with("java.")
}

/// Whether the JDK makes classes of such a name while a program runs, for a loader that is asked for it.
pub fn is_of_jdk_made(name: &str) -> bool {
    let element = element(name).map_or(name, Option::unwrap_or_default);
    let simple = element.rsplit('.').next().unwrap_or(element);
    let number = simple.strip_prefix(PROXY);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
        || element.starts_with(SPECIES)
}

/// Whether texts of an outline say that they are names of such classes.
pub fn may_be_jdk_made(program: &Program, outline: Sym) -> bool {
    program.str(outline).contains(PROXY)
}

/// Whether a class of that binary name, which is in no file, may be meant by texts of an outline.
pub fn may_be(program: &Program, outline: Sym, name: &str) -> bool {
    match program.str(outline) {
        NO_CLASS => false,
        NOT_HERE => true,
        outline => Template::read(outline).fits(name),
    }
}

/// Whether a class of a package (`a.b`), which is in no file, may be meant by texts of an outline.
pub fn may_be_in(program: &Program, outline: Sym, package: &str) -> bool {
    let prefix = if package.is_empty() { String::new() } else { format!("{package}.") };
    match program.str(outline) {
        NO_CLASS => false,
        NOT_HERE => true,
        outline => {
            let template = Template::read(outline);
            template.start().starts_with(&prefix) || prefix.starts_with(template.start())
        }
    }
}

/// What texts of an outline name, as [`Names::outline`] gave it.
pub fn of_outline(program: &Program, outline: Sym) -> Named {
    match program.str(outline) {
        NO_CLASS | NOT_HERE => Named::Classes(Vec::new()),
        outline => classes(program, &Template::read(outline), CLASSES),
    }
}

#[cfg(test)]
mod tests {
    use super::super::template::{Hole, Piece};
    use super::*;

    fn template(start: &str, end: &str) -> Template {
        Template::of_pieces([start.into(), Piece::Hole(Hole::Any), end.into()])
    }

    #[test]
    fn arrays_have_names_of_their_own() {
        for (start, end) in [("", ""), ("[", ""), ("[L", ";"), ("", ";"), ("", "I"), ("[", "I"), ("", "[I")] {
            assert!(may_be_array(&template(start, end)), "{start}*{end}");
        }
        for (start, end) in [("[", "]"), ("p.", ""), ("p.", ";"), ("", "Impl"), ("", "FooI"), ("[", "AI")] {
            assert!(!may_be_array(&template(start, end)), "{start}*{end}");
        }
    }

    #[test]
    fn names_of_proxies() {
        for name in ["$Proxy0", "jdk.proxy1.$Proxy12", "[Lp.$Proxy3;"] {
            assert!(is_of_jdk_made(name), "{name}");
        }
        for name in ["p.A", "p.$Proxy", "p.$ProxyA", "p.A$Proxy0", "$Proxy0.A"] {
            assert!(!is_of_jdk_made(name), "{name}");
        }
    }

    #[test]
    fn null_in_names() {
        assert!(has_null("getnull") && has_null("p/NULL_VALUE") && has_null("p.ANullB"));
        assert!(!has_null("nul") && !has_null("") && !has_null("n_ull"));
    }

    #[test]
    fn identifiers() {
        assert!(is_of_identifier("get") && is_of_identifier("$1_é") && is_of_identifier(""));
        assert!(!is_of_identifier("p.A") && !is_of_identifier("a b") && !is_of_identifier("["));
    }
}
