//! Lists that a run makes, and what walks over them: those of the JDK that texts are collected in. Must not know instructions, nor
//! call what it is given.

use super::memory::{Collector, List, Memory, Object, Stream, Texts, Word};
use crate::program::{ClassId, Program, Type, TypeId};
use crate::strings::{Ended, Value};

type Given = Result<Option<Word>, Ended>;

/// Descriptor of the `String.join` that takes a list.
const JOIN: &str = "(Ljava/lang/CharSequence;Ljava/lang/Iterable;)Ljava/lang/String;";

/// The method of a list that gives a stream.
pub(super) const STREAM: (&str, &str) = ("stream", "()Ljava/util/stream/Stream;");

/// What a static method gives that makes a list, a stream or a collector; `class` is that of the result.
pub(super) fn made(
    program: &Program,
    memory: &mut Memory,
    (owner, name, descriptor): (&str, &str, &str),
    (class, args): (ClassId, &[Word]),
) -> Option<Given> {
    let words = |memory: &Memory, array: &Word| match memory.object(array)? {
        Object::Array(ty, words) if is_of_objects(program, *ty) => Ok(words.clone()),
        _ => Err(Ended::Unknown),
    };
    if (owner, name, descriptor) == ("java/lang/String", "join", JOIN) {
        return Some(joined(program, memory, args));
    }
    let is_spread = descriptor.starts_with("([Ljava/lang/Object;)");
    let object = match (owner, name) {
        ("java/util/Arrays", "asList") => args.first().map_or(Err(Ended::Unknown), |array| {
            let words = words(memory, array)?;
            // The list is a view of the array.
            memory.freeze(array);
            Ok(Object::List(List { class, words, grows: false, changes: 0 }))
        }),
        ("java/util/List", "of") => {
            let words = if is_spread { words(memory, args.first()?) } else { Ok(args.to_vec()) };
            words.and_then(|words| match words.iter().any(|word| matches!(word, Word::Null)) {
                true => Err(Ended::Throws),
                false => Ok(Object::List(List { class, words, grows: false, changes: 0 })),
            })
        }
        ("java/util/Collections", "emptyList") => {
            Ok(Object::List(List { class, words: Vec::new(), grows: false, changes: 0 }))
        }
        ("java/util/Collections", "singletonList") => {
            Ok(Object::List(List { class, words: args.to_vec(), grows: false, changes: 0 }))
        }
        ("java/util/Arrays", "stream") | ("java/util/stream/Stream", "of") if is_spread => {
            let words = words(memory, args.first()?);
            memory.freeze(args.first()?);
            words.map(|words| Object::Stream(Stream::of(class, words)))
        }
        ("java/util/stream/Stream", "of") => Ok(Object::Stream(Stream::of(class, args.to_vec()))),
        ("java/util/stream/Collectors", "joining") => {
            let mut affixes = [const { String::new() }; 3];
            // What is no string is read when the stream is.
            let texts = args.iter().map(|arg| memory.string(arg).map(|text| text.to_string()).ok_or(Ended::Unknown));
            affixes
                .iter_mut()
                .zip(texts)
                .try_for_each(|(affix, text)| text.map(|text| *affix = text))
                .map(|()| Object::Collector(class, Collector::Joining(affixes)))
        }
        ("java/util/stream/Collectors", "toList") => Ok(Object::Collector(class, Collector::List)),
        _ => return None,
    };
    Some(object.and_then(|object| memory.make(object)).map(Some))
}

fn is_of_objects(program: &Program, array: TypeId) -> bool {
    matches!(program.ty(array), Type::Array(element) if !matches!(program.ty(element), Type::Prim(_)))
}

