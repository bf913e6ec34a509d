//! `spec accept`, `verify` and `scaffold`, as a user runs them: what they write is read by the next check.

use std::fs;

use super::project::{Project, Run};

const SOURCE: &str = r#"package p;
public class Main {
    interface Engine { }
    static class Fast implements Engine { }
    static class Slow implements Engine { }
    static String read() { return System.getProperty("engine"); }
    static Object make() throws Exception {
        return (Engine) Class.forName(read()).newInstance();
    }
    static Object other() throws Exception {
        return Class.forName(read()).getDeclaredConstructor().newInstance();
    }
    static Object alone() throws Exception {
        return Class.forName(System.getProperty("alone")).newInstance();
    }
    public static void main(String[] args) throws Exception {
        make();
        other();
        alone();
    }
}
"#;

const SPEC: &str = "reflection-specs/app.toml";

fn project() -> Project {
    let project = Project::new();
    project.compile("p/Main.java", SOURCE);
    project
}

fn spec(project: &Project) -> String {
    fs::read_to_string(project.path(SPEC)).unwrap()
}

fn checked(project: &Project) -> Run {
    let run = project.run("check --classes classes --sources src --result result.json");
    assert!(run.status < 2, "{}", run.err);
    run
}

#[test]
fn an_accepted_finding_does_not_fail_the_next_check() {
    let project = project();
    let before = checked(&project);
    assert!(before.status == 1 && before.out.contains("2 errors"), "{}", before.out);
    project.write(SPEC, "# ours\r\n");
    let accept = |what: &str| project.run(&format!("spec accept {what} --reason=judged --result result.json"));
    let run = accept("src/p/Main.java:14");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert!(run.out.contains("added: Class.newInstance in p.Main.alone()"), "{}", run.out);
    assert_eq!(
        spec(&project),
        "# ours\r\n\r\n[[accept]]\r\nat = \"p.Main.alone()\"\r\nrule = \"RC1001\"\r\napi = \"Class.forName\"\r\n\
         reason = \"judged\"\r\n\r\n[[accept]]\r\nat = \"p.Main.alone()\"\r\nrule = \"RC1001\"\r\n\
         api = \"Class.newInstance\"\r\nreason = \"judged\"\r\n"
    );
    assert!(run.out.ends_with("reflection-specs/app.toml was written\n"), "{}", run.out);
    let again = accept("Main.java:14").out;
    assert!(again.contains("there already") && again.ends_with("app.toml stays as it is\n"), "the result is of before");
    let elsewhere = accept("Main.java:14 --file other.toml");
    assert!(
        elsewhere.out.ends_with("It is in no folder that checks read: name it with --specs\n"),
        "{}",
        elsewhere.out
    );
    // One that is a cause of several calls is accepted as a whole.
    let run = accept("p.Main.other()#Class.forName#1");
    assert_eq!((run.status, run.out.matches("added: ").count()), (0, 3), "{}{}", run.out, run.err);
    let after = checked(&project);
    assert!(after.status == 0 && after.out.contains("2 accepted"), "{}", after.out);
    let run = accept("Main.java:14");
    assert!(run.status == 0 && run.out.contains("is accepted already: reflection-specs/app.toml:9"), "{}", run.out);
}

#[test]
fn an_entry_whose_day_is_past_is_renewed() {
    let project = project();
    let old = "[[accept]]\nat = \"p.Main.alone\"\nrule = \"RC1001\"\nreason = \"old\" # minutes\nuntil = 2020-01-31\n";
    project.write(SPEC, old);
    assert!(checked(&project).out.contains("RC4005"));
    let run =
        project.run("spec accept Main.java:14 --rule RC1001 --reason=new --until 2999-12-31 --result result.json");
    assert!(run.status == 0 && run.out.contains("brought up to date"), "{}{}", run.out, run.err);
    assert_eq!(spec(&project), old.replace("\"old\"", "\"new\"").replace("2020-01-31", "2999-12-31"));
    assert!(!checked(&project).out.contains("RC4005"));
}

