//! Recipes of string concatenation (JDK javadoc of `StringConcatFactory.makeConcatWithConstants`): what an
//! `invokedynamic` of that bootstrap joins. Must not know where arguments come from.

/// Class of the bootstrap methods that concatenate strings, in both forms.
pub const CONCATENATION: &str = "java/lang/invoke/StringConcatFactory";

/// A piece of a concatenation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element {
    Literal(String),
    /// The argument of that number.
    Argument(usize),
    /// A constant that is no string, or half of a surrogate pair.
    Unknown,
}

/// What stands for an argument in a recipe, and for a constant.
const ARGUMENT: char = '\u{1}';
const CONSTANT: char = '\u{2}';

/// What stands for half of a surrogate pair in texts of class files.
const HALF: char = char::REPLACEMENT_CHARACTER;

/// The recipe of `makeConcat`, which joins its arguments and nothing else.
pub fn of_arguments(arguments: usize) -> String {
    ARGUMENT.to_string().repeat(arguments)
}

/// What a recipe for that many arguments joins; of constants, those that are strings are given. A recipe that asks for more
/// arguments than there are ends there: linking it would fail.
pub fn elements<'t>(
    recipe: &str,
    arguments: usize,
    constants: impl IntoIterator<Item = Option<&'t str>>,
) -> Vec<Element> {
    let (mut arguments, mut constants) = (0..arguments, constants.into_iter());
    let mut elements = Vec::new();
    for c in recipe.chars() {
        match c {
            ARGUMENT => {
                let Some(argument) = arguments.next() else { break };
                elements.push(Element::Argument(argument));
            }
            CONSTANT => match constants.next().flatten() {
                Some(text) => push(&mut elements, text),
                None => elements.push(Element::Unknown),
            },
            HALF => elements.push(Element::Unknown),
            c => push(&mut elements, c.encode_utf8(&mut [0; 4])),
        }
    }
    elements
}

fn push(elements: &mut Vec<Element>, text: &str) {
    match elements.last_mut() {
        Some(Element::Literal(last)) => last.push_str(text),
        _ => elements.push(Element::Literal(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(text: &str) -> Element {
        Element::Literal(text.to_owned())
    }

    #[test]
    fn recipes_are_read() {
        let read = |recipe: &str, arguments| elements(recipe, arguments, [Some("\u{1}"), None]);
        assert_eq!(read("p.\u{1}Impl", 1), [literal("p."), Element::Argument(0), literal("Impl")]);
        // A constant may hold the characters that stand for others.
        assert_eq!(read("a\u{2}b\u{2}", 0), [literal("a\u{1}b"), Element::Unknown]);
        assert_eq!(read("\u{2}\u{2}\u{2}", 0), [literal("\u{1}"), Element::Unknown, Element::Unknown]);
        assert_eq!(read("\u{1}-\u{1}-", 1), [Element::Argument(0), literal("-")]);
        // The other half may be the argument.
        assert_eq!(read("a\u{fffd}\u{1}", 1), [literal("a"), Element::Unknown, Element::Argument(0)]);
        assert_eq!(elements(&of_arguments(2), 2, []), [Element::Argument(0), Element::Argument(1)]);
    }
}
