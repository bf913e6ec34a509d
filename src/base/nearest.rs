//! "Did you mean": edit distance over names. Owns the measure and the choice of a hint; must not know what the names
//! stand for.

/// Longest name compared; a longer one has no near miss (keeps the quadratic measure cheap on hostile input).
const LONGEST: usize = 512;

/// Damerau-Levenshtein distance (optimal string alignment: insert, delete, replace, swap of neighbours), or `None` if
/// it exceeds `limit`.
pub fn edit_distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    Measure::new(a).distance(b, limit)
}

/// The distance to one name, with the buffers of its table: hints compare one name with every class there is.
struct Measure {
    wanted: Vec<char>,
    other: Vec<char>,
    before: Vec<usize>,
    last: Vec<usize>,
    row: Vec<usize>,
}

impl Measure {
    fn new(wanted: &str) -> Self {
        let rows = || Vec::new();
        Self { wanted: wanted.chars().collect(), other: Vec::new(), before: rows(), last: rows(), row: rows() }
    }

    fn distance(&mut self, other: &str, limit: usize) -> Option<usize> {
        self.other.clear();
        self.other.extend(other.chars());
        let (a, b) = (&self.wanted, &self.other);
        if a.len().abs_diff(b.len()) > limit || a.len() > LONGEST || b.len() > LONGEST {
            return None;
        }
        let (before, last, row) = (&mut self.before, &mut self.last, &mut self.row);
        // What is further from the diagonal than the limit takes more edits than that.
        let far = limit + 1;
        before.clear();
        before.resize(b.len() + 1, far);
        last.clear();
        last.extend((0..=b.len()).map(|j| j.min(far)));
        for i in 1..=a.len() {
            let (first, end) = (i.saturating_sub(limit).max(1), (i + limit).min(b.len()));
            row.clear();
            row.resize(b.len() + 1, far);
            row[0] = i.min(far);
            let mut least = row[0];
            for j in first..=end {
                let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut best = replace.min(last[j] + 1).min(row[j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(before[j - 2] + 1);
                }
                row[j] = best;
                least = least.min(best);
            }
            if least > limit {
                return None;
            }
            std::mem::swap(before, last);
            std::mem::swap(last, row);
        }
        last.last().copied().filter(|distance| *distance <= limit)
    }
}

/// The name among `candidates` that a writer of `wanted` most likely meant: the same but for case or a swap of `.`, `$`
/// and `/`, else at most one edit per three characters (and three in all). Ties go to the smallest name.
pub fn nearest<'c>(wanted: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let limit = (wanted.chars().count() / 3).min(3);
    let mut measure = Measure::new(wanted);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        // A character has up to four bytes.
        if candidate == wanted || candidate.len().abs_diff(wanted.len()) > 4 * limit {
            continue;
        }
        let distance = if same_but_for_case(candidate, wanted) {
            0
        } else {
            match measure.distance(candidate, limit) {
                Some(distance) => distance,
                None => continue,
            }
        };
        if best.is_none_or(|found| (distance, candidate) < found) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, name)| name)
}

/// What a message says at its end of the name that was likely meant; nothing where there is none.
pub fn did_you_mean(near: Option<&str>) -> String {
    near.map_or(String::new(), |near| format!("; did you mean {near:?}?"))
}

/// Whether two names are the same but for what people mix up: case, and the separators of packages and nested classes.
pub fn same_but_for_case(a: &str, b: &str) -> bool {
    let fold = |b: u8| if matches!(b, b'$' | b'/') { b'.' } else { b.to_ascii_lowercase() };
    a.len() == b.len() && a.bytes().map(fold).eq(b.bytes().map(fold))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(edit_distance("abc", "abc", 0), Some(0));
        assert_eq!(edit_distance("abc", "acb", 1), Some(1));
        assert_eq!(edit_distance("plugin", "plugn", 3), Some(1));
        assert_eq!(edit_distance("kitten", "sitting", 3), Some(3));
        assert_eq!(edit_distance("kitten", "sitting", 2), None);
        assert_eq!(edit_distance("", "ab", 2), Some(2));
        assert_eq!(edit_distance(&"a".repeat(600), &"a".repeat(600), 3), None);
    }

    #[test]
    fn the_nearest_name_wins() {
        let classes = ["com.acme.APlugin", "com.acme.BPlugin", "com.acme.Outer$Inner"];
        assert_eq!(nearest("com.acme.APlugn", classes), Some("com.acme.APlugin"));
        assert_eq!(nearest("com.acme.Outer.Inner", classes), Some("com.acme.Outer$Inner"));
        assert_eq!(nearest("com/acme/aplugin", classes), Some("com.acme.APlugin"));
        assert_eq!(nearest("com.acme.CPlugin", classes), Some("com.acme.APlugin"));
        assert_eq!(nearest("org.other.Thing", classes), None);
        assert_eq!(nearest("ab", ["cd"]), None);
    }
}
