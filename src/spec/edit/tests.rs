//! What stands in a spec file stays, whatever is added.

use super::*;
use crate::result::RuleId;
use crate::toml_doc::{Date, Mistake};

const TODAY: Date = Date { year: 2026, month: 3, day: 1 };

fn accept() -> NewAccept {
    NewAccept {
        at: "com.acme.Debug.dump(java.lang.Object)".into(),
        rule: RuleId::RC1001,
        api: "Method.invoke".into(),
        ordinal: Some(2),
        reason: "only \"debug\"".into(),
        until: Some(Date { year: 2027, month: 6, day: 30 }),
    }
}

fn call(targets: &[&str]) -> NewCall {
    NewCall {
        at: "com.acme.Run.go()".into(),
        api: "Class.forName".into(),
        ordinal: None,
        targets: targets.iter().map(|target| (*target).to_owned()).collect(),
        reason: "seen in a run".into(),
    }
}

fn shown(mistakes: &[Mistake]) -> String {
    mistakes.iter().map(Mistake::to_string).collect::<Vec<_>>().join("\n")
}

fn document(text: &str) -> SpecDocument {
    SpecDocument::parse("specs/app.toml", text).unwrap_or_else(|mistakes| panic!("{}", shown(&mistakes)))
}

#[test]
fn entries_are_added_at_the_end() {
    let mut file = document("");
    assert_eq!(file.accept(&accept(), TODAY), Ok(Change::Added));
    assert_eq!(file.call(&call(&["a.B", "a.C"])), Ok(Change::Added));
    insta::assert_snapshot!(file.text(), @r#"
    [[accept]]
    at = "com.acme.Debug.dump(java.lang.Object)"
    rule = "RC1001"
    api = "Method.invoke"
    ordinal = 2
    reason = 'only "debug"'
    until = 2027-06-30

    [[call]]
    at = "com.acme.Run.go()"
    api = "Class.forName"
    targets = [
        "a.B",
        "a.C",
    ]
    reason = "seen in a run"
    "#);
    let before = file.text().to_owned();
    assert_eq!(file.accept(&accept(), TODAY), Ok(Change::Unchanged));
    assert_eq!(file.call(&call(&["a.C"])), Ok(Change::Unchanged));
    assert_eq!(file.text(), before);
}

#[test]
fn what_is_there_stays_to_the_byte() {
    for text in [
        "# ours\r\n\r\n[[accept]] # why\r\nat   =  'a.B.c'\r\nrule = 'RC1001'\r\nreason = 'r'",
        "  # two blanks\n[[call]]\nat = \"a.B.c\"\napi=\"Class.forName\"\ntargets=[ \"a.B\" ,]\n\n\n# end\n",
        "# only a comment",
    ] {
        let mut file = document(text);
        assert_eq!(file.accept(&accept(), TODAY), Ok(Change::Added));
        let ends = if text.contains('\r') { "\r\n" } else { "\n" };
        let added = file.text().strip_prefix(text).unwrap();
        assert_eq!(added.trim_start().replace("\r\n", "\n"), accept().text());
        assert_eq!(file.text().matches('\n').count(), file.text().matches(ends).count());
        assert!(file.text().contains(&format!("{ends}{ends}[[accept]]{ends}at = \"com.acme")), "{}", file.text());
    }
}

#[test]
fn an_entry_whose_day_is_past_is_renewed_where_it_stands() {
    let text = "# head\n[[accept]]\nat = \"com.acme.Debug.dump\" # all of them\nrule = \"RC1001\"\nreason = \"old\" # see the minutes\nuntil = 2025-12-31  # end of year\n\n# tail\n";
    let mut file = document(text);
    assert_eq!(file.accept(&accept(), TODAY), Ok(Change::Updated));
    insta::assert_snapshot!(file.text(), @r#"
    # head
    [[accept]]
    at = "com.acme.Debug.dump" # all of them
    rule = "RC1001"
    reason = 'only "debug"' # see the minutes
    until = 2027-06-30  # end of year

    # tail
    "#);
    let mut file = document(&text.replace('\n', "\r\n"));
    let for_ever = NewAccept { until: None, ..accept() };
    assert_eq!(file.accept(&for_ever, TODAY), Ok(Change::Updated));
    assert!(!file.text().contains("until") && file.text().ends_with("\r\n# tail\r\n"), "{:?}", file.text());
    assert_eq!(file.accept(&for_ever, TODAY), Ok(Change::Unchanged));
}

#[test]
fn targets_are_added_in_the_way_the_others_stand() {
    let entry = |targets: &str| {
        format!("[[call]]\nat = \"com.acme.Run.go\"\napi = \"java.lang.Class.forName\"\ntargets = {targets} # ours\n")
    };
    let after = |targets: &str| {
        let mut file = document(&entry(targets));
        assert_eq!(file.call(&call(&["a.B", "a.C"])), Ok(Change::Updated));
        file.text().to_owned()
    };
    assert_eq!(after("[\"a.B\"]"), entry("[\"a.B\", \"a.C\"]"));
    assert_eq!(
        after("[\n  \"a.B\", # first\n  \"a.D\",\n]"),
        entry("[\n  \"a.B\", # first\n  \"a.D\",\n  \"a.C\",\n]")
    );
}

#[test]
fn a_file_with_mistakes_is_not_changed() {
    let mistakes = SpecDocument::parse("specs/app.toml", "[[acept]]\n").unwrap_err();
    assert!(shown(&mistakes).contains("specs/app.toml:1:3"));
    let mut file = document("accept = [{ at = \"a.B.c\", rule = \"RC1001\", reason = \"r\" }]\n");
    let before = file.text().to_owned();
    assert!(file.accept(&accept(), TODAY).is_err(), "{}", file.text());
    assert_eq!(file.text(), before);
    let wrong = NewAccept { at: "a/B.c()".into(), ..accept() };
    let mut file = document("");
    assert!(shown(&file.accept(&wrong, TODAY).unwrap_err()).contains("packages are separated by dots"));
    assert_eq!(file.text(), "");
}
