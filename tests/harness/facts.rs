//! Recordings: the table that the recorder writes. Owns its columns and which rows count as reached.

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
const NOT_REACHED: [&str; 14] = [
    "java.lang.ClassCastException",
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
    "java.lang.reflect.InaccessibleObjectException",
    "java.util.MissingResourceException",
    "java.util.ServiceConfigurationError",
];

impl Fact {
    /// Whether the target was really reached.
    pub(crate) fn reached(&self) -> bool {
        !NOT_REACHED.contains(&self.threw.as_str())
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
}
