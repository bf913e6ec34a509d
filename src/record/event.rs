//! One thing that a run did. Must not know in which form it was written down.

use crate::diag::Diag;
use crate::result::Target;

/// What one file says.
#[derive(Debug, Clone, Default)]
pub struct Recording {
    /// As the user knows it.
    pub file: String,
    pub events: Vec<Event>,
    /// Lines that could not be used.
    pub diags: Vec<Diag>,
}

/// What of a call the targets of an event are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// The class or member that it finds or acts on, or the interfaces of a proxy.
    Targets,
    /// The service whose providers it loads.
    Service,
    /// A provider that was made when it was asked for, at a call that is none of the API.
    Provider,
}

/// One call that a run made, and what it reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// 1-based line of the file.
    pub at: u32,
    /// Binary name of the class whose code makes the call; `None` where only the source file is known.
    pub class: Option<String>,
    /// Name of the method that makes the call, as in its class file.
    pub method: String,
    /// Descriptor of that method.
    pub descriptor: Option<String>,
    /// Bytecode offset of the call.
    pub offset: Option<u32>,
    /// Name of the source file, without folders.
    pub source: Option<String>,
    /// Line of the source.
    pub line: Option<u32>,
    /// `Class.forName`; a last `*` stands for any text; empty where it is not known.
    pub api: String,
    /// All that was reached, a proxy's interfaces for example. A descriptor may be missing, or end with its parameters.
    pub targets: Vec<Target>,
    pub reached: Reached,
    /// It was made at run time: no class file has it.
    pub generated: bool,
    /// The call itself failed, so that nothing was reached.
    pub failed: bool,
}

/// Whether a target of an answer is the one recorded.
pub(super) fn is_target(listed: &Target, recorded: &Target) -> bool {
    if listed.class != recorded.class || listed.member != recorded.member {
        return false;
    }
    let (Some(wanted), Some(have)) = (&recorded.descriptor, &listed.descriptor) else { return true };
    have == wanted || wanted.ends_with(')') && have.starts_with(wanted.as_str())
}

/// `com.acme.B`, `com.acme.B.run(I)V`, `com.acme.B.field`: a target in a message.
pub(super) fn shown(target: &Target) -> String {
    match (&target.member, &target.descriptor) {
        (None, _) => target.class.clone(),
        (Some(member), Some(descriptor)) if descriptor.starts_with('(') => {
            format!("{}.{member}{descriptor}", target.class)
        }
        (Some(member), _) => format!("{}.{member}", target.class),
    }
}