/// `String.join` of a separator and a list.
fn joined(program: &Program, memory: &Memory, args: &[Word]) -> Given {
    let [between, list] = args else { return Err(Ended::Unknown) };
    let Object::List(list) = memory.object(list)? else { return Err(Ended::Unknown) };
    let Value::Const(between) = memory.text(program, between)? else { return Err(Ended::Unknown) };
    let mut texts = Texts::new(&between);
    list.words.iter().try_for_each(|word| texts.add(&memory.text(program, word)?))?;
    texts.joined("", "").map(Some)
}

/// A call of a method of a list, the receiver first.
pub(super) fn of_list(
    program: &Program,
    memory: &mut Memory,
    (name, descriptor): (&str, &str),
    args: &[Word],
) -> Given {
    let this = args.first().ok_or(Ended::Unknown)?;
    let given = args.get(1).cloned();
    let Object::List(List { class, words, grows, changes }) = memory.object(this)? else { return Err(Ended::Unknown) };
    let (count, grows) = (words.len(), *grows);
    let is_linked = program.class_name(*class) == "java/util/LinkedList";
    let truth = |truth: bool| Ok(Some(Word::Int(truth.into())));
    let at = |word: Option<&Word>, end: usize| match word {
        Some(Word::Int(index)) => usize::try_from(*index).ok().filter(|&index| index < end).ok_or(Ended::Throws),
        _ => Err(Ended::Unknown),
    };
    match (name, descriptor) {
        ("size", "()I") => Ok(Some(Word::Int(i32::try_from(count).map_err(|_| Ended::Unknown)?))),
        ("isEmpty", "()Z") => truth(count == 0),
        ("get", "(I)Ljava/lang/Object;") => Ok(Some(words[at(args.get(1), count)?].clone())),
        ("getFirst", "()Ljava/lang/Object;") => words.first().cloned().map(Some).ok_or(Ended::Throws),
        ("getLast", "()Ljava/lang/Object;") => words.last().cloned().map(Some).ok_or(Ended::Throws),
        ("contains", "(Ljava/lang/Object;)Z") => {
            let sought = given.ok_or(Ended::Unknown)?;
            let texts = words.iter().map(|word| memory.string(word)).collect::<Option<Vec<_>>>();
            let (Some(texts), Some(sought)) = (texts, memory.string(&sought)) else { return Err(Ended::Unknown) };
            truth(texts.contains(&sought))
        }
        ("iterator", "()Ljava/util/Iterator;") => {
            let Word::Made(list) = *this else { return Err(Ended::Unknown) };
            let changes = *changes;
            memory.make(Object::Iterator { list, next: 0, changes }).map(Some)
        }
        ("stream", "()Ljava/util/stream/Stream;") => {
            let class = program.find_class("java/util/stream/Stream").ok_or(Ended::Unknown)?;
            let words = words.clone();
            // What is in it counts when the stream is used.
            memory.freeze(this);
            memory.make(Object::Stream(Stream::of(class, words))).map(Some)
        }
        ("toArray", "([Ljava/lang/Object;)[Ljava/lang/Object;") => {
            let (words, given) = (words.clone(), given.ok_or(Ended::Unknown)?);
            match memory.object(&given)? {
                // One that is long enough takes the elements itself.
                Object::Array(_, room) if room.is_empty() && words.is_empty() => Ok(Some(given)),
                Object::Array(ty, room) if room.is_empty() => {
                    let Type::Array(element) = program.ty(*ty) else { return Err(Ended::Unknown) };
                    let fits =
                        |word: &Word| matches!(word, Word::Null) || memory.is_of(program, word, element) == Ok(true);
                    if !words.iter().all(fits) {
                        return Err(Ended::Unknown);
                    }
                    let array = Object::Array(*ty, words);
                    memory.make(array).map(Some)
                }
                _ => Err(Ended::Unknown),
            }
        }
        _ if !grows => Err(Ended::Unknown),
        ("add", "(Ljava/lang/Object;)Z") | ("addLast", "(Ljava/lang/Object;)V") => {
            memory.take(1)?;
            change(memory, this, |words| words.push(given.unwrap_or(Word::Null)))?;
            if name == "add" { truth(true) } else { Ok(None) }
        }
        ("add", "(ILjava/lang/Object;)V") => {
            let (index, word) = (at(args.get(1), count + 1)?, args.get(2).cloned().ok_or(Ended::Unknown)?);
            memory.take(1)?;
            change(memory, this, |words| words.insert(index, word)).map(|()| None)
        }
        ("addFirst", "(Ljava/lang/Object;)V") => {
            memory.take(1)?;
            change(memory, this, |words| words.insert(0, given.unwrap_or(Word::Null))).map(|()| None)
        }
        ("addAll", "(Ljava/util/Collection;)Z") => {
            let Object::List(more) = memory.object(&given.ok_or(Ended::Unknown)?)? else { return Err(Ended::Unknown) };
            let more = more.words.clone();
            let changes = !more.is_empty();
            memory.take(more.len())?;
            // JDK: a linked list does not count one that adds nothing.
            if changes || !is_linked {
                change(memory, this, |words| words.extend(more))?;
            }
            truth(changes)
        }
        ("set", "(ILjava/lang/Object;)Ljava/lang/Object;") => {
            let (index, word) = (at(args.get(1), count)?, args.get(2).cloned().ok_or(Ended::Unknown)?);
            Ok(Some(std::mem::replace(&mut memory.words_mut(this)?[index], word)))
        }
        ("remove", "(I)Ljava/lang/Object;") => {
            let index = at(args.get(1), count)?;
            let mut before = None;
            change(memory, this, |words| before = Some(words.remove(index)))?;
            Ok(before)
        }
        ("clear", "()V") => change(memory, this, Vec::clear).map(|()| None),
        _ => Err(Ended::Unknown),
    }
}

