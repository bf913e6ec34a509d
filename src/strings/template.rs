//! Texts of which only the outline is known: literal pieces, and holes of what a primitive is printed as or of any text. A
//! canonical form, its writing as one text, and what fits it. Must not know names of classes and members.

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    Literal(String),
    Hole(Hole),
}

/// What may stand in a hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hole {
    /// Any text, also none.
    Any,
    /// A `byte`, `short`, `int` or `long` as `toString` prints it: ASCII digits, perhaps behind a sign.
    Integer,
    /// One UTF-16 code unit.
    Unit,
}

/// Characters that holes are written as. Literals that have them are cut there.
const WRITTEN: [(char, Hole); 3] = [('\u{1}', Hole::Any), ('\u{2}', Hole::Integer), ('\u{3}', Hole::Unit)];
/// Most pieces; what is beyond them between the first and the last ones is any text.
const PIECES: usize = 17;

/// Whether nothing but numbers and single characters is unknown of a text whose outline is written so.
pub fn is_counted(outline: &str) -> bool {
    !WRITTEN.iter().any(|&(written, hole)| hole == Hole::Any && outline.contains(written))
}

/// Literals and holes in turns. There is a hole, and no two are side by side: they are any text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Template {
    pieces: Vec<Piece>,
}

impl From<&str> for Piece {
    fn from(text: &str) -> Self {
        Piece::Literal(text.to_owned())
    }
}

impl Template {
    /// A hole and nothing else.
    pub fn of_hole(hole: Hole) -> Self {
        Self { pieces: vec![Piece::Hole(hole)] }
    }

    pub fn of_pieces(pieces: impl IntoIterator<Item = Piece>) -> Self {
        let mut joined: Vec<Piece> = Vec::new();
        for piece in pieces {
            match (joined.last_mut(), piece) {
                (Some(Piece::Literal(last)), Piece::Literal(text)) => last.push_str(&text),
                (Some(Piece::Hole(last)), Piece::Hole(_)) => *last = Hole::Any,
                (_, Piece::Literal(text)) if text.is_empty() => {}
                (_, piece) => joined.push(piece),
            }
        }
        if joined.len() > PIECES {
            let end = joined.split_off(joined.len() - 1);
            joined.truncate(PIECES - 2);
            return Self::of_pieces(joined.into_iter().chain([Piece::Hole(Hole::Any)]).chain(end));
        }
        Self { pieces: joined }
    }

    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Whether nothing is known of the text but what may be printed.
    pub fn is_hole(&self) -> bool {
        !self.pieces.iter().any(|piece| matches!(piece, Piece::Literal(_)))
    }

    /// How much of it is known, in bytes of UTF-8.
    pub fn known_length(&self) -> usize {
        self.literals().map(str::len).sum()
    }

    pub fn literals(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Literal(text) => Some(&**text),
            Piece::Hole(_) => None,
        })
    }

    /// What it begins with for certain.
    pub fn start(&self) -> &str {
        match self.pieces.first() {
            Some(Piece::Literal(text)) => text,
            _ => "",
        }
    }

    /// What it ends with for certain, which may be what it begins with if there is no hole.
    pub fn end(&self) -> &str {
        match self.pieces.last() {
            Some(Piece::Literal(text)) => text,
            _ => "",
        }
    }

    /// As one text.
    pub fn written(&self) -> String {
        let hole = |hole: Hole| WRITTEN.iter().find(|(_, of)| *of == hole).map_or(WRITTEN[0].0, |(c, _)| *c);
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Literal(literal) => {
                    let is_hole = |c: char| WRITTEN.iter().any(|(written, _)| *written == c);
                    // Whatever is there is any text, too.
                    text.extend(literal.chars().map(|c| if is_hole(c) { WRITTEN[0].0 } else { c }));
                }
                Piece::Hole(of) => text.push(hole(*of)),
            }
        }
        text
    }

    /// From what was written.
    pub fn read(written: &str) -> Self {
        let of_char = |c: char| match WRITTEN.iter().find(|(written, _)| *written == c) {
            Some((_, hole)) => Piece::Hole(*hole),
            None => Piece::Literal(c.to_string()),
        };
        Self::of_pieces(written.chars().map(of_char))
    }

    /// The template with every literal changed, which keeps its length.
    pub fn map(&self, change: impl Fn(&str) -> String) -> Self {
        let of_piece = |piece: &Piece| match piece {
            Piece::Literal(text) => Piece::Literal(change(text)),
            hole @ Piece::Hole(_) => hole.clone(),
        };
        Self { pieces: self.pieces.iter().map(of_piece).collect() }
    }

    /// Whether a text may be one of those it stands for.
    pub fn fits(&self, text: &str) -> bool {
        if !text.starts_with(self.start()) || !text.ends_with(self.end()) {
            return false;
        }
        // Where the pieces so far may end.
        let mut ends = vec![0];
        for piece in &self.pieces {
            let mut next: Vec<usize> = ends.iter().flat_map(|&at| piece.ends(text, at)).collect();
            next.sort_unstable();
            next.dedup();
            ends = next;
        }
        ends.contains(&text.len())
    }
}

