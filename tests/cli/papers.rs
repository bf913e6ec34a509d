//! `stats --paper`, as a user runs it, on a small program whose figures are counted by hand.

use std::fs;

use serde_json::Value;

use super::project::Project;

const SOURCE: &str = r#"package p;
public class Main {
    public static class A { public void run() { } }
    public static class B extends A { public void run() { } }
    static Object known() throws Exception { return Class.forName("p.Main$A").newInstance(); }
    static A cast() throws Exception { return (A) Class.forName(System.getProperty("a")).newInstance(); }
    static Object open() throws Exception { return Class.forName(System.getProperty("b")).newInstance(); }
    public static void main(String[] args) throws Exception {
        known();
        cast().run();
        Object open = open();
        open.hashCode();
        A.class.getMethod("run").invoke(known());
    }
}
"#;

const RECORD: &str = "caller\tmethod\tbci\tline\tapi\ttarget\torigin\treceivers\tthrew\n";

/// The row of a table: the cells by the names of columns.
fn cells(tables: &Value, title: &str, row: &str) -> Vec<(String, Value)> {
    let table = tables.as_array().unwrap().iter().find(|table| table["title"].as_str().unwrap().contains(title));
    let table = table.unwrap_or_else(|| panic!("no table {title}"));
    let found = table["rows"].as_array().unwrap().iter().find(|other| other["name"].as_str().unwrap().trim() == row);
    let found = found.unwrap_or_else(|| panic!("no row {row} in {table}"));
    let columns = table["columns"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned());
    columns.zip(found["cells"].as_array().unwrap().iter().cloned()).collect()
}

fn of(tables: &Value, title: &str, row: &str, column: &str) -> f64 {
    let cells = cells(tables, title, row);
    let cell = cells.iter().find(|(name, _)| name == column).unwrap_or_else(|| panic!("no column {column}"));
    cell.1.as_f64().unwrap_or_else(|| panic!("{row}, {column} is {}", cell.1))
}

#[test]
fn the_papers_tables_are_those_of_the_program() {
    let project = Project::new();
    project.compile("p/Main.java", SOURCE);
    let run = project.run("check --classes classes --entry main --result result.json");
    assert!(run.status < 2, "{}", run.err);
    let result: Value = serde_json::from_slice(&fs::read(project.path("result.json")).unwrap()).unwrap();
    // What ran at a call, as the recorder writes it.
    let event = |id: &str, api: &str, target: &str| {
        let sites = result["sites"].as_array().unwrap();
        let place = &sites.iter().find(|site| site["id"] == id).unwrap_or_else(|| panic!("no {id}"))["place"];
        let (class, method) = (place["class"].as_str().unwrap(), place["method"].as_str().unwrap());
        let (descriptor, offset, line) = (place["descriptor"].as_str().unwrap(), &place["offset"], &place["line"]);
        format!("{class}\t{method}{descriptor}\t{offset}\t{line}\t{api}\t{target}\tapp\t\t\n")
    };
    let rows = [
        event("p.Main.known()#Class.newInstance#1", "Class.newInstance", "p.Main$A"),
        event("p.Main.cast()#Class.newInstance#1", "Class.newInstance", "p.Main$B"),
        event("p.Main.open()#Class.newInstance#1", "Class.newInstance", "java.lang.Thread"),
        event("p.Main.main(java.lang.String[])#Method.invoke#1", "Method.invoke", "p.Main$A.run()V"),
    ];
    project.write("record.tsv", RECORD.to_owned() + &rows.concat());
    let spec = "[[source]]\nat = \"p.Main.open\"\ncall = \"java.lang.System.getProperty\"\nvalues = [\"p.Main$B\"]\n";
    project.write("reflection-specs/app.toml", spec);

    let command = "stats --paper --classes classes --entry main --scope demand --record record.tsv";
    let run = project.run(&format!("{command} --json"));
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let tables: Value = serde_json::from_str(&run.out).unwrap();

    let looked_up = "application, class look-ups";
    for (mode, full, partial, none) in
        [("local", 1.0, 0.0, 2.0), ("livshits-points-to", 1.0, 0.0, 2.0), ("solar", 1.0, 1.0, 1.0)]
    {
        let title = format!("by kind and resolution, {mode}");
        let found = ["full", "partial", "none"].map(|column| of(&tables, &title, looked_up, column));
        assert_eq!(found, [full, partial, none], "{mode}");
    }
    let points = |column| of(&tables, "left to specify", "specification points", column);
    assert_eq!((points("livshits-points-to"), points("points-to + specs")), (2.0, 1.0));
    assert_eq!(of(&tables, "left to specify", "of these from casts and uses, where there are any", "solar"), 2.0);
    let growth = |column| of(&tables, "growth of the call graph", "methods reached", column);
    assert!(growth("none") < growth("livshits-points-to") && growth("livshits-points-to") < growth("solar"));
    assert!(of(&tables, "growth of the call graph", "seconds", "solar") > 0.0);

    let edges = |row, column| of(&tables, "Smaragdakis", row, column);
    assert_eq!(edges("application to application, recorded", "solar"), 3.0);
    let missing =
        ["none", "livshits-points-to", "solar"].map(|mode| edges("application to application, missing", mode));
    assert_eq!(missing, [3.0, 1.0, 0.0]);
    assert_eq!(edges("application to other code, missing", "solar"), 1.0);

    let solar = |row, column| of(&tables, "Solar 2015", row, column);
    assert_eq!((solar("listed, % (recall)", "solar"), solar("listed, % (recall)", "livshits-points-to")), (75.0, 50.0));
    assert_eq!(solar("calls that make objects of unknown classes", "solar"), 2.0);
    assert_eq!(solar("whose uses all say of which class (assumption 4), %", "solar"), 50.0);
    assert_eq!(solar("unsound actions of the application", "solar"), 1.0);

    let text = project.run(command).out;
    for says in ["p.Main.open()#Class.newInstance#1", "devirtualised calls, %", "points-to + specs", "Probe"] {
        assert!(text.contains(says), "{says}: {text}");
    }
    assert!(!project.run("stats --paper --classes classes").out.contains("Smaragdakis"), "nothing was recorded");
    let alone = project.run("stats --classes classes --record record.tsv");
    assert!(alone.status == 2 && alone.err.contains("--paper"), "{}", alone.err);
}
