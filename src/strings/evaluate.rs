//! Operations on sets of values: a function is evaluated for each combination of what its operands hold, within limits.
//! Must not know which functions there are.

use super::value::{Ended, Value};
use crate::base::{FxHashMap, FxHashSet, FxIndexMap};
use crate::heap::SiteId;

/// Most combinations of operands that an operation is evaluated for: as many as class names that are followed at one call. Each
/// gives one result at most and operands only grow, so that this bounds the results of an operation in a run, too.
pub const PRODUCT: usize = 256;
/// The same where one operand alone has several values, which makes no more of them than there are: as many texts as a node of
/// the graph tells apart.
pub const SINGLE: usize = 1024;
/// Most times that an operation is given what it made of what it made: a loop that appends to its own text ends here.
pub const ROUNDS: usize = 32;
/// Longest text that is derived.
pub const LENGTH: usize = 256;

/// Why an operation was not evaluated: the limit that its operands or results go beyond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooMany {
    /// [`PRODUCT`] or [`SINGLE`].
    Combinations(usize),
    /// [`ROUNDS`].
    Rounds(usize),
    /// [`LENGTH`].
    Characters,
}

/// What became of the operations of a run, by place.
#[derive(Debug, Default)]
pub struct TextEnds {
    /// Those of which more may come than is told apart.
    pub given_up: FxIndexMap<SiteId, TooMany>,
    /// Those that were evaluated, and whether something came of them.
    evaluated: FxHashMap<SiteId, bool>,
}

impl TextEnds {
    /// Takes note of an operation that was evaluated for operands that are known.
    pub fn note(&mut self, at: SiteId, gives: bool) {
        *self.evaluated.entry(at).or_default() |= gives;
    }

    /// Whether nothing comes of the operation whatever its operands are: it throws for all of them, or a branch before it
    /// refuses them.
    pub fn gives_nothing(&self, at: SiteId) -> bool {
        self.evaluated.get(&at) == Some(&false)
    }
}

/// What an evaluation adds to what the operation gave before.
#[derive(Debug, PartialEq, Eq)]
pub struct Evaluated {
    /// Values with something known in them, new ones only.
    pub values: Vec<Value>,
    /// Whether a result is any text and nothing but the operation says where it comes from.
    pub unknown: bool,
    /// What is missing among the values for a limit; it is any text.
    pub too_many: Option<TooMany>,
    /// Whether there was something to evaluate.
    pub met: bool,
}

/// One operation at one place: what it gave so far. Operands only grow, so nothing is taken back.
#[derive(Debug, Default)]
pub struct Evaluation {
    given: FxHashSet<Value>,
    /// Of these the ones that are no operand as it is, with the times that the operation was applied to make them.
    made: FxHashMap<Value, usize>,
}

impl Evaluation {
    /// Evaluates the function for what the operands hold now. An unknown of another origin is left out: it passes
    /// through the operation as it is, so that its origin is not lost.
    pub fn run<O, R>(
        &mut self,
        function: impl Fn(&[Value]) -> Result<R, Ended>,
        operands: impl IntoIterator<Item = O>,
    ) -> Evaluated
    where
        O: IntoIterator<Item = Value>,
        R: IntoIterator<Item = Value>,
    {
        let mut unknown = false;
        let combinations = match self.combine(operands, &mut unknown) {
            Ok(combinations) => combinations,
            Err(limit) => return Evaluated { values: Vec::new(), unknown, too_many: Some(limit), met: true },
        };
        let (mut values, mut made) = (Vec::new(), Vec::new());
        for combination in &combinations {
            let times = 1 + combination.iter().filter_map(|value| self.made.get(value)).max().unwrap_or(&0);
            let results = match function(combination) {
                Ok(results) => results,
                Err(Ended::Throws) => continue,
                Err(Ended::Unknown) => {
                    unknown = true;
                    continue;
                }
            };
            for value in results {
                if value.known_length() > LENGTH {
                    return Evaluated { values: Vec::new(), unknown, too_many: Some(TooMany::Characters), met: true };
                }
                if !combination.contains(&value) {
                    made.push((value.clone(), times));
                }
                values.push(value);
            }
        }
        for (value, times) in made {
            self.made.entry(value).and_modify(|least| *least = times.min(*least)).or_insert(times);
        }
        // Several combinations may give one value.
        values.retain(|value| self.given.insert(value.clone()));
        Evaluated { values, unknown, too_many: None, met: !combinations.is_empty() }
    }

