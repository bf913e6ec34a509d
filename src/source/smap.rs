//! Source maps in class files (JSR-45, `SourceDebugExtension`): from a line of the `LineNumberTable` to the file and line
//! it was written at. Kotlin writes two strata: `Kotlin` leads to the body of an inlined function, `KotlinDebug` to the
//! call it was inlined into. Pure; must not know files.

/// A parsed map. Empty for text that is none, so that a damaged one costs precision of places and nothing else.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Smap {
    default_stratum: String,
    strata: Vec<Stratum>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Stratum {
    name: String,
    files: Vec<SourceFile>,
    lines: Vec<LineRange>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct SourceFile {
    id: u32,
    name: String,
    path: Option<String>,
}

/// `InputStartLine#LineFileID,RepeatCount:OutputStartLine,OutputLineIncrement`: input line `input + n` stands for the
/// output lines from `output + n * increment` on, `increment` of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LineRange {
    input: u32,
    file: u32,
    repeat: u32,
    output: u32,
    increment: u32,
}

/// Where a line was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SmapLine<'a> {
    /// File name, as in a `SourceFile` attribute.
    pub file: &'a str,
    /// What the compiler gives as path: Kotlin the internal name of a class of the file (`com/acme/LibKt`).
    pub path: Option<&'a str>,
    pub line: u32,
}

impl SmapLine<'_> {
    /// Package (with slashes) and file name for [`super::Query::file`]: `com/acme/Lib.kt`.
    pub fn qualified_file(&self) -> String {
        let directory = self.path.and_then(|path| path.rsplit_once('/')).map(|(directory, _)| directory);
        directory.map_or_else(|| self.file.to_owned(), |directory| format!("{directory}/{}", self.file))
    }
}

const KOTLIN: &str = "Kotlin";
const KOTLIN_DEBUG: &str = "KotlinDebug";

/// Reads a map.
pub fn parse(text: &str) -> Smap {
    let mut lines = text.lines().map(str::trim_end);
    if lines.next() != Some("SMAP") {
        return Smap::default();
    }
    let mut smap = Smap { default_stratum: lines.nth(1).unwrap_or_default().trim().to_owned(), strata: Vec::new() };
    let mut section = Section::None;
    // Maps embedded by `*O` ... `*C` describe the translation before this one.
    let mut embedded = 0usize;
    let mut last_file = 0;
    let mut lines = lines.peekable();
    while let Some(line) = lines.next() {
        if let Some(command) = line.strip_prefix('*') {
            section = match (command.split_ascii_whitespace().next(), embedded) {
                (Some("O"), _) => {
                    embedded += 1;
                    Section::None
                }
                (Some("C"), _) => {
                    embedded = embedded.saturating_sub(1);
                    Section::None
                }
                (Some("E"), 0) => break,
                (Some("S"), 0) => {
                    let name = command.get(1..).unwrap_or_default().trim().to_owned();
                    smap.strata.push(Stratum { name, ..Stratum::default() });
                    last_file = 0;
                    Section::None
                }
                (Some("F"), 0) => Section::Files,
                (Some("L"), 0) => Section::Lines,
                _ => Section::None,
            };
            continue;
        }
        let Some(stratum) = smap.strata.last_mut() else { continue };
        match section {
            Section::Files => {
                let path = line.starts_with('+').then(|| lines.next_if(|next| !next.starts_with('*'))).flatten();
                stratum.files.extend(parse_file(line, path));
            }
            Section::Lines => {
                if let Some(range) = parse_range(line, last_file) {
                    last_file = range.file;
                    stratum.lines.push(range);
                }
            }
            Section::None => {}
        }
    }
    smap
}

/// The file and line to show for a line of a class with this `SourceDebugExtension`, for [`super::Query`]: the file alone
/// if the line is in the class's own source file, else with its package. `class` is an internal name; see [`Smap::place`]
/// for `is_shown`. Lines that the map does not know stay as they are.
pub fn shown_line(
    source_debug: &str,
    class: &str,
    source_file: Option<&str>,
    line: u32,
    is_shown: impl Fn(&str) -> bool,
) -> (Option<String>, u32) {
    let smap = parse(source_debug);
    let Some(place) = smap.place(line, is_shown) else { return (source_file.map(str::to_owned), line) };
    let package = |name: &str| name.rsplit_once('/').map_or(String::new(), |(package, _)| package.to_owned());
    let is_own = source_file == Some(place.file) && place.path.is_none_or(|path| package(path) == package(class));
    (Some(if is_own { place.file.to_owned() } else { place.qualified_file() }), place.line)
}

