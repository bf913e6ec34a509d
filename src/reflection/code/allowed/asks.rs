//! What methods of the JDK ask of a text, by their names. Must not know who asks.

use crate::classpath::Origin;
use crate::program::{MethodRef, Program};
use crate::strings::{Hole, Piece, Template};

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
        let data = program.method_ref_data(method);
        let owner = program.class_of(data.owner).filter(|&owner| program.class(owner).origin == Origin::Jdk)?;
        let is = |name: &str| program.find_class(name).is_some_and(|of| program.is_subclass(owner, of));
        let is_text = is_of_text(program, method);
        match program.str(data.name) {
            "equals" if is_text || matches!(program.class_name(owner), "java/lang/Object" | "java/util/Objects") => {
                Some(Asks::IsSame)
            }
            "contains" if is("java/util/Collection") => Some(Asks::IsIn),
            "containsKey" if is("java/util/Map") => Some(Asks::IsIn),
            "indexOf" | "lastIndexOf" if is("java/util/List") => Some(Asks::Index),
            "startsWith" if is_text => Some(Asks::Outline(Form::Starts)),
            "endsWith" if is_text => Some(Asks::Outline(Form::Ends)),
            "contains" if is_text => Some(Asks::Outline(Form::Contains)),
            "matches" if is_text => Some(Asks::Outline(Form::Matches)),
            _ => None,
        }
    }
}

/// Whether a method is one of `String`.
pub(super) fn is_of_text(program: &Program, method: MethodRef) -> bool {
    let owner = program.class_of(program.method_ref_data(method).owner);
    owner.is_some_and(|owner| program.class_name(owner) == "java/lang/String")
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
