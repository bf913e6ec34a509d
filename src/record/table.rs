//! The table that the recorder writes: a line of column names, then a row for each event; its own header explains the columns
//! (`recorder/`). Must not know calls of the program.

use super::event::{Event, Reached};
use crate::result::Target;

/// Failures of the look-up or action itself: nothing was reached. Others come from the code that was reached.
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
    "java.lang.reflect.InaccessibleObjectException",
    "java.util.MissingResourceException",
    "java.util.ServiceConfigurationError",
    "javax.xml.parsers.FactoryConfigurationError",
    "javax.xml.stream.FactoryConfigurationError",
    "javax.xml.transform.TransformerFactoryConfigurationError",
    "javax.xml.xpath.XPathFactoryConfigurationException",
];

/// What names in the column of APIs begin with where the recorder writes something else as the target than what the call finds or
/// acts on. The first is a whole name, and of no method.
const MADE_PROVIDER: &str = "ServiceLoader.provider";
const LOADS_SERVICE: &str = "ServiceLoader.load";
const TARGETS_ARE_INTERFACES: &str = "Proxy.";

/// Where each column stands.
pub(super) struct Columns {
    count: usize,
    caller: usize,
    method: usize,
    offset: usize,
    line: Option<usize>,
    api: usize,
    target: usize,
    origin: Option<usize>,
    threw: Option<usize>,
}

impl Columns {
    pub(super) fn read(line: &str) -> Result<Self, String> {
        let columns: Vec<&str> = line.split('\t').collect();
        let find = |name: &str| columns.iter().position(|column| *column == name);
        let need = |name: &str| find(name).ok_or_else(|| format!("the table has no column \"{name}\""));
        Ok(Self {
            count: columns.len(),
            caller: need("caller")?,
            method: need("method")?,
            offset: need("bci")?,
            line: find("line"),
            api: need("api")?,
            target: need("target")?,
            origin: find("origin"),
            threw: find("threw"),
        })
    }

    pub(super) fn event(&self, line: &str, at: u32) -> Result<Event, String> {
        let row: Vec<&str> = line.split('\t').collect();
        if row.len() != self.count {
            return Err(format!("the row has {} columns, not {}: it may have been cut", row.len(), self.count));
        }
        let text = |column: Option<usize>| column.map_or("", |column| row[column]);
        let Some((method, _)) = row[self.method].split_once('(') else {
            return Err(format!("\"{}\" is no method with its descriptor", row[self.method]));
        };
        let offset = row[self.offset].parse().map_err(|_| format!("\"{}\" is no offset", row[self.offset]))?;
        let (api, threw) = (row[self.api], text(self.threw));
        // What says that there is no such field is inside of what an updater throws.
        let no_updater = api == "FieldUpdater.newUpdater" && threw == "java.lang.RuntimeException";
        let target = row[self.target];
        let targets = match target {
            "-" | "" => Vec::new(),
            interfaces if api.starts_with(TARGETS_ARE_INTERFACES) => interfaces.split(',').map(class).collect(),
            one => vec![target_of(one)],
        };
        let reached = match api {
            MADE_PROVIDER => Reached::Provider,
            _ if api.starts_with(LOADS_SERVICE) => Reached::Service,
            _ => Reached::Targets,
        };
        Ok(Event {
            at,
            class: Some(row[self.caller].to_owned()),
            method: method.to_owned(),
            descriptor: Some(row[self.method][method.len()..].to_owned()),
            offset: Some(offset),
            source: None,
            line: text(self.line).parse().ok(),
            api: api.to_owned(),
            targets,
            reached,
            generated: text(self.origin) == "gen",
            failed: no_updater || NOT_REACHED.contains(&threw),
        })
    }
}

fn class(name: &str) -> Target {
    Target { class: name.to_owned(), member: None, descriptor: None }
}

/// A class, `owner.name(parameters)result` or `owner.name:type`.
fn target_of(text: &str) -> Target {
    let (owner_and_name, descriptor) = match (text.find('('), text.split_once(':')) {
        (Some(open), _) => text.split_at(open),
        (None, Some(split)) => split,
        (None, None) => return class(text),
    };
    let Some((owner, name)) = owner_and_name.rsplit_once('.') else { return class(text) };
    let descriptor = (!descriptor.is_empty()).then(|| descriptor.to_owned());
    Target { class: owner.to_owned(), member: Some(name.to_owned()), descriptor }
}

#[cfg(test)]
mod tests {
    use super::super::event::shown;
    use super::*;

    #[test]
    fn rows_are_read_by_the_names_of_columns() {
        let columns = Columns::read("method\tcaller\tbci\tline\tapi\ttarget\torigin\treceivers\tthrew").unwrap();
        let event = |api: &str, target: &str, threw: &str| {
            columns.event(&format!("m(I)V\tp.A\t7\t3\t{api}\t{target}\tapp\t\t{threw}"), 9).unwrap()
        };
        let found = event("Method.invoke", "p.B.run(I)V", "java.lang.IllegalArgumentException");
        assert_eq!((found.class.as_deref(), found.method.as_str(), found.offset), (Some("p.A"), "m", Some(7)));
        assert_eq!((found.descriptor.as_deref(), found.line, found.failed), (Some("(I)V"), Some(3), true));
        assert_eq!(shown(&found.targets[0]), "p.B.run(I)V");
        let field = event("Field.get", "p.B.f:[I", "");
        assert_eq!(
            (field.targets[0].member.as_deref(), field.targets[0].descriptor.as_deref()),
            (Some("f"), Some("[I"))
        );
        assert_eq!(event("Proxy.newProxyInstance", "p.I,p.J", "").targets.len(), 2);
        assert_eq!(event("Method.invoke", "-", "").targets, []);
        let reached = |api: &str| event(api, "p.I", "").reached;
        assert_eq!(
            ["ServiceLoader.provider", "ServiceLoader.load", "ServiceLoader.loadInstalled", "Class.forName"]
                .map(reached),
            [Reached::Provider, Reached::Service, Reached::Service, Reached::Targets]
        );
        assert!(event("FieldUpdater.newUpdater", "p.B.f:", "java.lang.RuntimeException").failed);
        assert!(!event("Method.invoke", "p.B.run()V", "java.lang.reflect.InvocationTargetException").failed);
        assert!(Columns::read("caller\tmethod").is_err());
        assert!(columns.event("m(I)V\tp.A\tx\t3\ta\tb\tapp\t\t", 1).is_err());
        assert!(columns.event("m\tp.A\t1\t3\ta\tb\tapp\t\t", 1).is_err());
    }
}
