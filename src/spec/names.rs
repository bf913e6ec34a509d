//! How spec files name methods, calls and targets, and the reading of those names. Owns the grammar; must not know which
//! classes exist.

use std::fmt;

/// `com.acme.Plugins.load(java.io.File)`: a method by class, name and, where needed, parameter types in source form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodName {
    /// Binary name.
    pub class: String,
    /// `<init>` and `<clinit>` for constructors and static initialisers.
    pub member: String,
    /// Type names with `[]` for arrays; `None` if left out.
    pub params: Option<Vec<String>>,
}

impl MethodName {
    /// Reads `CLASS.METHOD`, `CLASS#METHOD`, either with `(TYPES)`. A last `...` is an array.
    ///
    /// # Errors
    /// What is wrong with the text, for a message that shows it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, params) = split_params(text)?;
        let cut = name.rfind('#').or_else(|| name.rfind('.'));
        let Some(cut) = cut else {
            return Err("a method is written com.acme.Plugins.load or com.acme.Plugins.load(java.io.File)".to_owned());
        };
        let (class, member) = (&name[..cut], &name[cut + 1..]);
        check_class(class)?;
        check_member(member)?;
        Ok(Self { class: class.to_owned(), member: member.to_owned(), params })
    }
}

impl fmt::Display for MethodName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}", self.class, self.member)?;
        match &self.params {
            Some(params) => write!(out, "({})", params.join(",")),
            None => Ok(()),
        }
    }
}

/// A reflective API by its method, without descriptor: `java.lang.reflect.Method.invoke`, or `Method.invoke` as site ids
/// have it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ApiName(String);

impl ApiName {
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        if !text.contains('.') {
            return Err("an API is written java.lang.reflect.Method.invoke".to_owned());
        }
        let name = MethodName::parse(text)?;
        if name.params.is_some() {
            return Err("an API is written without parameter types: java.lang.Class.forName".to_owned());
        }
        Ok(Self(format!("{}.{}", name.class, name.member)))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Is this the API of a site? `api` may have a descriptor: `java.lang.Class.forName(Ljava/lang/String;)...`.
    pub fn matches(&self, api: &str) -> bool {
        let api = api.split('(').next().unwrap_or(api);
        match api.strip_suffix(self.0.as_str()) {
            Some(before) => before.is_empty() || before.ends_with('.'),
            None => self.0.strip_suffix(api).is_some_and(|before| before.ends_with('.')),
        }
    }
}

/// A class, or a member of one: `com.acme.Task`, `com.acme.Task#run()`, `com.acme.Task#<init>(int)`,
/// `com.acme.Task#field`, `com.acme.Task[]`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TargetName {
    /// Binary name; with `[]` for an array class.
    pub class: String,
    pub member: Option<String>,
    /// `None`: a field, or a method that has one overload.
    pub params: Option<Vec<String>>,
}

impl TargetName {
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, params) = split_params(text)?;
        let (class, member) = match name.rsplit_once('#') {
            Some((class, member)) => (class, Some(member)),
            // With parameters it can only be a method, whichever way it is written.
            None if params.is_some() => match name.rsplit_once('.') {
                Some((class, member)) => (class, Some(member)),
                None => return Err("a method is written com.acme.Task#run(int)".to_owned()),
            },
            None => (name, None),
        };
        match member {
            Some(member) => {
                check_class(class)?;
                check_member(member)?;
            }
            None => check_type(class)?,
        }
        Ok(Self { class: class.to_owned(), member: member.map(str::to_owned), params })
    }
}

impl fmt::Display for TargetName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.class)?;
        if let Some(member) = &self.member {
            write!(out, "#{member}")?;
        }
        match &self.params {
            Some(params) => write!(out, "({})", params.join(",")),
            None => Ok(()),
        }
    }
}

/// Methods of a class that is not named: `set*`, `test*()`, `<init>(java.lang.String)`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodPattern {
    /// The first `*` stands for any text.
    pub name: String,
    /// `None`: whatever they are.
    pub params: Option<Vec<String>>,
}

impl MethodPattern {
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, params) = split_params(text)?;
        if name.contains(['.', '#']) || name.matches('*').count() > 1 {
            return Err("methods of the classes are written by name: run, set*, <init>()".to_owned());
        }
        // What the wildcard stands for may be part of a name.
        let example = name.replace('*', "x");
        check_member(&example)?;
        Ok(Self { name: name.to_owned(), params })
    }

    /// Is every letter of the name given?
    pub fn is_full_name(&self) -> bool {
        !self.name.contains('*')
    }

    /// Does a method name fit? Parameters are not looked at.
    pub fn fits(&self, name: &str) -> bool {
        match self.name.split_once('*') {
            None => self.name == name,
            Some((start, end)) => name.strip_prefix(start).is_some_and(|rest| rest.ends_with(end)),
        }
    }
}

impl fmt::Display for MethodPattern {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.name)?;
        match &self.params {
            Some(params) => write!(out, "({})", params.join(",")),
            None => Ok(()),
        }
    }
}

