//! Streams of objects that a run makes: each element goes through all stages before the next one does, as in the JDK. Must not
//! know instructions, nor how functions are called.

use super::memory::{Collector, List, Memory, Object, Stage, Stream, Texts, Word};
use crate::program::Program;
use crate::strings::Ended;

/// Who calls functions, and has the objects.
pub(super) trait Caller<'p> {
    fn program(&self) -> &'p Program;
    fn memory(&mut self) -> &mut Memory;
    /// What a function gives.
    fn apply(&mut self, function: &Word, args: Vec<Word>) -> Result<Option<Word>, Ended>;
}

impl Stream {
    /// Hands the elements on that come through all stages, one after the other.
    fn each<'p, C: Caller<'p>>(
        mut self,
        caller: &mut C,
        mut hand_on: impl FnMut(&mut C, Word) -> Result<(), Ended>,
    ) -> Result<(), Ended> {
        'elements: for mut word in self.words {
            // No element is asked for that would not come through.
            if self.stages.iter().any(|stage| matches!(stage, Stage::Limit(..1))) {
                return Ok(());
            }
            for stage in &mut self.stages {
                match stage {
                    // A number would come out of it in a box.
                    Stage::Map(function) => match caller.apply(function, vec![word])? {
                        Some(mapped) if !matches!(mapped, Word::Int(_) | Word::Long(_)) => word = mapped,
                        _ => return Err(Ended::Unknown),
                    },
                    Stage::Filter(function) => match caller.apply(function, vec![word.clone()])? {
                        Some(Word::Int(0)) => continue 'elements,
                        Some(Word::Int(_)) => {}
                        _ => return Err(Ended::Unknown),
                    },
                    Stage::Skip(left @ 1..) => {
                        *left -= 1;
                        continue 'elements;
                    }
                    Stage::Skip(_) => {}
                    Stage::Limit(left) => *left -= 1,
                }
            }
            hand_on(caller, word)?;
        }
        Ok(())
    }

    fn collected<'p>(self, caller: &mut impl Caller<'p>) -> Result<Vec<Word>, Ended> {
        let mut words = Vec::new();
        self.each(caller, |_, word| {
            words.push(word);
            Ok(())
        })?;
        Ok(words)
    }
}

/// A call of a method of a stream, the receiver first. No stream is used twice.
pub(super) fn of_stream<'p>(
    caller: &mut impl Caller<'p>,
    (name, descriptor): (&str, &str),
    args: &[Word],
) -> Result<Option<Word>, Ended> {
    let this = args.first().ok_or(Ended::Unknown)?;
    let Object::Stream(stream) = caller.memory().object_mut(this)? else { return Err(Ended::Unknown) };
    let class = stream.class;
    let mut stream = stream.clone();
    *caller.memory().object_mut(this)? = Object::New(class);
    let stage = match (name, args.get(1)) {
        ("map", Some(function)) => Some(Stage::Map(function.clone())),
        ("filter", Some(function)) => Some(Stage::Filter(function.clone())),
        ("limit", Some(&Word::Long(count @ 0..))) => Some(Stage::Limit(count)),
        ("skip", Some(&Word::Long(count @ 0..))) => Some(Stage::Skip(count)),
        _ => None,
    };
    if let Some(stage) = stage {
        // One that is asked for more than it lets through pulls no further element.
        if stream.stages.iter().any(|stage| matches!(stage, Stage::Limit(_))) {
            return Err(Ended::Unknown);
        }
        stream.stages.push(stage);
        return caller.memory().make(Object::Stream(stream)).map(Some);
    }
    match (name, descriptor, args.get(1)) {
        ("forEach" | "forEachOrdered", _, Some(function)) => {
            stream.each(caller, |caller, word| caller.apply(function, vec![word]).map(drop)).map(|()| None)
        }
        ("reduce", "(Ljava/lang/Object;Ljava/util/function/BinaryOperator;)Ljava/lang/Object;", Some(first)) => {
            let (function, mut reduced) = (args.get(2).ok_or(Ended::Unknown)?, first.clone());
            stream.each(caller, |caller, word| {
                let next = caller.apply(function, vec![reduced.clone(), word])?;
                reduced = next.filter(|next| !matches!(next, Word::Int(_) | Word::Long(_))).ok_or(Ended::Unknown)?;
                Ok(())
            })?;
            Ok(Some(reduced))
        }
        ("toList", _, None) => list(caller, stream).map(Some),
        ("collect", "(Ljava/util/stream/Collector;)Ljava/lang/Object;", Some(collector)) => {
            match caller.memory().object(collector)? {
                Object::Collector(_, Collector::List) => list(caller, stream).map(Some),
                Object::Collector(_, Collector::Joining(affixes)) => {
                    let [between, before, after] = affixes.clone();
                    let (program, mut texts) = (caller.program(), Texts::new(&between));
                    // The text of each is taken as it comes.
                    stream.each(caller, |caller, word| texts.add(&caller.memory().text(program, &word)?))?;
                    texts.joined(&before, &after).map(Some)
                }
                _ => Err(Ended::Unknown),
            }
        }
        _ => Err(Ended::Unknown),
    }
}

/// The elements as a list, of which only the interface is known.
fn list<'p>(caller: &mut impl Caller<'p>, stream: Stream) -> Result<Word, Ended> {
    let words = stream.collected(caller)?;
    let class = caller.program().find_class("java/util/List").ok_or(Ended::Unknown)?;
    caller.memory().make(Object::List(List { class, words, grows: false, changes: 0 }))
}
