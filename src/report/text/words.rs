//! Numbers, clipped lines and colours. Must not know findings.

use crate::result::Level;

/// Longer lines are clipped; entries to paste never are.
pub(super) const WIDTH: usize = 200;

/// `2,391`
pub(in super::super) fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

pub(in super::super) fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(n), if n == 1 { one } else { many })
}

/// Text of the analysed program must not reach the terminal as control sequences, nor turn the direction of writing.
pub(in super::super) fn clean(text: &str) -> String {
    let bad = |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    if !text.contains(bad) {
        return text.to_owned();
    }
    text.chars().map(|c| if bad(c) { c.escape_default().to_string() } else { c.to_string() }).collect()
}

pub(in super::super) fn clip(line: &str) -> String {
    clip_to(line, WIDTH)
}

pub(in super::super) fn clip_to(line: &str, width: usize) -> String {
    match line.char_indices().nth(width) {
        None => line.to_owned(),
        Some(_) => line.chars().take(width - 1).chain(['…']).collect(),
    }
}

/// ANSI colours, or nothing.
#[derive(Clone, Copy)]
pub(super) struct Paint {
    pub(super) color: bool,
}

impl Paint {
    pub(super) fn level(self, text: &str, level: Level) -> String {
        let code = match level {
            Level::Error => "1;31",
            Level::Warning => "1;33",
            Level::Note | Level::Off => "1;36",
        };
        self.wrap(text, code)
    }

    pub(super) fn bold(self, text: &str) -> String {
        self.wrap(text, "1")
    }

    fn wrap(self, text: &str, code: &str) -> String {
        if self.color { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// `hibernate-core` of `org.hibernate:hibernate-core:6.1` and of `lib/hibernate-core-6.1.jar`.
pub(super) fn short_artifact(artifact: &str) -> &str {
    let mut parts = artifact.split(':');
    if let (Some(_), Some(name), Some(_)) = (parts.next(), parts.next(), parts.next()) {
        return name;
    }
    let file = artifact.rsplit(['/', '\\']).next().unwrap_or(artifact);
    let stem = file.strip_suffix(".jar").unwrap_or(file);
    let bytes = stem.as_bytes();
    let version = (1..bytes.len()).find(|i| bytes[i - 1] == b'-' && bytes[*i].is_ascii_digit());
    version.map_or(stem, |start| &stem[..start - 1])
}
