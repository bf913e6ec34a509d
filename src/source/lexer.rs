//! Which bytes of a Java, Kotlin, Scala or Groovy source are code, comment or text: enough to find a name on a line
//! without being misled by strings. Pure; must not know files.

/// Languages as far as their comments and strings differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Java,
    Kotlin,
    Scala,
    Groovy,
}

impl Language {
    /// By file name; Java for unknown extensions.
    pub(super) fn of_file(name: &str) -> Self {
        match name.rsplit_once('.').map(|(_, extension)| extension) {
            Some("kt" | "kts") => Self::Kotlin,
            Some("scala" | "sc") => Self::Scala,
            Some("groovy" | "gradle") => Self::Groovy,
            _ => Self::Java,
        }
    }

    fn nests_comments(self) -> bool {
        matches!(self, Self::Kotlin | Self::Scala)
    }

    /// Whether text between double quotes may hold `${code}`. In Scala only interpolated strings do; taking all for such
    /// costs nothing but a `${` in a plain one.
    fn has_templates(self) -> bool {
        self != Self::Java
    }
}

/// What a byte of source belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Code,
    Comment,
    /// Between quotes, the quotes included.
    Text,
}

/// Templates nested deeper than this are taken for text.
const MAX_NESTING: usize = 100;

/// Classifies each byte of `source`. Unterminated strings end with their line, unless they are text blocks.
pub(super) fn classify(source: &str, language: Language) -> Vec<Kind> {
    Lexer { bytes: source.as_bytes(), language, kinds: Vec::with_capacity(source.len()), open: Vec::new() }.run()
}

/// A string that a `${` left for code.
struct Template {
    quote: Quote,
    /// Braces open within the code.
    braces: u32,
}

#[derive(Debug, Clone, Copy)]
struct Quote {
    byte: u8,
    triple: bool,
}

struct Lexer<'a> {
    bytes: &'a [u8],
    language: Language,
    kinds: Vec<Kind>,
    open: Vec<Template>,
}