impl Piece {
    /// Where it may end in a text where it begins at a position.
    fn ends(&self, text: &str, at: usize) -> Vec<usize> {
        let rest = &text[at..];
        match self {
            Piece::Literal(literal) => rest.starts_with(&**literal).then_some(at + literal.len()).into_iter().collect(),
            Piece::Hole(Hole::Any) => (at..=text.len()).filter(|&end| text.is_char_boundary(end)).collect(),
            Piece::Hole(Hole::Unit) => {
                let first = rest.chars().next().filter(|c| c.len_utf16() == 1);
                first.map(|c| at + c.len_utf8()).into_iter().collect()
            }
            Piece::Hole(Hole::Integer) => {
                let sign = usize::from(rest.starts_with('-'));
                let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
                (1..=digits).map(|count| at + sign + count).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(text: &str) -> Template {
        let of_char = |c: char| match c {
            '*' => Piece::Hole(Hole::Any),
            '#' => Piece::Hole(Hole::Integer),
            '?' => Piece::Hole(Hole::Unit),
            c => Piece::Literal(c.to_string()),
        };
        Template::of_pieces(text.chars().map(of_char))
    }

    #[test]
    fn holes_side_by_side_are_any_text() {
        assert_eq!(template("p.#*"), template("p.*"));
        assert_eq!(template("p.??"), template("p.*"));
        assert_eq!(template("p.*").pieces().len(), 2);
        assert!(template("#?").is_hole() && !template("a#").is_hole());
        assert_eq!((template("get*Of#").start(), template("get*Of#").end()), ("get", ""));
        assert_eq!(template("get*Name").known_length(), 7);
    }

    #[test]
    fn what_is_written_is_read() {
        for text in ["p.*", "*Impl", "p.V#", "p.T?x*y"] {
            assert_eq!(Template::read(&template(text).written()), template(text), "{text}");
        }
        // A literal that could be taken for a hole is one.
        let odd = Template::of_pieces(["a\u{2}b".into(), Piece::Hole(Hole::Integer)]);
        assert_eq!(Template::read(&odd.written()), template("a*b#"));
    }

    #[test]
    fn texts_fit() {
        for (of, text) in [("p.V#", "p.V12"), ("p.V#", "p.V-1"), ("p.T?", "p.Té"), ("p.*Impl", "p.Impl"), ("*", "")] {
            assert!(template(of).fits(text), "{of} {text}");
        }
        for (of, text) in [
            ("p.V#", "p.V"),
            ("p.V#", "p.V1a"),
            ("p.V#", "p.V-"),
            ("p.T?", "p.T"),
            ("p.T?", "p.T\u{1f600}"),
            ("ab*ba", "aba"),
        ] {
            assert!(!template(of).fits(text), "{of} {text}");
        }
        assert!(template("a*b#c*").fits("axb1b22c") && !template("a*b#c*").fits("axbc"));
    }

    #[test]
    fn very_many_pieces_are_few() {
        let many = template(&"a#".repeat(50));
        assert!(many.pieces().len() <= PIECES);
        assert!(many.fits(&"a1".repeat(50)));
        let ends = template(&format!("{}z", "a#".repeat(50)));
        assert!(ends.fits(&format!("{}z", "a1".repeat(50))) && ends.end() == "z");
    }
}
