//! Methods of `String` that treat each line of a text (JDK javadoc of `String.stripIndent` and `String.indent`).

use super::read::{Made, number, operands, text};
use super::texts::is_white;
use crate::strings::{Ended, LENGTH, Value};

/// `lines()`: they end at LF, CR or CR LF, and no empty one follows the last end.
fn lines(text: &str) -> Vec<String> {
    text.replace("\r\n", "\n").replace('\r', "\n").lines().map(str::to_owned).collect()
}

/// Without the blanks that all lines begin with, the last one too if it is blank, and without those at ends of lines.
pub(crate) fn strip_indent(values: &[Value]) -> Made {
    let [value] = operands(values)?;
    let text = text(value)?;
    if text.is_empty() {
        return Ok(Value::from(""));
    }
    let ends_line = text.ends_with(['\n', '\r']);
    let lines = lines(text);
    let blanks = |line: &String| line.chars().take_while(|&c| is_white(c)).count();
    let counts = |(nth, line): &(usize, &String)| *nth + 1 == lines.len() || !line.chars().all(is_white);
    let least = lines.iter().enumerate().filter(counts).map(|(_, line)| blanks(line)).min().unwrap_or(0);
    let least = if ends_line { 0 } else { least };
    let stripped: Vec<String> = lines
        .iter()
        .map(|line| line.chars().skip(least).collect::<String>().trim_end_matches(is_white).to_owned())
        .collect();
    Ok(Value::from(stripped.join("\n") + if ends_line { "\n" } else { "" }))
}

/// With so many blanks before each line, or without so many, and with an end behind each.
pub(crate) fn indent(values: &[Value]) -> Made {
    let [value, count] = operands(values)?;
    let (text, count) = (text(value)?, number(count)?);
    if count > LENGTH as i64 {
        return Err(Ended::Unknown);
    }
    let blanks = " ".repeat(usize::try_from(count).unwrap_or(0));
    let indented = |line: String| {
        let most = usize::try_from(-count).unwrap_or(0);
        let begins = line.chars().take_while(|&c| is_white(c)).count().min(most);
        blanks.clone() + &line.chars().skip(begins).collect::<String>() + "\n"
    };
    Ok(Value::Const(lines(text).into_iter().map(indented).collect()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{n, of};
    use super::*;

    /// As `jshell` gives them.
    #[test]
    fn lines_are_moved() {
        assert_eq!(of(strip_indent, "  a  \n   b", &[]), "a\n b");
        assert_eq!(of(strip_indent, "  a\n", &[]), "  a\n");
        assert_eq!(of(strip_indent, "  a\r\n\n  ", &[]), "a\n\n");
        assert_eq!(of(strip_indent, "", &[]), "");
        assert_eq!(of(indent, "a\nb", &[n(2)]), "  a\n  b\n");
        assert_eq!(of(indent, "  a\n b", &[n(-2)]), "a\nb\n");
        assert_eq!(of(indent, "", &[n(1)]), "");
        assert_eq!(of(indent, "a", &[n(1 << 30)]), "unknown");
    }
}
