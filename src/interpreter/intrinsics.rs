//! Methods of the JDK that texts are asked by and that no row of `strings/operations/` names, since nothing is made of their
//! answers alone: numbers and truths that decide how a text is made; and those of Kotlin's library whose bodies go over ranges of
//! numbers, objects that runs do not follow. Must not know instructions.

use super::memory::{Memory, Object, Word};
use crate::strings::Ended;

type Given = Result<Option<Word>, Ended>;
type Intrinsic = fn(&mut Memory, &[Word]) -> Given;

/// Class, name, descriptor, what it does.
const INTRINSICS: &[(&str, &str, &str, Intrinsic)] = &[
    ("java/lang/String", "hashCode", "()I", hash_code),
    ("java/lang/String", "compareTo", "(Ljava/lang/String;)I", compare_to),
    ("java/lang/String", "codePointAt", "(I)I", code_point_at),
    ("java/lang/String", "regionMatches", "(ILjava/lang/String;II)Z", region_matches),
    ("java/lang/String", "regionMatches", "(ZILjava/lang/String;II)Z", region_matches_in_case),
    ("java/lang/String", "<init>", "([III)V", of_code_points),
    ("java/lang/String", "getChars", "(II[CI)V", get_chars),
    ("java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z", equals),
    ("java/lang/Character", "isJavaIdentifierStart", "(C)Z", |_, args| of_ascii(args, is_start)),
    ("java/lang/Character", "isJavaIdentifierStart", "(I)Z", |_, args| of_ascii(args, is_start)),
    ("java/lang/Character", "isJavaIdentifierPart", "(C)Z", |_, args| of_ascii(args, is_part)),
    ("java/lang/Character", "isJavaIdentifierPart", "(I)Z", |_, args| of_ascii(args, is_part)),
    ("java/lang/Character", "isAlphabetic", "(I)Z", |_, args| of_ascii(args, |c| c.is_ascii_alphabetic())),
    ("java/lang/Character", "isTitleCase", "(C)Z", |_, args| of_ascii(args, |_| false)),
    ("java/lang/Character", "isTitleCase", "(I)Z", |_, args| of_ascii(args, |_| false)),
    ("java/lang/Character", "isSpaceChar", "(C)Z", |_, args| of_ascii(args, |c| c == b' ')),
    ("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", array_copy),
];

/// As [`INTRINSICS`], of Kotlin: functions of texts, in the class that declares them.
const OF_KOTLIN: &[(&str, &str, &str, Intrinsic)] = &[
    (KOTLIN, "indexOf", "(Ljava/lang/CharSequence;CIZ)I", |memory, args| place(memory, args, Occurrence::First)),
    (KOTLIN, "indexOf", "(Ljava/lang/CharSequence;Ljava/lang/String;IZ)I", |memory, args| {
        place(memory, args, Occurrence::First)
    }),
    (KOTLIN, "lastIndexOf", "(Ljava/lang/CharSequence;CIZ)I", |memory, args| place(memory, args, Occurrence::Last)),
    (KOTLIN, "lastIndexOf", "(Ljava/lang/CharSequence;Ljava/lang/String;IZ)I", |memory, args| {
        place(memory, args, Occurrence::Last)
    }),
];

const KOTLIN: &str = "kotlin/text/StringsKt__StringsKt";

/// Class, name and descriptor of each that the JDK has.
pub(super) fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    INTRINSICS.iter().map(|row| (row.0, row.1, row.2))
}

/// What a method gives, if it is one of them.
pub(super) fn intrinsic(
    memory: &mut Memory,
    (class, name, descriptor): (&str, &str, &str),
    args: &[Word],
) -> Option<Given> {
    let mut rows = INTRINSICS.iter().chain(OF_KOTLIN);
    let row = rows.find(|row| (row.0, row.1, row.2) == (class, name, descriptor))?;
    Some(row.3(memory, args))
}

/// Whether a method is one of those outside the JDK.
pub(super) fn is_of_kotlin((class, name, descriptor): (&str, &str, &str)) -> bool {
    OF_KOTLIN.iter().any(|row| (row.0, row.1, row.2) == (class, name, descriptor))
}

fn truth(truth: bool) -> Given {
    Ok(Some(Word::Int(truth.into())))
}

fn int(word: Option<&Word>) -> Result<i32, Ended> {
    match word {
        Some(Word::Int(number)) => Ok(*number),
        _ => Err(Ended::Unknown),
    }
}