/// Changes a list as those who walk over it find out.
fn change(memory: &mut Memory, list: &Word, change: impl FnOnce(&mut Vec<Word>)) -> Result<(), Ended> {
    change(memory.words_mut(list)?);
    if let Object::List(list) = memory.object_mut(list)? {
        list.changes += 1;
    }
    Ok(())
}

/// What a constructor of a list makes of its arguments, the new object first.
pub(super) fn construct(memory: &mut Memory, (class, descriptor): (ClassId, &str), args: &[Word]) -> Given {
    let words = match (descriptor, args) {
        ("()V", _) | ("(I)V", [_, Word::Int(0..)]) => Vec::new(),
        ("(I)V", [_, Word::Int(_)]) => return Err(Ended::Throws),
        ("(Ljava/util/Collection;)V", [_, from]) => match memory.object(from)? {
            Object::List(list) => list.words.clone(),
            _ => return Err(Ended::Unknown),
        },
        _ => return Err(Ended::Unknown),
    };
    memory.take(words.len())?;
    *memory.object_mut(args.first().ok_or(Ended::Unknown)?)? =
        Object::List(List { class, words, grows: true, changes: 0 });
    Ok(None)
}

/// A call of a method of what walks over a list.
pub(super) fn of_iterator(memory: &mut Memory, name: &str, this: &Word) -> Given {
    let Object::Iterator { list, next, changes } = *memory.object(this)? else { return Err(Ended::Unknown) };
    let Object::List(of) = memory.object(&Word::Made(list))? else { return Err(Ended::Unknown) };
    let count = of.words.len();
    match name {
        // Those of linked and of other lists give different answers behind the end.
        "hasNext" if next > count => Err(Ended::Unknown),
        "hasNext" => Ok(Some(Word::Int((next < count).into()))),
        "next" => {
            let word = of.words.get(next).cloned().filter(|_| of.changes == changes).ok_or(Ended::Throws)?;
            *memory.object_mut(this)? = Object::Iterator { list, next: next + 1, changes };
            Ok(Some(word))
        }
        _ => Err(Ended::Unknown),
    }
}
