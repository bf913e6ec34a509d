//! `apis.txt` of the recorder: what the rows say of the calls that it looks for. Must not know how it looks.

use std::fmt::Write as _;
use std::path::Path;

use super::super::super::terms::method::Api;
use super::super::super::terms::method::Kind;
use super::super::super::terms::recorded::Recorded;
use super::super::super::terms::site::Role;
use super::super::recorded;
use super::super::row::Row;
use super::super::table::{API, ApiTable};
use super::{input, may_play, methods, none, on_jdks, shown};
use crate::program::{Program, access};

const FILE: &str = "recorder/src/main/resources/dev/reflectioncheck/recorder/apis.txt";

/// The arguments that an event has, in its order.
fn operands(recorded: Recorded, api: &Api) -> Vec<Option<(Role, usize)>> {
    let at = |role| api.position(role).map(|position| (role, position));
    let class = at(Role::Class);
    match recorded {
        Recorded::ClassByName | Recorded::ClassOfResult => vec![at(Role::Name)],
        // Who is asked says whether the JDK's method runs, whether or not the rule asks for it.
        Recorded::ClassByLoader => vec![at(Role::Name), None, None, Some((Role::Mirror, 0))],
        Recorded::MethodByName => vec![class, at(Role::Name), at(Role::Types)],
        Recorded::Constructor => vec![class, None, at(Role::Types)],
        Recorded::FieldByName => vec![class, at(Role::Name)],
        Recorded::OfClass => vec![class],
        Recorded::OfMember => vec![at(Role::Member), at(Role::Receiver)],
        Recorded::Proxy => vec![at(Role::Arguments), at(Role::Handler)],
        Recorded::HandleOfMethod => vec![class, at(Role::Name), at(Role::Type), at(Role::Asking)],
        Recorded::HandleOfConstructor => vec![class, None, at(Role::Type)],
        Recorded::HandleOfField => vec![class, at(Role::Name), at(Role::Type).or(at(Role::Types))],
        Recorded::ClassOfFactory | Recorded::Not(_) => Vec::new(),
    }
}

/// `CLASS_BY_NAME`, as the recorder has it.
fn kind(recorded: Recorded) -> String {
    if recorded == Recorded::ClassOfFactory {
        return kind(Recorded::ClassOfResult);
    }
    let mut name = String::new();
    for letter in format!("{recorded:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(letter.to_uppercase());
    }
    name
}

/// The rows whose calls are recorded.
fn rows() -> impl Iterator<Item = (&'static Row, Recorded)> {
    let written = |recorded: &Recorded| !matches!(recorded, Recorded::Not(_));
    API.iter().filter_map(move |row| Some((row, row.is_recorded().filter(written)?)))
}

fn table() -> String {
    let mut out = "# Generated from src/reflection/api/ (UPDATE_DOCS=1 cargo test --lib api_page): class, method, descriptor (*: any), \
                   name, kind, operands.\n"
        .to_owned();
    for (row, recorded) in rows() {
        let name = row.recorded_as.map_or_else(|| row.short_name(), str::to_owned);
        let _ = write!(out, "{} {} {} {name} {}", row.class, row.name, row.desc, kind(recorded));
        let operands = operands(recorded, row);
        let last = operands.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        for operand in &operands[..last] {
            let _ = write!(out, " {}", operand.map_or("-".to_owned(), |(_, position)| position.to_string()));
        }
        out.push('\n');
    }
    out
}

#[test]
fn api_page_of_the_recorder_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(&path, table()).expect("written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == table(), "{FILE} is stale: run UPDATE_DOCS=1 cargo test --lib api_page");
}

#[test]
fn sites_say_what_is_recorded_of_them() {
    let is_site = |row: &&Row| row.kind != Kind::Flow && row.is_resolved() && !row.of_library;
    let silent: Vec<String> = API.iter().filter(is_site).filter(|row| row.is_recorded().is_none()).map(shown).collect();
    none(&silent, "its inputs do not say what is recorded of its calls: .recorded(...), or .unrecorded(why)");
    let is_said = |row: &&Row| row.recorded.is_some() && (!is_site(row) || row.recorded == recorded::recorded(row));
    let twice: Vec<String> = API.iter().filter(is_said).map(shown).collect();
    none(&twice, "its inputs, or that it is no site, say what is recorded of its calls: take .recorded away");
}

/// A row whose line the recorder would use for methods of another row, or whose events would lack something.
fn misread(row: &Row, recorded: Recorded, programs: &[&Program]) -> bool {
    let operands = operands(recorded, row);
    let needs_none = matches!(recorded, Recorded::ClassOfResult | Recorded::ClassOfFactory);
    let is_first_missing = !needs_none && operands.first().is_none_or(Option::is_none);
    let table = ApiTable::get();
    let lacks = |program: &Program| {
        methods(program, row).into_iter().any(|method| {
            let data = program.method(method);
            let desc = program.str(program.method_desc(data.desc).text);
            // What others cannot call is in no row.
            let is_open = data.access & (access::PUBLIC | access::PROTECTED) != 0;
            let answers = table.by_name(row.class, row.name, desc).map(|id| API[id].desc);
            let is_own = is_open && answers == Some(row.desc);
            let fits =
                |&(role, at): &(Role, usize)| input(program, method, at).is_some_and(|ty| may_play(program, role, ty));
            is_own && !operands.iter().flatten().all(fits)
        })
    };
    let unrecorded = |other: &Row| matches!(other.is_recorded(), None | Some(Recorded::Not(_)));
    let of_other = |other: &Row| (other.class, other.name) == (row.class, row.name) && unrecorded(other);
    let takes_others = row.desc == "*" && API.iter().any(of_other);
    is_first_missing || takes_others || programs.iter().any(|program| lacks(program))
}

/// The recorder has the lines alone: one of all overloads counts for any, and operands are taken as they are.
#[test]
fn lines_of_the_recorder_hold_for_all_their_methods() {
    let (jdks, _) = on_jdks();
    let programs: Vec<&Program> = jdks.iter().map(|(program, _)| program).collect();
    let wrong: Vec<String> =
        rows().filter(|(row, recorded)| misread(row, *recorded, &programs)).map(|(row, _)| shown(row)).collect();
    none(&wrong, "an overload has no such input, or is not recorded: a row of its own descriptor");
}
