//! Properties by which the JDK finds the class of an implementation: which factories read them, and what the program writes into
//! them. Must not know who makes an object of the class.

use super::call::ApiCallId;
use crate::base::{FxHashMap, FxIndexSet, Sym};

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct Sought {
    /// The type, by its internal name.
    pub(in crate::reflection) ty: &'static str,
    /// The property that names the implementation, without what follows a colon; its file of services has that name, too.
    pub(in crate::reflection) property: &'static str,
    /// The JDK's own implementation, by its internal name.
    pub(in crate::reflection) own: &'static str,
    /// The one language or model that it is for, where one is asked for. The property has it behind a colon.
    pub(in crate::reflection) language: Option<&'static str>,
}

/// A method that gives an object of an implementation that it looks for (JAXP: `FactoryFinder.find`).
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct Factory {
    pub(in crate::reflection) of: Sought,
    pub(in crate::reflection) by: By,
}

/// How the implementation is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum By {
    /// By the property, else by the services of the class path, else the JDK's own.
    LookUp,
    /// The call names the class.
    Class,
    /// The call names the property; the services count if that is the one of the type.
    Property,
}

/// What the program writes into properties, and the calls that read them.
#[derive(Default)]
pub(in crate::reflection) struct Properties {
    /// Keys and the names of classes written there; none where it is not known.
    pub(in crate::reflection) written: FxIndexSet<(Option<Sym>, Option<Sym>)>,
    pub(in crate::reflection) readers: Vec<(ApiCallId, Factory)>,
    /// What met at calls that put a name under a key.
    pub(in crate::reflection) met: FxHashMap<ApiCallId, Met>,
}

/// Keys of a call.
#[derive(Default)]
pub(in crate::reflection) struct Met {
    /// The keys that name a class.
    pub(in crate::reflection) keys: Vec<Sym>,
    /// Those whose readers are followed; none: one that is not known, which may be any of them.
    pub(in crate::reflection) written: Vec<Option<Sym>>,
}

/// The properties whose readers are followed.
pub(in crate::reflection) const FOLLOWED: [&str; 10] = [
    "javax.xml.datatype.DatatypeFactory",
    "javax.xml.parsers.DocumentBuilderFactory",
    "javax.xml.parsers.SAXParserFactory",
    "javax.xml.stream.XMLEventFactory",
    "javax.xml.stream.XMLInputFactory",
    "javax.xml.stream.XMLOutputFactory",
    "javax.xml.transform.TransformerFactory",
    "javax.xml.validation.SchemaFactory",
    "javax.xml.xpath.XPathFactory",
    "org.xml.sax.driver",
];