    /// All combinations of the operands' values, in order. Stops at the first operand that holds nothing known: without it
    /// there is no combination. `unknown` is set if an operand up to there holds a text that does not pass by itself.
    fn combine<O>(&self, operands: impl IntoIterator<Item = O>, unknown: &mut bool) -> Result<Vec<Vec<Value>>, TooMany>
    where
        O: IntoIterator<Item = Value>,
    {
        let mut combinations: Vec<Vec<Value>> = vec![Vec::new()];
        for operand in operands {
            let mut known = Vec::new();
            for value in operand {
                match value {
                    Value::Unknown(Some(_)) => {}
                    Value::Other | Value::Unknown(None) => *unknown = true,
                    value => known.push(value),
                }
                if known.len() > SINGLE {
                    return Err(TooMany::Combinations(SINGLE));
                }
            }
            if known.iter().any(|value| self.made.get(value).is_some_and(|&times| times >= ROUNDS)) {
                return Err(TooMany::Rounds(ROUNDS));
            }
            let most = if combinations.len() > 1 && known.len() > 1 { PRODUCT } else { SINGLE };
            known.sort_unstable();
            let longer = |head: &Vec<Value>, value: &Value| head.iter().chain([value]).cloned().collect();
            if combinations.len() * known.len() > most {
                return Err(TooMany::Combinations(most));
            }
            combinations =
                combinations.iter().flat_map(|head| known.iter().map(move |value| longer(head, value))).collect();
            if combinations.is_empty() {
                break;
            }
        }
        Ok(combinations)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn concat(operands: &[Value]) -> Result<[Value; 1], Ended> {
        super::super::operations::concat(operands).map(|text| [text])
    }

    fn texts(texts: &[&str]) -> Vec<Value> {
        texts.iter().map(|&text| Value::from(text)).collect()
    }

    fn numbers(count: usize) -> Vec<Value> {
        (0..count).map(|number| Value::from(format!("{number:04}"))).collect()
    }

    #[test]
    fn combinations_come_in_order_and_once() {
        let mut evaluation = Evaluation::default();
        let first = evaluation.run(concat, [texts(&["b", "a"]), texts(&["1", "2"])]);
        assert_eq!(
            first,
            Evaluated { values: texts(&["a1", "a2", "b1", "b2"]), unknown: false, too_many: None, met: true }
        );
        let second = evaluation.run(concat, [texts(&["b", "a", "c"]), texts(&["1", "2"])]);
        assert_eq!(second.values, texts(&["c1", "c2"]));
    }

    #[test]
    fn unknowns_of_other_places_pass_by_themselves() {
        let elsewhere = vec![Value::Unknown(Some(SiteId(7)))];
        let result = Evaluation::default().run(concat, [texts(&["a"]), elsewhere]);
        assert_eq!(result, Evaluated { values: Vec::new(), unknown: false, too_many: None, met: false });
        for here in [Value::Unknown(None), Value::Other] {
            let result = Evaluation::default().run(concat, [texts(&["a"]), vec![here, Value::from("b")]]);
            assert_eq!(result, Evaluated { values: texts(&["ab"]), unknown: true, too_many: None, met: true });
        }
    }

    #[test]
    fn nothing_after_an_empty_operand_is_looked_at() {
        let result = Evaluation::default().run(concat, [texts(&["a"]), Vec::new(), vec![Value::Unknown(None)]]);
        assert_eq!(result, Evaluated { values: Vec::new(), unknown: false, too_many: None, met: false });
    }

    #[test]
    fn limits_are_named() {
        let limit = |operands: [Vec<Value>; 2]| Evaluation::default().run(concat, operands).too_many;
        for [one, other] in [[numbers(SINGLE), texts(&["a"])], [texts(&["a"]), numbers(SINGLE)]] {
            assert_eq!(limit([one, other]), None);
        }
        assert_eq!(limit([numbers(SINGLE + 1), texts(&["a"])]), Some(TooMany::Combinations(SINGLE)));
        assert_eq!(limit([numbers(PRODUCT / 2 + 1), texts(&["a", "b"])]), Some(TooMany::Combinations(PRODUCT)));
        let long = "x".repeat(LENGTH);
        assert_eq!(limit([texts(&[&long]), texts(&[""])]), None);
        assert_eq!(limit([texts(&[&long]), texts(&["x"])]), Some(TooMany::Characters));
        // A part of what is longer may be short.
        let last = |operands: &[Value]| Ok([Value::from(&operands[0].text().unwrap()[LENGTH..])]);
        let result = Evaluation::default().run(last, [texts(&[&format!("{long}x")])]);
        assert_eq!(result, Evaluated { values: texts(&["x"]), unknown: false, too_many: None, met: true });
    }

    /// `s = s + "a"` in a loop.
    #[test]
    fn an_operation_on_its_own_results_ends() {
        let (mut evaluation, mut held) = (Evaluation::default(), texts(&["x"]));
        for round in 1.. {
            let result = evaluation.run(concat, [held.clone(), texts(&["a"])]);
            if result.too_many.is_some() {
                assert_eq!((result.too_many, round), (Some(TooMany::Rounds(ROUNDS)), ROUNDS + 1));
                break;
            }
            assert_eq!(result.values, texts(&[format!("x{}", "a".repeat(round)).as_str()]));
            held.extend(result.values);
        }
    }

    /// `while (s.endsWith("x")) s = s.substring(0, s.length() - 1)` for many texts.
    #[test]
    fn a_short_loop_may_have_many_texts() {
        let shorter = |operands: &[Value]| match operands[0].text().and_then(|text| text.strip_suffix('x')) {
            Some(rest) => Ok(vec![Value::from(rest)]),
            None => Ok(Vec::new()),
        };
        let mut held: Vec<Value> = (0..2 * ROUNDS).map(|number| Value::from(format!("{number:02}xxx"))).collect();
        let mut evaluation = Evaluation::default();
        for _ in 0..3 {
            let result = evaluation.run(shorter, [held.clone()]);
            assert_eq!((result.values.len(), result.too_many), (2 * ROUNDS, None));
            held.extend(result.values);
        }
        assert_eq!(evaluation.run(shorter, [held]).values, []);
    }

    /// Of each combination as many as there are, and none of one that throws.
    #[test]
    fn an_operation_may_give_several_values_or_none() {
        let letters = |operands: &[Value]| match operands[0].text() {
            Some("") => Err(Ended::Throws),
            Some(text) => Ok(text.chars().map(|c| Value::from(c.to_string())).collect::<Vec<_>>()),
            None => Err(Ended::Unknown),
        };
        let result = Evaluation::default().run(letters, [texts(&["ab", "", "bc"])]);
        assert_eq!(result, Evaluated { values: texts(&["a", "b", "c"]), unknown: false, too_many: None, met: true });
        assert!(Evaluation::default().run(letters, [[Value::Null]]).unknown);
    }

    /// `"" + name` gives back what it was given, which is no loop.
    #[test]
    fn a_result_that_is_an_operand_is_not_fed_back() {
        let mut evaluation = Evaluation::default();
        for _ in 0..2 {
            assert_eq!(evaluation.run(concat, [texts(&[""]), numbers(ROUNDS + 1)]).too_many, None);
        }
    }
}