/// The code units of a string.
fn units(memory: &Memory, word: Option<&Word>) -> Result<Vec<u16>, Ended> {
    match word.ok_or(Ended::Unknown)? {
        Word::Null => Err(Ended::Throws),
        word => memory.string(word).map(|text| text.encode_utf16().collect()).ok_or(Ended::Unknown),
    }
}

/// JDK javadoc of `String.hashCode`.
fn hash_code(memory: &mut Memory, args: &[Word]) -> Given {
    let hash = |hash: i32, unit: u16| hash.wrapping_mul(31).wrapping_add(unit.into());
    Ok(Some(Word::Int(units(memory, args.first())?.into_iter().fold(0, hash))))
}

fn compare_to(memory: &mut Memory, args: &[Word]) -> Given {
    let (one, other) = (units(memory, args.first())?, units(memory, args.get(1))?);
    let differ = one.iter().zip(&other).find(|(one, other)| one != other);
    let lengths = || i32::try_from(one.len() as i64 - other.len() as i64).map_err(|_| Ended::Unknown);
    Ok(Some(Word::Int(match differ {
        Some((&one, &other)) => i32::from(one) - i32::from(other),
        None => lengths()?,
    })))
}

/// Of a text without surrogate pairs.
fn code_point_at(memory: &mut Memory, args: &[Word]) -> Given {
    let (units, at) = (units(memory, args.first())?, int(args.get(1))?);
    let unit = usize::try_from(at).ok().and_then(|at| units.get(at)).ok_or(Ended::Throws)?;
    match char::from_u32((*unit).into()) {
        Some(_) => Ok(Some(Word::Int((*unit).into()))),
        None => Err(Ended::Unknown),
    }
}

fn region_matches(memory: &mut Memory, args: &[Word]) -> Given {
    let [this, rest @ ..] = args else { return Err(Ended::Unknown) };
    regions(memory, this, false, rest)
}

fn region_matches_in_case(memory: &mut Memory, args: &[Word]) -> Given {
    let [this, ignores, rest @ ..] = args else { return Err(Ended::Unknown) };
    let ignores = int(Some(ignores))? != 0;
    regions(memory, this, ignores, rest)
}

fn regions(memory: &Memory, this: &Word, ignores: bool, args: &[Word]) -> Given {
    // Null is asked for its length only where the places are inside.
    if matches!(args.get(1), Some(Word::Null)) {
        return Err(Ended::Unknown);
    }
    let (one, other) = (units(memory, Some(this))?, units(memory, args.get(1))?);
    let number = |at: usize| int(args.get(at)).map(i64::from);
    let (from, other_from, length) = (number(0)?, number(2)?, number(3)?);
    // As the JDK asks: of a length below none, places behind the ends are inside.
    let is_inside = |from: i64, units: &[u16]| from >= 0 && from <= units.len() as i64 - length;
    if !is_inside(from, &one) || !is_inside(other_from, &other) {
        return truth(false);
    }
    let part = |units: &[u16], from: i64| {
        let range = from as usize..(from + length.max(0)) as usize;
        units.get(range).unwrap_or_default().to_vec()
    };
    let (one, other) = (part(&one, from), part(&other, other_from));
    if !ignores || one == other {
        return truth(one == other);
    }
    match (String::from_utf16(&one), String::from_utf16(&other)) {
        (Ok(one), Ok(other)) if one.is_ascii() && other.is_ascii() => truth(one.eq_ignore_ascii_case(&other)),
        _ => Err(Ended::Unknown),
    }
}

/// Which place of those where a text is found.
#[derive(Clone, Copy)]
enum Occurrence {
    First,
    Last,
}

/// Kotlin documentation of `CharSequence.indexOf` and `lastIndexOf`, where case matters: as `String.indexOf` and `lastIndexOf`.
fn place(memory: &mut Memory, args: &[Word], which: Occurrence) -> Given {
    let [this, of, from, ignores] = args else { return Err(Ended::Unknown) };
    if int(Some(ignores))? != 0 {
        return Err(Ended::Unknown);
    }
    let (text, from) = (units(memory, Some(this))?, int(Some(from))?);
    let wanted = match of {
        Word::Int(unit) => vec![u16::try_from(*unit).map_err(|_| Ended::Unknown)?],
        of => units(memory, Some(of))?,
    };
    let is_at = |&at: &usize| text[at..].starts_with(&wanted);
    let Some(last) = text.len().checked_sub(wanted.len()) else { return Ok(Some(Word::Int(-1))) };
    let found = match (which, usize::try_from(from)) {
        (Occurrence::First, from) => (from.unwrap_or(0)..=last).find(is_at),
        (Occurrence::Last, Ok(from)) => (0..=last.min(from)).rev().find(is_at),
        (Occurrence::Last, Err(_)) => None,
    };
    // Kotlin puts a place behind the end at the end, as Java does for an empty text.
    let found = match (which, found) {
        (Occurrence::First, None) if wanted.is_empty() => Some(text.len()),
        _ => found,
    };
    Ok(Some(Word::Int(found.map_or(-1, |at| at as i32))))
}

