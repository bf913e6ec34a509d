//! `String.format` (JDK javadoc of `java.util.Formatter`) of what depends on no locale but in its digits, which are taken to
//! be ASCII where no locale is given. Every other conversion is unknown.

use super::LOCALES;
use super::read::{Made, joined, printed, text, units};
use crate::strings::{Ended, Hole, LENGTH, Piece, Template, Value};

/// A format and its arguments, under the default locale.
pub(crate) fn format(values: &[Value]) -> Made {
    formatted(values, true)
}

/// A locale, a format and its arguments. Of the two sorts of locales that are told apart ([`LOCALES`]) the second has digits that
/// nobody knows: any may be meant that is no constant of `Locale`.
pub(crate) fn format_in(values: &[Value]) -> Made {
    let [locale, values @ ..] = values else { return Err(Ended::Unknown) };
    // None at all is null.
    formatted(values, *locale == Value::Null || text(locale) == Ok(LOCALES[0]))
}

fn formatted(values: &[Value], has_ascii: bool) -> Made {
    let [format, arguments @ ..] = values else { return Err(Ended::Unknown) };
    let mut rest = text(format)?;
    let mut pieces = Vec::new();
    let mut next = 0;
    while let Some(at) = rest.find('%') {
        pieces.push(vec![Piece::Literal(rest[..at].to_owned())]);
        let (specifier, behind) = specifier(&rest[at + 1..])?;
        rest = behind;
        match specifier.conversion {
            '%' if specifier.is_plain() => pieces.push(vec![Piece::Literal("%".to_owned())]),
            '%' => return Err(Ended::Unknown),
            'n' => pieces.push(vec![Piece::Hole(Hole::Any)]),
            // The argument of the specifier before.
            _ if specifier.flags.contains('<') => pieces.push(vec![Piece::Hole(Hole::Any)]),
            _ => {
                let index = specifier.index.unwrap_or(next);
                if specifier.index.is_none() {
                    next += 1;
                }
                let value = arguments.get(index).ok_or(Ended::Throws)?;
                let is_digits = specifier.conversion == 'd' && *value != Value::Null;
                pieces.push(match is_digits && !has_ascii {
                    true => vec![Piece::Hole(Hole::Any)],
                    false => specifier.pieces(value)?,
                });
            }
        }
    }
    pieces.push(vec![Piece::Literal(rest.to_owned())]);
    joined(pieces)
}

/// `%[index$][flags][width][.precision]conversion`.
struct Specifier<'t> {
    index: Option<usize>,
    flags: &'t str,
    width: Option<usize>,
    precision: Option<usize>,
    /// Of a date or a time `t` or `T`, whatever part of it is meant.
    conversion: char,
}

/// The conversions that take one argument, as one letter.
const CONVERSIONS: &[char] =
    &['b', 'B', 'h', 'H', 's', 'S', 'c', 'C', 'd', 'o', 'x', 'X', 'e', 'E', 'f', 'g', 'G', 'a', 'A'];

/// The specifier at the beginning of a text, and what is behind it.
fn specifier(text: &str) -> Result<(Specifier<'_>, &str), Ended> {
    let (number, rest) = digits(text);
    let (index, text) = match rest.strip_prefix('$') {
        // 0 is the first argument, too, in some versions and none in others.
        Some(rest) => (Some(number.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).ok_or(Ended::Unknown)?), rest),
        None => (None, text),
    };
    let behind = text.trim_start_matches(['-', '#', '+', ' ', '0', ',', '(', '<']);
    let flags = &text[..text.len() - behind.len()];
    let (width, rest) = digits(behind);
    let width = match width {
        "" => None,
        width => Some(width.parse().ok().filter(|&width| width <= LENGTH).ok_or(Ended::Unknown)?),
    };
    let (precision, rest) = match rest.strip_prefix('.').map(digits) {
        // A point alone throws.
        Some((digits, rest)) => (Some(digits.parse().map_err(|_| Ended::Unknown)?), rest),
        None => (None, rest),
    };
    let mut chars = rest.chars();
    let conversion = chars.next().ok_or(Ended::Throws)?;
    match conversion {
        't' | 'T' => chars.next().map(drop).ok_or(Ended::Throws)?,
        '%' | 'n' => {}
        _ if CONVERSIONS.contains(&conversion) => {}
        // Not one of today's JDKs.
        _ => return Err(Ended::Unknown),
    }
    Ok((Specifier { index, flags, width, precision, conversion }, chars.as_str()))
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

