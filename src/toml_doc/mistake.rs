//! One mistake in a text file, shown with its line and carets under the span. Owns positions and rendering; must not
//! know which file format the text is in.

use std::fmt;
use std::ops::Range;

/// Columns of a source line shown at most; a longer line is cut around the span.
const SHOWN: usize = 110;

/// 1-based line and column (in characters) of byte `offset` in `text`.
pub fn position(text: &str, offset: usize) -> (u32, u32) {
    let offset = floor_boundary(text, offset);
    let before = &text[..offset];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let column = before[line_start..].chars().count() + 1;
    (to_u32(line), to_u32(column))
}

/// A mistake a person made in a file: where, what, and what they may have meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The file as the user knows it.
    pub file: String,
    /// 1-based.
    pub line: u32,
    /// 1-based, in characters.
    pub column: u32,
    pub message: String,
    /// Shown after the carets: `did you mean "mode"?`
    pub hint: Option<String>,
    /// The part of the line that is shown and the characters under which the carets go.
    shown: String,
    carets: Range<usize>,
}

impl Mistake {
    /// A mistake about `span` (bytes) of `text`. A span that leaves its first line is marked to the end of that line.
    pub fn new(file: &str, text: &str, span: Range<usize>, message: impl Into<String>) -> Self {
        let start = floor_boundary(text, span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let end = floor_boundary(text, span.end).clamp(start, line_end);
        let (line, column) = position(text, start);
        let source: Vec<char> = text[line_start..line_end].trim_end_matches('\r').chars().collect();
        let from = text[line_start..start].chars().count().min(source.len());
        let to = (from + text[start..end].chars().count()).min(source.len());
        let cut = if source.len() > SHOWN { from.saturating_sub(SHOWN / 2) } else { 0 };
        let upto = source.len().min(cut + SHOWN);
        Self {
            file: file.to_owned(),
            line,
            column,
            message: message.into(),
            hint: None,
            shown: source[cut..upto].iter().map(|c| if c.is_control() { ' ' } else { *c }).collect(),
            carets: from - cut..to.min(upto).max(from + 1) - cut,
        }
    }

    /// A mistake that concerns a whole file, or one whose text could not be read.
    pub fn of_file(file: &str, message: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            line: 1,
            column: 1,
            message: message.into(),
            hint: None,
            shown: String::new(),
            carets: 0..0,
        }
    }

    pub fn with_hint(mut self, hint: Option<String>) -> Self {
        self.hint = hint;
        self
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "error: {}", self.message)?;
        if self.carets.is_empty() {
            write!(out, "\n --> {}", self.file)?;
            return match &self.hint {
                Some(hint) => write!(out, "\n  = {hint}"),
                None => Ok(()),
            };
        }
        let number = self.line.to_string();
        let gutter = " ".repeat(number.len());
        write!(out, "\n{gutter}--> {}:{}:{}", self.file, self.line, self.column)?;
        write!(out, "\n{gutter} |\n{number} | {}\n{gutter} | ", self.shown)?;
        write!(out, "{}{}", " ".repeat(self.carets.start), "^".repeat(self.carets.len()))?;
        match &self.hint {
            Some(hint) => write!(out, " {hint}"),
            None => Ok(()),
        }
    }
}

fn floor_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_the_span() {
        let text = "a = 1\nmodee = \"x\"\n";
        let mistake = Mistake::new("c.toml", text, 6..11, "unknown key \"modee\"")
            .with_hint(Some("did you mean \"mode\"?".to_owned()));
        insta::assert_snapshot!(mistake, @r#"
        error: unknown key "modee"
         --> c.toml:2:1
          |
        2 | modee = "x"
          | ^^^^^ did you mean "mode"?
        "#);
    }

    #[test]
    fn positions_count_characters_and_survive_any_span() {
        let text = "ä\t= \"ö";
        assert_eq!(position(text, text.find('"').unwrap()), (1, 5));
        assert_eq!(position(text, usize::MAX), (1, 7));
        for start in 0..=text.len() + 2 {
            for end in 0..=text.len() + 2 {
                let shown = Mistake::new("f", text, start..end, "m").to_string();
                assert!(shown.contains('^'), "{shown}");
            }
        }
        assert_eq!(Mistake::new("f", "", 0..0, "empty").line, 1);
    }

    #[test]
    fn a_long_line_is_cut_around_the_span() {
        let text = format!("x = [{}]", "\"abcdefgh\", ".repeat(40));
        let mistake = Mistake::new("f", &text, 300..310, "m").to_string();
        let lines: Vec<&str> = mistake.lines().collect();
        let caret = lines[4].find('^').unwrap();
        assert!(lines[3].len() <= SHOWN + 4);
        assert_eq!(&lines[3][caret..caret + 10], &text[300..310]);
    }
}
