//! Recordings: the table that the recorder writes. Owns its columns and which rows count as reached.

use std::collections::BTreeSet;
use std::path::Path;

/// One row.
#[derive(Debug, Clone)]
pub(crate) struct Fact {
    pub(crate) caller: String,
    /// Name and descriptor.
    pub(crate) method: String,
    pub(crate) offset: u32,
    pub(crate) api: String,
    pub(crate) target: String,
    pub(crate) threw: String,
}

/// Exceptions that the look-up or action itself ends with: nothing was reached. Others come from the target's own code.
const NOT_REACHED: [&str; 19] = [
    "java.lang.ClassCastException",
    "java.lang.ClassFormatError",
    "java.lang.ClassNotFoundException",
    "java.lang.IllegalAccessException",
    "java.lang.IllegalArgumentException",
    "java.lang.InstantiationException",
    "java.lang.NoClassDefFoundError",
    "java.lang.NoSuchFieldException",
    "java.lang.NoSuchMethodException",
    "java.lang.NullPointerException",
    "java.lang.SecurityException",
    "java.lang.invoke.WrongMethodTypeException",
    "javax.xml.parsers.FactoryConfigurationError",
    "javax.xml.stream.FactoryConfigurationError",
    "javax.xml.transform.TransformerFactoryConfigurationError",
    "javax.xml.xpath.XPathFactoryConfigurationException",
    "java.lang.reflect.InaccessibleObjectException",
    "java.util.MissingResourceException",
    "java.util.ServiceConfigurationError",
];

impl Fact {
    /// Whether the target was really reached.
    pub(crate) fn reached(&self) -> bool {
        // What says that there is no such field is inside of what an updater throws.
        let no_updater = self.api == "FieldUpdater.newUpdater" && self.threw == "java.lang.RuntimeException";
        !no_updater && !NOT_REACHED.contains(&self.threw.as_str())
    }
}

/// Reads a recording.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn read(path: &Path) -> Result<Vec<Fact>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("no recording {}: {error}", path.display()))?;
    parse(&text)
}

/// Reads the list of entered methods, each as the engine writes it: `p.A.m(int,java.lang.String)`.
///
/// # Errors
/// What is wrong with the file.
pub(crate) fn entered(path: &Path) -> Result<BTreeSet<String>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("no list {}: {error}", path.display()))?;
    text.lines()
        .map(|line| {
            let (class, method) = line.split_once('\t').unwrap_or((line, ""));
            method_id(class, method).ok_or(format!("bad line: {line}"))
        })
        .collect()
}

/// `p.A` and `m(I[Ljava/lang/String;)V` to `p.A.m(int,java.lang.String[])`.
pub(crate) fn method_id(class: &str, method: &str) -> Option<String> {
    let (name, descriptor) = method.split_once('(')?;
    let (mut rest, _) = descriptor.split_once(')')?;
    let mut types = Vec::new();
    while !rest.is_empty() {
        let element = rest.trim_start_matches('[');
        let dimensions = rest.len() - element.len();
        let (text, length) = match element.as_bytes().first()? {
            b'L' => {
                let end = element.find(';')?;
                (element[1..end].replace('/', "."), end + 1)
            }
            letter => {
                let names = ["byte B", "char C", "double D", "float F", "int I", "long J", "short S", "boolean Z"];
                let name = names.iter().find(|name| name.as_bytes().last() == Some(letter))?;
                (name[..name.len() - 2].to_owned(), 1)
            }
        };
        types.push(text + &"[]".repeat(dimensions));
        rest = &element[length..];
    }
    Some(format!("{class}.{name}({})", types.join(",")))
}

fn parse(text: &str) -> Result<Vec<Fact>, String> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let columns: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| columns.iter().position(|c| *c == name).ok_or(format!("no column {name}"));
    let (caller, method, bci) = (column("caller")?, column("method")?, column("bci")?);
    let (api, target, threw) = (column("api")?, column("target")?, column("threw")?);
    lines
        .map(|line| {
            let row: Vec<&str> = line.split('\t').collect();
            if row.len() != columns.len() {
                return Err(format!("a row of {} columns: {line}", row.len()));
            }
            Ok(Fact {
                caller: row[caller].to_owned(),
                method: row[method].to_owned(),
                offset: row[bci].parse().map_err(|_| format!("bad offset: {line}"))?,
                api: row[api].to_owned(),
                target: row[target].to_owned(),
                threw: row[threw].to_owned(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_rows_by_column_name() {
        let text = "# comment\nmethod\tcaller\tbci\tline\tapi\ttarget\torigin\treceivers\tthrew\n\
                    m()V\tp.A\t7\t3\tClass.forName\tp.B\tapp\t\t\n\
                    m()V\tp.A\t9\t4\tMethod.invoke\tp.B.run()V\tapp\t\tjava.lang.IllegalArgumentException\n";
        let facts = parse(text).unwrap();
        assert_eq!(facts.len(), 2);
        assert_eq!((facts[0].caller.as_str(), facts[0].offset, facts[0].reached()), ("p.A", 7, true));
        assert_eq!((facts[1].target.as_str(), facts[1].reached()), ("p.B.run()V", false));
        assert!(parse("caller\tmethod\n").is_err());
    }

    #[test]
    fn methods_are_written_as_the_engine_does() {
        let id = |method| method_id("p.A", method).unwrap();
        assert_eq!(id("m()V"), "p.A.m()");
        assert_eq!(
            id("<init>(I[JLjava/lang/String;[[Lp/C;Z)V"),
            "p.A.<init>(int,long[],java.lang.String,p.C[][],boolean)"
        );
        assert_eq!(method_id("p.A", "m"), None);
    }
}