impl Specifier<'_> {
    fn is_plain(&self) -> bool {
        self.flags.is_empty() && self.width.is_none() && self.precision.is_none() && self.index.is_none()
    }

    /// What an argument is printed as, of which not all need be known. Of a conversion that is not followed it is any text.
    fn pieces(&self, value: &Value) -> Result<Vec<Piece>, Ended> {
        let any = || Template::of_hole(Hole::Any).pieces().to_vec();
        let Value::Template(template) = value else {
            return match self.convert(value) {
                Ok(text) => Ok(vec![Piece::Literal(text)]),
                Err(Ended::Unknown) => Ok(any()),
                Err(Ended::Throws) => Err(Ended::Throws),
            };
        };
        let is_plain = self.flags.is_empty() && self.width.is_none() && self.precision.is_none();
        let is_kept = match self.conversion {
            's' => true,
            'd' => template.pieces() == [Piece::Hole(Hole::Integer)],
            'c' => template.pieces() == [Piece::Hole(Hole::Unit)],
            _ => false,
        };
        Ok(if is_plain && is_kept { template.pieces().to_vec() } else { any() })
    }

    fn convert(&self, value: &Value) -> Result<String, Ended> {
        let conversion = self.conversion.to_ascii_lowercase();
        let is_zero = self.flags == "0" && self.width.is_some();
        let is_left = self.flags == "-" && self.width.is_some();
        let has_flags = self.flags.is_empty() || is_left || is_zero && matches!(conversion, 'd' | 'x' | 'o');
        // Of anything else a precision is refused, or is one of fractions.
        if !has_flags || self.precision.is_some() && conversion != 's' {
            return Err(Ended::Unknown);
        }
        let zeros = if is_zero { self.width.unwrap_or(0) } else { 0 };
        let converted = match (conversion, value) {
            ('s', value) => self.cut(printed(value)?)?,
            ('d' | 'c' | 'x' | 'o', Value::Null) => printed(value)?,
            ('d', Value::Number(number)) => format!("{number:0zeros$}"),
            // What is below 0 has as many digits as its type.
            ('x', &Value::Number(number @ 0..)) => format!("{number:0zeros$x}"),
            ('o', &Value::Number(number @ 0..)) => format!("{number:0zeros$o}"),
            ('c', Value::Number(number)) => {
                super::character(&[Value::Number(*number)])?.text().unwrap_or("").to_owned()
            }
            ('c', Value::Const(text)) if text.chars().count() == 1 => text.clone(),
            _ => return Err(Ended::Unknown),
        };
        let converted = if self.conversion == conversion { converted } else { upper(&converted)? };
        let blanks = " ".repeat(self.width.unwrap_or(0).saturating_sub(units(&converted).len()));
        Ok(if is_left { converted + &blanks } else { blanks + &converted })
    }

    /// As much of a text as is printed.
    fn cut(&self, text: String) -> Result<String, Ended> {
        let units = units(&text);
        match self.precision.filter(|&most| most < units.len()) {
            Some(most) => String::from_utf16(&units[..most]).map_err(|_| Ended::Unknown),
            None => Ok(text),
        }
    }
}

