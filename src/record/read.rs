//! From the bytes of a file to its events: which form it has, and what of it cannot be used. Must not know calls of the program.

use super::event::Recording;
use super::{livshits, table, tamiflex};
use crate::diag::Diag;

/// In which form a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The table that the recorder writes.
    Table,
    /// `refl.log` of TamiFlex.
    TamiFlex,
    /// `method() @ offset File.java:line => Class`, the text of Livshits et al. 2005.
    Livshits,
}

/// A line longer than this is not looked at: no name of a class or member is.
const LONGEST: usize = 1 << 20;

/// Reads a file. `form`: the one it has; `None`: the table or a TamiFlex log, as its lines tell. Line ends of Windows are fine.
///
/// # Errors
/// Why it is no recording, for a message that names the file. A single line that cannot be used is no error but a `Diag` of the
/// recording.
pub fn read(file: &str, bytes: &[u8], form: Option<Form>) -> Result<Recording, String> {
    if bytes.contains(&0) {
        return Err("it is a binary file, and no recording".to_owned());
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut recording = Recording { file: file.to_owned(), ..Recording::default() };
    let mut columns = None;
    let mut decided = form;
    let mut last = 0;
    for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        last = number;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        let text = match std::str::from_utf8(line) {
            _ if line.len() > LONGEST => Err("the line is too long".to_owned()),
            Ok(text) => Ok(text),
            Err(_) => Err("the line is not UTF-8".to_owned()),
        };
        let event = text.and_then(|text| match decided.or_else(|| form_of(text)) {
            Some(Form::Table) if columns.is_none() => {
                decided = Some(Form::Table);
                columns = Some(table::Columns::read(text)?);
                Ok(None)
            }
            Some(Form::Table) => columns.as_ref().map(|columns| columns.event(text, number)).transpose(),
            Some(Form::TamiFlex) => {
                decided = Some(Form::TamiFlex);
                tamiflex::event(text, number)
            }
            Some(Form::Livshits) => livshits::event(text, number).map(Some),
            None => Err("it is neither the table of the recorder nor a TamiFlex log".to_owned()),
        });
        match event {
            Ok(event) => recording.events.extend(event),
            // What follows has no meaning without the names of its columns.
            Err(why) if decided.is_none() || decided == Some(Form::Table) && columns.is_none() => {
                return Err(format!("no recording, at line {number}: {why}"));
            }
            Err(why) => {
                let diag = Diag::warning("unusable-recording-line", file, why);
                recording.diags.push(Diag { position: Some((number, 1)), ..diag });
            }
        }
    }
    if recording.events.is_empty() && columns.is_none() {
        let lines = if last == 1 { "line" } else { "lines" };
        return Err(format!("no recording: nothing of its {last} {lines} can be used"));
    }
    Ok(recording)
}

/// The form that the first line tells.
fn form_of(line: &str) -> Option<Form> {
    if line.split('\t').any(|column| column == "caller") {
        return Some(Form::Table);
    }
    (line.split(';').count() >= 4).then_some(Form::TamiFlex)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# a run\ncaller\tmethod\tbci\tline\tapi\ttarget\torigin\treceivers\tthrew\n\
        p.A\tm()V\t7\t3\tClass.forName\tp.B\tapp\t\t\n";

    #[test]
    fn forms_are_told_by_their_lines() {
        let lines = |text: &str| read("r", text.as_bytes(), None).map(|r| (r.events.len(), r.diags.len()));
        assert_eq!(lines(TABLE), Ok((1, 0)));
        assert_eq!(lines(&TABLE.replace('\n', "\r\n")), Ok((1, 0)));
        assert_eq!(lines(&format!("\u{feff}{TABLE}")), Ok((1, 0)));
        assert_eq!(lines("Class.forName;p.B;p.A.m;19;;\nClass.forName;p.C;p.A.m;;;\n"), Ok((2, 0)));
        // Nothing but the head: a run that made no call.
        assert_eq!(lines(TABLE.rsplit_once("p.A").unwrap().0), Ok((0, 0)));
        for bad in ["", "\n\n", "# only comments\n", "hello\n", "a;b;c\n", "\0\0", "Class.forName;;;;\n"] {
            assert!(lines(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_bad_line_is_said_and_the_rest_goes_on() {
        let cut = format!("{TABLE}p.A\tm()V\t7\n{}", "p.A\tm()V\t9\t4\tClass.forName\tp.C\tapp\t\t\n");
        let recording = read("r.tsv", cut.as_bytes(), None).unwrap();
        assert_eq!((recording.events.len(), recording.diags.len()), (2, 1));
        assert_eq!((recording.diags[0].position, recording.diags[0].place.as_str()), (Some((4, 1)), "r.tsv"));
        let mut bytes = TABLE.as_bytes().to_vec();
        bytes.extend(b"p.\xff\tm()V\t7\t\t\t\t\t\t\n");
        bytes.extend(vec![b'x'; LONGEST + 1]);
        let recording = read("r.tsv", &bytes, None).unwrap();
        assert_eq!((recording.events.len(), recording.diags.len()), (1, 2));
    }

    #[test]
    fn any_bytes_are_read_without_a_panic() {
        let pieces = [
            "p.A",
            "\t",
            ";",
            "<",
            ">",
            ":",
            "(",
            ")",
            "[",
            "\u{e9}",
            "=>",
            "@",
            " ",
            "7",
            "\n",
            "caller",
            "Class.forName",
        ];
        let mut state = 1_u64;
        for _ in 0..3000 {
            let mut text = String::new();
            for _ in 0..20 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            }
            for form in [None, Some(Form::Table), Some(Form::TamiFlex), Some(Form::Livshits)] {
                let _ = read("r", text.as_bytes(), form);
                let _ = read("r", format!("{TABLE}{text}").as_bytes(), form);
            }
        }
    }
}
