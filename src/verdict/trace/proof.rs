//! Why a call is proven, in steps a reader can follow: the derivation of its claim in words. Must not know how claims are made.

use crate::defensive::{Item, Reason, What};
use crate::ir::Op;
use crate::result::{CodeOrigin, Tier, TraceStep};

use super::super::rows::Row;
use super::super::view::View;
use super::Traces;
use super::statements::Code;

/// Most values that a step names.
const NAMED: usize = 3;

impl Traces<'_, '_, '_> {
    /// The steps that a proven answer follows from, by their positions in the table; none where a literal at the call says all.
    pub(in super::super) fn proof(&self, row: &Row) -> Vec<u32> {
        let Some(key) = row.key else { return Vec::new() };
        if row.row.tier != Tier::Proven || row.row.origin != CodeOrigin::Application {
            return Vec::new();
        }
        let site = &self.judge.sites[&key];
        let vars = self.judge.deciding(site, View::api(key));
        let reasons = self.judge.claims.derivation((site.method, site.offset), &vars);
        self.shared(reasons.iter().map(|reason| self.in_words(reason)).collect())
    }

    fn in_words(&self, reason: &Reason) -> TraceStep {
        let code = Code { judge: self.judge };
        let (program, at) = (self.judge.program, (reason.method, reason.offset));
        let message = match &reason.what {
            What::Written(items) => format!("{} is written here", self.values(items)),
            What::Made(ty) => format!("an object of \"{}\" is made here", program.binary_name(*ty)),
            What::StoredField(field) => code.kept_in(*field),
            What::StoredElement => "put into an array".to_owned(),
            What::Read(field) => format!("{}, which no other code can have changed", code.read_from(*field)),
            What::ReadElement => "read from an array that no other code can have changed".to_owned(),
            What::ReadFinal(field) => {
                format!(
                    "{}: it is static and final, so that only the initialiser of its class sets it",
                    code.read_from(*field)
                )
            }
            What::Computed(items) => match code.statement(at).map(|stmt| &stmt.op) {
                Some(Op::Invoke { method, .. }) => {
                    let called = program.method_ref_data(*method);
                    let class = program.class_of(called.owner).map_or("", |class| program.class_name(class));
                    let class = class.rsplit('/').next().unwrap_or(class);
                    format!("\"{class}.{}\" gives {}", program.str(called.name), self.values(items))
                }
                _ => format!("put together: {}", self.values(items)),
            },
            What::Returned(method, items) => {
                format!("\"{}\" returns {}", program.method_id(*method), self.values(items))
            }
        };
        code.at_call(at, message).into_shown()
    }

    fn values(&self, items: &[Item]) -> String {
        let program = self.judge.program;
        let value = |&item: &Item| match item {
            Item::Null => "null".to_owned(),
            Item::Text(text) => format!("\"{}\"", program.str(text)),
            Item::Number(number) => number.to_string(),
            Item::Class(ty) => format!("class \"{}\"", program.binary_name(ty)),
            Item::Method(method) => format!("method \"{}\"", program.method_id(method)),
            Item::Constructor(method) => format!("constructor \"{}\"", program.method_id(method)),
            Item::Field(field) => format!("field \"{}\"", program.field_id(field)),
            Item::Function { ty, .. } => format!("a function of \"{}\"", program.binary_name(ty)),
            Item::Object { ty, .. } => format!("an object of \"{}\"", program.binary_name(ty)),
        };
        let mut named: Vec<String> = items.iter().map(value).collect();
        named.sort();
        let more = named.len().saturating_sub(NAMED);
        named.truncate(NAMED);
        if more > 0 {
            named.push(format!("{more} more"));
        }
        match named.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => "nothing".to_owned(),
        }
    }
}
