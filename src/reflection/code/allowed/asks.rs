//! What methods of the JDK ask of a text, by their names. Must not know who asks.

use crate::classpath::Origin;
use crate::program::{MethodRef, Program, Type, TypeId};
use crate::strings::{Hole, Piece, Template};

use super::places::Relation;

/// What a method asks of two objects.
#[derive(Debug, Clone, Copy)]
pub(super) enum Asks {
    IsSame,
    /// Whether the first has the second.
    IsIn,
    /// Where it has it, -1 if it does not.
    Index,
    /// Whether the first is of an outline that the second says.
    Outline(Form),
}

/// Which outline a text says.
#[derive(Debug, Clone, Copy)]
pub(super) enum Form {
    Starts,
    Ends,
    Contains,
    Matches,
}

impl Asks {
    pub(super) fn of(program: &Program, method: MethodRef) -> Option<Self> {
        let is = |class: &str| is_of(program, method, class);
        match named(program, method)? {
            ("java/lang/String" | "java/lang/Object" | "java/util/Objects", "equals") => Some(Asks::IsSame),
            ("java/lang/String", "startsWith") => Some(Asks::Outline(Form::Starts)),
            ("java/lang/String", "endsWith") => Some(Asks::Outline(Form::Ends)),
            ("java/lang/String", "contains") => Some(Asks::Outline(Form::Contains)),
            ("java/lang/String", "matches") => Some(Asks::Outline(Form::Matches)),
            (_, "contains") if is("java/util/Collection") => Some(Asks::IsIn),
            (_, "containsKey") if is("java/util/Map") => Some(Asks::IsIn),
            (_, "indexOf" | "lastIndexOf") if is("java/util/List") => Some(Asks::Index),
            _ => None,
        }
    }
}

/// What methods of streams give where no element fits that asks whether one does, or whether none does.
pub(super) fn of_stream(program: &Program, method: MethodRef) -> Option<i32> {
    match named(program, method)? {
        ("java/util/stream/Stream", "anyMatch") => Some(0),
        ("java/util/stream/Stream", "noneMatch") => Some(1),
        _ => None,
    }
}

/// What the elements of a stream are to what a method makes it of.
pub(super) fn of_source(program: &Program, method: MethodRef) -> Option<Relation> {
    match named(program, method)? {
        ("java/util/Arrays" | "java/util/stream/Stream", "stream" | "of") => {
            let desc = program.method_desc(program.method_ref_data(method).desc);
            let is_array = |ty: &TypeId| matches!(program.ty(*ty), Type::Array(_));
            desc.params.iter().all(is_array).then_some(Relation::IsElement)
        }
        (_, "stream" | "parallelStream") if is_of(program, method, "java/util/Collection") => Some(Relation::IsIn),
        _ => None,
    }
}

pub(super) fn is_next(program: &Program, method: MethodRef) -> bool {
    matches!(named(program, method), Some(("java/util/Iterator" | "java/util/ListIterator", "next")))
}

pub(super) fn is_iterator(program: &Program, method: MethodRef) -> bool {
    matches!(named(program, method), Some((_, "iterator" | "listIterator")))
        && is_of(program, method, "java/util/Collection")
}

/// The class of the JDK that has a method, and its name.
fn named(program: &Program, method: MethodRef) -> Option<(&str, &str)> {
    let data = program.method_ref_data(method);
    let owner = program.class_of(data.owner).filter(|&owner| program.class(owner).origin == Origin::Jdk)?;
    Some((program.class_name(owner), program.str(data.name)))
}

fn is_of(program: &Program, method: MethodRef, class: &str) -> bool {
    let owner = program.class_of(program.method_ref_data(method).owner);
    owner.zip(program.find_class(class)).is_some_and(|(owner, of)| program.is_subclass(owner, of))
}

/// Whether a method is one of `String`.
pub(super) fn is_of_text(program: &Program, method: MethodRef) -> bool {
    named(program, method).is_some_and(|(owner, _)| owner == "java/lang/String")
}

impl Form {
    /// The outline that a text says, if there is more to it than a hole.
    pub(super) fn template(self, text: &str) -> Option<Template> {
        let (before, text, behind) = match self {
            Form::Starts => (false, text.to_owned(), true),
            Form::Ends => (true, text.to_owned(), false),
            Form::Contains => (true, text.to_owned(), true),
            Form::Matches => (false, literal_start(text), true),
        };
        let hole = |is_there: bool| is_there.then_some(Piece::Hole(Hole::Any));
        let pieces = hole(before).into_iter().chain([Piece::from(&*text)]).chain(hole(behind));
        (!text.is_empty()).then(|| Template::of_pieces(pieces))
    }
}

/// The characters with which each text begins that a regular expression matches, as far as they are written out (JDK javadoc of
/// `java.util.regex.Pattern`). An alternative anywhere outside of groups may begin otherwise.
fn literal_start(expression: &str) -> String {
    let mut start = String::new();
    // What repeats stands behind quotes, which may hold nothing.
    if expression.contains("\\Q") || expression.contains("\\E") {
        return start;
    }
    let mut depth = 0usize;
    let mut chars = expression.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            // What is in a set is no alternative; to take it for one costs the outline alone.
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => return start,
            _ => {}
        }
    }
    let mut chars = expression.chars().peekable();
    while let Some(c) = chars.next() {
        let literal = match c {
            '\\' => match chars.next() {
                Some(escaped) if !escaped.is_ascii_alphanumeric() => escaped,
                _ => break,
            },
            '.' | '[' | ']' | '(' | ')' | '{' | '}' | '*' | '+' | '?' | '^' | '$' | '|' => break,
            plain => plain,
        };
        // It may be repeated, or left out.
        if matches!(chars.peek(), Some('*' | '+' | '?' | '{')) {
            break;
        }
        start.push(literal);
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_begins_with_what_is_written_out() {
        for (pattern, start) in [
            ("app\\.impl\\.\\w+", "app.impl."),
            ("app.impl", "app"),
            ("ab?c", "a"),
            ("ab{0,2}c", "a"),
            ("a|b", ""),
            ("x(a|b)", "x"),
            ("x[|]y", ""),
            ("\\Qa.b\\E", ""),
            ("g\\Q\\E?evil", ""),
            ("p\\$[A-Z]", "p$"),
            ("^a", ""),
            ("(?i)a", ""),
            ("abc", "abc"),
        ] {
            assert_eq!(literal_start(pattern), start, "{pattern}");
        }
    }

    #[test]
    fn an_outline_says_something() {
        assert!(Form::Starts.template("").is_none() && Form::Matches.template(".*").is_none());
        let ends = Form::Ends.template("Impl").unwrap();
        assert!(ends.fits("a.Impl") && !ends.fits("a.Impls"));
        let has = Form::Contains.template(".x.").unwrap();
        assert!(has.fits("a.x.B") && !has.fits("a.B"));
    }
}