impl Lexer<'_> {
    fn run(mut self) -> Vec<Kind> {
        while self.kinds.len() < self.bytes.len() {
            match self.rest() {
                [b'/', b'/', ..] => {
                    let line = self.rest().iter().position(|byte| matches!(byte, b'\n' | b'\r'));
                    let length = line.unwrap_or(self.rest().len());
                    self.push(Kind::Comment, length);
                }
                [b'/', b'*', ..] => self.block_comment(),
                [b'"', b'"', b'"', ..] => self.open_text(Quote { byte: b'"', triple: true }),
                [b'\'', b'\'', b'\'', ..] if self.language == Language::Groovy => {
                    self.open_text(Quote { byte: b'\'', triple: true });
                }
                [b'"', ..] => self.open_text(Quote { byte: b'"', triple: false }),
                [b'\'', ..] if self.starts_character() => self.open_text(Quote { byte: b'\'', triple: false }),
                [b'{', ..] => {
                    if let Some(template) = self.open.last_mut() {
                        template.braces += 1;
                    }
                    self.push(Kind::Code, 1);
                }
                [b'}', ..] => self.close_brace(),
                _ => self.push(Kind::Code, 1),
            }
        }
        self.kinds
    }

    fn rest(&self) -> &[u8] {
        &self.bytes[self.kinds.len()..]
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let length = length.min(self.rest().len());
        self.kinds.extend(std::iter::repeat_n(kind, length));
    }

    fn block_comment(&mut self) {
        let mut depth = 1u32;
        self.push(Kind::Comment, 2);
        while depth > 0 && !self.rest().is_empty() {
            match self.rest() {
                [b'*', b'/', ..] => {
                    depth -= 1;
                    self.push(Kind::Comment, 2);
                }
                [b'/', b'*', ..] if self.language.nests_comments() => {
                    depth += 1;
                    self.push(Kind::Comment, 2);
                }
                _ => self.push(Kind::Comment, 1),
            }
        }
    }

    /// A single quote begins a character literal; in Scala it may also begin a symbol.
    fn starts_character(&self) -> bool {
        match self.language {
            Language::Scala => match self.rest() {
                [_, b'\\', ..] => true,
                [_, tail @ ..] => tail.iter().take(5).skip(1).any(|byte| *byte == b'\'') && !tail.starts_with(b"'"),
                [] => false,
            },
            Language::Java | Language::Kotlin | Language::Groovy => true,
        }
    }

    fn open_text(&mut self, quote: Quote) {
        self.push(Kind::Text, if quote.triple { 3 } else { 1 });
        self.text(quote);
    }

    /// Reads on in a string, up to its end or to the code of a template.
    fn text(&mut self, quote: Quote) {
        let raw = quote.triple && matches!(self.language, Language::Kotlin | Language::Scala);
        loop {
            match self.rest() {
                [] => return,
                [b'\\', _, ..] if !raw => self.push(Kind::Text, 2),
                [b'$', b'{', ..]
                    if quote.byte == b'"' && self.language.has_templates() && self.open.len() < MAX_NESTING =>
                {
                    self.push(Kind::Text, 2);
                    self.open.push(Template { quote, braces: 0 });
                    return;
                }
                [a, b, c, ..] if quote.triple && [*a, *b, *c] == [quote.byte; 3] => {
                    // More than three quotes: the last three end it.
                    let run = self.rest().iter().take_while(|byte| **byte == quote.byte).count();
                    self.push(Kind::Text, run);
                    return;
                }
                [byte, ..] if !quote.triple && *byte == quote.byte => return self.push(Kind::Text, 1),
                [b'\n' | b'\r', ..] if !quote.triple => return,
                _ => self.push(Kind::Text, 1),
            }
        }
    }

    /// A closing brace of code, or the one that leads back into a string.
    fn close_brace(&mut self) {
        match self.open.last_mut() {
            Some(template) if template.braces == 0 => {
                let quote = template.quote;
                self.open.pop();
                self.push(Kind::Text, 1);
                self.text(quote);
            }
            Some(template) => {
                template.braces -= 1;
                self.push(Kind::Code, 1);
            }
            None => self.push(Kind::Code, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source with comments and text blanked out.
    fn code(source: &str, language: Language) -> String {
        let kinds = classify(source, language);
        assert_eq!(kinds.len(), source.len());
        let shown = |(byte, kind): (u8, &Kind)| match kind {
            Kind::Code => char::from(byte),
            Kind::Comment => '~',
            Kind::Text => '_',
        };
        source.bytes().zip(&kinds).map(shown).collect()
    }

    #[test]
    fn java() {
        let check = |source: &str, expected: &str| assert_eq!(code(source, Language::Java), expected);
        check("a(\"b(\"); // c(", "a(____); ~~~~~");
        check("/* a /* */ b", "~~~~~~~~~~ b");
        check("'\"' + '\\'' + \"\\\"\" + x", "___ + ____ + ____ + x");
        check("\"\"\"\n a \"b\" \\\"\"\" ${x}\n\"\"\" + c", "________________________ + c");
        check("\"open\nx", "_____\nx");
        check("a // b\rc", "a ~~~~\rc");
    }

    #[test]
    fn kotlin() {
        let check = |source: &str, expected: &str| assert_eq!(code(source, Language::Kotlin), expected);
        check("\"a ${f(\"x ${g()}\")} b\" + c", "_____f(_____g()__)____ + c");
        check("\"${ if (a) { b } else { c } }\" d", "___ if (a) { b } else { c } __ d");
        check("/* a /* b */ c */ d", "~~~~~~~~~~~~~~~~~ d");
        check("\"\"\"raw \\\"\"\" + e", "___________ + e");
        check("\"\"\"q\"\"\"\" + e", "________ + e");
        check("'$' + \"$x {y}\"", "___ + ________");
    }

    #[test]
    fn scala_and_groovy() {
        assert_eq!(code("'sym + 'c' + '\\n' + s\"${x}\"", Language::Scala), "'sym + ___ + ____ + s___x__");
        assert_eq!(code("'a(' + '''b\n''' + \"${c()}\"", Language::Groovy), "____ + ________ + ___c()__");
    }

    #[test]
    fn any_text_gives_a_kind_per_byte() {
        let pieces = ["\"", "\"\"\"", "'", "${", "}", "{", "/*", "*/", "//", "\n", "\\", "ä", "x("];
        for language in [Language::Java, Language::Kotlin, Language::Scala, Language::Groovy] {
            // Every sequence of four pieces.
            for number in 0..pieces.len().pow(4) {
                let piece = |power: u32| pieces[number / pieces.len().pow(power) % pieces.len()];
                let source: String = (0..4).map(piece).collect();
                assert_eq!(classify(&source, language).len(), source.len(), "{source}");
            }
            let nested = "\"${".repeat(1000);
            assert_eq!(classify(&nested, language).len(), nested.len());
        }
    }
}