/// In capital letters, if they are the same in all locales and versions of Unicode (JDK 8 asks the default locale, later ones that of
/// the formatter).
fn upper(text: &str) -> Result<String, Ended> {
    match text.is_ascii() && !text.contains('i') {
        true => Ok(text.to_ascii_uppercase()),
        false => Err(Ended::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::show;
    use super::*;

    fn of(format: &str, arguments: &[Value]) -> String {
        show(super::format(&[&[Value::from(format)], arguments].concat()))
    }

    #[test]
    fn digits_of_locales() {
        let of = |locale: Value, format: &str| {
            show(super::format_in(&[locale, Value::from(format), Value::Number(7), Value::Null]))
        };
        assert_eq!(of(Value::from(""), "p.A%d"), show(Ok(Value::from("p.A7"))));
        assert_eq!(of(Value::Null, "p.A%d"), show(Ok(Value::from("p.A7"))));
        assert_eq!(of(Value::from("tr"), "p.A%2$d"), show(Ok(Value::from("p.Anull"))));
        let any = Template::of_pieces([Piece::Literal("p.A".to_owned()), Piece::Hole(Hole::Any)]);
        for locale in [Value::from("tr"), Value::Unknown(None)] {
            assert_eq!(of(locale, "p.A%d"), show(Ok(Value::Template(any.clone()))));
        }
    }

    #[test]
    fn formats() {
        let n = Value::Number;
        assert_eq!(of("q.%s", &["A".into()]), "q.A");
        assert_eq!(of("%s.%s%d", &["q".into(), "A".into(), n(-7)]), "q.A-7");
        assert_eq!(of("%2$s.%1$s.%s", &["a".into(), "b".into()]), "b.a.a");
        assert_eq!(of("100%%", &[]), "100%");
        assert_eq!(of("%c%c", &[n(i64::from(b'A')), "B".into()]), "AB");
        assert_eq!(of("V%02d|%4d|%-4d|%3s", &[n(5), n(-5), n(5), "ab".into()]), "V05|  -5|5   | ab");
        assert_eq!(of("%05d", &[n(-5)]), "-0005");
        assert_eq!(of("%s %d", &[Value::Null, Value::Null]), "null null");
        assert_eq!(of("none", &["a".into()]), "none");
        assert_eq!(of("%S%C%-4S|", &["ab".into(), n(i64::from(b'c')), "d".into()]), "ABCD   |");
        assert_eq!(of("%S%X", &[Value::Null, Value::Null]), "NULLNULL");
        assert_eq!(of("%x %X %o %04x %4x", &[n(255), n(255), n(8), n(10), n(10)]), "ff FF 10 000a    a");
        assert_eq!(of("%.2s%.9s%-3.1s|%.0s", &["abc".into(), "d".into(), "ef".into(), "g".into()]), "abde  |");
        assert_eq!(of("%.2S", &["abi".into()]), "AB");
    }

    #[test]
    fn what_is_not_followed() {
        assert_eq!(of("%s", &[]), "throws");
        assert_eq!(of("%", &[]), "throws");
        for format in
            ["%n", "%#x", "%.2d", "%.s", "%,d", "%+d", "%<s", "%0s", "%5%", "%99999s", "%tY", "%y", "%H", "%D"]
        {
            assert_eq!(of(format, &[Value::Number(1)]), "unknown", "{format}");
        }
        // How many digits it has depends on its type.
        assert_eq!(of("%x", &[Value::Number(-1)]), "unknown");
        assert_eq!(of("%x", &["a".into()]), "unknown");
        // Turkish has other capitals, and new versions of Unicode have more.
        assert_eq!(of("%S", &["ai".into()]), "unknown");
        assert_eq!(of("%S", &["\u{df}".into()]), "unknown");
        assert_eq!(of("%.1s", &["\u{1f600}".into()]), "unknown");
        // What is around it is known.
        let around = |format: &str| match super::format(&[Value::from(format), "ab".into(), Value::Number(7)]) {
            Ok(Value::Template(template)) => template.written(),
            other => format!("{other:?}"),
        };
        for format in ["p.%.1dX%d", "p.%#SX%d", "p.%tYX%d", "p.%xX%d"] {
            assert_eq!(around(format), "p.\u{1}X7", "{format}");
        }
        assert_eq!(around("p.%s%<SX%d"), "p.ab\u{1}X7");
        assert_eq!(around("p.%nX%2$d"), "p.\u{1}X7");
        assert_eq!(of("%d", &["a".into()]), "unknown");
        assert_eq!(of("%s", &[Value::Other]), "unknown");
    }
}