#[derive(Clone, Copy)]
enum Section {
    None,
    Files,
    Lines,
}

/// `id name`, or `+ id name` with the path on the next line.
fn parse_file(line: &str, path: Option<&str>) -> Option<SourceFile> {
    let (id, name) = line.trim_start_matches('+').trim_start().split_once(' ')?;
    Some(SourceFile {
        id: id.parse().ok()?,
        name: name.trim().to_owned(),
        path: path.map(|path| path.trim().to_owned()),
    })
}

fn parse_range(line: &str, last_file: u32) -> Option<LineRange> {
    let (input, output) = line.split_once(':')?;
    let (input, repeat) = input.split_once(',').unwrap_or((input, "1"));
    let (input, file) = match input.split_once('#') {
        Some((input, file)) => (input, file.trim().parse().ok()?),
        None => (input, last_file),
    };
    let (output, increment) = output.split_once(',').unwrap_or((output, "1"));
    let number = |text: &str| text.trim().parse::<u32>().ok();
    Some(LineRange {
        input: number(input)?,
        file,
        repeat: number(repeat)?,
        output: number(output)?,
        increment: number(increment)?,
    })
}

impl LineRange {
    /// The input line of an output line.
    fn resolve(&self, output: u32) -> Option<u32> {
        let distance = output.checked_sub(self.output)?;
        let step = match distance.checked_div(self.increment) {
            Some(step) => step,
            // An increment of 0 maps every input line to one output line; the first is taken.
            None if distance == 0 => 0,
            None => return None,
        };
        (step < self.repeat).then(|| self.input.checked_add(step)).flatten()
    }
}

impl Stratum {
    fn resolve(&self, line: u32) -> Option<SmapLine<'_>> {
        let (file, line) = self.lines.iter().find_map(|range| Some((range.file, range.resolve(line)?)))?;
        let file = self.files.iter().find(|candidate| candidate.id == file)?;
        Some(SmapLine { file: &file.name, path: file.path.as_deref(), line })
    }
}

impl Smap {
    /// Whether nothing is mapped.
    pub fn is_empty(&self) -> bool {
        self.strata.iter().all(|stratum| stratum.lines.is_empty())
    }

