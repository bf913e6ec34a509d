//! GitHub's `primaryLocationLineHash`, bit for bit, so that an alert survives edits above it. The definition is that of the
//! upload action (`fingerprints.ts` of github/codeql-action): of the 100 UTF-16 units from the start of a line on, spaces
//! and tabs left out and line ends made one line feed, the polynomial hash with factor 37 modulo 2^64; the end of the file
//! counts as one unit 65535 followed by zeros; equal hashes are numbered. Must not know findings.

use crate::base::FxHashMap;

const UNITS: usize = 100;
const FACTOR: u64 = 37;
const END: u16 = 65535;

/// The hashes of all lines (`hex:occurrence`), line 1 first. A last line that is empty has one as well.
pub(super) fn line_hashes(text: &str) -> Vec<String> {
    const LF: u16 = b'\n' as u16;
    const CR: u16 = b'\r' as u16;
    const SPACE: u16 = b' ' as u16;
    const TAB: u16 = b'\t' as u16;

    let mut units = Vec::with_capacity(text.len() + 1);
    let mut starts = vec![0];
    let mut after_cr = false;
    for unit in text.encode_utf16() {
        let skipped = unit == SPACE || unit == TAB || (after_cr && unit == LF);
        after_cr = unit == CR;
        if !skipped {
            let unit = if unit == CR { LF } else { unit };
            units.push(unit);
            if unit == LF {
                starts.push(units.len());
            }
        }
    }
    units.push(END);

    let mut seen: FxHashMap<u64, u32> = FxHashMap::default();
    let number = |start: usize| {
        let block = units[start..].iter().take(UNITS).map(|unit| u64::from(*unit));
        let padded = block.chain(std::iter::repeat(0)).take(UNITS);
        let hash = padded.fold(0u64, |hash, unit| hash.wrapping_mul(FACTOR).wrapping_add(unit));
        let count = seen.entry(hash).or_insert(0);
        *count += 1;
        format!("{hash:x}:{count}")
    };
    starts.into_iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(line_hashes(text), expected, "{text:?}");
    }

    // Expected values were computed by a rolling-window implementation that reproduces those of the action's own tests.

    #[test]
    fn hashes_of_lines() {
        check("", &["c129715d7a2bc9a3:1"]);
        check(
            "package a;\n\nclass A {\n\tvoid run() { }\n}\n",
            &[
                "ec23f277c5c9ec5c:1",
                "eb17c7bd533d2afa:1",
                "24fb85708b6a3b8:1",
                "cf14c060b54a9afc:1",
                "32dce9ccfdbc9d3e:1",
                "c129715d7a2bc9a3:1",
            ],
        );
        let long = format!("{}\ny\n", "x".repeat(120));
        check(&long, &["52b56201ffb58620:1", "c33be7e0cf7c3ca:1", "c129715d7a2bc9a3:1"]);
    }

    #[test]
    fn line_ends_are_one() {
        check(
            "a\rb\r\nc\n\rd \r \ne",
            &[
                "44d7f4f0f65ecd6:1",
                "fad525f4c55e7ac7:1",
                "26952bd58061d13b:1",
                "ecca7454320f6c3a:1",
                "4122aa253d1a11f8:1",
                "bbc8c6730435e79a:1",
                "2be488999ca9e6d8:1",
            ],
        );
        let text = "class A {\n  int b;\n}\n";
        assert_eq!(line_hashes(text), line_hashes(&text.replace('\n', "\r\n")));
        assert_eq!(line_hashes(text), line_hashes(&text.replace("  ", "\t")));
    }

    #[test]
    fn units_are_those_of_utf_16() {
        check("\u{feff}val \u{e4} = \"\u{1F600}\"\n", &["f1d76820d33932ed:1", "c129715d7a2bc9a3:1"]);
    }

    #[test]
    fn equal_hashes_are_numbered() {
        let hashes = line_hashes(&"Lorem ipsum dolor sit amet.\n".repeat(10));
        assert_eq!(hashes[0], "a7f2ff13bc495cf2:1");
        assert_eq!(hashes[5], "a7f2ff13bc495cf2:6");
        assert_eq!(hashes[6], "a7f2ff1481e87703:1");
        assert_eq!(hashes.len(), 11);
    }
}