/// The name before the parameters, and the parameters.
fn split_params(text: &str) -> Result<(&str, Option<Vec<String>>), String> {
    let text = text.trim();
    let Some(open) = text.find('(') else {
        return if text.contains(')') { Err("there is a \")\" without \"(\"".to_owned()) } else { Ok((text, None)) };
    };
    let Some(inner) = text[open + 1..].strip_suffix(')') else {
        return Err("the parameter types end with \")\"".to_owned());
    };
    if inner.trim().is_empty() {
        return Ok((&text[..open], Some(Vec::new())));
    }
    let mut params = Vec::new();
    for param in inner.split(',') {
        let param = param.trim();
        let param = match param.strip_suffix("...") {
            Some(element) => format!("{element}[]"),
            None => param.to_owned(),
        };
        check_type(&param)?;
        params.push(param);
    }
    Ok((&text[..open], Some(params)))
}

fn check_type(text: &str) -> Result<(), String> {
    if text.contains('<') {
        return Err(format!("{text:?}: type arguments are left out"));
    }
    let mut element = text;
    while let Some(shorter) = element.strip_suffix("[]") {
        element = shorter.trim_end();
    }
    check_class(element)
}

fn check_class(text: &str) -> Result<(), String> {
    if text.contains('/') {
        return Err(format!("{text:?}: packages are separated by dots"));
    }
    let well_formed =
        !text.is_empty() && text.split('.').all(|part| !part.is_empty() && part.chars().all(is_name_char));
    if well_formed { Ok(()) } else { Err(format!("{text:?} is no class name")) }
}

fn check_member(text: &str) -> Result<(), String> {
    let special = matches!(text, "<init>" | "<clinit>");
    let well_formed = special || !text.is_empty() && text.chars().all(is_name_char);
    if well_formed { Ok(()) } else { Err(format!("{text:?} is no member name")) }
}

/// Characters of an unqualified name (JVMS 4.2.2) that cannot be mistaken for the grammar's own.
fn is_name_char(c: char) -> bool {
    !c.is_whitespace()
        && !c.is_control()
        && !matches!(c, '.' | ';' | '[' | ']' | '/' | '<' | '>' | '(' | ')' | '#' | ',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods() {
        let check = |text: &str, class: &str, member: &str, params: Option<&[&str]>| {
            let name = MethodName::parse(text).unwrap();
            let params = params.map(|params| params.iter().map(|p| (*p).to_owned()).collect());
            assert_eq!(name, MethodName { class: class.into(), member: member.into(), params }, "{text}");
        };
        check("com.acme.Plugins.load", "com.acme.Plugins", "load", None);
        check("com.acme.Plugins.load(java.io.File)", "com.acme.Plugins", "load", Some(&["java.io.File"]));
        check("com.acme.A$B#m( int , a.B$C[][] )", "com.acme.A$B", "m", Some(&["int", "a.B$C[][]"]));
        check("A.<init>()", "A", "<init>", Some(&[]));
        check("a.A.<clinit>", "a.A", "<clinit>", None);
        check("a.A.f(java.lang.String...)", "a.A", "f", Some(&["java.lang.String[]"]));
        check("a.A.naïve-name", "a.A", "naïve-name", None);
    }

    #[test]
    fn what_is_no_method_says_why() {
        let check = |text: &str, reason: &str| {
            let error = MethodName::parse(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        };
        check("load", "a method is written");
        check("com/acme/A.m", "separated by dots");
        check("a.A.m(int", "end with \")\"");
        check("a.A.m)", "without \"(\"");
        check("a.A.m(java.util.List<String>)", "type arguments are left out");
        check("a.A.m(int,)", "is no class name");
        check("a..A.m", "is no class name");
        check("a.A.", "is no member name");
        check("a.A.<init>x", "is no member name");
    }

    #[test]
    fn targets() {
        let name = TargetName::parse("com.acme.Task").unwrap();
        assert_eq!((name.class.as_str(), name.member), ("com.acme.Task", None));
        let name = TargetName::parse("com.acme.Task#stop(int)").unwrap();
        assert_eq!((name.member.as_deref(), name.params), (Some("stop"), Some(vec!["int".to_owned()])));
        let name = TargetName::parse("com.acme.Task.stop()").unwrap();
        assert_eq!((name.class.as_str(), name.member.as_deref()), ("com.acme.Task", Some("stop")));
        assert_eq!(TargetName::parse("com.acme.Task#field").unwrap().params, None);
        assert_eq!(TargetName::parse("int[]").unwrap().class, "int[]");
        assert!(TargetName::parse("com.acme.Task#").is_err());
        assert!(TargetName::parse("Lcom/acme/Task;").is_err());
        for text in ["com.acme.Task", "com.acme.Task#stop(int)", "com.acme.Task#field", "a.B[]"] {
            assert_eq!(TargetName::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn apis_match_with_and_without_package() {
        let full = ApiName::parse("java.lang.Class.forName").unwrap();
        let short = ApiName::parse("Class.forName").unwrap();
        for api in ["java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;", "Class.forName"] {
            assert!(full.matches(api) && short.matches(api), "{api}");
        }
        assert!(!short.matches("java.lang.MyClass.forName") && !full.matches("java.lang.Class.getMethod"));
        assert!(!full.matches("a.Class.forName"));
        assert!(ApiName::parse("Class.forName(java.lang.String)").is_err() && ApiName::parse("forName").is_err());
    }
}