    /// Where a line of the class's `LineNumberTable` was written: for code of an inlined function, in that function.
    pub fn resolve(&self, line: u32) -> Option<SmapLine<'_>> {
        self.stratum(KOTLIN).or_else(|| self.stratum(&self.default_stratum))?.resolve(line)
    }

    /// For code of an inlined Kotlin function, the call that inlined it into this class.
    pub fn call_site(&self, line: u32) -> Option<SmapLine<'_>> {
        self.stratum(KOTLIN_DEBUG)?.resolve(line)
    }

    /// The place to show for a line: where it was written if `is_shown` holds for the path of that file (the class is
    /// part of the application), else the call that inlined it, else where it was written all the same.
    pub fn place(&self, line: u32, is_shown: impl Fn(&str) -> bool) -> Option<SmapLine<'_>> {
        let written = self.resolve(line)?;
        if written.path.is_none_or(is_shown) {
            return Some(written);
        }
        Some(self.call_site(line).unwrap_or(written))
    }

    fn stratum(&self, name: &str) -> Option<&Stratum> {
        self.strata.iter().find(|stratum| stratum.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the Kotlin compiler 2.1 writes it for a main function that calls an inline function of another file and
    /// `forEach` of its library.
    const KOTLIN_MAP: &str = "SMAP\nMain.kt\nKotlin\n*S Kotlin\n*F\n+ 1 Main.kt\ncom/acme/MainKt\n+ 2 Lib.kt\n\
        com/acme/lib/Tools\n+ 3 _Collections.kt\nkotlin/collections/CollectionsKt___CollectionsKt\n*L\n1#1,19:1\n\
        5#2,3:20\n5#2,3:24\n1863#3:23\n1864#3:27\n*S KotlinDebug\n*F\n+ 1 Main.kt\ncom/acme/MainKt\n*L\n10#1:20,3\n\
        12#1:24,3\n11#1:23\n11#1:27\n*E\n";

    fn shown(line: Option<SmapLine<'_>>) -> Option<(String, u32)> {
        line.map(|line| (line.qualified_file(), line.line))
    }

    #[test]
    fn both_kotlin_strata() {
        let smap = parse(KOTLIN_MAP);
        let check = |line: u32, written: Option<(&str, u32)>, call: Option<(&str, u32)>| {
            let owned = |place: Option<(&str, u32)>| place.map(|(file, line)| (file.to_owned(), line));
            assert_eq!(shown(smap.resolve(line)), owned(written), "line {line}");
            assert_eq!(shown(smap.call_site(line)), owned(call), "call of line {line}");
        };
        let main = "com/acme/Main.kt";
        check(0, None, None);
        check(12, Some((main, 12)), None);
        check(20, Some(("com/acme/lib/Lib.kt", 5)), Some((main, 10)));
        check(22, Some(("com/acme/lib/Lib.kt", 7)), Some((main, 10)));
        check(23, Some(("kotlin/collections/_Collections.kt", 1863)), Some((main, 11)));
        check(26, Some(("com/acme/lib/Lib.kt", 7)), Some((main, 12)));
        check(27, Some(("kotlin/collections/_Collections.kt", 1864)), Some((main, 11)));
        check(28, None, None);
    }

    #[test]
    fn code_inlined_from_a_library_is_shown_at_the_call() {
        let smap = parse(KOTLIN_MAP);
        let own = |path: &str| path.starts_with("com/acme/");
        assert_eq!(shown(smap.place(21, own)), Some(("com/acme/lib/Lib.kt".into(), 6)));
        assert_eq!(shown(smap.place(23, own)), Some(("com/acme/Main.kt".into(), 11)));
        assert_eq!(shown(smap.place(9, own)), Some(("com/acme/Main.kt".into(), 9)));
        assert_eq!(shown(smap.place(99, own)), None);
    }

    #[test]
    fn lines_to_show() {
        let own = |path: &str| path.starts_with("com/acme/");
        let check = |line: u32, file: &str, expected: u32| {
            let shown = shown_line(KOTLIN_MAP, "com/acme/MainKt", Some("Main.kt"), line, own);
            assert_eq!(shown, (Some(file.to_owned()), expected), "line {line}");
        };
        check(9, "Main.kt", 9);
        check(21, "com/acme/lib/Lib.kt", 6);
        check(23, "Main.kt", 11);
        check(99, "Main.kt", 99);
        assert_eq!(shown_line("", "a/A", None, 3, own), (None, 3));
    }

    /// The example of the specification, shortened: a translated page that includes another.
    #[test]
    fn other_default_strata() {
        let smap = parse(
            "SMAP\nHi.java\nJava\n*S Foo\n*F\n1 Hi.foo\n*L\n1:5,2\n*S Java\n*F\n1 Hi.bar\n2 Incl.bar\n*L\n\
            1#1:1\n1#2,4:2\n3#1,2:10,3\n4:20,0\n*E\n",
        );
        assert_eq!(shown(smap.resolve(1)), Some(("Hi.bar".into(), 1)));
        assert_eq!(shown(smap.resolve(5)), Some(("Incl.bar".into(), 4)));
        assert_eq!(shown(smap.resolve(6)), None);
        assert_eq!(shown(smap.resolve(12)), Some(("Hi.bar".into(), 3)));
        assert_eq!(shown(smap.resolve(13)), Some(("Hi.bar".into(), 4)));
        assert_eq!(shown(smap.resolve(16)), None);
        assert_eq!(shown(smap.resolve(20)), Some(("Hi.bar".into(), 4)));
        assert_eq!(shown(smap.resolve(21)), None);
        assert_eq!(smap.call_site(1), None);
    }

    #[test]
    fn embedded_maps_are_skipped() {
        let smap = parse(
            "SMAP\nA\nX\n*O Y\nSMAP\nB\nZ\n*S X\n*F\n1 wrong\n*L\n1:1\n*E\n*C Y\n*S X\n*F\n1 right\n*L\n1#1:1\n*E",
        );
        assert_eq!(shown(smap.resolve(1)), Some(("right".into(), 1)));
    }

    #[test]
    fn damage_never_panics() {
        assert!(parse("").is_empty() && parse("no map").is_empty() && parse("SMAP").is_empty());
        for at in 0..KOTLIN_MAP.len() {
            for replacement in ["", "0", "4294967295", "#", ",", ":", "*", "\n", "+", "\u{e9}"] {
                let damaged = [&KOTLIN_MAP[..at], replacement, &KOTLIN_MAP[at + 1..]].concat();
                let smap = parse(&damaged);
                for line in [0, 1, 20, 24, u32::MAX] {
                    let _ = (smap.resolve(line), smap.call_site(line));
                }
            }
        }
    }
}