#[test]
fn what_cannot_be_accepted_is_said_and_nothing_is_written() {
    let project = project();
    checked(&project);
    let reason = "--reason=judged --result result.json";
    for (arguments, says) in [
        (format!("Main.java:99 {reason}"), "no finding and no reflective call is named \"Main.java:99\""),
        (format!("Main.java:14 --rule RC2001 {reason}"), "there is no finding of RC2001 at \"Main.java:14\""),
        (format!("Main.java:14 --rule RC1O01 {reason}"), "did you mean \"RC1001\"?"),
        (format!("Main.java:14 --until 2020-01-31 {reason}"), "until: 2020-01-31 is past"),
        (format!("Main.java:14 --until soon {reason}"), "until: \"soon\" is no date, such as 2027-06-30"),
        ("Main.java:14 --reason=... --result result.json".to_owned(), "say why the finding is no problem"),
        ("Main.java:14 --result result.json".to_owned(), "--reason <TEXT>"),
        ("Main.java:14 --reason=judged --result gone.json".to_owned(), "there is no such file"),
        ("Main.java:14 --reason=judged".to_owned(), "no application class"),
    ] {
        let run = project.run(&format!("spec accept {arguments}"));
        assert!(run.status == 2 && run.err.contains(says) && run.out.is_empty(), "{arguments}: {}{}", run.err, run.out);
        assert!(!project.path(SPEC).exists(), "{arguments}");
    }
    for (content, says) in [(&b"[[acept]]\n"[..], "did you mean \"accept\"?"), (b"\xff\xfe\0\0", "UTF-8")] {
        project.write(SPEC, content);
        let run = project.run(&format!("spec accept Main.java:14 {reason}"));
        assert!(run.status == 2 && run.err.contains(says), "{}", run.err);
        assert_eq!(fs::read(project.path(SPEC)).unwrap(), content, "a file that is not understood stays");
    }
    fs::remove_dir_all(project.path("reflection-specs")).unwrap();
    project.write("specs", "a file where a folder is needed");
    let run = project.run(&format!("spec accept Main.java:14 --file specs/app.toml {reason}"));
    assert!(run.status >= 2 && run.err.contains("specs/app.toml"), "{} {}", run.status, run.err);
}

const ENTRIES: &str = r#"[[source]]
at = "p.Main.read"
call = "java.lang.System.getProperty"
values = ["p.Main$Fast"]

[[call]]
at = "p.Main.gone"
api = "Class.forName"
targets = ["p.Main"]

[[accept]]
at = "p.Main.main"
rule = "RC1001"
reason = "judged"
"#;

#[test]
fn each_entry_is_said_to_take_effect_or_why_not() {
    let project = project();
    project.write(SPEC, ENTRIES);
    let run = project.run("spec verify --classes classes");
    insta::assert_snapshot!(run.out, @r#"
    takes effect  reflection-specs/app.toml:1  [[source]] java.lang.System.getProperty in p.Main.read
    look at this  reflection-specs/app.toml:6  [[call]] Class.forName in p.Main.gone
      warning RC4001 at line 7: "p.Main" has no "gone"
        do: correct the name or remove the entry
    look at this  reflection-specs/app.toml:11  [[accept]] RC1001 in p.Main.main
      warning RC4001 at line 11: no reflective call in "p.Main.main(java.lang.String[])" matches this entry
        do: correct the entry or remove it
    3 entries: 1 in effect, 2 to look at
    "#);
    assert_eq!(run.status, 1);
    assert_eq!(project.run("spec verify --classes classes --fail-on error").status, 0);
    project.write(SPEC, ENTRIES.split("\n\n").next().unwrap());
    let run = project.run("spec verify --classes classes --fail-on note");
    assert_eq!((run.status, run.out.lines().last()), (0, Some("1 entry: 1 in effect, 0 to look at")), "{}", run.out);
    fs::remove_file(project.path(SPEC)).unwrap();
    let run = project.run("spec verify --classes classes");
    assert!(run.status == 0 && run.out.contains("no spec file of yours has any"), "{}", run.out);
    assert!(project.run("spec verify").err.contains("name it with --classes"));
}

#[test]
fn entries_to_fill_in_are_comments_until_they_are() {
    let project = project();
    let run = project.run("spec scaffold --classes classes --sources src --mode livshits-points-to --file -");
    insta::assert_snapshot!(run.out, @r#"
    # error RC1001: "engine" names the class and nothing was found that bounds it
    #   at src/p/Main.java:11
    # error RC1001: "engine" names the class and nothing before the cast was found that bounds it
    #   at src/p/Main.java:8
    # 5 calls are not known completely for the same reason
    # casts and uses speak for these classes; list those that can be meant:
    #   "p.Main$Fast"
    #   "p.Main$Slow"
    # [[source]]
    # at = "p.Main.read()"
    # call = "java.lang.System.getProperty"
    # key = "engine"
    # values = ["..."]

    # error RC1001: "alone" names the class and nothing was found that bounds it
    #   at src/p/Main.java:14
    # 2 calls are not known completely for the same reason
    # [[source]]
    # at = "p.Main.alone()"
    # call = "java.lang.System.getProperty"
    # key = "alone"
    # values = ["..."]
    "#);
    assert!(run.status == 0 && !project.path(SPEC).exists());
    let run = project.run("spec scaffold --classes classes --sources src");
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.starts_with("reflection-specs/app.toml: 2 entries added, 2 of them as comments"), "{}", run.out);
    let written = spec(&project);
    let run = project.run("spec scaffold --classes classes --sources src");
    assert!(run.out.contains("has all 2 entries already"), "{}", run.out);
    assert_eq!(spec(&project), written);
    // What is left open is filled in, and the signs taken away.
    let filled: String = written
        .lines()
        .skip_while(|line| *line != "# [[source]]")
        .map(|line| line.trim_start_matches("# ").replace("\"...\"", "\"p.Main$Fast\"") + "\n")
        .take_while(|line| line != "\n")
        .collect();
    project.write(SPEC, filled);
    let run = checked(&project);
    assert!(run.status == 1 && run.out.contains("1 error"), "{}", run.out);
}