/// `new String(int[], int, int)` of an array without surrogates.
fn of_code_points(memory: &mut Memory, args: &[Word]) -> Given {
    let [this, points, offset, count] = args else { return Err(Ended::Unknown) };
    let (offset, count) = (int(Some(offset))?, int(Some(count))?);
    let Object::Array(_, words) = memory.object(points)? else { return Err(Ended::Unknown) };
    let range = usize::try_from(offset).ok().zip(usize::try_from(count).ok()).ok_or(Ended::Throws)?;
    let words = words.get(range.0..range.0.saturating_add(range.1)).ok_or(Ended::Throws)?;
    let point = |word: &Word| match word {
        Word::Int(point) => u32::try_from(*point).ok().and_then(char::from_u32).ok_or(Ended::Unknown),
        _ => Err(Ended::Unknown),
    };
    let text: String = words.iter().map(point).collect::<Result<_, _>>()?;
    *memory.object_mut(this)? = Object::Text(text.into());
    Ok(None)
}

fn get_chars(memory: &mut Memory, args: &[Word]) -> Given {
    let [this, begin, end, to, at] = args else { return Err(Ended::Unknown) };
    let units = units(memory, Some(this))?;
    let index = |word| usize::try_from(int(Some(word))?).map_err(|_| Ended::Throws);
    let (begin, end, at) = (index(begin)?, index(end)?, index(at)?);
    let part = units.get(begin..end).ok_or(Ended::Throws)?;
    let Object::Array(_, words) = memory.object_mut(to)? else { return Err(Ended::Unknown) };
    let into = words.get_mut(at..at.saturating_add(part.len())).ok_or(Ended::Throws)?;
    into.iter_mut().zip(part).for_each(|(word, &unit)| *word = Word::Int(unit.into()));
    Ok(None)
}

/// Of strings and null.
fn equals(memory: &mut Memory, args: &[Word]) -> Given {
    let [one, other] = args else { return Err(Ended::Unknown) };
    match (one, other) {
        (Word::Null, Word::Null) => truth(true),
        (Word::Null, _) | (_, Word::Null) => truth(false),
        _ => truth(units(memory, Some(one))? == units(memory, Some(other))?),
    }
}

/// Between arrays of one type, whose elements need no look.
fn array_copy(memory: &mut Memory, args: &[Word]) -> Given {
    let [from, begin, to, at, count] = args else { return Err(Ended::Unknown) };
    let index = |word| usize::try_from(int(Some(word))?).map_err(|_| Ended::Throws);
    let (begin, at, count) = (index(begin)?, index(at)?, index(count)?);
    let Object::Array(ty, words) = memory.object(from)? else { return Err(Ended::Unknown) };
    let (ty, part) = (*ty, words.get(begin..begin.saturating_add(count)).ok_or(Ended::Throws)?.to_vec());
    if !matches!(memory.object(to)?, Object::Array(other, _) if *other == ty) {
        return Err(Ended::Unknown);
    }
    let into = memory.words_mut(to)?.get_mut(at..at.saturating_add(count)).ok_or(Ended::Throws)?;
    into.clone_from_slice(&part);
    Ok(None)
}

/// What `Character` says of a character; ASCII alone.
fn of_ascii(args: &[Word], question: fn(u8) -> bool) -> Given {
    let unit = u8::try_from(int(args.first())?).ok().filter(u8::is_ascii).ok_or(Ended::Unknown)?;
    truth(question(unit))
}

fn is_start(c: u8) -> bool {
    c.is_ascii_alphabetic() || c == b'_' || c == b'$'
}

/// Control characters that are ignored in identifiers count, too.
fn is_part(c: u8) -> bool {
    is_start(c) || c.is_ascii_digit() || matches!(c, 0..=8 | 0x0e..=0x1b | 0x7f)
}
